//! Branches and their convergence (FCOP 4, T7; FCOP 5, family digest).

use super::{NAMED, Scene};
use crate::code::Code;
use crate::digest::{Branch, family, hex};
use crate::edition::Gate;
use crate::finding::{Cause, Finding};
use crate::task::Task;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    if !scene.workspace.edition.typed {
        return;
    }
    for task in scene.tasks.values() {
        if !task.events.iter().any(|event| event.family.is_some() || event.tool == "archive_task") {
            continue;
        }
        let (open, expected) = (open_branches(scene, task), recomputed(scene, task));
        let archived =
            task.transitions().filter(|(.., step)| step.edge.is_some_and(|edge| edge.gate == Gate::Archive));
        for (place, event, _) in archived {
            let mut say = |code, cause: Cause| findings.push(scene.of_event(code, task, place, cause));
            if task.branches.is_empty() {
                if let Some(found) = event.family {
                    let cause =
                        Cause::new("FAMILY_CONVERGENCE_MISMATCH", "FCOP 4").at("family_digest").found(found);
                    say(Code::IllegalTransition, cause.expected("no branches, no digest"));
                }
                continue;
            }
            if !open.is_empty() {
                let cause = Cause::new("BRANCH_NOT_TERMINAL", "FCOP 4").members(open.iter().copied());
                say(Code::IllegalTransition, cause);
            }
            let mut converged = event.evidence.iter().filter_map(|(id, _)| scene.workspace.find(id));
            let review = converged.rfind(|review| review.text("review_kind") == Some("convergence"));
            let Some(review) = review else {
                say(
                    Code::LifecycleUndetermined,
                    Cause::new("FAMILY_CONVERGENCE_REQUIRED", "FCOP 4").at("/references"),
                );
                continue;
            };
            let reports = task.branches.iter().filter_map(|id| scene.tasks.get(id)?.walk.report);
            for report in
                reports.filter(|report| !event.evidence.iter().any(|(id, _)| id == report)).take(NAMED)
            {
                let cause = Cause::new("REPORT_REQUIRED", "FCOP 4").at("/references").expected(report);
                say(Code::LifecycleUndetermined, cause);
            }
            for (place, found) in [("family_digest", event.family), (review.id, review.text("family_digest"))]
            {
                if let Some(expected) = expected.as_deref().filter(|expected| found != Some(expected)) {
                    let cause =
                        Cause::new("FAMILY_CONVERGENCE_MISMATCH", "FCOP 5").at(place).expected(expected);
                    say(Code::IllegalTransition, cause.found(found.unwrap_or("absent")));
                }
            }
        }
    }
}

/// The first branches that have not ended.
pub(crate) fn open_branches<'w>(scene: &Scene<'w, '_>, task: &Task<'w, '_>) -> Vec<&'w str> {
    let ended = |id: &str| {
        scene.tasks.get(id).is_some_and(|branch| matches!(branch.walk.state, Some("done" | "archive")))
    };
    task.branches.iter().copied().filter(|id| !ended(id)).take(NAMED).collect()
}

/// The digest of what the branches ended with, as the files have it now.
pub(crate) fn recomputed(scene: &Scene<'_, '_>, task: &Task<'_, '_>) -> Option<String> {
    let branches: Vec<Branch<'_>> = task
        .branches
        .iter()
        .filter_map(|id| scene.tasks.get(id))
        .map(|branch| Branch {
            task: branch.id,
            attempt: branch.walk.attempt,
            report: branch.walk.report,
            digest: branch
                .walk
                .report
                .and_then(|id| scene.workspace.find(id))
                .map(|report| hex(report.whole)),
        })
        .collect();
    family(task.id, &branches)
}
