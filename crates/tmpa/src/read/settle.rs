//! Judges every object in the partial order, to a fixpoint (TMPA 4.3 step 8, 6.2, 6.3, 7.3).
//!
//! Objects are released when everything they wait for is settled. Transitions wait in the pool of their work item
//! until a round finds them enabled. A round ends when nothing is left to release; then, in this order: work items
//! that can move without rivals move; transitions that wait for another state are parked, so that what follows them in
//! their stream may proceed; work items that waited for rivals move; transitions on whose judgment others depend are
//! given up. All steps treat whole sets at once, so that no choice depends on ids or on the order of the queue.

use super::authority::Authority;
use super::clock::Place;
use super::conflict::{Conflicts, Dispute};
use super::duty::Duties;
use super::lifecycle::{Item, Rivals, Rounds};
use super::order::Order;
use super::reading::{Raise, Reading};
use crate::code::Code;
use crate::graph::{Index, NONE};
use crate::issue::{Cause, Param, message};
use crate::judgment::{Judgment, ViewState};
use crate::names::Symbol;

/// Everything about the graph that one evaluation relies on and none changes.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) order: Order,
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
    pub(super) rounds: Rounds,
    /// Marks of the search that is under way; see [`super::overtake`].
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) round: u32,
    pub(super) rivals: Rivals,
    /// Work items that may have something to do in this round.
    pub(super) active: Vec<u32>,
    /// Work items that wait for rivals.
    pub(super) held: Vec<u32>,
    /// Work items with transitions that are neither applied nor parked.
    pub(super) fresh: Vec<u32>,
    /// Work items whose pool may not be empty.
    pub(super) pooled: Vec<u32>,
    /// Transitions that no state would let pass, with the step of their work item when they were released.
    refused: Vec<(Index, u32)>,
    /// Objects that a revocation of their key leaves unauthenticated.
    pub(super) disowned: Vec<Index>,
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
        rounds: Rounds::new(rules.order.vertices(), objects),
        stamps: vec![0; rules.order.vertices()],
        stamp: 0,
        round: 1,
        rivals,
        active: Vec::new(),
        held: Vec::new(),
        fresh: Vec::new(),
        pooled: Vec::new(),
        refused: Vec::new(),
        disowned: Vec::new(),
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
    Settled { items: settle.items, own: settle.own, disowned: settle.disowned }
}

pub(super) fn assumed_judgment(assumed: &Assumed, index: Index) -> Judgment {
    let position = assumed.binary_search_by_key(&index, |&(index, _)| index).ok();
    position.and_then(|position| assumed.get(position)).map_or(Judgment::Valid, |&(_, judgment)| judgment)
}

impl Settle<'_, '_> {
    fn rounds(&mut self) {
        let ready = |(vertex, waits): (u32, &u32)| (*waits == 0).then_some(vertex);
        self.queue = (0u32..).zip(&self.waits).filter_map(ready).collect();
        let excluded = &self.rules.order.excluded;
        self.queue.retain(|&vertex| !excluded.get(vertex as usize).copied().unwrap_or(false));
        loop {
            // What is released after a parking belongs to a later round than the parking.
            self.round = self.round.saturating_add(1);
            while let Some(vertex) = self.queue.pop() {
                self.rounds.release(vertex, self.round);
                self.release(vertex);
            }
            let moved = self.move_active() || self.park() || self.move_held() || self.give_up(true);
            if !moved && !self.give_up(false) {
                break;
            }
        }
    }

    fn release(&mut self, vertex: u32) {
        if (vertex as usize) < self.reading.graph.len() {
            self.judge(vertex);
        } else {
            self.pass(vertex, |_| true);
        }
    }

    /// Tells the successors chosen by the binding flag that they wait for one less.
    pub(super) fn pass(&mut self, vertex: u32, chosen: impl Fn(bool) -> bool) {
        let order = &self.rules.order;
        for step in order.successors(vertex).filter(|step| chosen(step.binding)) {
            if let Some(waits) = self.waits.get_mut(step.to as usize) {
                *waits = waits.saturating_sub(1);
                if *waits == 0 {
                    self.queue.push(step.to);
                }
            }
        }
    }

    /// Makes the judgment of an object final. A parked one has let its stream successors pass already.
    pub(super) fn settle(&mut self, index: Index) {
        let parked = self.rounds.is_parked(index);
        self.pass(index, |binding| binding || !parked);
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
            let item = self.items.get_mut(work as usize);
            let state = item.as_ref().and_then(|item| item.state.filter(|_| !item.disputed));
            match (item, transition, self.reading.judgment(index)) {
                (Some(item), Some([from, ..]), Judgment::Valid) if state.is_some() => {
                    item.wait(from, index);
                    self.active.push(work);
                    self.fresh.push(work);
                    self.pooled.push(work);
                    return;
                }
                (Some(item), _, Judgment::Valid) => {
                    let reason = if item.disputed { "state_disputed" } else { "carrier_not_accepted" };
                    self.no_state(index, reason);
                }
                (Some(item), ..) => {
                    let step = item.step();
                    self.refused.push((index, step));
                }
                (None, ..) => {}
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
            Place::Before => self.reading.judgment(index),
            Place::After | Place::Concurrent => assumed_judgment(self.assumed, index),
        }
    }

    /// Refused transitions whose source state the work item never had from then on: one more cause (G08).
    fn late_refusals(&mut self) {
        for (index, step) in core::mem::take(&mut self.refused) {
            let object = self.reading.graph.object(index);
            let Some([from, action, to]) = object.transition else {
                continue;
            };
            let legal = self.reading.profile.lifecycle_of(object.kind).transition(from, action, to).is_some();
            let item = self.items.get(object.work_index as usize);
            let known = item.is_some_and(|item| item.state.is_some());
            let visited = item.is_some_and(|item| item.visits(from, step));
            if legal && known && !visited && !object.foreign_lifecycle && !self.follows_other(index) {
                self.wrong_state(index);
            } else if legal && !known {
                self.no_state(index, "carrier_not_accepted");
            }
        }
    }

    pub(super) fn wrong_state(&mut self, index: Index) {
        let graph = &self.reading.graph;
        let object = graph.object(index);
        let from = graph.names.text(object.transition.map_or(Symbol::EMPTY, |[from, ..]| from));
        let item = self.items.get(object.work_index as usize);
        let passed =
            object.transition.is_some_and(|[from, ..]| item.is_some_and(|item| item.visits(from, 0)));
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
        let relation = self.rules.conflicts.reviews_relation;
        for dispute in disputes {
            let ids = self.reading.graph.ids(&dispute.members);
            let rivals = self.reading.graph.ids(&dispute.rival_decisions);
            let reason = if rivals.is_empty() { "reviews_contradict" } else { "decisions_contradict" };
            let cause = Cause::new(reason, "TMPA 7.3")
                .at("/content/body/decision")
                .members(ids.iter().chain(&rivals).map(String::as_str));
            let text = message(&[("reviews", Param::List(ids))]);
            let raise = Raise::new(Code::UnresolvedConflict, cause)
                .relation(relation)
                .target(dispute.target)
                .message(text);
            let members: Vec<Index> =
                dispute.members.iter().chain(&dispute.rival_decisions).copied().collect();
            self.reading.raise_all(&members, raise);
        }
    }
}
