//! What a transition rests on (FCOP 4, T3 to T7): found in the workspace, and held to every rule before anything is
//! written.

use super::base::Desk;
use super::refusal::{Base, Refusal};
use crate::check::authorization::{Wanted, faults};
use crate::check::{duty, family};
use crate::envelope::Envelope;
use crate::name::Kind;
use crate::registry::{Answer, Question};
use crate::task::Task;
use std::collections::{BTreeMap, BTreeSet};

/// The one REPORT of the attempt that no other replaces.
pub(super) fn head<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
) -> Result<&'w Envelope<'a>, Refusal> {
    let heads = heads(desk, task);
    let mut found = heads.values();
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => {
            Err(Refusal::new(Base::ReportRequired, format!("the attempt of `{}` has no REPORT", task.id)))
        }
        (Some(_), Some(_)) => {
            let ids: Vec<&str> = heads.keys().copied().collect();
            Err(Refusal::new(Base::ReportHeadAmbiguous, format!("several REPORTs stand: {}", ids.join(", "))))
        }
    }
}

/// The REPORTs of the attempt that no other replaces, by id.
pub(super) fn heads<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
) -> BTreeMap<&'w str, &'w Envelope<'a>> {
    let workspace = desk.scene.workspace;
    let mut heads = BTreeMap::new();
    let mut replaced: BTreeSet<&str> = BTreeSet::new();
    for report in
        task.about(workspace, Kind::Report).filter(|report| report.text("attempt_id") == task.walk.attempt)
    {
        heads.insert(report.id, report);
        if report.text("report_kind") == Some("replacement") {
            replaced.extend(report.references());
        }
    }
    heads.retain(|id, _| !replaced.contains(id));
    heads
}

/// The REPORT that the submission bound.
pub(super) fn bound<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
) -> Result<&'w Envelope<'a>, Refusal> {
    let found = task.walk.report.and_then(|id| desk.find(id));
    found.ok_or_else(|| {
        Refusal::new(
            Base::ReportRequired,
            format!("the submission of `{}` bound no REPORT that is there", task.id),
        )
    })
}

/// The REVIEW of a kind that the transition rests on: the one that is named, else the only one that fits.
pub(super) fn review<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
    kind: &str,
    named: Option<&str>,
    report: Option<&str>,
) -> Result<&'w Envelope<'a>, Refusal> {
    let attempt = task.walk.attempt;
    let cites = |review: &Envelope<'_>, id: &str| review.references().contains(&id);
    let refuse = |message: String| Err(Refusal::new(Base::ReviewRequired, message));
    if let Some(id) = named {
        let Some(review) = desk.find(id).filter(|review| review.kind == Kind::Review) else {
            return refuse(format!("no REVIEW `{id}` is there"));
        };
        if review.text("review_kind") != Some(kind) || review.text("subject_ref") != Some(task.id) {
            return refuse(format!("`{id}` is no {kind} of `{}`", task.id));
        }
        if review.text("attempt_id").is_some_and(|found| Some(found) != attempt) {
            return Err(Refusal::new(Base::AttemptMismatch, format!("`{id}` is of another attempt")));
        }
        if report.is_some_and(|report| !cites(review, report)) {
            return refuse(format!("`{id}` does not refer to the bound REPORT"));
        }
        return Ok(review);
    }
    let fits = |review: &&Envelope<'_>| {
        review.text("review_kind") == Some(kind)
            && review.text("attempt_id").is_none_or(|found| Some(found) == attempt)
            && report.is_none_or(|report| cites(review, report))
    };
    let found: Vec<_> = task.about(desk.scene.workspace, Kind::Review).filter(fits).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => refuse(format!("no {kind} of this attempt of `{}` is there", task.id)),
        several => {
            refuse(format!("several would do as {kind} of `{}`; name one of {}", task.id, ids(several)))
        }
    }
}

/// The authorization for a transition: the one that is named, else the only one that fits and was not used.
pub(super) fn authorization<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
    wanted: Wanted<'_>,
    named: Option<&str>,
) -> Result<&'w Envelope<'a>, Refusal> {
    let used: BTreeSet<&str> =
        task.events.iter().filter_map(|event| event.authorization).map(|(id, _)| id).collect();
    let review = match named {
        Some(id) => desk
            .find(id)
            .filter(|review| review.kind == Kind::Review)
            .ok_or_else(|| Refusal::new(Base::AuthorizationRequired, format!("no REVIEW `{id}` is there")))?,
        None => {
            let unused = |review: &&Envelope<'_>| !used.contains(review.id);
            let (fitting, others): (Vec<_>, Vec<_>) = task
                .about(desk.scene.workspace, Kind::Review)
                .filter(unused)
                .partition(|review| faults(wanted, review).is_empty());
            // One whose time is over says more than that there is none.
            let late = |review: &&&Envelope<'_>| {
                faults(wanted, review).iter().all(|cause| cause.reason == "AUTHORIZATION_EXPIRED")
            };
            match others.iter().find(late).filter(|_| fitting.is_empty()) {
                Some(late) => late,
                None => one_that_holds(desk, wanted, fitting)?,
            }
        }
    };
    if used.contains(review.id) {
        return Err(Refusal::new(Base::AuthorizationReused, format!("`{}` was used", review.id)));
    }
    if let Some(cause) = faults(wanted, review).first() {
        let code = if cause.reason == "AUTHORIZATION_EXPIRED" {
            Base::AuthorizationExpired
        } else {
            Base::AuthorizationInvalid
        };
        let place = cause.pointer.as_deref().unwrap_or_default();
        return Err(Refusal::new(code, format!("`{}` at `{place}`", review.id)));
    }
    evaluated(desk, review)?;
    Ok(review)
}

/// The one of several authorizations for which an adopted profile answers; where there is none, one that says why.
fn one_that_holds<'w, 'a>(
    desk: &Desk<'_, '_, '_>,
    wanted: Wanted<'_>,
    found: Vec<&'w Envelope<'a>>,
) -> Result<&'w Envelope<'a>, Refusal> {
    let refuse = |message| Err(Refusal::new(Base::AuthorizationRequired, message));
    let held: Vec<_> = found.iter().copied().filter(|review| evaluated(desk, review).is_ok()).collect();
    match (held.as_slice(), found.first()) {
        ([one], _) | ([], Some(one)) => Ok(one),
        ([], None) => {
            let Wanted { task, from, to, .. } = wanted;
            refuse(format!("no authorization for {from} to {to} of `{task}` is there"))
        }
        (several, _) => refuse(format!("several authorizations would do; name one of {}", ids(several))),
    }
}

fn ids(envelopes: &[&Envelope<'_>]) -> String {
    envelopes.iter().map(|envelope| format!("`{}`", envelope.id)).collect::<Vec<_>>().join(", ")
}

/// Whoever did the work of the attempt does not judge it (TMPA 9.4).
pub(super) fn independent(desk: &Desk<'_, '_, '_>, task: &Task<'_, '_>, judge: &str) -> Result<(), Refusal> {
    if duty::executed(desk.scene, task, judge) {
        let message =
            format!("`{judge}` did the work of this attempt of `{}` and does not judge it", task.id);
        return Err(Refusal::new(Base::AuthorizationInvalid, message));
    }
    Ok(())
}

/// The workspace adopted the FCoP profile (FCOP 4, T4 to T7).
pub(super) fn adopted(desk: &Desk<'_, '_, '_>, profile: &str) -> Result<(), Refusal> {
    if desk.scene.workspace.manifest.profiles.iter().any(|name| name == profile) {
        return Ok(());
    }
    let message = format!("profile `{profile}`: the workspace has not adopted it");
    Err(Refusal::new(Base::AuthorizationProfileUnavailable, message))
}

/// An adopted profile answers for the authorization.
fn evaluated(desk: &Desk<'_, '_, '_>, review: &Envelope<'_>) -> Result<(), Refusal> {
    let profile = review.text("profile_ref").unwrap_or_default();
    adopted(desk, profile)?;
    let question =
        Question { profile, review: review.id, sender: review.sender(), proof: review.text("issuer_proof") };
    match desk.scene.registry.answer(question) {
        Some(Answer::Authorized) => Ok(()),
        Some(Answer::Denied) => Err(Refusal::new(
            Base::AuthorizationInvalid,
            format!("the evaluator of `{profile}` denies `{}`", review.id),
        )),
        Some(Answer::Unknown) | None => Err(Refusal::new(
            Base::AuthorizationProfileUnavailable,
            format!("profile `{profile}`: nobody answers for it"),
        )),
    }
}

/// The REPORTs that a convergence brings together: that of each branch, then that of the TASK where it is referred to.
pub(super) fn converged<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
    review: &Envelope<'_>,
) -> Result<Vec<&'w Envelope<'a>>, Refusal> {
    let branches = task.branches.iter().filter_map(|id| desk.scene.tasks.get(id));
    let mut reports = branches.map(|branch| bound(desk, branch)).collect::<Result<Vec<_>, _>>()?;
    let named = review.references();
    let own = task.walk.report.filter(|id| named.contains(id)).and_then(|id| desk.find(id));
    reports.extend(own);
    Ok(reports)
}

/// The convergence of a TASK with branches, and the digest of its family; none where there are no branches.
pub(super) fn convergence<'w, 'a>(
    desk: &Desk<'_, 'w, 'a>,
    task: &Task<'w, 'a>,
    named: Option<&str>,
) -> Result<Option<(&'w Envelope<'a>, String)>, Refusal> {
    if task.branches.is_empty() {
        return Ok(None);
    }
    if let Some(open) = family::open_branches(desk.scene, task).first() {
        return Err(Refusal::new(Base::BranchNotTerminal, format!("branch `{open}` has not ended")));
    }
    let review = review(desk, task, "convergence", named, None)
        .map_err(|refusal| Refusal::new(Base::FamilyConvergenceRequired, refusal.message))?;
    let expected = family::recomputed(desk.scene, task).unwrap_or_default();
    if review.text("family_digest") != Some(&expected) {
        let message = format!("`{}` is about another state of the branches of `{}`", review.id, task.id);
        return Err(Refusal::new(Base::FamilyConvergenceMismatch, message));
    }
    Ok(Some((review, expected)))
}
