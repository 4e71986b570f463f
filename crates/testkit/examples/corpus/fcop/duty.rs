//! C07: whoever did the work of an attempt does not judge it (FCOP 7.1, TMPA 9.4); roles are compared, since a workspace knows
//! nothing finer.

use super::cast::{TASK, done, in_review};
use super::old::{CREATED, Moved, team};
use super::transition::Event;
use super::workspace::Workspace;
use super::{named, typed};
use crate::case::Case;
use crate::reading::Reading;

const CLAUSES: [&str; 4] = ["FCOP 7.1", "FCOP 7.2", "TMPA 9.3", "TMPA 9.4"];

/// Somebody claims and submits what somebody reports; somebody accepts, and somebody approves.
fn worked(executor: &str, reporter: &str, reviewer: &str, approver: &str) -> Workspace {
    Workspace::new()
        .task(TASK, "PM", executor)
        .step(TASK, Event::claim(executor))
        .report("REPORT-1", TASK, reporter)
        .step(TASK, Event::submit(executor, "REPORT-1"))
        .review("REVIEW-yes", "acceptance", TASK, reviewer, &["REPORT-1"])
        .authorize("REVIEW-may", TASK, ("review", "done"))
        .step(TASK, Event::approve(approver, &["REPORT-1", "REVIEW-yes"], "REVIEW-may"))
}

fn reviewed(reading: Reading) -> Reading {
    reading.state(TASK, "review", "executor")
}

fn violates(reading: Reading, objects: &str) -> Reading {
    let reading = reading.rejects(objects);
    objects.split(' ').fold(reading, |reading, object| reading.issue("SOD_VIOLATION", object))
}

pub(super) fn duties() -> Vec<Case> {
    let task = "TASK-20260302-001-PM-to-LEAD";
    let report = "REPORT-20260302-001-LEAD-to-PM";
    let old =
        |by: &str| {
            let claimed = ("2026-03-02T08:10:00Z", "inbox", "active", "LEAD", "claim_task");
            let submitted = ("2026-03-02T08:30:00Z", "active", "review", "LEAD", "submit_task");
            let approved: Moved<'_> = ("2026-03-02T08:50:00Z", "review", "done", by, "approve_task");
            let events = [CREATED, claimed, submitted, approved];
            let fields = [
                ("sender", "LEAD"),
                ("recipient", "PM"),
                ("created_at", "2026-03-02T08:20:00Z"),
                ("ref_task", task),
            ];
            team(&["PM", "LEAD"])
                .old_task("fcop/_lifecycle/done", task, ("PM", "LEAD"), &events)
                .old_envelope(&format!("fcop/reports/{report}.md"), &fields, &[report])
        };
    vec![
        typed(
            "executor-and-approver-are-apart",
            "DEV works, PM accepts and approves",
            &CLAUSES,
            done(),
            |reading| reading.state(TASK, "done", "approver"),
        ),
        typed(
            "who-did-the-work-does-not-approve-it",
            "LEAD works, PM accepts, LEAD approves",
            &CLAUSES,
            worked("LEAD", "LEAD", "PM", "LEAD"),
            |reading| reviewed(violates(reading, "TASK-login/t4")),
        ),
        typed(
            "who-did-the-work-does-not-accept-it",
            "LEAD works and accepts, PM approves",
            &CLAUSES,
            worked("LEAD", "LEAD", "LEAD", "PM"),
            |reading| {
                reviewed(violates(reading, "REVIEW-yes"))
                    .rejects("TASK-login/t4")
                    .free("TASK-login/t4")
                    .informs(&["actum:DEPENDENCY_INVALID"])
                    .also_by("LIFECYCLE_UNDETERMINED", "TASK-login/t4", "evidence")
            },
        ),
        typed(
            "who-reported-the-work-does-not-approve-it",
            "DEV works, LEAD reports and approves",
            &CLAUSES,
            worked("DEV", "LEAD", "PM", "LEAD"),
            |reading| reviewed(violates(reading, "TASK-login/t4")),
        ),
        typed(
            "one-role-for-everything-keeps-nothing-apart",
            "LEAD works, accepts and approves",
            &CLAUSES,
            worked("LEAD", "LEAD", "LEAD", "LEAD"),
            |reading| {
                reviewed(violates(reading, "REVIEW-yes TASK-login/t4"))
                    .informs(&["actum:DEPENDENCY_INVALID"])
                    .also_by("LIFECYCLE_UNDETERMINED", "TASK-login/t4", "evidence")
            },
        ),
        typed(
            "who-did-the-work-does-not-reject-it",
            "LEAD works and rejects",
            &CLAUSES,
            Workspace::new()
                .task(TASK, "PM", "LEAD")
                .step(TASK, Event::claim("LEAD"))
                .report("REPORT-1", TASK, "LEAD")
                .step(TASK, Event::submit("LEAD", "REPORT-1"))
                .review("REVIEW-no", "rejection", TASK, "PM", &["REPORT-1"])
                .authorize("REVIEW-back", TASK, ("review", "active"))
                .step(TASK, Event::reject("LEAD", &["REPORT-1", "REVIEW-no"], "REVIEW-back")),
            |reading| reviewed(violates(reading, "TASK-login/t4")),
        ),
        typed(
            "who-worked-on-something-else-may-approve",
            "OPS works on another TASK, and QA approves this one",
            &CLAUSES,
            in_review()
                .task("TASK-other", "PM", "LEAD")
                .step("TASK-other", Event::claim("LEAD"))
                .review("REVIEW-yes", "acceptance", TASK, "LEAD", &["REPORT-1"])
                .authorize("REVIEW-may", TASK, ("review", "done"))
                .step(TASK, Event::approve("LEAD", &["REPORT-1", "REVIEW-yes"], "REVIEW-may")),
            |reading| reading.state(TASK, "done", "approver").state("TASK-other", "active", "executor"),
        ),
        named(
            "version-3-keeps-executor-and-approver-apart",
            "LEAD works, PM approves",
            &CLAUSES,
            old("PM"),
            |reading| reading.state("TASK-20260302-001-PM-to-LEAD", "done", "approver"),
        ),
        named(
            "who-did-the-work-of-version-3-does-not-approve-it",
            "LEAD works and approves",
            &CLAUSES,
            old("LEAD"),
            |reading| {
                violates(reading, "TASK-20260302-001-PM-to-LEAD/t4").state(
                    "TASK-20260302-001-PM-to-LEAD",
                    "review",
                    "executor",
                )
            },
        ),
    ]
}
