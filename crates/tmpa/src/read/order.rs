//! The partial order of the reading: stream sequence and declared dependencies (TMPA 4.3 steps 7, 9 and 10, 9.5).
//!
//! Vertices are the objects and, between two positions of a stream that are taken more than once, a junction, so that
//! contested positions cost no more edges than objects.

use core::cell::OnceCell;

use super::components::{Components, Rows, Step};
use super::reading::{Raise, Reading};
use crate::code::Code;
use crate::graph::{Graph, Index, NONE, positions};
use crate::issue::{Cause, Param, message};
use crate::profile::Profile;
use crate::spread::{Spread, both};

/// The partial order, and on whose judgment each object depends.
#[derive(Debug)]
pub(super) struct Order {
    rows: Rows,
    /// How many judgments each object waits for.
    pub(super) waits: Vec<u32>,
    /// What comes before something else stands below it.
    levels: Vec<u32>,
    /// Whether no reference that could ever order runs in a circle.
    pub(super) regular: bool,
    /// Vertices that no order can place; they are judged beforehand.
    pub(super) excluded: Vec<bool>,
    components: Components,
    /// Made when first asked for: most evidence parks nothing.
    predecessors: OnceCell<Rows>,
}

impl Order {
    pub(super) fn successors(&self, vertex: u32) -> impl Iterator<Item = Step> {
        self.rows.of(vertex)
    }

    pub(super) fn predecessors(&self, vertex: u32) -> impl Iterator<Item = u32> + use<'_> {
        let reversed = || {
            Rows::build(self.vertices(), |emit| {
                for from in 0..self.vertices() as u32 {
                    self.rows.of(from).for_each(|step| emit(step.to, Step { to: from, ..step }));
                }
            })
        };
        self.predecessors.get_or_init(reversed).of(vertex).map(|step| step.to)
    }

    pub(super) fn vertices(&self) -> usize {
        self.waits.len()
    }

    /// The length of the longest way to a vertex, counted in objects: what comes before something stands below it.
    pub(super) fn level(&self, vertex: u32) -> u32 {
        self.levels.get(vertex as usize).copied().unwrap_or_default()
    }

    /// The levels of all vertices, objects first.
    pub(super) fn levels(&self) -> Vec<u32> {
        self.levels.clone()
    }

    /// Whether the order has a place for an object.
    pub(super) fn places(&self, index: Index) -> bool {
        !self.excluded.get(index as usize).copied().unwrap_or(true)
    }

    /// All vertices, predecessors first.
    pub(super) fn topological(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.components.iter().rev().flatten().copied()
    }
}

/// Junctions are numbered after the objects.
fn vertex_count(graph: &Graph) -> usize {
    let contested = |stream: usize| {
        let runs: Vec<usize> = positions(graph, graph.streams.members(stream)).map(<[Index]>::len).collect();
        runs.windows(2).filter(|pair| pair.iter().any(|&len| len > 1)).count()
    };
    graph.len() + (0..graph.streams.len()).map(contested).sum::<usize>()
}

/// Lists the edges from each position of a stream to the next one.
fn stream_edges(graph: &Graph, emit: &mut dyn FnMut(u32, u32)) {
    let mut junction = graph.len() as u32;
    for stream in 0..graph.streams.len() {
        let mut before: &[Index] = &[];
        for run in positions(graph, graph.streams.members(stream)) {
            match (before, run) {
                ([], _) => {}
                (&[earlier], &[later]) => emit(earlier, later),
                _ => {
                    before.iter().for_each(|&earlier| emit(earlier, junction));
                    run.iter().for_each(|&later| emit(junction, later));
                    junction += 1;
                }
            }
            before = run;
        }
    }
}

/// RECONSTRUCT steps 9 and 10: no object in a cycle has a place (G36, G37, G38); all others have one.
///
/// Prohibited cycles run over acyclic relations and stream order. Relations that order without being declared acyclic
/// may contradict each other too; such objects have no place either, but nothing prohibits them.
pub(super) fn pass(reading: &mut Reading<'_>, carriers: &[Index], spread: &dyn Spread) -> Order {
    let vertices = vertex_count(&reading.graph);
    let mut excluded = vec![false; vertices];
    let needs = needs(&reading.graph, reading.profile);
    let looked_at: &Reading<'_> = reading;
    let ((mut rows, mut components, clean), levels_of_all) = both(
        spread,
        || {
            let rows = evaluation_rows(looked_at, &needs, carriers, &excluded);
            let components = Components::of(&rows);
            let clean = cycles(&looked_at.graph, &rows, &components).is_empty();
            (rows, components, clean)
        },
        || levels_of_all(looked_at, vertices),
    );
    // Where every acyclic relation orders, one look at the evaluation order is enough for both kinds of cycle.
    let covered = reading
        .profile
        .relations
        .iter()
        .all(|relation| !relation.acyclic || relation.binds() || relation.ordering);
    if !covered || !clean {
        prohibited(reading, &mut excluded);
        rows = evaluation_rows(reading, &needs, carriers, &excluded);
        components = Components::of(&rows);
        let cycles = cycles(&reading.graph, &rows, &components);
        if !cycles.is_empty() {
            unplaced(reading, &cycles, &mut excluded);
            rows = evaluation_rows(reading, &needs, carriers, &excluded);
            components = Components::of(&rows);
        }
    }
    let mut waits = vec![0u32; vertices];
    for step in (0..vertices as u32).flat_map(|vertex| rows.of(vertex)).filter(|step| step.binding) {
        if let Some(slot) = waits.get_mut(step.to as usize) {
            *slot += 1;
        }
    }
    let regular = levels_of_all.is_some();
    let levels = levels_of_all.unwrap_or_else(|| levels(reading, &rows, &components));
    Order { rows, waits, levels, regular, excluded, components, predecessors: OnceCell::new() }
}

/// The levels of all vertices: the length of the longest way to each one, over everything that could ever order. They
/// hang on the references alone, not on what becomes of the objects. None where a circle forbids that.
fn levels_of_all(reading: &Reading<'_>, vertices: usize) -> Option<Vec<u32>> {
    let mut levels = vec![0u32; vertices];
    let (all, mut waits) = bearings(reading, vertices);
    let mut ready: Vec<u32> =
        (0u32..).zip(&waits).filter(|(_, waits)| **waits == 0).map(|(vertex, _)| vertex).collect();
    let mut seen = 0;
    while let Some(vertex) = ready.pop() {
        seen += 1;
        rise(&reading.graph, &mut levels, &all, vertex);
        for step in all.of(vertex) {
            if let Some(waits) = waits.get_mut(step.to as usize) {
                *waits -= 1;
                if *waits == 0 {
                    ready.push(step.to);
                }
            }
        }
    }
    (seen == vertices).then_some(levels)
}

/// The levels over what does order.
fn levels(reading: &Reading<'_>, rows: &Rows, components: &Components) -> Vec<u32> {
    let mut levels = vec![0u32; rows.len()];
    components.iter().rev().flatten().for_each(|&vertex| rise(&reading.graph, &mut levels, rows, vertex));
    levels
}

/// Lifts a vertex above what comes before it, and what comes after it at least as high. A junction is no step of its own, so
/// that levels hang on objects alone.
fn rise(graph: &Graph, levels: &mut [u32], rows: &Rows, vertex: u32) {
    let above =
        |below: u32| graph.level(vertex).unwrap_or(below + u32::from((vertex as usize) < graph.len()));
    let level = levels.get_mut(vertex as usize).map_or(0, |level| {
        *level = above(*level);
        *level
    });
    for step in rows.of(vertex) {
        if let Some(other) = levels.get_mut(step.to as usize) {
            *other = level.max(*other);
        }
    }
}

/// Everything that could ever order, and how much of it each vertex waits for.
fn bearings(reading: &Reading<'_>, vertices: usize) -> (Rows, Vec<u32>) {
    let (graph, profile) = (&reading.graph, reading.profile);
    let rows = Rows::build(vertices, |emit| {
        let mut emit = |from: u32, to: u32| emit(from, Step { to, binding: false });
        stream_edges(graph, &mut emit);
        for index in graph.indices() {
            for reference in graph.references(index).iter().filter(|reference| reference.object != NONE) {
                if bears(profile, reference.relation) {
                    emit(reference.object, index);
                }
            }
            let object = graph.object(index);
            if object.transition.is_some()
                && let Some(carrier) = graph.find(object.carrier).filter(|&carrier| carrier != index)
            {
                emit(carrier, index);
            }
        }
    });
    let mut waits = vec![0u32; vertices];
    for step in (0..vertices as u32).flat_map(|vertex| rows.of(vertex)) {
        if let Some(slot) = waits.get_mut(step.to as usize) {
            *slot += 1;
        }
    }
    (rows, waits)
}

/// Whether a reference of this relation may order under a profile, whatever becomes of its ends.
pub(crate) fn bears(profile: &Profile, relation: crate::names::Symbol) -> bool {
    let declared = profile.relations.get(relation);
    declared.is_some_and(|relation| relation.acyclic || relation.binds() || relation.ordering)
        || profile.roles.exception_relation == Some(relation)
        || profile.lifecycles.iter().flat_map(|lifecycle| &lifecycle.transitions).any(|transition| {
            transition.required_relations.contains(&relation)
                || transition.preconditions.iter().any(|precondition| precondition.relation == relation)
        })
}

fn prohibited(reading: &mut Reading<'_>, excluded: &mut [bool]) {
    let (graph, relations) = (&reading.graph, &reading.profile.relations);
    let rows = Rows::build(excluded.len(), |emit| {
        stream_edges(graph, &mut |from, to| emit(from, Step { to, binding: false }));
        for index in graph.indices() {
            for reference in graph.references(index).iter().filter(|reference| reference.object != NONE) {
                if relations.get(reference.relation).is_some_and(|relation| relation.acyclic) {
                    emit(reference.object, Step { to: index, binding: false });
                }
            }
        }
    });
    for members in cycles(graph, &rows, &Components::of(&rows)) {
        exclude(excluded, &members);
        let ids = reading.graph.ids(&members);
        let cause = Cause::new("cycle", "TMPA 9.7").at("/references").members(ids.iter().map(String::as_str));
        let text = message(&[("members", Param::List(ids))]);
        reading.raise_all(&members, Raise::new(Code::ProhibitedCycle, cause).message(text));
    }
}

fn unplaced(reading: &mut Reading<'_>, cycles: &[Vec<Index>], excluded: &mut [bool]) {
    for members in cycles {
        exclude(excluded, members);
        let ids = reading.graph.ids(members);
        let cause =
            Cause::new("order_cycle", "TMPA 4.3").at("/references").members(ids.iter().map(String::as_str));
        let text = message(&[("members", Param::List(ids))]);
        reading.raise_all(members, Raise::new(Code::OrderCycle, cause).message(text));
    }
}

fn needs<'p>(graph: &Graph, profile: &'p Profile) -> Vec<Needed<'p>> {
    graph.indices().map(|index| Needed::of(graph, profile, index)).collect()
}

fn evaluation_rows(
    reading: &Reading<'_>,
    needs: &[Needed<'_>],
    carriers: &[Index],
    excluded: &[bool],
) -> Rows {
    Rows::build(excluded.len(), |emit| {
        evaluation_edges(&reading.graph, reading.profile, needs, carriers, excluded, emit);
    })
}

fn evaluation_edges(
    graph: &Graph,
    profile: &Profile,
    needs: &[Needed<'_>],
    carriers: &[Index],
    excluded: &[bool],
    emit: &mut dyn FnMut(u32, Step),
) {
    let placed = |vertex: u32| !excluded.get(vertex as usize).copied().unwrap_or(false);
    let mut keep = |from: u32, to: u32, binding: bool| {
        if placed(from) && placed(to) {
            emit(from, Step { to, binding });
        }
    };
    stream_edges(graph, &mut |from, to| keep(from, to, false));
    for (index, needed) in (0..).zip(needs) {
        for reference in graph.references(index).iter().filter(|reference| reference.object != NONE) {
            let relation = profile.relations.get(reference.relation);
            if relation.is_some_and(|relation| relation.binds()) || needed.contains(reference.relation) {
                keep(reference.object, index, true);
            } else if relation.is_some_and(|relation| relation.ordering) {
                keep(reference.object, index, false);
            }
        }
        if needed.carrier {
            let carrier = carriers.get(graph.object(index).work_index as usize).copied().unwrap_or(NONE);
            if carrier != NONE && carrier != index {
                keep(carrier, index, true);
            }
        }
    }
}

/// What an object needs beyond its binding relations.
pub(super) struct Needed<'p> {
    /// The transition's rules, when the object records a legal one.
    pub(super) transition: Option<&'p crate::profile::lifecycle::Transition>,
    exception: Option<crate::names::Symbol>,
    carrier: bool,
}

impl<'p> Needed<'p> {
    pub(super) fn of(graph: &Graph, profile: &'p Profile, index: Index) -> Self {
        let object = graph.object(index);
        let records = profile.types.get(object.kind).is_some_and(|entry| entry.requires_transition);
        let tuple = object.transition.filter(|_| records);
        Self {
            transition: tuple.and_then(|[from, action, to]| {
                profile.lifecycle_of(object.kind).transition(from, action, to)
            }),
            exception: profile.roles.exception_relation,
            carrier: records,
        }
    }

    fn contains(&self, relation: crate::names::Symbol) -> bool {
        self.exception == Some(relation)
            || self.transition.is_some_and(|transition| {
                transition.required_relations.contains(&relation)
                    || transition.preconditions.iter().any(|precondition| precondition.relation == relation)
            })
    }
}

/// The components that no order can place, each with its objects in order of id.
fn cycles(graph: &Graph, rows: &Rows, components: &Components) -> Vec<Vec<Index>> {
    let mut cycles: Vec<Vec<Index>> = components
        .iter()
        .filter(|component| match component {
            [vertex] => rows.of(*vertex).any(|step| step.to == *vertex),
            _ => true,
        })
        .map(|component| {
            let mut members: Vec<Index> =
                component.iter().copied().filter(|&vertex| (vertex as usize) < graph.len()).collect();
            members.sort_unstable();
            members
        })
        .collect();
    cycles.sort_unstable();
    cycles
}

fn exclude(excluded: &mut [bool], members: &[Index]) {
    for &member in members {
        if let Some(slot) = excluded.get_mut(member as usize) {
            *slot = true;
        }
    }
}
