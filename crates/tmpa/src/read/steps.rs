//! What happens between two rounds: work items move, transitions are parked or given up (TMPA 6.3).

use super::conflict::Resolution;
use super::lifecycle::effect;
use super::reading::Raise;
use super::settle::{Settle, assumed_judgment};
use crate::code::Code;
use crate::graph::Index;
use crate::issue::{Cause, Param, message};

impl Settle<'_, '_> {
    pub(super) fn move_active(&mut self) -> bool {
        let mut active = core::mem::take(&mut self.active);
        active.sort_unstable();
        active.dedup();
        let mut moved = false;
        for work in active {
            let Some(state) = self.items.get(work as usize).and_then(|item| item.state) else {
                continue;
            };
            let enabled = self.candidates(work);
            if enabled.is_empty() {
                continue;
            }
            if self.rivals.expected(&self.reading.graph, work, state, &enabled) {
                self.held.push(work);
            } else {
                self.step(work, &enabled);
                moved = true;
            }
        }
        moved
    }

    pub(super) fn move_held(&mut self) -> bool {
        let mut held = core::mem::take(&mut self.held);
        held.sort_unstable();
        held.dedup();
        let mut moved = false;
        for work in held {
            let enabled = self.candidates(work);
            if !enabled.is_empty() {
                self.step(work, &enabled);
                moved = true;
            }
        }
        moved
    }

    pub(super) fn park(&mut self) -> bool {
        let mut fresh = core::mem::take(&mut self.fresh);
        fresh.sort_unstable();
        fresh.dedup();
        let mut parked = Vec::new();
        for &work in &fresh {
            let mut waiting = self
                .items
                .get(work as usize)
                .map(|item| item.to_park(&self.reading.graph))
                .unwrap_or_default();
            waiting.sort_unstable();
            let waiting = self.in_turn(work, waiting);
            if let Some(item) = self.items.get_mut(work as usize) {
                item.park(&waiting, &mut self.marks);
            }
            parked.extend(waiting);
        }
        for &index in &parked {
            self.turns.pass(&self.rules.course, index);
        }
        !parked.is_empty()
    }

    /// Applies the enabled transitions of a work item, or finds that they contradict each other (TMPA 6.3).
    fn step(&mut self, work: u32, enabled: &[Index]) {
        let graph = &self.reading.graph;
        let lookup = |index: Index| assumed_judgment(self.assumed, index);
        let Some(&first) = enabled.first() else { return };
        let agreed = enabled.iter().all(|&index| effect(graph, index) == effect(graph, first));
        let chosen: Vec<Index> = if agreed {
            enabled.to_vec()
        } else {
            // A step that stays in its state contradicts no other step from there: it goes first.
            let stays =
                |&index: &Index| graph.object(index).transition.is_some_and(|[from, _, to]| from == to);
            let staying: Vec<Index> = enabled.iter().copied().filter(stays).collect();
            match self.rules.conflicts.resolve(self.reading, enabled, &lookup) {
                _ if !staying.is_empty() => staying,
                Resolution::By(Some(selected)) => vec![selected],
                _ => return self.contradiction(work, enabled),
            }
        };
        let (to, _) = chosen.first().map_or_else(|| effect(graph, first), |&index| effect(graph, index));
        for &index in &chosen {
            self.overtake(work, index);
        }
        if let Some(item) = self.items.get_mut(work as usize) {
            item.apply(&chosen, to, &mut self.marks);
        }
        self.active.push(work);
        self.fresh.push(work);
        for index in chosen {
            self.settle(index);
        }
    }

    fn contradiction(&mut self, work: u32, enabled: &[Index]) {
        let ids = self.reading.graph.ids(enabled);
        let cause = Cause::new("competing_transitions", "TMPA 6.3")
            .at("/lifecycle/transition")
            .members(ids.iter().map(String::as_str));
        let text = message(&[("transitions", Param::List(ids))]);
        self.reading.raise_all(enabled, Raise::new(Code::UnresolvedConflict, cause).message(text));
        let Some(item) = self.items.get_mut(work as usize) else {
            return;
        };
        item.disputed = true;
        let given_up = item.waiting();
        item.give_up(&given_up);
        for index in given_up {
            self.no_state(index, "state_disputed");
            self.settle(index);
        }
    }

    /// Gives up waiting transitions: those on whose judgment something unsettled depends, or all of them.
    pub(super) fn give_up(&mut self, only_needed: bool) -> bool {
        let order = &self.rules.order;
        let mut pooled = core::mem::take(&mut self.pooled);
        pooled.sort_unstable();
        pooled.dedup();
        let mut given_up = Vec::new();
        for &work in &pooled {
            let mut waiting =
                self.items.get(work as usize).map(super::lifecycle::Item::waiting).unwrap_or_default();
            waiting.retain(|&index| {
                let waits = |vertex: u32| self.waits.get(vertex as usize).is_some_and(|&waits| waits > 0);
                !only_needed || order.successors(index).any(|step| step.binding && waits(step.to))
            });
            let waiting = self.in_turn(work, waiting);
            if let Some(item) = self.items.get_mut(work as usize) {
                item.give_up(&waiting);
            }
            given_up.extend(waiting);
        }
        pooled.retain(|&work| self.items.get(work as usize).is_some_and(|item| item.has_waiting()));
        self.pooled.extend(pooled);
        for &index in &given_up {
            self.wrong_state(index);
            self.settle(index);
        }
        !given_up.is_empty()
    }
}
