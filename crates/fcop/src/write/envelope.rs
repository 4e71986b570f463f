//! REPORTs and REVIEWs (FCOP 3.2): published once, never changed.

use super::base::Desk;
use super::command::{Declared, Fresh, NewReport, NewReview, Verdict};
use super::dump::Dump;
use super::evidence;
use super::plain::is_writable;
use super::plan::{Outcome, Plan, Step};
use super::refusal::{Base, Refusal};
use crate::declared::{KEY, is_own};
use crate::digest::body;
use crate::reach::{Reach, reach};
use actum_canon::instant::is_date_time;
use std::collections::BTreeSet;

/// The fields that every envelope begins with.
pub(super) fn head(front: &mut Dump, kind: &str, id_field: &str, id: &str, workspace: &str) {
    front.text("protocol", "fcop");
    front.bare("version", "4");
    front.text("type", kind);
    front.text(id_field, id);
    front.text("workspace_id", workspace);
}

/// The field of what an envelope declares beyond FCoP, each pair once, in order.
pub(super) fn declare(front: &mut Dump, declared: &[Declared]) -> Result<(), Refusal> {
    let pairs: BTreeSet<&Declared> = declared.iter().collect();
    let mut items = Vec::new();
    for (relation, target) in pairs {
        line("relation", relation)?;
        line("target", target)?;
        if is_own(relation) {
            let message = format!("`{KEY}`: FCoP has a field of its own for `{relation}`");
            return Err(Refusal::new(Base::InvalidEnvelope, message));
        }
        let mut item = Dump::item();
        item.text("relation", relation);
        item.text("target", target);
        items.push(item);
    }
    front.items(KEY, items);
    Ok(())
}

fn line(name: &str, text: &str) -> Result<(), Refusal> {
    if text.is_empty() || !is_writable(text) {
        let message = format!("`{name}`: expected a text of one line without control characters");
        return Err(Refusal::new(Base::InvalidEnvelope, message));
    }
    Ok(())
}

/// Weak references; gives those that lead nowhere.
fn weak<'r>(
    desk: &Desk<'_, '_, '_>,
    references: impl Iterator<Item = &'r str>,
) -> Result<Vec<String>, Refusal> {
    let mut unresolved = Vec::new();
    for id in references {
        match reach(desk.scene.workspace, id) {
            Reach::One(_) => {}
            Reach::Missing(_) => unresolved.push(id.to_owned()),
            Reach::Several(_) | Reach::Outside => {
                return Err(Refusal::new(
                    Base::InvalidEnvelope,
                    format!("`references`: `{id}` is no id of an envelope"),
                ));
            }
        }
    }
    Ok(unresolved)
}

/// Everything that the two kinds have in common, once their own fields are written.
struct Made<'m> {
    folder: &'m str,
    id: String,
    front: Dump,
    body: &'m str,
    unresolved: Vec<String>,
    attempt: Option<String>,
}

fn published(desk: &Desk<'_, '_, '_>, task: &str, made: Made<'_>, fresh: &Fresh) -> Plan {
    let [envelope, ..] = &fresh.ids;
    let path = desk.path(&format!("{}/{}.md", made.folder, made.id));
    let text = format!("---\n{}---\n\n{}", made.front.finish(), body(made.body));
    let temporary = desk.path(&format!("{}/.fcop-create-{envelope}.tmp", made.folder));
    let steps = vec![Step::Publish { temporary, path: path.clone(), bytes: text.into_bytes() }];
    let outcome = Outcome {
        id: made.id,
        path,
        attempt: made.attempt,
        unresolved: made.unresolved,
        ..Outcome::default()
    };
    Plan { locks: vec![desk.family_lock(task)], steps, outcome }
}

pub(super) fn report(desk: &Desk<'_, '_, '_>, new: &NewReport, fresh: &Fresh) -> Result<Plan, Refusal> {
    for (name, text) in [("sender", &new.sender), ("recipient", &new.recipient), ("result", &new.result)] {
        line(name, text)?;
    }
    let task = desk.task(&new.task)?;
    let Some(attempt) = task.walk.attempt.filter(|_| task.walk.state == Some("active")) else {
        let state = task.walk.state.unwrap_or_default();
        let message = format!("`{}` is in {state}; only an active TASK is reported on", task.id);
        return Err(Refusal::new(Base::AttemptMismatch, message));
    };
    let heads = evidence::heads(desk, task);
    match &new.replaces {
        None if heads.is_empty() => {}
        None => {
            let ids: Vec<&str> = heads.keys().copied().collect();
            let message =
                format!("the attempt has {} already; say that this one replaces it", ids.join(", "));
            return Err(Refusal::new(Base::ReportHeadAmbiguous, message));
        }
        Some(id) if heads.len() == 1 && heads.contains_key(id.as_str()) => {}
        Some(id) => {
            let message = format!("`{id}` is not the one REPORT that stands for this attempt");
            return Err(Refusal::new(Base::ReportHeadAmbiguous, message));
        }
    }
    let unresolved = weak(desk, new.references.iter().map(String::as_str))?;
    let mut references: Vec<&str> = new.replaces.iter().chain(&new.references).map(String::as_str).collect();
    let mut seen = BTreeSet::new();
    references.retain(|id| seen.insert(*id));
    let [envelope, ..] = &fresh.ids;
    let id = format!("REPORT-{envelope}");
    let mut front = Dump::new();
    head(&mut front, "REPORT", "report_id", &id, desk.workspace_id);
    front.text("sender", &new.sender);
    front.text("recipient", &new.recipient);
    front.text("created_at", &fresh.at);
    front.text("subject_ref", task.id);
    front.text("attempt_id", attempt);
    front.text("report_kind", if new.replaces.is_some() { "replacement" } else { "final" });
    front.text("result", &new.result);
    front.list("references", &references);
    declare(&mut front, &new.declared)?;
    let attempt = Some(attempt.to_owned());
    Ok(published(
        desk,
        task.id,
        Made { folder: "reports", id, front, body: &new.body, unresolved, attempt },
        fresh,
    ))
}

pub(super) fn review(desk: &Desk<'_, '_, '_>, new: &NewReview, fresh: &Fresh) -> Result<Plan, Refusal> {
    for (name, text) in [("sender", &new.sender), ("recipient", &new.recipient)] {
        line(name, text)?;
    }
    let task = desk.task(&new.task)?;
    let mut references: Vec<&str> = Vec::new();
    let (kind, decision) = match &new.kind {
        Verdict::Assessment { decision } => {
            line("decision", decision)?;
            ("assessment", decision.as_str())
        }
        Verdict::Acceptance | Verdict::Rejection => {
            references.push(evidence::bound(desk, task)?.id);
            if new.kind == Verdict::Acceptance {
                evidence::independent(desk, task, &new.sender)?;
                ("acceptance", "approved")
            } else {
                ("rejection", "rejected")
            }
        }
        Verdict::Reopen => ("reopen", "approved"),
        Verdict::Authorization(_) => ("authorization", "authorize"),
    };
    let unresolved = weak(desk, new.references.iter().map(String::as_str))?;
    references.extend(new.references.iter().map(String::as_str));
    let mut seen = BTreeSet::new();
    references.retain(|id| seen.insert(*id));
    let [envelope, ..] = &fresh.ids;
    let id = format!("REVIEW-{envelope}");
    let mut front = Dump::new();
    head(&mut front, "REVIEW", "review_id", &id, desk.workspace_id);
    front.text("sender", &new.sender);
    front.text("recipient", &new.recipient);
    front.text("created_at", &fresh.at);
    front.text("subject_ref", task.id);
    if let Some(attempt) = task.walk.attempt {
        front.text("attempt_id", attempt);
    }
    front.text("review_kind", kind);
    front.text("decision", decision);
    front.list("references", &references);
    if let Verdict::Authorization(grant) = &new.kind {
        let (from, to) = grant.tool.edge();
        line("profile_ref", &grant.profile)?;
        evidence::adopted(desk, &grant.profile)?;
        for (name, at) in [("issued_at", &grant.issued_at), ("expires_at", &grant.expires_at)] {
            if at.as_deref().is_some_and(|at| !is_date_time(at)) {
                return Err(Refusal::new(
                    Base::InvalidEnvelope,
                    format!("`{name}`: expected a date-time with zone"),
                ));
            }
        }
        front.text("operation_kind", "lifecycle_transition");
        front.pairs("transition", &[("from", from), ("to", to)]);
        front.text("authorization_scope", "single_use");
        front.text("issued_at", grant.issued_at.as_deref().unwrap_or(&fresh.at));
        front.maybe("expires_at", grant.expires_at.as_deref());
        front.bare("family_digest", "null");
        front.text("profile_ref", &grant.profile);
        if let Some(proof) = &grant.proof {
            line("issuer_proof", proof)?;
            front.text("issuer_proof", proof);
        }
    }
    let attempt = task.walk.attempt.map(str::to_owned);
    Ok(published(
        desk,
        task.id,
        Made { folder: "reviews", id, front, body: &new.body, unresolved, attempt },
        fresh,
    ))
}
