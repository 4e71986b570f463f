//! Judges every object in the partial order, to a fixpoint (TMPA 4.3 step 8, 6.2, 6.3, 7.3).
//!
//! Objects are released when every judgment that they depend on is settled. Transitions wait in the pool of their work
//! item until a round finds them enabled; see [`super::turn`] for which goes first. A round ends when nothing is left to
//! release; then, in this order: work items that can move without rivals move; transitions that wait for another state
//! are parked, so that what follows them may proceed; work items that waited for rivals move; transitions on whose
//! judgment others depend are given up. All steps treat whole sets at once, so that no choice depends on ids or on the
//! order of the queue. Work items meet only where one depends on a judgment of the other.

use super::authority::Authority;
use super::clock::Place;
use super::conflict::{About, Conflicts, Dispute};
use super::course::Course;
use super::duty::Duties;
use super::lifecycle::{Item, Marks, Rivals};
use super::order::Order;
use super::reading::{Raise, Reading};
use super::turn::Turns;
use crate::code::Code;
use crate::graph::{Index, NONE};
use crate::issue::{Cause, Param, message};
use crate::judgment::{Judgment, ViewState};
use crate::names::Symbol;
use core::cell::Cell;
use std::collections::BTreeMap;

/// Everything about the graph that one evaluation relies on and none changes.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) order: Order,
    pub(super) course: Course,
    pub(super) carriers: Vec<Index>,
    pub(super) authority: Authority,
    pub(super) duties: Duties,
    pub(super) conflicts: Conflicts,
    pub(super) actions: super::claims::ActionNames,
}

/// The reason of a transition from a state that the work item has left: it came too late, and nothing is missing.
pub(super) const STATE_PASSED: &str = "source_state_passed";

/// What is taken for granted about objects that bear on concurrent ones, by object; see [`super::evaluate`].
pub(super) type Assumed = Vec<(Index, Judgment)>;

/// The outcome of one evaluation.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) items: Vec<Item>,
    /// What the assumed objects turned out to be.
    pub(super) own: Assumed,
    /// Objects whose keys the record revokes, or may revoke, before them.
    pub(super) disowned: Vec<Index>,
    /// Whether the outcome may hang on what a slice does not show.
    pub(super) unsure: bool,
    /// Whether everything has a level, and every assumption held in the end.
    pub(super) regular: bool,
    /// Of every object its level.
    pub(super) levels: Vec<u32>,
}

/// One evaluation in progress.
pub(super) struct Settle<'s, 'b> {
    pub(super) reading: &'s mut Reading<'b>,
    pub(super) rules: &'s Rules,
    pub(super) assumed: &'s Assumed,
    own: Assumed,
    pub(super) waits: Vec<u32>,
    queue: Vec<u32>,
    disputed: Vec<bool>,
    pub(super) items: Vec<Item>,
    pub(super) marks: Marks,
    pub(super) turns: Turns,
    pub(super) rivals: Rivals,
    /// Work items that may have something to do in this round.
    pub(super) active: Vec<u32>,
    /// Work items that wait for rivals.
    pub(super) held: Vec<u32>,
    /// Work items with transitions that are neither applied nor parked.
    pub(super) fresh: Vec<u32>,
    /// Work items whose pool may not be empty.
    pub(super) pooled: Vec<u32>,
    /// Objects that a revocation of their key leaves unauthenticated.
    pub(super) disowned: Vec<Index>,
    /// Transitions that no state would let pass.
    refused: Vec<Index>,
    /// Objects that ask for authority, by the earlier authority object that is not settled yet.
    deferred: BTreeMap<Index, Vec<Index>>,
    /// The authority object that the claim under way found unsettled.
    ground: Cell<Option<Index>>,
}

pub(super) fn run(reading: &mut Reading<'_>, rules: &Rules, assumed: &Assumed) -> Settled {
    let objects = reading.graph.len();
    let may_apply = |index: Index| reading.judgment(index) == Judgment::Valid;
    let rivals = Rivals::new(&reading.graph, reading.profile, may_apply);
    let lookup = |index: Index| assumed_judgment(assumed, index);
    let disputes = rules.conflicts.disputes(reading, &lookup);
    let mut disputed = vec![false; objects];
    for &member in disputes.iter().flat_map(|dispute| dispute.members.iter().chain(&dispute.rival_decisions))
    {
        if let Some(slot) = disputed.get_mut(member as usize) {
            *slot = true;
        }
    }
    let mut settle = Settle {
        rules,
        assumed,
        own: assumed.clone(),
        waits: rules.order.waits.clone(),
        queue: Vec::new(),
        disputed,
        items: (0..reading.graph.works.len()).map(|_| Item::default()).collect(),
        marks: Marks::new(objects),
        turns: Turns::new(&rules.course, reading.graph.works.len(), objects),
        rivals,
        active: Vec::new(),
        held: Vec::new(),
        fresh: Vec::new(),
        pooled: Vec::new(),
        refused: Vec::new(),
        disowned: Vec::new(),
        deferred: BTreeMap::new(),
        ground: Cell::new(None),
        reading,
    };
    settle.rounds();
    settle.authenticate_unplaced();
    settle.late_refusals();
    settle.disputes(&disputes);
    settle.own.iter_mut().for_each(|(index, judgment)| {
        // Objects in a cycle were never released: their judgment is what the cycle made it.
        if rules.order.excluded.get(*index as usize).copied().unwrap_or(false) {
            *judgment = judgment.all(settle.reading.judgment(*index));
        }
    });
    let unsure = settle.turns.unsure || rules.authority.is_unsure();
    Settled {
        items: settle.items,
        own: settle.own,
        disowned: settle.disowned,
        unsure,
        regular: true,
        levels: Vec::new(),
    }
}

pub(super) fn assumed_judgment(assumed: &Assumed, index: Index) -> Judgment {
    let position = assumed.binary_search_by_key(&index, |&(index, _)| index).ok();
    position.and_then(|position| assumed.get(position)).map_or(Judgment::Valid, |&(_, judgment)| judgment)
}

impl Settle<'_, '_> {
    fn rounds(&mut self) {
        let ready = |index: &Index| {
            let waits = self.waits.get(*index as usize).copied();
            waits == Some(0) && self.rules.order.places(*index)
        };
        self.queue = self.reading.graph.indices().filter(ready).collect();
        loop {
            loop {
                if let Some(index) = self.queue.pop() {
                    self.release(index);
                } else if let Some(index) = self.turns.due.pop() {
                    self.line_up(index);
                } else {
                    break;
                }
            }
            let moved = self.move_active() || self.park() || self.move_held() || self.give_up(true);
            if !moved && !self.give_up(false) {
                break;
            }
        }
    }

    /// Judges an object, unless authority that comes before it is not settled yet.
    fn release(&mut self, index: Index) {
        match self.unsettled_ground(index) {
            Some(ground) => self.deferred.entry(ground).or_default().push(index),
            None => self.judge(index),
        }
    }

    fn unsettled_ground(&self, index: Index) -> Option<Index> {
        if self.rules.authority.is_static() {
            return None;
        }
        self.ground.set(None);
        self.try_claim(index);
        self.held_keys(index);
        self.ground.take()
    }

    /// Makes the judgment of an object final.
    pub(super) fn settle(&mut self, index: Index) {
        self.turns.settle(index);
        self.turns.pass(&self.rules.course, index);
        self.queue.extend(self.deferred.remove(&index).unwrap_or_default());
        for step in self.rules.order.successors(index).filter(|step| step.binding) {
            if let Some(waits) = self.waits.get_mut(step.to as usize) {
                *waits = waits.saturating_sub(1);
                if *waits == 0 {
                    self.queue.push(step.to);
                }
            }
        }
    }

    fn judge(&mut self, index: Index) {
        let object = self.reading.graph.object(index);
        let work = object.work_index;
        let (kind, transition) = (object.kind, object.transition);
        self.authenticate(index);
        let records = self.reading.profile.types.get(kind).is_some_and(|entry| entry.requires_transition);
        if records {
            self.check_transition(index);
            self.rivals.release(index);
            let item = self.items.get(work as usize);
            match (transition, self.reading.judgment(index)) {
                (Some(_), Judgment::Valid) if item.is_some_and(|item| item.state.is_some()) => {
                    return self.line_up(index);
                }
                (_, Judgment::Valid) => self.no_state(index, "carrier_not_accepted"),
                _ => self.refused.push(index),
            }
        } else {
            self.check_plain(index);
            if self.rules.carriers.get(work as usize) == Some(&index)
                && self.reading.judgment(index) == Judgment::Valid
                && let Some(item) = self.items.get_mut(work as usize)
            {
                item.start(self.reading.profile.lifecycle_of(kind).initial, index);
            }
        }
        self.settle(index);
    }

    /// Puts a transition that passed its checks into the pool of its work item, or behind the one before it in its
    /// stream.
    fn line_up(&mut self, index: Index) {
        let object = self.reading.graph.object(index);
        let (work, from) = (object.work_index, object.transition.map_or(Symbol::EMPTY, |[from, ..]| from));
        if self.items.get(work as usize).is_none_or(|item| item.disputed) {
            self.no_state(index, "state_disputed");
            return self.settle(index);
        }
        if let Some(ahead) = self.ahead_in_stream(index) {
            self.rivals.withdraw(index);
            return self.turns.queue(index, ahead);
        }
        if let Some(item) = self.items.get_mut(work as usize) {
            item.wait(from, index);
            self.active.push(work);
            self.fresh.push(work);
            self.pooled.push(work);
        }
    }

    /// Keeps what an assumed object is by itself, before a dispute lowers it.
    pub(super) fn record_own(&mut self, index: Index, judgment: Judgment) {
        if let Ok(position) = self.own.binary_search_by_key(&index, |&(index, _)| index)
            && let Some(entry) = self.own.get_mut(position)
        {
            entry.1 = judgment;
        }
        if self.disputed.get(index as usize).copied().unwrap_or(false) {
            self.reading.lower(index, Judgment::Undetermined, ViewState::Disputed);
        }
    }

    /// The judgment of an authority object: final when it comes before, assumed otherwise, since whether a concurrent
    /// one is settled yet depends on the order of the queue.
    pub(super) fn standing(&self, index: Index, place: Place) -> Judgment {
        match place {
            Place::Before => {
                if self.rules.order.places(index) && !self.turns.is_settled(index) {
                    self.ground.set(Some(index));
                }
                self.reading.judgment(index)
            }
            Place::After | Place::Concurrent => assumed_judgment(self.assumed, index),
        }
    }

    /// Refused transitions whose source state the work item never had, or had left for good before them: one more
    /// cause (G08).
    fn late_refusals(&mut self) {
        let mut lows = BTreeMap::new();
        for index in core::mem::take(&mut self.refused) {
            let object = self.reading.graph.object(index);
            let (work, foreign) = (object.work_index, object.foreign_lifecycle);
            let Some([from, action, to]) = object.transition else {
                continue;
            };
            let legal = self.reading.profile.lifecycle_of(object.kind).transition(from, action, to).is_some();
            let Some(item) = self.items.get(work as usize).filter(|item| item.state.is_some()) else {
                if legal {
                    self.no_state(index, "carrier_not_accepted");
                }
                continue;
            };
            if !legal || foreign || self.follows_other(index) {
                continue;
            }
            let late = match item.last_visit(from) {
                None => true,
                Some(step) => {
                    // The lowest level among the steps from each one on.
                    let lows = lows.entry(work).or_insert_with(|| {
                        let mut low = u32::MAX;
                        let levels = item.accepted.iter().rev().map(|&index| {
                            low = low.min(self.rules.order.level(index));
                            (self.marks.applied(index), low)
                        });
                        levels.collect::<Vec<_>>()
                    });
                    let behind = lows.partition_point(|&(applied, _)| applied > step);
                    let low = behind.checked_sub(1).and_then(|last| lows.get(last)).map(|&(_, low)| low);
                    low.is_some_and(|low| self.comes_after_step(index, step, low))
                }
            };
            if late {
                self.wrong_state(index);
            }
        }
    }

    pub(super) fn wrong_state(&mut self, index: Index) {
        let graph = &self.reading.graph;
        let object = graph.object(index);
        let from = graph.names.text(object.transition.map_or(Symbol::EMPTY, |[from, ..]| from));
        let item = self.items.get(object.work_index as usize);
        let passed = object
            .transition
            .is_some_and(|[from, ..]| item.is_some_and(|item| item.last_visit(from).is_some()));
        let reason = if passed { STATE_PASSED } else { "source_state_differs" };
        let state = item.and_then(|item| item.state);
        let state = graph.names.text(state.unwrap_or(Symbol::EMPTY));
        let cause =
            Cause::new(reason, "TMPA 6.2").at("/lifecycle/transition/from").expected(state).found(from);
        let text = message(&[("actual_from", Param::Text(from)), ("expected_from", Param::Text(state))]);
        self.reading.raise(index, Raise::new(Code::LifecycleUndetermined, cause).message(text));
    }

    pub(super) fn no_state(&mut self, index: Index, reason: &'static str) {
        let object = self.reading.graph.object(index);
        let carrier = self.rules.carriers.get(object.work_index as usize).copied().unwrap_or(NONE);
        let mut cause = Cause::new(reason, "TMPA 6.3").at("/lifecycle/transition/from");
        if reason == "carrier_not_accepted" && carrier != NONE {
            cause = cause.members([self.reading.graph.id(carrier)]);
        }
        self.reading.raise(index, Raise::new(Code::LifecycleUndetermined, cause));
    }

    fn disputes(&mut self, disputes: &[Dispute]) {
        for dispute in disputes {
            let ids = self.reading.graph.ids(&dispute.members);
            let rivals = self.reading.graph.ids(&dispute.rival_decisions);
            let contest = match dispute.about {
                About::Reviewed(_) => None,
                About::Contested(place) => self.reading.contests.get(place).cloned(),
            };
            let cause = match &contest {
                Some(contest) if rivals.is_empty() => contest.cause.clone(),
                _ if rivals.is_empty() => {
                    Cause::new("reviews_contradict", "TMPA 7.3").at("/content/body/decision")
                }
                _ => Cause::new("decisions_contradict", "TMPA 7.3").at("/content/body/decision"),
            };
            let cause = cause.members(ids.iter().chain(&rivals).map(String::as_str));
            let names = &mut self.reading.graph.names;
            let (relation, target) = match (dispute.about, &contest) {
                (_, Some(contest)) => (names.intern(&contest.relation), names.intern(&contest.target)),
                (About::Reviewed(target), None) => (self.rules.conflicts.reviews_relation, target),
                (About::Contested(_), None) => (Symbol::EMPTY, Symbol::EMPTY),
            };
            let text = message(&[("reviews", Param::List(ids))]);
            let raise =
                Raise::new(Code::UnresolvedConflict, cause).relation(relation).target(target).message(text);
            let members: Vec<Index> =
                dispute.members.iter().chain(&dispute.rival_decisions).copied().collect();
            self.reading.raise_all(&members, raise);
        }
    }
}
