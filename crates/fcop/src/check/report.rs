//! No TASK is closed without a REPORT (FCOP 4, Rule 6), in the versions before 4.

use super::Scene;
use crate::code::Code;
use crate::edition::Gate;
use crate::finding::{Cause, Finding};
use crate::name::Kind;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    let workspace = scene.workspace;
    if workspace.edition.typed {
        return;
    }
    for task in scene.tasks.values() {
        let answered =
            |report: &crate::envelope::Envelope<'_>| Some(report.sender()) == task.main.recipient();
        if task.about(workspace, Kind::Report).any(answered) {
            continue;
        }
        let cause = || {
            let cause = Cause::new("REPORT_REQUIRED", "FCOP 4").at("subject");
            task.main.recipient().into_iter().fold(cause, Cause::expected)
        };
        let closing = |gate| matches!(gate, Gate::Finish | Gate::Approve | Gate::Archive);
        for (place, _, step) in task.transitions() {
            if step.edge.is_some_and(|edge| closing(edge.gate)) {
                findings.push(scene.of_event(Code::ReportMissing, task, place, cause()));
            }
        }
        if task.events.is_empty()
            && task.observed.iter().any(|shown| matches!(*shown, "archived" | "done" | "archive"))
        {
            findings.push(scene.of_task(Code::ReportMissing, task, cause()));
        }
    }
}
