//! Which transition has to let another one of its work item go first (TMPA 6.3, 9.5).
//!
//! A transition has its turn when every transition of its work item that comes before it in the partial order is
//! settled or parked. The order runs through everything, other work items too; what happens in them does not matter.
//! A parked transition may still be applied when its source state comes, unless a transition after it in the order has
//! been applied meanwhile: then it comes too late.

use super::course::Course;
use super::settle::Settle;
use crate::graph::{Index, NONE};
use std::collections::BTreeMap;

/// How many vertices one search looks at. Beyond it the order is taken to hold, so that a transition is rather given
/// up than applied against it; the bound is on a set, so that no id decides when it is reached.
const REACH: usize = 1024;

/// What the transitions of all work items wait for among themselves.
pub(super) struct Turns {
    settled: Vec<bool>,
    passed: Vec<bool>,
    /// Of each slot, by level and by place: a slot at or before it that may still be open, plus one; 0 for none.
    open_level: Vec<u32>,
    open_place: Vec<u32>,
    /// Of each work item: no slot by level before this one is unsettled.
    unsettled: Vec<u32>,
    /// Of each transition that was asked for: those of its work item that were unsettled then and come before it, by
    /// level; `None` beyond the reach of the search: then all of a lower level are taken to.
    before: BTreeMap<Index, Option<Vec<Index>>>,
    /// Transitions by the one that they let go first.
    queues: BTreeMap<Index, Vec<Index>>,
    /// Transitions that have to be looked at again.
    pub(super) due: Vec<Index>,
    stamps: Vec<u32>,
    stamp: u32,
    /// Whether an answer may hang on what a slice does not show.
    pub(super) unsure: bool,
}

impl Turns {
    pub(super) fn new(course: &Course, works: usize, objects: usize) -> Self {
        let open: Vec<u32> = (1..=course.len() as u32).collect();
        Self {
            settled: vec![false; objects],
            passed: vec![false; objects],
            open_level: open.clone(),
            open_place: open,
            unsettled: (0..works as u32).map(|work| course.of(work).start).collect(),
            before: BTreeMap::new(),
            queues: BTreeMap::new(),
            due: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
            unsure: false,
        }
    }

    pub(super) fn is_settled(&self, index: Index) -> bool {
        self.settled.get(index as usize).copied().unwrap_or(false)
    }

    fn has_passed(&self, index: Index) -> bool {
        self.passed.get(index as usize).copied().unwrap_or(false)
    }

    pub(super) fn settle(&mut self, index: Index) {
        if let Some(slot) = self.settled.get_mut(index as usize) {
            *slot = true;
        }
    }

    /// Whoever let this transition go first may have its turn now.
    pub(super) fn pass(&mut self, course: &Course, index: Index) {
        match self.passed.get_mut(index as usize) {
            Some(slot) if course.holds(index) => *slot = true,
            _ => return,
        }
        let (level, place) = course.slots(index);
        close(&mut self.open_level, level);
        close(&mut self.open_place, place);
        self.due.extend(self.queues.remove(&index).unwrap_or_default());
    }

    fn before(&self, index: Index) -> Option<&[Index]> {
        self.before.get(&index).and_then(Option::as_deref)
    }

    pub(super) fn queue(&mut self, index: Index, behind: Index) {
        self.queues.entry(behind).or_default().push(index);
    }

    /// The slot by level of the first unsettled transition of a work item.
    fn first_unsettled(&mut self, course: &Course, work: u32) -> Index {
        let end = course.of(work).end;
        let Some(mut slot) = self.unsettled.get(work as usize).copied() else { return NONE };
        while slot < end && self.is_settled(course.at_level(slot)) {
            slot += 1;
        }
        if let Some(cursor) = self.unsettled.get_mut(work as usize) {
            *cursor = slot;
        }
        if slot < end { course.at_level(slot) } else { NONE }
    }
}

/// Takes a slot out of the open ones.
fn close(open: &mut [u32], slot: u32) {
    if let Some(entry) = open.get_mut(slot as usize) {
        *entry = slot;
    }
}

/// The last open slot at or before `slot`; the way to it becomes shorter with every question.
fn last_open(open: &mut [u32], slot: u32) -> Option<u32> {
    let mut at = slot;
    loop {
        let entry = open.get(at as usize).copied()?;
        if entry == at + 1 {
            return Some(at);
        }
        let before = entry.checked_sub(1)?;
        let shorter = open.get(before as usize).copied()?;
        if let Some(slot) = open.get_mut(at as usize) {
            *slot = shorter;
        }
        at = before;
    }
}

impl Settle<'_, '_> {
    /// The transition of the same stream that has to pass first, if any.
    pub(super) fn ahead_in_stream(&mut self, index: Index) -> Option<Index> {
        let graph = &self.reading.graph;
        let course = &self.rules.course;
        let object = graph.object(index);
        let place = |index: Index| (graph.object(index).stream_index, graph.object(index).sequence);
        // At a contested position nobody lets another one go first.
        let earlier = course.before_place(object.work_index, |other| place(other) < place(index));
        let last = earlier.end.checked_sub(1).filter(|&slot| slot >= earlier.start)?;
        let slot = last_open(&mut self.turns.open_place, last).filter(|&slot| slot >= earlier.start)?;
        Some(course.at_place(slot)).filter(|&other| graph.object(other).stream_index == object.stream_index)
    }

    /// The transition of the work item that has to pass first, if any.
    pub(super) fn ahead(&mut self, index: Index) -> Option<Index> {
        let ahead = self.ahead_in_stream(index);
        if ahead.is_some() {
            return ahead;
        }
        let work = self.reading.graph.object(index).work_index;
        let rules = self.rules;
        let below = rules.course.below(&rules.order, work, rules.order.level(index));
        let last = below.end.checked_sub(1).filter(|&slot| slot >= below.start)?;
        let last = last_open(&mut self.turns.open_level, last).filter(|&slot| slot >= below.start)?;
        self.look_before(index);
        match self.turns.before(index) {
            Some(list) => list.iter().rev().copied().find(|&other| !self.turns.has_passed(other)),
            None => Some(rules.course.at_level(last)),
        }
    }

    /// Finds once which transitions of the work item come before one.
    fn look_before(&mut self, index: Index) {
        if self.turns.before.contains_key(&index) {
            return;
        }
        let work = self.reading.graph.object(index).work_index;
        let first = self.turns.first_unsettled(&self.rules.course, work);
        let level = self.rules.order.level(first);
        let found = if first == NONE || level >= self.rules.order.level(index) {
            Some(Vec::new())
        } else {
            let found = self.search(index, level, |settle, other| !settle.turns.is_settled(other));
            self.doubt(index, found.as_deref());
            found
        };
        self.turns.before.insert(index, found);
    }

    /// The transitions of the same work item that come before one, at or above a level, as far as they are `wanted`.
    fn search(
        &mut self,
        index: Index,
        floor: u32,
        wanted: impl Fn(&Self, Index) -> bool,
    ) -> Option<Vec<Index>> {
        let rules = self.rules;
        let work = self.reading.graph.object(index).work_index;
        self.turns.stamps.resize(rules.order.vertices(), 0);
        self.turns.stamp += 1;
        let mut seen = 0;
        let mut found = Vec::new();
        let mut path = vec![index];
        while let Some(next) = path.pop() {
            for before in rules.order.predecessors(next) {
                if rules.order.level(before) < floor {
                    continue;
                }
                let stamp = self.turns.stamp;
                let Some(seen_at) = self.turns.stamps.get_mut(before as usize).filter(|at| **at != stamp)
                else {
                    continue;
                };
                *seen_at = stamp;
                seen += 1;
                if seen > REACH {
                    return None;
                }
                if rules.course.holds(before)
                    && self.reading.graph.object(before).work_index == work
                    && wanted(self, before)
                {
                    found.push(before);
                }
                path.push(before);
            }
        }
        found.sort_unstable_by_key(|&index| (rules.order.level(index), index));
        Some(found)
    }

    /// In a slice a search sees only a part of the order: its answer is certain where it names everything that could
    /// come before.
    fn doubt(&mut self, index: Index, found: Option<&[Index]>) {
        if !self.reading.graph.is_slice() {
            return;
        }
        let rules = self.rules;
        let object = self.reading.graph.object(index);
        let below = rules.course.below(&rules.order, object.work_index, rules.order.level(index));
        let certain = |other: Index| {
            self.turns.is_settled(other)
                || self.reading.graph.object(other).stream_index == object.stream_index
                || found.is_some_and(|found| found.contains(&other))
        };
        self.turns.unsure |= below.map(|slot| rules.course.at_level(slot)).any(|other| !certain(other));
    }

    /// The transitions of a work item that could be applied now. Those that have to wait for their turn leave the pool;
    /// of the others, those that come after a parked one of them are left out.
    pub(super) fn candidates(&mut self, work: u32) -> Vec<Index> {
        let Some(item) = self.items.get_mut(work as usize) else { return Vec::new() };
        let enabled = item.enabled(&self.reading.graph, &self.rules.order, &self.marks);
        let mut enabled = self.in_turn(work, enabled);
        let parked: Vec<Index> =
            enabled.iter().copied().filter(|&index| self.marks.is_parked(index)).collect();
        if enabled.len() > 1 && !parked.is_empty() {
            enabled.retain(|&index| !self.comes_after_any(index, &parked));
        }
        enabled
    }

    /// Keeps what has its turn; what has not leaves the pool of its work item until it has.
    pub(super) fn in_turn(&mut self, work: u32, mut indices: Vec<Index>) -> Vec<Index> {
        let mut waiting = Vec::new();
        indices.retain(|&index| {
            if self.marks.is_parked(index) {
                return true;
            }
            let ahead = self.ahead(index);
            waiting.extend(ahead.map(|ahead| (index, ahead)));
            ahead.is_none()
        });
        let withdrawn: Vec<Index> = waiting.iter().map(|&(index, _)| index).collect();
        if let Some(item) = self.items.get_mut(work as usize).filter(|_| !withdrawn.is_empty()) {
            item.give_up(&withdrawn);
        }
        for (index, ahead) in waiting {
            self.rivals.withdraw(index);
            self.turns.queue(index, ahead);
        }
        indices
    }

    /// Whether a transition comes after one of these, which are unsettled and in the order of their indices.
    fn comes_after_any(&mut self, index: Index, others: &[Index]) -> bool {
        let level = self.rules.order.level(index);
        let lower: Vec<Index> =
            others.iter().copied().filter(|&other| self.rules.order.level(other) < level).collect();
        if lower.is_empty() {
            return false;
        }
        self.look_before(index);
        let before = self.turns.before(index);
        before.is_none_or(|before| before.iter().any(|other| lower.binary_search(other).is_ok()))
    }

    /// Marks the parked transitions of a work item that come before one that is being applied.
    pub(super) fn overtake(&mut self, work: u32, applied: Index) {
        if !self.items.get(work as usize).is_some_and(super::lifecycle::Item::has_parked) {
            return;
        }
        let level = self.rules.order.level(applied);
        self.look_before(applied);
        match self.turns.before(applied) {
            Some(before) => before.iter().for_each(|&index| self.marks.overtake(index)),
            None => {
                if let Some(item) = self.items.get_mut(work as usize) {
                    item.overtake_below(level);
                }
            }
        }
    }

    /// Whether a refused transition comes after one that was applied behind a step.
    pub(super) fn comes_after_step(&mut self, index: Index, step: u32, first: u32) -> bool {
        let rules = self.rules;
        let level = rules.order.level(index);
        if first >= level {
            return false;
        }
        let later = |settle: &Self, other: Index| settle.marks.applied(other) > step;
        let found = self.search(index, first, later);
        if self.reading.graph.is_slice() && found.as_ref().is_none_or(Vec::is_empty) {
            self.turns.unsure = true;
        }
        found.is_none_or(|found| !found.is_empty())
    }
}
