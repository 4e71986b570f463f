//! The state of every work item while transitions are judged (TMPA 6.2, 6.3, 9.6).
//!
//! A transition that passes every check but the one on its source state waits in the pool of its work item. Where the
//! pool holds transitions from the current state, they are applied, if their effects agree; where they contradict each
//! other, the work item is disputed. Nothing here depends on ids or clocks: see `docs/decisions/0003`.

use super::order::{Needed, Order};
use crate::graph::{Graph, Index, NONE};
use crate::names::Symbol;
use crate::profile::Profile;

/// What applying a transition does: the new state and the role that is then responsible.
pub(super) type Effect = (Symbol, Symbol);

/// What has happened to each transition beside its judgment.
#[derive(Debug)]
pub(super) struct Marks {
    parked: Vec<bool>,
    overtaken: Vec<bool>,
    /// The step of its work item at which a transition was applied; 0: not applied.
    applied: Vec<u32>,
}

impl Marks {
    pub(super) fn new(objects: usize) -> Self {
        Self { parked: vec![false; objects], overtaken: vec![false; objects], applied: vec![0; objects] }
    }

    fn park(&mut self, index: Index) {
        if let Some(slot) = self.parked.get_mut(index as usize) {
            *slot = true;
        }
    }

    pub(super) fn is_parked(&self, index: Index) -> bool {
        self.parked.get(index as usize).copied().unwrap_or(false)
    }

    pub(super) fn overtake(&mut self, index: Index) {
        if let Some(slot) = self.overtaken.get_mut(index as usize) {
            *slot = true;
        }
    }

    fn is_overtaken(&self, index: Index) -> bool {
        self.overtaken.get(index as usize).copied().unwrap_or(false)
    }

    /// The step at which a transition was applied, or 0.
    pub(super) fn applied(&self, index: Index) -> u32 {
        self.applied.get(index as usize).copied().unwrap_or_default()
    }

    fn apply(&mut self, index: Index, step: u32) {
        if let Some(slot) = self.applied.get_mut(index as usize) {
            *slot = step;
        }
    }
}

/// One work item.
#[derive(Debug, Default)]
pub(super) struct Item {
    /// `None` until a valid carrier is accepted.
    pub(super) state: Option<Symbol>,
    pub(super) disputed: bool,
    /// Accepted transitions, in order.
    pub(super) accepted: Vec<Index>,
    /// The objects of the last accepted step; several when equal transitions were concurrent.
    pub(super) last: Vec<Index>,
    /// The number of the last step at which the item was in a state; step 0 is the carrier.
    last_visit: Vec<(Symbol, u32)>,
    step: u32,
    /// Transitions by source state, sorted by that state.
    pool: Vec<(Symbol, Vec<Index>)>,
    /// Transitions of the pool that are not parked.
    fresh: Vec<Index>,
    /// Parked transitions that have been overtaken: no state lets them pass any more.
    late: Vec<Index>,
    /// Whether any transition has been parked.
    parked: bool,
    /// Whatever is parked below this level counts as overtaken.
    overtaken_below: u32,
}

impl Item {
    pub(super) fn start(&mut self, state: Symbol, carrier: Index) {
        self.state = Some(state);
        self.last_visit = vec![(state, 0)];
        self.last = vec![carrier];
    }

    /// The last step at which the item was in `state`.
    pub(super) fn last_visit(&self, state: Symbol) -> Option<u32> {
        self.last_visit.iter().find(|&&(visited, _)| visited == state).map(|&(_, step)| step)
    }

    pub(super) fn wait(&mut self, from: Symbol, index: Index) {
        self.fresh.push(index);
        match self.pool.binary_search_by_key(&from, |(state, _)| *state) {
            Ok(position) => {
                if let Some((_, list)) = self.pool.get_mut(position) {
                    list.push(index);
                }
            }
            Err(position) => self.pool.insert(position, (from, vec![index])),
        }
    }

    /// The transitions that could be applied now: from the current state, not overtaken, and of each stream only the
    /// earliest.
    pub(super) fn enabled(&mut self, graph: &Graph, order: &Order, marks: &Marks) -> Vec<Index> {
        let Some(state) = self.state.filter(|_| !self.disputed) else {
            return Vec::new();
        };
        let Ok(position) = self.pool.binary_search_by_key(&state, |(from, _)| *from) else {
            return Vec::new();
        };
        let Some((_, waiting)) = self.pool.get_mut(position) else {
            return Vec::new();
        };
        let below = self.overtaken_below;
        let late = |index: &mut Index| {
            marks.is_overtaken(*index) || marks.is_parked(*index) && order.level(*index) < below
        };
        self.late.extend(waiting.extract_if(.., late));
        let mut enabled = waiting.clone();
        if enabled.len() > 1 {
            let place =
                |&index: &Index| (graph.object(index).stream_index, graph.object(index).sequence, index);
            enabled.sort_unstable_by_key(place);
            enabled.dedup_by_key(|index| graph.object(*index).stream_index);
            enabled.sort_unstable();
        }
        enabled
    }

    /// Takes transitions, in order of id and all from the current state, out of the pool: the latest step.
    pub(super) fn apply(&mut self, indices: &[Index], to: Symbol, marks: &mut Marks) {
        let taken = |index: &Index| indices.binary_search(index).is_ok();
        for (_, list) in self.pool.iter_mut().filter(|(from, _)| Some(*from) == self.state) {
            list.retain(|index| !taken(index));
        }
        self.fresh.retain(|index| !taken(index));
        self.accepted.extend_from_slice(indices);
        self.last = indices.to_vec();
        self.state = Some(to);
        self.step += 1;
        indices.iter().for_each(|&index| marks.apply(index, self.step));
        match self.last_visit.iter_mut().find(|(state, _)| *state == to) {
            Some((_, step)) => *step = self.step,
            None => self.last_visit.push((to, self.step)),
        }
    }

    /// The waiting transitions that are neither parked nor from the current state.
    pub(super) fn to_park(&self, graph: &Graph) -> Vec<Index> {
        let state = self.state.filter(|_| !self.disputed);
        let from = |index: Index| graph.object(index).transition.map(|[from, ..]| from);
        self.fresh.iter().copied().filter(|&index| from(index) != state).collect()
    }

    /// Parks transitions, which come in the order of their indices.
    pub(super) fn park(&mut self, indices: &[Index], marks: &mut Marks) {
        self.fresh.retain(|index| indices.binary_search(index).is_err());
        indices.iter().for_each(|&index| marks.park(index));
        self.parked |= !indices.is_empty();
    }

    /// Everything that waits, in the order of the indices.
    pub(super) fn waiting(&self) -> Vec<Index> {
        let mut waiting: Vec<Index> =
            self.pool.iter().flat_map(|(_, list)| list).chain(&self.late).copied().collect();
        waiting.sort_unstable();
        waiting
    }

    /// Takes transitions, which come in the order of their indices, out of the pool: they can no longer be applied.
    pub(super) fn give_up(&mut self, indices: &[Index]) {
        let gone = |index: &Index| indices.binary_search(index).is_ok();
        for list in self.pool.iter_mut().map(|(_, list)| list).chain([&mut self.late, &mut self.fresh]) {
            list.retain(|index| !gone(index));
        }
    }

    pub(super) fn has_parked(&self) -> bool {
        self.parked
    }

    pub(super) fn overtake_below(&mut self, level: u32) {
        self.overtaken_below = self.overtaken_below.max(level);
    }

    pub(super) fn has_waiting(&self) -> bool {
        !self.late.is_empty() || self.pool.iter().any(|(_, list)| !list.is_empty())
    }
}

/// The effect of a transition object.
pub(super) fn effect(graph: &Graph, index: Index) -> Effect {
    let object = graph.object(index);
    (object.transition.map_or(Symbol::EMPTY, |[_, _, to]| to), object.role)
}

/// Transitions that have not been released yet and may still compete, counted per work item and source state.
///
/// A step of a work item waits while a transition of another effect from the same state may still appear in another
/// stream: two concurrent candidates have to be seen together, however long the way to one of them is.
#[derive(Debug)]
pub(super) struct Rivals {
    /// Work item, source state, effect, stream; sorted; with the count of unreleased transitions.
    counts: Vec<((u32, Symbol, Effect, u32), u32)>,
    /// Position of each object's entry in `counts`, or [`NONE`].
    entry: Vec<u32>,
}

impl Rivals {
    pub(super) fn new(graph: &Graph, profile: &Profile, may_apply: impl Fn(Index) -> bool) -> Self {
        let key = |index: Index| {
            let object = graph.object(index);
            let transition = Needed::of(graph, profile, index).transition?;
            may_apply(index).then_some((
                object.work_index,
                transition.from,
                effect(graph, index),
                object.stream_index,
            ))
        };
        let mut keys: Vec<_> = graph.indices().filter_map(key).collect();
        keys.sort_unstable();
        let mut counts: Vec<((u32, Symbol, Effect, u32), u32)> = Vec::new();
        for key in keys {
            match counts.last_mut() {
                Some((last, count)) if *last == key => *count += 1,
                _ => counts.push((key, 1)),
            }
        }
        let position = |index: Index| {
            let key = key(index)?;
            counts.binary_search_by_key(&key, |(key, _)| *key).ok().map(|position| position as u32)
        };
        let entry = graph.indices().map(|index| position(index).unwrap_or(NONE)).collect();
        Self { counts, entry }
    }

    pub(super) fn release(&mut self, index: Index) {
        let position = self.entry.get(index as usize).copied().unwrap_or(NONE);
        if let Some((_, count)) = self.counts.get_mut(position as usize) {
            *count = count.saturating_sub(1);
        }
    }

    /// Counts a transition again that has to let another one go first.
    pub(super) fn withdraw(&mut self, index: Index) {
        let position = self.entry.get(index as usize).copied().unwrap_or(NONE);
        if let Some((_, count)) = self.counts.get_mut(position as usize) {
            *count += 1;
        }
    }

    /// Whether a transition that is not released yet may compete with the enabled ones.
    pub(super) fn expected(&self, graph: &Graph, work: u32, state: Symbol, enabled: &[Index]) -> bool {
        let start = self.counts.partition_point(|((item, from, ..), _)| (*item, *from) < (work, state));
        let group = self
            .counts
            .iter()
            .skip(start)
            .take_while(|((item, from, ..), _)| (*item, *from) == (work, state));
        let mut streams: Vec<u32> = enabled.iter().map(|&index| graph.object(index).stream_index).collect();
        streams.sort_unstable();
        let agree = |effect: Effect| enabled.iter().all(|&index| self::effect(graph, index) == effect);
        let mut known: Option<(Effect, bool)> = None;
        for ((_, _, effect, stream), count) in group {
            if *count == 0 || streams.binary_search(stream).is_ok() {
                continue;
            }
            let agrees = match known {
                Some((last, agrees)) if last == *effect => agrees,
                _ => agree(*effect),
            };
            known = Some((*effect, agrees));
            if !agrees {
                return true;
            }
        }
        false
    }
}
