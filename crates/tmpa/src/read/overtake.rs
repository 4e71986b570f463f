//! Parked transitions and what comes after them in the order (TMPA 6.3, 9.5).
//!
//! A parked transition may still be applied when its source state comes, unless a transition after it in the partial
//! order has been applied to the same work item meanwhile: then it comes too late.

use super::settle::Settle;
use crate::graph::{Index, NONE};

/// How many vertices one search looks at. Beyond it the order is taken to hold, so that a transition is rather given
/// up than applied against it; the bound is on a set, so that no id decides when it is reached.
const REACH: usize = 1024;

impl Settle<'_, '_> {
    /// The transitions of a work item that could be applied now, without those that come after another one of them.
    pub(super) fn candidates(&mut self, work: u32) -> Vec<Index> {
        let Some(item) = self.items.get_mut(work as usize) else { return Vec::new() };
        let mut enabled = item.enabled(&self.reading.graph, &self.rounds);
        let parked: Vec<Index> =
            enabled.iter().copied().filter(|&index| self.rounds.is_parked(index)).collect();
        if enabled.len() > 1 && !parked.is_empty() {
            let mut after = |index: Index| match self.parked_before(work, index) {
                Some(before) => before.iter().any(|other| parked.binary_search(other).is_ok()),
                None => parked.iter().any(|&other| other != index),
            };
            enabled.retain(|&index| !after(index));
        }
        enabled
    }

    /// Marks the parked transitions of a work item that come before one that is being applied.
    pub(super) fn overtake(&mut self, work: u32, applied: Index) {
        let Some(before) = self.parked_before(work, applied) else {
            let released = self.rounds.released(applied);
            if let Some(item) = self.items.get_mut(work as usize) {
                item.overtake_all(released);
            }
            return;
        };
        for index in before {
            self.rounds.overtake(index);
        }
    }

    /// The parked transitions of a work item that come before a vertex, or `None` beyond the reach of the search. On
    /// the way from a parked transition every vertex has been released after the parking, which bounds the search.
    fn parked_before(&mut self, work: u32, vertex: u32) -> Option<Vec<Index>> {
        let oldest = self.items.get(work as usize).map_or(NONE, |item| item.oldest_park());
        let mut found = Vec::new();
        if self.rounds.released(vertex) <= oldest {
            return Some(found);
        }
        self.stamp += 1;
        let mut seen = 1;
        let mut path = vec![vertex];
        let order = &self.rules.order;
        while let Some(next) = path.pop() {
            for before in order.predecessors(next) {
                let Some(stamp) = self.stamps.get_mut(before as usize).filter(|stamp| **stamp != self.stamp)
                else {
                    continue;
                };
                *stamp = self.stamp;
                seen += 1;
                if seen > REACH {
                    return None;
                }
                let graph = &self.reading.graph;
                if (before as usize) < graph.len()
                    && graph.object(before).work_index == work
                    && self.rounds.is_parked(before)
                {
                    found.push(before);
                }
                if self.rounds.released(before) > oldest {
                    path.push(before);
                }
            }
        }
        Some(found)
    }
}
