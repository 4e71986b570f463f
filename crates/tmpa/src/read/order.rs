//! The partial order of the reading: stream sequence and declared dependencies (TMPA 4.3 steps 7, 9 and 10, 9.5).
//!
//! Vertices are the objects and, between two positions of a stream that are taken more than once, a junction, so that
//! contested positions cost no more edges than objects.

use super::components::{Components, Rows};
use super::graph::{Graph, Index, NONE};
use super::reading::{Raise, Reading};
use super::stream::positions;
use crate::code::Code;
use crate::profile::Profile;
use crate::result::{Cause, Param, message};

/// An edge of the evaluation order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) to: u32,
    /// The successor depends on the judgment, not only on the position.
    pub(super) binding: bool,
}

/// The evaluation order: which vertex waits for which.
#[derive(Debug)]
pub(super) struct Order {
    /// Successors, with the binding flag in the lowest bit.
    rows: Rows,
    /// How many predecessors each vertex waits for.
    pub(super) waits: Vec<u32>,
    /// Vertices that no order can place; they are judged beforehand.
    pub(super) excluded: Vec<bool>,
    /// All placed vertices, predecessors first.
    pub(super) topological: Vec<u32>,
}

impl Order {
    pub(super) fn successors(&self, vertex: u32) -> impl Iterator<Item = Step> {
        self.rows.of(vertex).iter().map(|&packed| Step {
            to: packed >> 1,
            binding: packed & 1 == 1,
        })
    }

    pub(super) fn vertices(&self) -> usize {
        self.waits.len()
    }
}

/// Junctions are numbered after the objects.
fn vertex_count(graph: &Graph) -> usize {
    let contested = |stream: usize| {
        let runs: Vec<usize> = positions(graph, graph.streams.members(stream))
            .map(<[Index]>::len)
            .collect();
        runs.windows(2)
            .filter(|pair| pair.iter().any(|&len| len > 1))
            .count()
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

/// RECONSTRUCT step 9: cycles over acyclic relations and stream order (G36, G37, G38).
pub(super) fn prohibited(reading: &mut Reading<'_>) -> Vec<bool> {
    let vertices = vertex_count(&reading.graph);
    let mut excluded = vec![false; vertices];
    let (graph, relations) = (&reading.graph, &reading.profile.relations);
    let acyclic = |reference: &&super::graph::Reference| {
        reference.object != NONE
            && relations
                .get(reference.relation)
                .is_some_and(|relation| relation.acyclic)
    };
    let has_acyclic = graph
        .indices()
        .any(|index| graph.references(index).iter().any(|one| acyclic(&one)));
    if !has_acyclic {
        return excluded;
    }
    let rows = Rows::build(vertices, |emit| {
        stream_edges(graph, emit);
        for index in graph.indices() {
            graph
                .references(index)
                .iter()
                .filter(acyclic)
                .for_each(|reference| emit(reference.object, index));
        }
    });
    let cycles = cycles(graph, &rows);
    for members in cycles {
        exclude(&mut excluded, &members);
        let ids = reading.graph.ids(&members);
        let cause = Cause::new("cycle", "TMPA 9.7")
            .at("/references")
            .members(ids.iter().map(String::as_str));
        let text = message(&[("members", Param::List(ids))]);
        reading.raise_all(&members, Raise::new(Code::ProhibitedCycle, cause).message(text));
    }
    excluded
}

/// The evaluation order of all objects outside prohibited cycles. Relations that order without being declared acyclic
/// may still contradict each other; such objects have no place either.
pub(super) fn evaluation(reading: &mut Reading<'_>, carriers: &[Index], mut excluded: Vec<bool>) -> Order {
    let vertices = excluded.len();
    let (graph, profile) = (&reading.graph, reading.profile);
    let rows = Rows::build(vertices, |emit| {
        evaluation_edges(graph, profile, carriers, &excluded, &mut |from, to, _| {
            emit(from, to)
        });
    });
    let cycles = cycles(graph, &rows);
    for members in &cycles {
        exclude(&mut excluded, members);
        let ids = reading.graph.ids(members);
        let cause = Cause::new("order_cycle", "TMPA 4.3")
            .at("/references")
            .members(ids.iter().map(String::as_str));
        let text = message(&[("members", Param::List(ids))]);
        reading.raise_all(members, Raise::new(Code::OrderCycle, cause).message(text));
    }
    let graph = &reading.graph;
    let rows = if cycles.is_empty() {
        rows
    } else {
        Rows::build(vertices, |emit| {
            evaluation_edges(graph, profile, carriers, &excluded, &mut |from, to, _| {
                emit(from, to)
            });
        })
    };
    let topological: Vec<u32> = Components::of(&rows).iter().rev().flatten().copied().collect();
    drop(rows);
    let mut waits = vec![0u32; vertices];
    let rows = Rows::build(vertices, |emit| {
        evaluation_edges(graph, profile, carriers, &excluded, &mut |from, to, binding| {
            emit(from, to << 1 | u32::from(binding));
        });
    });
    for vertex in 0..vertices as u32 {
        for &packed in rows.of(vertex) {
            if let Some(slot) = waits.get_mut((packed >> 1) as usize) {
                *slot += 1;
            }
        }
    }
    Order {
        rows,
        waits,
        excluded,
        topological,
    }
}

fn evaluation_edges(
    graph: &Graph,
    profile: &Profile,
    carriers: &[Index],
    excluded: &[bool],
    emit: &mut dyn FnMut(u32, u32, bool),
) {
    let placed = |vertex: u32| !excluded.get(vertex as usize).copied().unwrap_or(false);
    let mut keep = |from: u32, to: u32, binding: bool| {
        if placed(from) && placed(to) {
            emit(from, to, binding);
        }
    };
    stream_edges(graph, &mut |from, to| keep(from, to, false));
    for index in graph.indices() {
        let needed = Needed::of(graph, profile, index);
        for reference in graph
            .references(index)
            .iter()
            .filter(|reference| reference.object != NONE)
        {
            let relation = profile.relations.get(reference.relation);
            if relation.is_some_and(|relation| relation.binds()) || needed.contains(reference.relation) {
                keep(reference.object, index, true);
            } else if relation.is_some_and(|relation| relation.ordering) {
                keep(reference.object, index, false);
            }
        }
        if needed.carrier {
            let carrier = carriers
                .get(graph.object(index).work_index as usize)
                .copied()
                .unwrap_or(NONE);
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
        let records = profile
            .types
            .get(object.kind)
            .is_some_and(|entry| entry.requires_transition);
        let tuple = object.transition.filter(|_| records);
        Self {
            transition: tuple.and_then(|[from, action, to]| profile.lifecycle.transition(from, action, to)),
            exception: profile.roles.exception_relation,
            carrier: records,
        }
    }

    fn contains(&self, relation: crate::names::Symbol) -> bool {
        self.exception == Some(relation)
            || self.transition.is_some_and(|transition| {
                transition.required_relations.contains(&relation)
                    || transition
                        .preconditions
                        .iter()
                        .any(|precondition| precondition.relation == relation)
            })
    }
}

/// The components that no order can place, each with its objects in order of id.
fn cycles(graph: &Graph, rows: &Rows) -> Vec<Vec<Index>> {
    let mut cycles: Vec<Vec<Index>> = Components::of(rows)
        .iter()
        .filter(|component| match component {
            [vertex] => rows.of(*vertex).contains(vertex),
            _ => true,
        })
        .map(|component| {
            let mut members: Vec<Index> = component
                .iter()
                .copied()
                .filter(|&vertex| (vertex as usize) < graph.len())
                .collect();
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
