//! The transitions of every work item, as the order of the evidence lines them up (TMPA 6.3, 9.5).

use super::order::Order;
use crate::graph::{Graph, Index, NONE};
use crate::profile::Profile;

/// The placed transitions of every work item, by level and by stream.
#[derive(Debug)]
pub(super) struct Course {
    /// Work item by work item, by level.
    by_level: Vec<Index>,
    /// Where each work item begins in `by_level`.
    works: Vec<u32>,
    /// Work item by work item, stream by stream, by position.
    by_place: Vec<Index>,
    /// Where each object stands in either list, or [`NONE`].
    slots: Vec<(u32, u32)>,
}

impl Course {
    pub(super) fn new(graph: &Graph, profile: &Profile, order: &Order) -> Self {
        let counts = |&index: &Index| {
            let kind = profile.types.get(graph.object(index).kind);
            kind.is_some_and(|entry| entry.requires_transition) && order.places(index)
        };
        let mut course = Self {
            by_level: Vec::new(),
            works: vec![0],
            by_place: Vec::new(),
            slots: vec![(NONE, NONE); graph.len()],
        };
        for work in 0..graph.works.len() {
            let mut members: Vec<Index> = graph.works.members(work).iter().copied().filter(counts).collect();
            members.sort_unstable_by_key(|&index| (order.level(index), index));
            course.by_level.extend_from_slice(&members);
            members.sort_unstable_by_key(|&index| {
                (graph.object(index).stream_index, graph.object(index).sequence, index)
            });
            course.by_place.extend_from_slice(&members);
            course.works.push(course.by_level.len() as u32);
        }
        for (position, &index) in (0..).zip(&course.by_level) {
            if let Some((slot, _)) = course.slots.get_mut(index as usize) {
                *slot = position;
            }
        }
        for (position, &index) in (0..).zip(&course.by_place) {
            if let Some((_, slot)) = course.slots.get_mut(index as usize) {
                *slot = position;
            }
        }
        course
    }

    pub(super) fn len(&self) -> usize {
        self.by_level.len()
    }

    /// Whether an object is a transition that has a place in the order.
    pub(super) fn holds(&self, index: Index) -> bool {
        self.slots.get(index as usize).is_some_and(|&(slot, _)| slot != NONE)
    }

    /// Where an object stands by level, and by stream and position.
    pub(super) fn slots(&self, index: Index) -> (u32, u32) {
        self.slots.get(index as usize).copied().unwrap_or((NONE, NONE))
    }

    pub(super) fn at_level(&self, slot: u32) -> Index {
        self.by_level.get(slot as usize).copied().unwrap_or(NONE)
    }

    pub(super) fn at_place(&self, slot: u32) -> Index {
        self.by_place.get(slot as usize).copied().unwrap_or(NONE)
    }

    /// The slots of a work item, which are the same in both lists.
    pub(super) fn of(&self, work: u32) -> core::ops::Range<u32> {
        let start = self.works.get(work as usize).copied().unwrap_or_default();
        start..self.works.get(work as usize + 1).copied().unwrap_or(start)
    }

    /// The slots of a work item whose transitions stand below a level.
    pub(super) fn below(&self, order: &Order, work: u32, level: u32) -> core::ops::Range<u32> {
        let all = self.of(work);
        let list = self.by_level.get(all.start as usize..all.end as usize).unwrap_or_default();
        all.start..all.start + list.partition_point(|&index| order.level(index) < level) as u32
    }

    /// The slots of a work item, by stream and position, up to the first that is not `earlier`.
    pub(super) fn before_place(&self, work: u32, earlier: impl Fn(Index) -> bool) -> core::ops::Range<u32> {
        let all = self.of(work);
        let list = self.by_place.get(all.start as usize..all.end as usize).unwrap_or_default();
        all.start..all.start + list.partition_point(|&index| earlier(index)) as u32
    }
}
