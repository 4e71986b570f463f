//! Separation of duties on the governed result, whatever object carries the review (TMPA 6.2 step 7, 9.3, 9.4).
//!
//! The executors of a work item are all identities with intact evidence of execution in it: reports, and transitions
//! whose action executes. What that evidence is judged does not matter, so that nobody becomes independent by an
//! invalid report of his own (G28, G29).

use super::order::Needed;
use super::reading::Reading;
use super::relation::kind_allowed;
use crate::graph::{Graph, Index, NONE, Object, Said};
use crate::judgment::Judgment;
use crate::names::Symbol;
use crate::profile::Profile;
use crate::profile::types::Evidence;

/// Who executed what, and who acted in which role, per work item.
#[derive(Debug)]
pub(super) struct Duties {
    /// Work item and identity; sorted.
    executors: Vec<(u32, Symbol)>,
    /// Work item, identity and role, for roles that some other role may not follow; sorted.
    acted: Vec<(u32, Symbol, Symbol)>,
    reviews: Option<Symbol>,
}

/// The duty rule of the published profile (C07).
const RULE: &str = "executor_must_not_review";

/// How an exception bears on a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exception {
    None,
    Applies(Index),
    Undetermined(Index),
}

/// A violation: the rule, and the reference at which it shows.
#[derive(Debug)]
pub(super) struct Violation {
    pub(super) reason: &'static str,
    pub(super) relation: Symbol,
    pub(super) target: Symbol,
    pub(super) exception: Exception,
}

impl Duties {
    pub(super) fn gather(graph: &Graph, profile: &Profile) -> Self {
        let executes = |object: &Object| {
            let entry = profile.types.get(object.kind);
            let by_type = entry.is_some_and(|entry| entry.evidence == Evidence::Execution);
            let records = entry.is_some_and(|entry| entry.requires_transition);
            let by_action = object.transition.is_some_and(|[_, action, _]| {
                records && profile.lifecycle_of(object.kind).executing_actions.contains(&action)
            });
            by_type || by_action
        };
        let mut executors: Vec<(u32, Symbol)> = graph
            .objects
            .iter()
            .filter(|object| executes(object))
            .map(|object| (object.work_index, object.creator))
            .collect();
        executors.sort_unstable();
        executors.dedup();
        let first = |role: Symbol| profile.roles.incompatible.iter().any(|&(first, _)| first == role);
        let mut acted: Vec<(u32, Symbol, Symbol)> = graph
            .objects
            .iter()
            .filter(|object| first(object.role))
            .map(|object| (object.work_index, object.creator, object.role))
            .collect();
        acted.sort_unstable();
        acted.dedup();
        Self { executors, acted, reviews: graph.names.get("reviews") }
    }

    /// The violation that an object commits, if any.
    pub(super) fn violation(&self, reading: &Reading<'_>, index: Index) -> Option<Violation> {
        let reason = self.broken_rule(reading, index)?;
        let (relation, target) = self.reviewed(reading, index);
        let exception = if reason == RULE { self.exception(reading, index) } else { Exception::None };
        Some(Violation { reason, relation, target, exception })
    }

    fn broken_rule(&self, reading: &Reading<'_>, index: Index) -> Option<&'static str> {
        let (graph, profile) = (&reading.graph, reading.profile);
        let object = graph.object(index);
        let entry = profile.types.get(object.kind)?;
        let reviewing = match Needed::of(graph, profile, index).transition {
            Some(transition) => transition.executor_must_not_review,
            None => entry.executor_must_not_review && !withholds(reading, object),
        };
        if reviewing && self.executors.binary_search(&(object.work_index, object.creator)).is_ok() {
            return Some(RULE);
        }
        let acts =
            entry.requires_transition || matches!(entry.evidence, Evidence::Review | Evidence::Decision);
        let follows = |&&(first, second): &&(Symbol, Symbol)| {
            second == object.role
                && self.acted.binary_search(&(object.work_index, object.creator, first)).is_ok()
        };
        (acts && profile.roles.incompatible.iter().find(follows).is_some()).then_some("incompatible_roles")
    }

    /// The reference at which a violation shows: the executor's own result, or else the first thing reviewed.
    fn reviewed(&self, reading: &Reading<'_>, index: Index) -> (Symbol, Symbol) {
        let Some(relation) = self.reviews else {
            return (Symbol::EMPTY, Symbol::EMPTY);
        };
        let graph = &reading.graph;
        let creator = graph.object(index).creator;
        let reviewed = || graph.references(index).iter().filter(|reference| reference.relation == relation);
        let own = |reference: &&crate::graph::Reference| {
            reference.object != NONE && graph.object(reference.object).creator == creator
        };
        let reference = reviewed().find(own).or_else(|| reviewed().next());
        reference.map_or((Symbol::EMPTY, Symbol::EMPTY), |reference| (relation, reference.target))
    }

    /// The recorded exception that the object refers to (TMPA 9.3, C07). Its own authority is judged like any other
    /// object's; nobody excepts himself.
    fn exception(&self, reading: &Reading<'_>, index: Index) -> Exception {
        let Some(relation) = reading.profile.roles.exception_relation else {
            return Exception::None;
        };
        let graph = &reading.graph;
        let object = graph.object(index);
        let mut undetermined = Exception::None;
        for reference in graph.references(index) {
            if reference.relation != relation || reference.object == NONE {
                continue;
            }
            let exception = graph.object(reference.object);
            let lifts = lifts(reading, object, exception)
                && kind_allowed(reading, object.kind, relation, exception.kind);
            if !lifts || exception.work != object.work || exception.creator == object.creator {
                continue;
            }
            match reading.judgment(reference.object) {
                Judgment::Valid => return Exception::Applies(reference.object),
                Judgment::Undetermined => undetermined = Exception::Undetermined(reference.object),
                Judgment::Invalid => {}
            }
        }
        undetermined
    }
}

/// Whether an object is an exception for the actor. Only types that record exceptions lift a duty; a single-file
/// profile has none, so that there a decision may. Either is judged for its authority like any protected action.
fn lifts(reading: &Reading<'_>, actor: &Object, exception: &Object) -> bool {
    let types = &reading.profile.types;
    let evidence = types.get(exception.kind).map(|entry| entry.evidence);
    match exception.said {
        Said::Exception { rule, identity } => {
            evidence == Some(Evidence::Exception) && reading.text(rule) == RULE && identity == actor.creator
        }
        Said::Verdict { exception: rule, .. } => {
            evidence == Some(Evidence::Decision)
                && types.iter().all(|entry| entry.evidence != Evidence::Exception)
                && reading.text(rule) == RULE
        }
        _ => false,
    }
}

/// A review that withholds approval claims no independence (docs/divergences.md, G29).
fn withholds(reading: &Reading<'_>, object: &Object) -> bool {
    let Said::Verdict { word, .. } = object.said else { return false };
    let word = reading.text(word);
    reading.profile.types.adverse_decisions.iter().any(|adverse| adverse == word)
}
