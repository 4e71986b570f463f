//! The checks on one object when everything it waits for is settled (TMPA 6.2 steps 1, 2 and 5 to 8, 7.3, 9.3, 9.4).
//!
//! All checks run, and their outcomes combine as ALL: a missing piece of evidence never hides a proven violation.

use super::conflict::counting;
use super::duty::Exception;
use super::reading::Raise;
use super::relation::kind_allowed;
use super::settle::Settle;
use crate::code::Code;
use crate::graph::{Index, NONE, Reference, Said};
use crate::issue::{Cause, Param, message};
use crate::judgment::{Judgment, ViewState};
use crate::names::Symbol;
use crate::profile::lifecycle::{Precondition, Transition};
use crate::profile::types::Evidence;

/// What is not established about a transition, for the one issue that says so.
#[derive(Default)]
struct Unsettled {
    relations: Vec<Symbol>,
    causes: Vec<Cause>,
    /// Whether anything but a person's decision is missing.
    by_evidence: bool,
}

impl Unsettled {
    fn add(&mut self, relation: Symbol, cause: Cause) {
        if relation != Symbol::EMPTY && !self.relations.contains(&relation) {
            self.relations.push(relation);
        }
        self.causes.push(cause);
    }
}

impl Settle<'_, '_> {
    /// Checks an object that records no transition, or none that counts.
    pub(super) fn check_plain(&mut self, index: Index) {
        let object = self.reading.graph.object(index);
        let (kind, foreign, has_tuple) = (object.kind, object.foreign_lifecycle, object.transition.is_some());
        if foreign {
            self.unknown_lifecycle(index);
        }
        if has_tuple {
            let cause = Cause::new("tuple_without_effect", "TMPA 9.2").at("/lifecycle/transition");
            self.reading.raise(index, Raise::new(Code::TupleWithoutEffect, cause));
        }
        self.dependencies(index, None);
        let evidence = self.reading.profile.types.get(kind).map(|entry| entry.evidence);
        let open = self.plain_authority(index, evidence.unwrap_or(Evidence::Plain));
        self.duty(index);
        let judgment = self.reading.judgment(index);
        let own = match evidence {
            // A review without proven authority is kept, but makes no dispute (TMPA 7.3).
            Some(Evidence::Review) => counting(!open && judgment != Judgment::Invalid),
            _ => judgment,
        };
        self.record_own(index, own);
    }

    /// Checks a transition in the order of TMPA 6.2, except for its source state.
    pub(super) fn check_transition(&mut self, index: Index) {
        let object = self.reading.graph.object(index);
        let Some([from, action, to]) = object.transition else {
            return;
        };
        if object.foreign_lifecycle || self.follows_other(index) {
            self.unknown_lifecycle(index);
            self.dependencies(index, None);
            return;
        }
        let profile = self.reading.profile;
        let mut unsettled = Unsettled::default();
        self.standing_evidence(index, &mut unsettled);
        let lifecycle = profile.lifecycle_of(object.kind);
        let rules = lifecycle.transition(from, action, to);
        if lifecycle.leaves_stable_terminal(from) {
            self.illegal(index, "terminal_state_is_stable", [from, action, to]);
        } else if rules.is_none() {
            self.illegal(index, "undefined_transition", [from, action, to]);
        }
        if lifecycle.actions.contains(&action) {
            self.transition_authority(index, action);
        }
        if let Some(rules) = rules {
            self.allowed_role(index, rules);
            self.prerequisites(index, rules, &mut unsettled);
        }
        self.duty(index);
        self.dependencies(index, Some(&mut unsettled));
        self.report_unsettled(index, unsettled);
    }

    /// TMPA 6.2 step 5.
    fn illegal(&mut self, index: Index, reason: &'static str, [from, action, to]: [Symbol; 3]) {
        let cause = Cause::new(reason, "TMPA 9.6").at("/lifecycle/transition");
        let text = self.parameters([("action", action), ("from", from), ("to", to)]);
        self.reading.raise(index, Raise::new(Code::IllegalTransition, cause).message(text));
    }

    /// TMPA 6.2 step 6, as far as the transition itself says who may take it.
    fn allowed_role(&mut self, index: Index, rules: &Transition) {
        let role = self.reading.graph.object(index).role;
        if rules.roles.contains(&role) {
            return;
        }
        let cause = Cause::new("role_not_allowed", "TMPA 6.2")
            .at("/role")
            .found(self.reading.text(role))
            .expected(self.list(&rules.roles));
        let text = self.parameters([("action", rules.action), ("role", role)]);
        self.reading.raise(index, Raise::new(Code::AuthorityDenied, cause).message(text));
    }

    /// TMPA 6.2 step 8.
    fn prerequisites(&self, index: Index, rules: &Transition, unsettled: &mut Unsettled) {
        for &relation in &rules.required_relations {
            self.required_relation(index, relation, unsettled);
        }
        for precondition in &rules.preconditions {
            self.precondition(index, precondition, unsettled);
        }
        for &name in &rules.unexplained {
            unsettled.by_evidence = true;
            let cause = Cause::new("rule_not_defined", "TMPA 6.1").expected(self.reading.text(name));
            unsettled.add(Symbol::EMPTY, cause);
        }
    }

    fn parameters<const N: usize>(&self, symbols: [(&str, Symbol); N]) -> String {
        message(&symbols.map(|(name, symbol)| (name, Param::Text(self.reading.text(symbol)))))
    }

    fn report_unsettled(&mut self, index: Index, unsettled: Unsettled) {
        let relation = unsettled.relations.first().copied().unwrap_or(Symbol::EMPTY);
        let relations: Vec<String> =
            unsettled.relations.iter().map(|&relation| self.reading.text(relation).to_owned()).collect();
        let text = if relations.is_empty() {
            "{}".to_owned()
        } else {
            message(&[("missing_relations", Param::List(relations))])
        };
        let view = if unsettled.by_evidence { ViewState::Partial } else { ViewState::PendingHuman };
        for cause in unsettled.causes {
            let raise = Raise::new(Code::LifecycleUndetermined, cause).relation(relation);
            self.reading.raise(index, raise.message(text.clone()).effect(Judgment::Undetermined, view));
        }
    }

    /// The lifecycle of the work item, which its carrier's type names; without a carrier, that of the object's type.
    fn lifecycle_of_work(&self, index: Index) -> Symbol {
        let graph = &self.reading.graph;
        let object = graph.object(index);
        let carrier = self.rules.carriers.get(object.work_index as usize).copied().unwrap_or(NONE);
        let kind = if carrier == NONE { object.kind } else { graph.object(carrier).kind };
        self.reading.profile.lifecycle_of(kind).id
    }

    /// Whether a transition follows another lifecycle than its work item, so that equal names of states mean nothing.
    pub(super) fn follows_other(&self, index: Index) -> bool {
        let kind = self.reading.graph.object(index).kind;
        self.reading.profile.lifecycle_of(kind).id != self.lifecycle_of_work(index)
    }

    fn unknown_lifecycle(&mut self, index: Index) {
        let cause = Cause::new("unknown_lifecycle", "TMPA 6.2")
            .at("/lifecycle/profile")
            .expected(self.reading.text(self.lifecycle_of_work(index)));
        self.reading.raise(index, Raise::new(Code::LifecycleUndetermined, cause));
    }

    /// What earlier passes found about the object itself leaves the transition unsettled too.
    fn standing_evidence(&self, index: Index, unsettled: &mut Unsettled) {
        if self.reading.judgment(index) != Judgment::Undetermined {
            return;
        }
        // A decision that is waited for is no lack of evidence.
        unsettled.by_evidence |= self.reading.verdict(index).view != ViewState::PendingHuman;
        let missing = self.reading.graph.references(index).iter().find(|reference| reference.object == NONE);
        match missing {
            Some(reference) => {
                let cause = Cause::new("reference_unsettled", "TMPA 9.9")
                    .members([self.reading.text(reference.target)]);
                unsettled.add(reference.relation, cause);
            }
            None => unsettled.add(Symbol::EMPTY, Cause::new("evidence_unsettled", "TMPA 9.9")),
        }
    }

    /// Propagates the judgments of what the object depends on (TMPA 7.3, 9.9).
    fn dependencies(&mut self, index: Index, mut unsettled: Option<&mut Unsettled>) {
        let references: Vec<Reference> = self.reading.graph.references(index).to_vec();
        for reference in references.into_iter().filter(|reference| reference.object != NONE) {
            let relation = self.reading.profile.relations.get(reference.relation);
            if !relation.is_some_and(|relation| relation.binds()) {
                continue;
            }
            let judgment = self.reading.judgment(reference.object);
            let cause = |clause| Cause::new("dependency", clause).found(judgment.as_str());
            let raise = |code| {
                Raise::new(code, cause("TMPA 7.3")).relation(reference.relation).target(reference.target)
            };
            match (judgment, unsettled.as_deref_mut()) {
                (Judgment::Valid, _) => {}
                (Judgment::Undetermined, Some(unsettled)) => {
                    unsettled.by_evidence = true;
                    let id = self.reading.text(reference.target);
                    unsettled.add(reference.relation, cause("TMPA 9.9").members([id]));
                }
                (Judgment::Undetermined, None) => {
                    self.reading.raise(index, raise(Code::DependencyUndetermined))
                }
                (Judgment::Invalid, _) => self.reading.raise(index, raise(Code::DependencyInvalid)),
            }
        }
    }

    /// A required relation has to reach a valid object of a permitted type in the same work item (G17).
    fn required_relation(&self, index: Index, relation: Symbol, unsettled: &mut Unsettled) {
        let graph = &self.reading.graph;
        let object = graph.object(index);
        let mut reached = Vec::new();
        for reference in graph.references(index).iter().filter(|reference| reference.relation == relation) {
            reached.push(self.reading.text(reference.target));
            if reference.object == NONE {
                continue;
            }
            let target = graph.object(reference.object);
            if target.work == object.work
                && kind_allowed(self.reading, object.kind, relation, target.kind)
                && self.reading.judgment(reference.object) == Judgment::Valid
            {
                return;
            }
        }
        let reason =
            if reached.is_empty() { "required_relation_absent" } else { "required_relation_unsettled" };
        unsettled.by_evidence = true;
        let cause = Cause::new(reason, "TMPA 6.2").at("/references").expected(self.reading.text(relation));
        unsettled.add(relation, cause.members(reached));
    }

    fn precondition(&self, index: Index, precondition: &Precondition, unsettled: &mut Unsettled) {
        let graph = &self.reading.graph;
        let object = graph.object(index);
        let holds = |reference: &Reference| {
            if reference.relation != precondition.relation || reference.object == NONE {
                return false;
            }
            let target = graph.object(reference.object);
            let among = |set: &Option<Vec<Symbol>>, name| set.as_ref().is_none_or(|set| set.contains(&name));
            let decision = precondition.decision.as_ref().is_none_or(|expected| {
                matches!(target.said, Said::Verdict { word, .. } if self.reading.text(word) == expected)
            });
            // Without a trusted clock no moment is known, and no lease is over (TMPA 6.4).
            let over = || match (&target.said, &object.created_at) {
                (Said::Lease(until), Some(written)) => until <= written,
                _ => false,
            };
            target.work == object.work
                && among(&precondition.target_types, target.kind)
                && among(&precondition.creator_roles, target.role)
                && decision
                && (!precondition.same_creator || target.creator == object.creator)
                && (!precondition.lease_over || over())
                && self.reading.judgment(reference.object) == Judgment::Valid
        };
        if graph.references(index).iter().any(holds) {
            return;
        }
        unsettled.by_evidence |= !precondition.awaits_human;
        let cause = Cause::new("precondition_unsettled", "TMPA 6.2")
            .at("/references")
            .expected(self.reading.text(precondition.name));
        unsettled.add(precondition.relation, cause);
    }

    fn duty(&mut self, index: Index) {
        let Some(violation) = self.rules.duties.violation(self.reading, index) else {
            return;
        };
        let cause = Cause::new(violation.reason, "TMPA 9.4").at("/creator");
        let raise =
            |code, cause| Raise::new(code, cause).relation(violation.relation).target(violation.target);
        match violation.exception {
            Exception::None => self.reading.raise(index, raise(Code::SodViolation, cause)),
            Exception::Applies(exception) => {
                let cause = cause.members([self.reading.graph.id(exception)]);
                self.reading.raise(index, raise(Code::ExceptionApplied, cause));
            }
            Exception::Undetermined(exception) => {
                let cause = Cause::new("exception_undetermined", "TMPA 9.3")
                    .at("/creator")
                    .members([self.reading.graph.id(exception)]);
                self.reading.raise(index, raise(Code::AuthorityUndetermined, cause));
            }
        }
    }
}
