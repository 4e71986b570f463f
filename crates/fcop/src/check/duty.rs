//! Whoever did the work of an attempt does not judge it (FCOP 7.1, TMPA 9.4). Roles are compared, since there is nothing
//! finer in the files.

use super::Scene;
use crate::code::Code;
use crate::edition::Gate;
use crate::finding::{Cause, Finding};
use crate::name::Kind;
use crate::task::Task;
use std::collections::BTreeSet;

pub(super) fn pass(scene: &Scene<'_, '_>, findings: &mut Vec<Finding>) {
    for task in scene.tasks.values() {
        // By attempt; versions before 4 have none, so that every report of the TASK counts for each.
        let mut reporters: BTreeSet<(Option<&str>, &str)> = BTreeSet::new();
        for report in task.about(scene.workspace, Kind::Report) {
            reporters.insert((report.text("attempt_id"), report.sender()));
        }
        let mut executors: BTreeSet<&str> = BTreeSet::new();
        let mut judged: BTreeSet<&str> = BTreeSet::new();
        for (place, event, step) in task.transitions() {
            let Some(edge) = step.edge else { continue };
            match edge.gate {
                Gate::Claim => executors = BTreeSet::from([event.by]),
                Gate::Submit | Gate::Finish => {
                    executors.insert(event.by);
                }
                Gate::Approve | Gate::Reject => {
                    let executed = |role: &str| {
                        executors.contains(role)
                            || reporters.contains(&(None, role))
                            || reporters.contains(&(step.attempt, role))
                    };
                    if executed(event.by) {
                        let cause =
                            Cause::new("executor_must_not_review", "TMPA 9.4").at("/creator").found(event.by);
                        findings.push(scene.of_event(Code::SodViolation, task, place, cause));
                    }
                    reviews(scene, task, place, executed, &mut judged, findings);
                }
                Gate::Reopen | Gate::Archive => {}
            }
        }
    }
}

/// The acceptance that an approval rests on is judged like the approval.
fn reviews<'w>(
    scene: &Scene<'w, '_>,
    task: &Task<'w, '_>,
    place: usize,
    executed: impl Fn(&str) -> bool,
    judged: &mut BTreeSet<&'w str>,
    findings: &mut Vec<Finding>,
) {
    let evidence = task.events.get(place).map(|event| event.evidence.as_slice()).unwrap_or_default();
    for review in evidence.iter().filter_map(|(id, _)| scene.workspace.find(id)) {
        let accepts = review.text("review_kind") == Some("acceptance");
        if accepts && executed(review.sender()) && judged.insert(review.id) {
            let cause =
                Cause::new("executor_must_not_review", "TMPA 9.4").at("/creator").found(review.sender());
            findings.push(Finding::new(
                Code::SodViolation,
                scene.workspace.source_id(review.source),
                review.id,
                cause,
            ));
        }
    }
}
