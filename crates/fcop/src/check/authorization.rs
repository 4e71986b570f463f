//! Authorizations of version 4 (FCOP 4, T4 to T7): one REVIEW for one transition, once, in time, by an adopted profile
//! whose evaluator says so.

use super::Scene;
use crate::code::Code;
use crate::edition::Gate;
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding};
use crate::registry::{Answer, Question};
use crate::task::Task;
use actum_canon::instant::Instant;
use std::collections::BTreeSet;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    if !scene.workspace.edition.typed {
        return;
    }
    for task in scene.tasks.values() {
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for (place, event, step) in task.transitions() {
            let guarded = step.edge.is_some_and(|edge| {
                matches!(edge.gate, Gate::Approve | Gate::Reject | Gate::Reopen | Gate::Archive)
            });
            let found = event.authorization.and_then(|(id, _)| scene.workspace.find(id));
            let id = event.authorization.map(|(id, _)| id).unwrap_or_default();
            match found {
                Some(review) => {
                    let (from, attempt) = (event.from.unwrap_or_default(), step.attempt);
                    let wanted = Wanted { task: task.id, from, to: event.to, attempt, at: event.at };
                    let mut causes = faults(wanted, review);
                    if !used.insert(review.id) {
                        causes.push(Cause::new("AUTHORIZATION_REUSED", "FCOP 4").found(review.id));
                    }
                    judge(scene, task, place, review, causes, findings);
                }
                None if guarded || event.authorization.is_some() => {
                    let cause = Cause::new("AUTHORIZATION_REQUIRED", "FCOP 4").at("/references");
                    let cause = if id.is_empty() { cause } else { cause.expected(id) };
                    findings.push(
                        scene
                            .of_event(Code::LifecycleUndetermined, task, place, cause)
                            .of("authorized_by", id),
                    );
                }
                None => {}
            }
        }
    }
}

/// A transition that somebody wants to be authorized.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'w> {
    pub(crate) task: &'w str,
    pub(crate) from: &'w str,
    pub(crate) to: &'w str,
    /// The attempt that is under way before it.
    pub(crate) attempt: Option<&'w str>,
    pub(crate) at: &'w str,
}

/// What is wrong with an authorization for a transition, whoever gave it.
pub(crate) fn faults(wanted: Wanted<'_>, review: &Envelope<'_>) -> Vec<Cause> {
    let mut causes = Vec::new();
    let mut demand = |field: &str, expected: &str, found: Option<&str>| {
        if found != Some(expected) {
            let cause = Cause::new("AUTHORIZATION_INVALID", "FCOP 4").at(field).expected(expected);
            causes.push(cause.found(found.unwrap_or("absent")));
        }
    };
    let edge = |name| review.top().get("transition").and_then(|field| field.text_of(name));
    demand("review_kind", "authorization", review.text("review_kind"));
    demand("decision", "authorize", review.text("decision"));
    demand("subject_ref", wanted.task, review.text("subject_ref"));
    demand("operation_kind", "lifecycle_transition", review.text("operation_kind"));
    demand("authorization_scope", "single_use", review.text("authorization_scope"));
    demand("transition/from", wanted.from, edge("from"));
    demand("transition/to", wanted.to, edge("to"));
    if let (Some(attempt), Some(found)) = (wanted.attempt, review.text("attempt_id")) {
        demand("attempt_id", attempt, Some(found));
    }
    let at = Instant::parse(wanted.at);
    let moment = |name: &str| review.text(name).and_then(Instant::parse);
    let early = moment("issued_at").zip(at.clone()).is_some_and(|(issued, at)| at < issued);
    let late = moment("expires_at").zip(at).is_some_and(|(expires, at)| at >= expires);
    for (wrong, field) in [(early, "issued_at"), (late, "expires_at")] {
        if wrong {
            let cause = Cause::new("AUTHORIZATION_EXPIRED", "FCOP 4").at(field).found(wanted.at);
            causes.push(review.text(field).into_iter().fold(cause, Cause::expected));
        }
    }
    causes
}

fn judge(
    scene: &Scene<'_, '_>,
    task: &Task<'_, '_>,
    place: usize,
    review: &Envelope<'_>,
    mut causes: Vec<Cause>,
    findings: &mut Vec<Finding>,
) {
    let profile = review.text("profile_ref").unwrap_or_default();
    let manifest = &scene.workspace.manifest;
    let adopted = &manifest.profiles;
    let doubtful = manifest.doubtful.iter().any(|name| name == profile);
    if manifest.established && !doubtful && !adopted.iter().any(|name| name == profile) {
        let cause = Cause::new("profile_not_adopted", "FCOP 4").at("profile_ref").found(profile);
        causes.push(cause.members(adopted.iter().map(String::as_str)));
    }
    let question =
        Question { profile, review: review.id, sender: review.sender(), proof: review.text("issuer_proof") };
    let answer = scene.registry.answer(question);
    if answer == Some(Answer::Denied) {
        causes.push(Cause::new("AUTHORIZATION_INVALID", "FCOP 4").at("issuer_proof").found("DENIED"));
    }
    let code = if !causes.is_empty() {
        Code::AuthorityDenied
    } else if manifest.established && !doubtful && answer == Some(Answer::Authorized) {
        return;
    } else {
        causes
            .push(Cause::new("AUTHORIZATION_PROFILE_UNAVAILABLE", "FCOP 4").at("profile_ref").found(profile));
        Code::AuthorityUndetermined
    };
    let mut finding = scene.of_event(code, task, place, Cause::new("", "")).of("authorized_by", review.id);
    finding.causes = causes;
    findings.push(finding);
}
