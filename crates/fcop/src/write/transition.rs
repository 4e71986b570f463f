//! T2 to T7: a TASK goes on to its next stage (FCOP 4).
//!
//! The receipt is written first; then the TASK is published in its next stage; then it leaves the last one. A process that
//! dies in between leaves a state that the receipt explains.

use super::base::Desk;
use super::command::{Fresh, Move, Tool};
use super::dump::Dump;
use super::evidence;
use super::plain::is_writable;
use super::plan::{Lock, Outcome, Plan, Step};
use super::receipt::{Gated, Record};
use super::recover;
use super::refusal::{Base, Refusal};
use crate::check::authorization::Wanted;
use crate::digest::{self, Asked, hex};
use crate::task::Task;
use actum_canon::digest::sha256;

pub(super) fn plan(desk: &Desk<'_, '_, '_>, step: &Move, fresh: &Fresh) -> Result<Plan, Refusal> {
    if step.actor.is_empty() || !is_writable(&step.actor) {
        return Err(Refusal::new(Base::InvalidEnvelope, "`actor`: expected a text of one line"));
    }
    if let Some(pending) = desk.pending(&step.task) {
        // The same request again ends what it began.
        if pending.tool == step.tool.as_str() && pending.by == step.actor {
            return recover::plan(desk, &step.task);
        }
        let message = format!("operation `{}` on `{}` was interrupted", pending.operation_id, step.task);
        return Err(Refusal::new(Base::RecoveryRequired, message));
    }
    let task = desk.task(&step.task)?;
    let (from, _) = step.tool.edge();
    let state = task.walk.state.unwrap_or_default();
    if state != from || !task.observed.iter().eq([from].iter()) {
        let message = format!("`{}` is in {state}; {} starts from {from}", task.id, step.tool.as_str());
        return Err(Refusal::new(Base::InvalidTransition, message));
    }
    written(desk, task, step, fresh)
}

fn written(
    desk: &Desk<'_, '_, '_>,
    task: &Task<'_, '_>,
    step: &Move,
    fresh: &Fresh,
) -> Result<Plan, Refusal> {
    let (from, to) = step.tool.edge();
    let [_, operation, attempt] = &fresh.ids;
    let (operation_id, new_attempt) = (urn(operation), urn(attempt));
    let source = desk.scene.workspace.bytes(task.main.source);
    let rests = rests(desk, task, step, fresh)?;
    let target_attempt =
        if step.tool.begins_attempt() { Some(new_attempt.as_str()) } else { task.walk.attempt };
    let asked = Asked {
        workspace: desk.workspace_id,
        task: task.id,
        from,
        to,
        tool: step.tool.as_str(),
        actor: &step.actor,
        report: None,
        gate: rests.gate.as_ref().map(|gate| digest::Gated {
            review: gate.review,
            authorization: gate.authorization.0,
            family: gate.family.as_deref(),
            profile: None,
        }),
    };
    let request = asked.digest().unwrap_or_default();
    let source_digest = hex(sha256(source));
    let mut record = Record {
        workspace: desk.workspace_id,
        operation_id: &operation_id,
        task: task.id,
        from,
        to,
        tool: step.tool.as_str(),
        actor: &step.actor,
        at: &fresh.at,
        evidence: rests.evidence,
        source_attempt: task.walk.attempt,
        target_attempt,
        names_attempt: step.tool.begins_attempt() || step.tool == Tool::Archive,
        gate: rests.gate,
        source_digest: &source_digest,
        target_digest: "",
        request_digest: &request,
    };
    let cuts = task.main.cuts.as_ref();
    let appended = cuts.and_then(|cuts| cuts.append(source, event(&record).as_bytes()));
    let target = appended.ok_or_else(|| {
        Refusal::new(
            Base::RecoveryRequired,
            format!("no event can be appended to `{}` as it is written", task.id),
        )
    })?;
    let target_digest = hex(sha256(&target));
    record.target_digest = &target_digest;
    let path = |stage: &str| desk.path(&format!("_lifecycle/{stage}/{}.md", task.id));
    let receipt = desk.path(&format!("operations/transition-{operation}.json"));
    let stages = Stages {
        receipt: &receipt,
        prepared: record.bytes("PREPARED"),
        durable: record.bytes("TARGET_DURABLE"),
        committed: record.bytes("COMMITTED"),
    };
    let mut steps = vec![stages.begin(desk, operation)];
    steps.push(Step::Publish {
        temporary: desk.path(&format!("_lifecycle/{to}/.fcop-replace-{operation}.tmp")),
        path: path(to),
        bytes: target,
    });
    steps.push(stages.durable(desk, operation));
    steps.push(Step::Leave {
        path: desk.scene.workspace.source_id(task.main.source).to_owned(),
        digest: sha256(source),
    });
    steps.push(stages.commit(desk, operation));
    let outcome = Outcome {
        id: task.id.to_owned(),
        path: path(to),
        stage: Some(to.to_owned()),
        attempt: target_attempt.map(str::to_owned),
        receipt: Some(receipt),
        ..Outcome::default()
    };
    let locks: Vec<Lock> = vec![desk.family_lock(task.id)];
    Ok(Plan { locks, steps, outcome })
}

/// A receipt on its way through its stages.
pub(super) struct Stages<'r> {
    pub(super) receipt: &'r str,
    pub(super) prepared: Vec<u8>,
    pub(super) durable: Vec<u8>,
    pub(super) committed: Vec<u8>,
}

impl Stages<'_> {
    fn begin(&self, desk: &Desk<'_, '_, '_>, operation: &str) -> Step {
        Step::Publish {
            temporary: temporary(desk, operation, 1),
            path: self.receipt.to_owned(),
            bytes: self.prepared.clone(),
        }
    }

    pub(super) fn durable(&self, desk: &Desk<'_, '_, '_>, operation: &str) -> Step {
        let (from, bytes) = (sha256(&self.prepared), self.durable.clone());
        Step::Advance { temporary: temporary(desk, operation, 2), path: self.receipt.to_owned(), from, bytes }
    }

    pub(super) fn commit(&self, desk: &Desk<'_, '_, '_>, operation: &str) -> Step {
        let (from, bytes) = (sha256(&self.durable), self.committed.clone());
        Step::Advance { temporary: temporary(desk, operation, 3), path: self.receipt.to_owned(), from, bytes }
    }
}

fn temporary(desk: &Desk<'_, '_, '_>, operation: &str, stage: u8) -> String {
    desk.path(&format!("operations/.fcop-replace-{operation}-{stage}.tmp"))
}

/// What the transition rests on, as it is pinned.
struct Rests<'w> {
    evidence: Vec<(&'w str, String)>,
    gate: Option<Gated<'w>>,
}

fn rests<'w>(
    desk: &Desk<'_, 'w, '_>,
    task: &Task<'w, '_>,
    step: &'w Move,
    fresh: &'w Fresh,
) -> Result<Rests<'w>, Refusal> {
    let pin = |envelope: &crate::envelope::Envelope<'_>| hex(envelope.whole);
    let (from, to) = step.tool.edge();
    let mut evidence: Vec<(&'w str, String)> = Vec::new();
    let mut reviewed = None;
    let mut family = None;
    let named = step.review.as_deref();
    match step.tool {
        Tool::Claim => {}
        Tool::Submit => {
            let report = evidence::head(desk, task)?;
            evidence.push((report.id, pin(report)));
        }
        Tool::Approve | Tool::Reject => {
            let report = evidence::bound(desk, task)?;
            let kind = if step.tool == Tool::Approve { "acceptance" } else { "rejection" };
            let review = evidence::review(desk, task, kind, named, Some(report.id))?;
            evidence.extend([(report.id, pin(report)), (review.id, pin(review))]);
            reviewed = Some(review.id);
        }
        Tool::Reopen => {
            let review = evidence::review(desk, task, "reopen", named, None)?;
            evidence.push((review.id, pin(review)));
            reviewed = Some(review.id);
        }
        Tool::Archive => {
            if let Some((review, digest)) = evidence::convergence(desk, task, named)? {
                evidence.push((review.id, pin(review)));
                let reports = evidence::converged(desk, task, review)?;
                evidence.extend(reports.into_iter().map(|report| (report.id, pin(report))));
                reviewed = Some(review.id);
                family = Some(digest);
            }
        }
    }
    if !step.tool.needs_authorization() {
        return Ok(Rests { evidence, gate: None });
    }
    let wanted = Wanted { task: task.id, from, to, attempt: task.walk.attempt, at: &fresh.at };
    let authorization = evidence::authorization(desk, task, wanted, step.authorization.as_deref())?;
    if matches!(step.tool, Tool::Approve | Tool::Reject) {
        evidence::independent(desk, task, &step.actor)?;
    }
    let gate = Gated {
        review: reviewed,
        authorization: (authorization.id, pin(authorization)),
        profile: authorization.text("profile_ref").unwrap_or_default(),
        family,
    };
    Ok(Rests { evidence, gate: Some(gate) })
}

/// The event as an item of `transitions`, its members in order of name.
fn event(record: &Record<'_>) -> String {
    let mut item = Dump::item();
    item.text("at", record.at);
    if record.names_attempt {
        item.maybe("attempt_id", record.target_attempt);
    }
    if let Some(gate) = &record.gate {
        item.text("authorization_digest", &gate.authorization.1);
        item.text("authorization_ref", gate.authorization.0);
    }
    item.text("by", record.actor);
    if record.tool != "claim_task" {
        let digests: Vec<&str> = record.evidence.iter().map(|(_, digest)| digest.as_str()).collect();
        let refs: Vec<&str> = record.evidence.iter().map(|(id, _)| *id).collect();
        item.list("evidence_digest", &digests);
        item.list("evidence_ref", &refs);
    }
    if let Some(family) = record.gate.as_ref().and_then(|gate| gate.family.as_deref()) {
        item.text("family_digest", family);
    }
    item.text("from", record.from);
    item.text("to", record.to);
    item.text("tool", record.tool);
    item.finish()
}

/// 32 hexadecimal digits as a UUID URN.
pub(super) fn urn(digits: &str) -> String {
    let mut out = String::from("urn:uuid:");
    for (place, digit) in digits.chars().enumerate() {
        if matches!(place, 8 | 12 | 16 | 20) {
            out.push('-');
        }
        out.push(digit);
    }
    out
}
