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
        let mut work = Work::of(scene, task);
        let mut judged: BTreeSet<&str> = BTreeSet::new();
        for (place, event, step) in task.transitions() {
            let gate = step.edge.map(|edge| edge.gate);
            if matches!(gate, Some(Gate::Approve | Gate::Reject)) {
                let executed = |role: &str| work.is_by(role, step.attempt);
                if executed(event.by) {
                    let cause =
                        Cause::new("executor_must_not_review", "TMPA 9.4").at("/creator").found(event.by);
                    findings.push(scene.of_event(Code::SodViolation, task, place, cause));
                }
                reviews(scene, task, place, executed, &mut judged, findings);
            }
            work.goes_on(gate, event.by);
        }
    }
}

/// Whether somebody did the work of the attempt that a TASK is in.
pub(crate) fn executed(scene: &Scene<'_, '_>, task: &Task<'_, '_>, role: &str) -> bool {
    let mut work = Work::of(scene, task);
    for (_, event, step) in task.transitions() {
        work.goes_on(step.edge.map(|edge| edge.gate), event.by);
    }
    work.is_by(role, task.walk.attempt)
}

/// Who did the work of a TASK, as far as its events have come.
struct Work<'w> {
    /// By attempt; versions before 4 have none, so that every report of the TASK counts for each.
    reporters: BTreeSet<(Option<&'w str>, &'w str)>,
    /// Who claimed and submitted the attempt that is under way.
    executors: BTreeSet<&'w str>,
}

impl<'w> Work<'w> {
    fn of(scene: &Scene<'w, '_>, task: &Task<'w, '_>) -> Self {
        let reports = task.about(scene.workspace, Kind::Report);
        let reporters = reports.map(|report| (report.text("attempt_id"), report.sender())).collect();
        Self { reporters, executors: BTreeSet::new() }
    }

    fn goes_on(&mut self, gate: Option<Gate>, by: &'w str) {
        match gate {
            Some(Gate::Claim) => self.executors = BTreeSet::from([by]),
            Some(Gate::Submit | Gate::Finish) => {
                self.executors.insert(by);
            }
            Some(Gate::Approve | Gate::Reject | Gate::Reopen | Gate::Archive) | None => {}
        }
    }

    fn is_by(&self, role: &str, attempt: Option<&str>) -> bool {
        self.executors.contains(role)
            || [None, attempt].iter().any(|of| self.reporters.contains(&(*of, role)))
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
