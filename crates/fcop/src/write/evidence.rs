//! What a transition rests on (FCOP 4, T3 to T7): found in the workspace, and held to every rule before anything is
//! written.

use super::base::Desk;
use super::refusal::{Base, Refusal};
use crate::check::authorization::{Wanted, faults};
use crate::check::family;
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
            replaced.extend(report.top().get("references").map(|field| field.texts()).unwrap_or_default());
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
    let cites = |review: &Envelope<'_>, id: &str| {
        review.top().get("references").is_some_and(|references| references.texts().contains(&id))
    };
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
    let mut found = task.about(desk.scene.workspace, Kind::Review).filter(fits);
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => refuse(format!("no {kind} of this attempt of `{}` is there", task.id)),
        (Some(_), Some(_)) => refuse(format!("several would do as {kind} of `{}`; name one", task.id)),
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
            let fits =
                |review: &&Envelope<'_>| !used.contains(review.id) && faults(wanted, review).is_empty();
            let mut found = task.about(desk.scene.workspace, Kind::Review).filter(fits);
            match (found.next(), found.next()) {
                (Some(one), None) => one,
                (None, _) => {
                    let message = format!(
                        "no authorization for {} to {} of `{}` is there",
                        wanted.from, wanted.to, task.id
                    );
                    return Err(Refusal::new(Base::AuthorizationRequired, message));
                }
                (Some(_), Some(_)) => {
                    return Err(Refusal::new(
                        Base::AuthorizationRequired,
                        "several authorizations would do; name one",
                    ));
                }
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

/// An adopted profile answers for the authorization.
fn evaluated(desk: &Desk<'_, '_, '_>, review: &Envelope<'_>) -> Result<(), Refusal> {
    let profile = review.text("profile_ref").unwrap_or_default();
    let adopted = desk.scene.workspace.manifest.profiles.iter().any(|name| name == profile);
    let question =
        Question { profile, review: review.id, sender: review.sender(), proof: review.text("issuer_proof") };
    match desk.scene.registry.answer(question).filter(|_| adopted) {
        Some(Answer::Authorized) => Ok(()),
        Some(Answer::Denied) => Err(Refusal::new(
            Base::AuthorizationInvalid,
            format!("the evaluator of `{profile}` denies `{}`", review.id),
        )),
        Some(Answer::Unknown) | None => {
            let why = if adopted { "nobody answers for it" } else { "the workspace has not adopted it" };
            Err(Refusal::new(Base::AuthorizationProfileUnavailable, format!("profile `{profile}`: {why}")))
        }
    }
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
