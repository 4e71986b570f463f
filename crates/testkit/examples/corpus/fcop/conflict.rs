//! C12: contradictions stay until a REVIEW of kind `repair` settles them (FCOP 4, 7.1, 7.4, TMPA 9.9).

use super::cast::{TASK, accepted, in_review, reported};
use super::old::{CLAIMED, CREATED, SUBMITTED, team};
use super::transition::Event;
use super::workspace::Workspace;
use super::{UNPINNED, named, typed};
use crate::case::Case;
use crate::reading::Reading;

const REPORT: &str = "REPORT-20260302-001-DEV-to-PM";
const CLAUSES: [&str; 4] = ["FCOP 4", "FCOP 7.1", "FCOP 7.4", "TMPA 9.9"];

fn reviewed(reading: Reading) -> Reading {
    reading.state(TASK, "review", "executor").informs(&UNPINNED)
}

/// All of them contradict each other; the least is named first.
fn contested(reading: Reading, members: &str, first: &str) -> Reading {
    reading.disputed(members).labels().issue("UNRESOLVED_CONFLICT", first).further()
}

fn judged() -> Workspace {
    accepted().review("REVIEW-no", "rejection", TASK, "QA", &["REPORT-1"])
}

fn twice() -> Workspace {
    reported().report("REPORT-2", TASK, "DEV")
}

pub(super) fn conflicts() -> Vec<Case> {
    let working = |reading: Reading| reading.state(TASK, "active", "executor").informs(&UNPINNED);
    let replaced = reported().report_with(
        "REPORT-2",
        TASK,
        "DEV",
        &[("report_kind", "replacement"), ("references", "REPORT-1")],
    );
    let later = in_review()
        .review("REVIEW-no", "rejection", TASK, "PM", &["REPORT-1"])
        .authorize("REVIEW-back", TASK, ("review", "active"))
        .step(TASK, Event::reject("PM", &["REPORT-1", "REVIEW-no"], "REVIEW-back"))
        .report("REPORT-2", TASK, "DEV")
        .step(TASK, Event::submit("DEV", "REPORT-2"))
        .review("REVIEW-yes", "acceptance", TASK, "PM", &["REPORT-2"]);
    let task = "TASK-20260302-001-PM-to-DEV";
    let verdict = |workspace: Workspace, id: &str, by: &str, decision: &str| {
        let fields = [
            ("sender", by),
            ("reviewer_role", by),
            ("subject_type", "report"),
            ("subject_ref", REPORT),
            ("decision", decision),
            ("decided_at", "2026-03-02T08:40:00Z"),
        ];
        workspace.old_envelope(&format!("fcop/reviews/{id}.md"), &fields, &[id])
    };
    let old = || {
        let fields = [
            ("sender", "DEV"),
            ("recipient", "PM"),
            ("created_at", "2026-03-02T08:20:00Z"),
            ("ref_task", task),
        ];
        team(&["PM", "DEV"])
            .old_task("fcop/_lifecycle/review", task, ("PM", "DEV"), &[CREATED, CLAIMED, SUBMITTED])
            .old_envelope(
                "fcop/reports/REPORT-20260302-001-DEV-to-PM.md",
                &fields,
                &["REPORT-20260302-001-DEV-to-PM"],
            )
    };
    vec![
        typed(
            "an-acceptance-and-a-rejection-are-disputed",
            "PM accepts, QA rejects",
            &CLAUSES,
            judged(),
            |reading| contested(reviewed(reading), "REVIEW-no REVIEW-yes", "REVIEW-no"),
        ),
        typed(
            "a-repair-settles-what-it-refers-to",
            "PM's repair refers to both",
            &CLAUSES,
            judged().review("REVIEW-repair", "repair", TASK, "PM", &["REVIEW-no", "REVIEW-yes"]),
            reviewed,
        ),
        typed(
            "a-repair-that-refers-to-one-settles-nothing",
            "PM's repair refers to the rejection alone",
            &CLAUSES,
            judged().review("REVIEW-repair", "repair", TASK, "PM", &["REVIEW-no"]),
            |reading| contested(reviewed(reading), "REVIEW-no REVIEW-yes", "REVIEW-no"),
        ),
        typed(
            "two-reports-of-one-attempt-are-disputed",
            "neither replaces the other",
            &CLAUSES,
            twice(),
            |reading| contested(working(reading), "REPORT-1 REPORT-2", "REPORT-1"),
        ),
        typed(
            "a-report-that-replaces-another-contests-nothing",
            "the second replaces the first",
            &CLAUSES,
            replaced,
            working,
        ),
        typed(
            "a-submission-of-a-disputed-report-is-undetermined",
            "the first of two is submitted",
            &CLAUSES,
            twice().step(TASK, Event::submit("DEV", "REPORT-1")),
            |reading| {
                contested(reading.informs(&UNPINNED), "REPORT-1 REPORT-2", "REPORT-1")
                    .partial("TASK-login/t3")
                    .issue("LIFECYCLE_UNDETERMINED", "TASK-login/t3")
                    .state(TASK, "active", "executor")
            },
        ),
        typed(
            "two-attempts-may-end-otherwise",
            "the first is rejected, the second accepted",
            &CLAUSES,
            later,
            |reading| reading.state(TASK, "review", "executor").informs(&UNPINNED),
        ),
        typed(
            "an-acceptance-twice-contradicts-nothing",
            "PM and QA accept",
            &CLAUSES,
            accepted().review("REVIEW-also", "acceptance", TASK, "QA", &["REPORT-1"]),
            reviewed,
        ),
        typed(
            "a-stranger-s-repair-settles-nothing",
            "MALLORY's repair refers to both",
            &CLAUSES,
            judged().review("REVIEW-repair", "repair", TASK, "MALLORY", &["REVIEW-no", "REVIEW-yes"]),
            |reading| {
                contested(reviewed(reading), "REVIEW-no REVIEW-yes", "REVIEW-no")
                    .partial("REVIEW-repair")
                    .issue("AUTHORITY_UNDETERMINED", "REVIEW-repair")
            },
        ),
        named(
            "verdicts-of-version-3-that-differ-are-disputed",
            "QA approves, ADMIN rejects",
            &CLAUSES,
            verdict(
                verdict(old(), "REVIEW-20260302-001-QA-on-login", "QA", "approved"),
                "REVIEW-20260302-002-ADMIN-on-login",
                "ADMIN",
                "rejected",
            ),
            |reading| {
                let (one, other) = ("REVIEW-20260302-001-QA-on-login", "REVIEW-20260302-002-ADMIN-on-login");
                contested(reading, &format!("{one} {other}"), one).state(task, "review", "executor")
            },
        ),
    ]
}
