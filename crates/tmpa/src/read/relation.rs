//! References: their targets exist and are of the right kind (TMPA 4.3 steps 7 and 9, 9.7).

use super::reading::{Raise, Reading};
use crate::code::Code;
use crate::graph::{Index, NONE, Reference};
use crate::issue::Cause;
use crate::names::Symbol;
use crate::profile::relations::Relation;

/// How many excluded copies of a target one finding names; each copy has an issue of its own anyway.
const NAMED_COPIES: usize = 16;

/// What stands against the target of one reference.
enum Fault {
    Missing,
    /// The target's only copies are outside the intact set, which is no absence but an invalid dependency (G55).
    Excluded(Vec<String>),
    Kind,
    OtherWork,
}

pub(super) fn pass(reading: &mut Reading<'_>) {
    for index in reading.graph.indices() {
        let references = reading.graph.references(index).iter().enumerate();
        let faults: Vec<(usize, Reference, Fault)> = references
            .filter_map(|(position, &reference)| {
                Some((position, reference, fault(reading, index, reference)?))
            })
            .collect();
        for (position, reference, fault) in faults {
            report(reading, index, position, reference, fault);
        }
    }
}

fn fault(reading: &Reading<'_>, index: Index, reference: Reference) -> Option<Fault> {
    let graph = &reading.graph;
    if reference.object == NONE {
        let copies: Vec<String> =
            graph.claimants(reference.target).take(NAMED_COPIES).map(str::to_owned).collect();
        return Some(if copies.is_empty() { Fault::Missing } else { Fault::Excluded(copies) });
    }
    let (object, target) = (graph.object(index), graph.object(reference.object));
    if !kind_allowed(reading, object.kind, reference.relation, target.kind) {
        return Some(Fault::Kind);
    }
    let same_work =
        reading.profile.relations.get(reference.relation).is_some_and(|relation| relation.same_work);
    (same_work && object.work != target.work).then_some(Fault::OtherWork)
}

/// Whether relation and type registry let a reference of this relation reach an object of type `target`.
pub(super) fn kind_allowed(reading: &Reading<'_>, kind: Symbol, relation: Symbol, target: Symbol) -> bool {
    let profile = reading.profile;
    let by_relation = profile.relations.get(relation).and_then(|relation| relation.target_types.as_ref());
    let by_type = profile.types.get(kind).and_then(|entry| entry.relation_targets(relation));
    by_relation.is_none_or(|types| types.contains(&target))
        && by_type.is_none_or(|types| types.is_empty() || types.contains(&target))
}

fn report(reading: &mut Reading<'_>, index: Index, position: usize, reference: Reference, fault: Fault) {
    let pointer = format!("/references/{position}");
    let target = reading.text(reference.target).to_owned();
    let raise = |code, cause: Cause| {
        Raise::new(code, cause.at(&pointer)).relation(reference.relation).target(reference.target)
    };
    match fault {
        Fault::Missing => {
            let cause = Cause::new("target_missing", "TMPA 9.7").expected(target);
            reading.raise(index, raise(Code::MissingReference, cause));
        }
        Fault::Excluded(sources) => {
            let members = || sources.iter().map(String::as_str);
            let cause =
                Cause::new("target_excluded", "TMPA 9.7").expected(target.as_str()).members(members());
            reading.raise(index, raise(Code::MissingReference, cause));
            if reading.profile.relations.get(reference.relation).is_some_and(Relation::binds) {
                let cause = Cause::new("target_excluded", "TMPA 7.3").expected(target).members(members());
                reading.raise(index, raise(Code::DependencyInvalid, cause));
            }
        }
        Fault::Kind | Fault::OtherWork => {
            let found = match fault {
                Fault::OtherWork => reading.graph.object(reference.object).work,
                _ => reading.graph.object(reference.object).kind,
            };
            let (reason, clause) = match fault {
                Fault::OtherWork => ("target_in_other_work", "TMPA 6.2"),
                _ => ("target_type", "TMPA 9.3"),
            };
            let cause = Cause::new(reason, clause).found(reading.text(found));
            reading.raise(index, raise(Code::ReferenceTarget, cause));
        }
    }
}
