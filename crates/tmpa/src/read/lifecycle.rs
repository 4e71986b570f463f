//! The state of every work item while transitions are judged (TMPA 6.2, 6.3, 9.6).
//!
//! A transition that passes every check but the one on its source state waits in the pool of its work item. Where the
//! pool holds transitions from the current state, they are applied, if their effects agree; where they contradict each
//! other, the work item is disputed. Nothing here depends on ids or clocks: see `docs/decisions/0003`.

use super::order::Needed;
use crate::graph::{Graph, Index, NONE};
use crate::names::Symbol;
use crate::profile::Profile;

/// What applying a transition does: the new state and the role that is then responsible.
pub(super) type Effect = (Symbol, Symbol);

/// When each vertex was released, and which transitions have let their successors pass without them.
#[derive(Debug)]
pub(super) struct Rounds {
    released: Vec<u32>,
    /// [`NONE`]: not parked.
    parked: Vec<u32>,
    overtaken: Vec<bool>,
}

impl Rounds {
    pub(super) fn new(vertices: usize, objects: usize) -> Self {
        Self { released: vec![0; vertices], parked: vec![NONE; objects], overtaken: vec![false; objects] }
    }

    pub(super) fn release(&mut self, vertex: u32, round: u32) {
        if let Some(slot) = self.released.get_mut(vertex as usize) {
            *slot = round;
        }
    }

    pub(super) fn released(&self, vertex: u32) -> u32 {
        self.released.get(vertex as usize).copied().unwrap_or_default()
    }

    fn park(&mut self, index: Index, round: u32) {
        if let Some(slot) = self.parked.get_mut(index as usize) {
            *slot = round;
        }
    }

    pub(super) fn is_parked(&self, index: Index) -> bool {
        self.parked(index) != NONE
    }

    fn parked(&self, index: Index) -> u32 {
        self.parked.get(index as usize).copied().unwrap_or(NONE)
    }

    pub(super) fn overtake(&mut self, index: Index) {
        if let Some(slot) = self.overtaken.get_mut(index as usize) {
            *slot = true;
        }
    }

    fn is_overtaken(&self, index: Index) -> bool {
        self.overtaken.get(index as usize).copied().unwrap_or(false)
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
    /// The round of the first parking; later ones are later.
    first_park: Option<u32>,
    /// Whatever was parked before this round counts as overtaken.
    overtaken_until: u32,
}

impl Item {
    pub(super) fn start(&mut self, state: Symbol, carrier: Index) {
        self.state = Some(state);
        self.last_visit = vec![(state, 0)];
        self.last = vec![carrier];
    }

    /// The number of steps taken so far.
    pub(super) fn step(&self) -> u32 {
        self.step
    }

    /// Whether the item was in `state` at `step` or later.
    pub(super) fn visits(&self, state: Symbol, step: u32) -> bool {
        self.last_visit.iter().any(|&(visited, last)| visited == state && last >= step)
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
    pub(super) fn enabled(&mut self, graph: &Graph, rounds: &Rounds) -> Vec<Index> {
        let Some(state) = self.state.filter(|_| !self.disputed) else {
            return Vec::new();
        };
        let Ok(position) = self.pool.binary_search_by_key(&state, |(from, _)| *from) else {
            return Vec::new();
        };
        let Some((_, waiting)) = self.pool.get_mut(position) else {
            return Vec::new();
        };
        let until = self.overtaken_until;
        let late = |index: &mut Index| rounds.is_overtaken(*index) || rounds.parked(*index) < until;
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
    pub(super) fn apply(&mut self, indices: &[Index], to: Symbol) {
        let taken = |index: &Index| indices.binary_search(index).is_ok();
        for (_, list) in self.pool.iter_mut().filter(|(from, _)| Some(*from) == self.state) {
            list.retain(|index| !taken(index));
        }
        self.fresh.retain(|index| !taken(index));
        self.accepted.extend_from_slice(indices);
        self.last = indices.to_vec();
        self.state = Some(to);
        self.step += 1;
        match self.last_visit.iter_mut().find(|(state, _)| *state == to) {
            Some((_, step)) => *step = self.step,
            None => self.last_visit.push((to, self.step)),
        }
    }

    /// Parks every waiting transition that is not from the current state; gives those parked by this call.
    pub(super) fn park(&mut self, graph: &Graph, round: u32, rounds: &mut Rounds) -> Vec<Index> {
        let state = self.state.filter(|_| !self.disputed);
        let from = |index: Index| graph.object(index).transition.map(|[from, ..]| from);
        let (stay, parked) = self.fresh.iter().partition(|&&index| from(index) == state);
        self.fresh = stay;
        for &index in &parked {
            rounds.park(index, round);
            self.first_park.get_or_insert(round);
        }
        parked
    }

    /// Takes what `give_up` names out of the pool: it can no longer be applied.
    pub(super) fn give_up(&mut self, give_up: impl Fn(Index) -> bool) -> Vec<Index> {
        let mut given_up = Vec::new();
        for list in self.pool.iter_mut().map(|(_, list)| list).chain([&mut self.late]) {
            given_up.extend(list.extract_if(.., |index| give_up(*index)));
        }
        self.fresh.retain(|&index| !give_up(index));
        given_up.sort_unstable();
        given_up
    }

    /// The round before which nothing was parked; without any parking, a round that never comes.
    pub(super) fn oldest_park(&self) -> u32 {
        self.first_park.unwrap_or(NONE)
    }

    pub(super) fn overtake_all(&mut self, until: u32) {
        self.overtaken_until = self.overtaken_until.max(until);
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
