//! Verdicts that wait for a person (FCOP 4), in the versions before 4.

use super::Scene;
use crate::code::Code;
use crate::edition::Gate;
use crate::envelope::Envelope;
use crate::finding::{Cause, Finding};
use crate::name::Kind;
use crate::subject::Subject;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    if workspace.edition.typed {
        return;
    }
    for (review, subject) in workspace.envelopes.iter().zip(scene.subjects) {
        if review.kind != Kind::Review || review.text("decision") != Some("needs_human") {
            continue;
        }
        let Some((code, reason)) = open(review) else { continue };
        let cause = || Cause::new(reason, "FCOP 4").at("human_approval").members([review.id]);
        if code == Code::HumanPending {
            findings.push(Finding::new(code, workspace.source_id(review.source), review.id, cause()));
        }
        let Subject::Task(id) = subject else { continue };
        let Some(task) = scene.tasks.get(id) else { continue };
        for (place, _, step) in task.transitions() {
            if step.edge.is_some_and(|edge| matches!(edge.gate, Gate::Finish | Gate::Approve | Gate::Archive))
            {
                findings.push(scene.of_event(code, task, place, cause()));
            }
        }
    }
}

/// What stands against closing the TASK: no answer yet, or a refusal.
fn open(review: &Envelope<'_>) -> Option<(Code, &'static str)> {
    let answer = review.top().get("human_approval").and_then(|answer| answer.text_of("decision"));
    match answer {
        None => Some((Code::HumanPending, "needs_human")),
        Some("approve" | "approved") => None,
        Some(_) => Some((Code::LifecycleUndetermined, "human_rejected")),
    }
}
