//! C08 and C09: what somebody pinned is compared with what is there, and what is gone is missing (FCOP 5, 6, TMPA 9.7, 9.8).

use super::cast::{
    CREATION, FOURTH, SECOND, TASK, THIRD, active, archived, done, in_review, inbox, reported,
};
use super::old::{CLAIMED, CREATED, team};
use super::workspace::Workspace;
use super::{UNPINNED, named, typed};
use crate::case::Case;
use crate::class::Class;
use crate::reading::Reading;

const PINNED: [&str; 4] = ["FCOP 5", "FCOP 7.4", "TMPA 9.8", "TMPA 9.9"];
const LINKS: [&str; 4] = ["FCOP 6", "FCOP 7.4", "TMPA 9.7", "TMPA 9.9"];

/// The file is not the one that was pinned.
fn altered(reading: Reading, object: &str) -> Reading {
    reading.quarantines(object).issue("INTEGRITY_MISMATCH", object)
}

pub(super) fn pins() -> Vec<Case> {
    let changed = |name: &str, title: &str, workspace: Workspace, says: fn(Reading) -> Reading| {
        typed(name, title, &PINNED, workspace, says)
    };
    vec![
        changed(
            "evidence-digests-and-receipts-that-fit-are-a-chain",
            "a TASK up to the archive",
            archived(),
            |reading| reading.state(TASK, "archive", "archiver"),
        ),
        changed(
            "evidence-a-report-is-the-one-that-was-submitted",
            "the REPORT was written again after the approval",
            done().edit("REPORT-1", "It is done.", "It is nearly done."),
            |reading| {
                altered(reading, "REPORT-1")
                    .falls("TASK-login/t3 TASK-login/t4")
                    .state(TASK, "active", "executor")
            },
        ),
        changed(
            "evidence-an-acceptance-is-the-one-that-was-approved-by",
            "the acceptance was written again",
            done().edit("REVIEW-yes", "I looked at it.", "I did not look."),
            |reading| altered(reading, "REVIEW-yes").falls("TASK-login/t4").state(TASK, "review", "executor"),
        ),
        changed(
            "evidence-an-authorization-is-the-one-that-was-used",
            "its end was put off",
            done().edit("REVIEW-may", "2026-04-01", "2027-04-01"),
            |reading| altered(reading, "REVIEW-may").falls("TASK-login/t4").state(TASK, "review", "executor"),
        ),
        changed(
            "an-event-is-the-one-of-its-receipt",
            "OPS claims in the TASK, DEV in the receipt",
            in_review().edit(TASK, "  by: DEV\n  from: inbox", "  by: OPS\n  from: inbox"),
            |reading| altered(reading, "TASK-login/t2").falls("TASK-login/t3").state(TASK, "inbox", "issuer"),
        ),
        changed(
            "a-later-event-is-the-one-of-its-receipt",
            "the submission took place at another time",
            in_review().edit(
                "TASK-login-t3",
                "\"tool\":\"submit_task\",\"transition\":{\"at\":\"2026-03-02T08:04",
                "\"tool\":\"submit_task\",\"transition\":{\"at\":\"2026-03-02T07:04",
            ),
            |reading| altered(reading, "TASK-login/t3").state(TASK, "active", "executor"),
        ),
        changed(
            "a-receipt-binds-the-file-behind-it",
            "the receipt of the submission has another digest",
            in_review().other_digest("TASK-login-t3", "target_digest"),
            |reading| altered(reading, "TASK-login/t3").state(TASK, "active", "executor"),
        ),
        changed(
            "a-receipt-of-a-creation-binds-the-first-file",
            "the receipt has another digest",
            inbox().other_digest("TASK-login-create", "content_digest"),
            |reading| altered(reading, TASK).unknown(TASK),
        ),
        changed(
            "a-request-is-the-one-of-its-digest",
            "the TASK says another digest of its request, and so does its receipt",
            inbox().edit(TASK, "normalized_request_digest: ", "normalized_request_digest: 00"),
            |reading| {
                altered(reading, TASK)
                    .also("INTEGRITY_MISMATCH", CREATION)
                    .further()
                    .unknown(TASK)
                    .quarantines(CREATION)
                    .free(CREATION)
            },
        ),
        changed(
            "what-nobody-pinned-is-as-it-is",
            "an ISSUE was written again, which nobody can know",
            inbox().issue("ISSUE-1", TASK, "DEV").edit("ISSUE-1", "Something is odd.", "Nothing is odd."),
            |reading| reading.state(TASK, "inbox", "issuer").informs(&UNPINNED),
        ),
    ]
}

pub(super) fn missing() -> Vec<Case> {
    let gone = |name: &str, title: &str, workspace: Workspace, says: fn(Reading) -> Reading| {
        typed(name, title, &LINKS, workspace, says)
    };
    let task = "TASK-20260302-001-PM-to-DEV";
    let answers = |id: &'static str, fields: &[(&str, &str)], made: bool| {
        let mut all = vec![("sender", "DEV"), ("recipient", "PM"), ("created_at", "2026-03-02T08:20:00Z")];
        all.extend(fields);
        let objects: &[&str] = if made { &[id] } else { &[] };
        team(&["PM", "DEV"])
            .old_task("fcop/_lifecycle/active", task, ("PM", "DEV"), &[CREATED, CLAIMED])
            .old_task(
                "fcop/_lifecycle/active",
                "TASK-20260302-002-PM-to-DEV",
                ("PM", "DEV"),
                &[CREATED, CLAIMED],
            )
            .old_task("fcop/_lifecycle/inbox", "TASK-20260302-001-PM-to-OPS", ("PM", "OPS"), &[CREATED])
            .old_envelope(&format!("fcop/reports/{id}.md"), &all, objects)
    };
    let report = "REPORT-20260302-001-DEV-to-PM";
    let both = |reading: Reading| {
        reading
            .state(task, "active", "executor")
            .state("TASK-20260302-002-PM-to-DEV", "active", "executor")
            .state("TASK-20260302-001-PM-to-OPS", "inbox", "issuer")
    };
    let old = |name: &str, title: &str, fields: &[(&str, &str)], says: &dyn Fn(Reading) -> Reading| {
        named(name, title, &LINKS, answers(report, fields, true), |reading| says(both(reading)))
    };
    let unbound = |name: &str, title: &str, fields: &[(&str, &str)]| {
        named(name, title, &["FCOP 6", "FCOP 7.1", "TMPA 9.7"], answers(report, fields, false), |reading| {
            both(reading)
                .puts(Class::Excluded, [&*format!("fcop/reports/{report}.md")])
                .whole(Class::Partial)
                .finding("fcop:SUBJECT_UNDETERMINED", report)
        })
    };
    vec![
        gone(
            "a-reference-to-nothing-is-missing",
            "a TASK refers to a REPORT that is not there",
            Workspace::new().task_with(TASK, "PM", "DEV", &[("references", "REPORT-gone")]),
            |reading| {
                reading
                    .partial(TASK)
                    .issue_to("MISSING_REFERENCE", TASK, "cites", "REPORT-gone")
                    .unknown(TASK)
            },
        ),
        gone(
            "a-parent-that-is-not-there-is-missing",
            "a TASK is the child of nothing",
            Workspace::new().task_with(TASK, "PM", "DEV", &[("parent", "TASK-gone")]),
            |reading| {
                reading.partial(TASK).issue_to("MISSING_REFERENCE", TASK, "parent", "TASK-gone").unknown(TASK)
            },
        ),
        gone(
            "a-report-of-a-task-that-is-not-there",
            "the TASK is gone, its REPORT is there",
            reported().without(TASK).without("TASK-login-create").without("TASK-login-t2"),
            |reading| {
                reading
                    .partial("REPORT-1")
                    .issue_to("MISSING_REFERENCE", "REPORT-1", "subject", TASK)
                    .informs(&UNPINNED)
                    .further()
                    .unknown(TASK)
            },
        ),
        gone(
            "evidence-that-was-lost-is-missing",
            "the REPORT is gone after the approval",
            done().without("REPORT-1"),
            |reading| {
                reading
                    .partial("TASK-login/t3 TASK-login/t4 REVIEW-yes")
                    .partial(THIRD)
                    .partial(FOURTH)
                    .issue_to("MISSING_REFERENCE", "TASK-login/t3", "evidence", "REPORT-1")
                    .issue("LIFECYCLE_UNDETERMINED", "TASK-login/t3")
                    .further()
                    .state(TASK, "active", "executor")
            },
        ),
        gone(
            "an-authorization-that-was-lost-is-missing",
            "the authorization is gone after the approval",
            done().without("REVIEW-may"),
            |reading| {
                reading
                    .partial("TASK-login/t4")
                    .partial(FOURTH)
                    .issue_to("MISSING_REFERENCE", "TASK-login/t4", "authorized_by", "REVIEW-may")
                    .issue("LIFECYCLE_UNDETERMINED", "TASK-login/t4")
                    .further()
                    .state(TASK, "review", "executor")
            },
        ),
        gone(
            "a-receipt-of-a-task-that-is-not-there",
            "the TASK is gone, its receipts are there",
            active().without(TASK),
            |reading| {
                reading
                    .says_nothing()
                    .excludes(CREATION)
                    .whole(Class::Partial)
                    .partial(SECOND)
                    .issue_to("MISSING_REFERENCE", SECOND, "pins", TASK)
                    .finding("fcop:TIME_UNKNOWN", CREATION)
                    .further()
                    .unknown(TASK)
            },
        ),
        gone(
            "an-envelope-of-another-kind-is-no-parent",
            "the parent is a REPORT",
            reported().task_with("TASK-child", "PM", "DEV", &[("parent", "REPORT-1")]),
            |reading| {
                reading
                    .rejects("TASK-child")
                    .finding("fcop:RELATION_INVALID", "TASK-child")
                    .informs(&["actum:REFERENCE_TARGET", "fcop:INTEGRITY_UNPINNED"])
                    .further()
                    .state(TASK, "active", "executor")
                    .unknown("TASK-child")
            },
        ),
        gone(
            "a-branch-has-no-branches",
            "a branch of a branch",
            inbox().task_with("TASK-a", "PM", "DEV", &[("branch_of", TASK)]).task_with(
                "TASK-b",
                "PM",
                "DEV",
                &[("branch_of", "TASK-a")],
            ),
            |reading| {
                reading
                    .rejects("TASK-b")
                    .finding("fcop:RELATION_INVALID", "TASK-b")
                    .further()
                    .state(TASK, "inbox", "issuer")
                    .state("TASK-a", "inbox", "issuer")
                    .unknown("TASK-b")
            },
        ),
        old("a-field-that-names-the-task-binds-a-report", "`ref_task`", &[("ref_task", task)], &|reading| {
            reading.edge(report, "subject", task, true)
        }),
        old(
            "the-only-task-between-both-parties-binds-a-report",
            "references to a TASK of theirs and of somebody else",
            &[("references", "TASK-20260302-001-PM-to-OPS"), ("references", task)],
            &|reading| reading.edge(report, "subject", task, true),
        ),
        old(
            "a-reference-out-of-the-workspace-is-a-citation",
            "a path and a rule",
            &[("ref_task", task), ("references", "docs/adr/0001.md"), ("references", "Rule 6")],
            &|reading| reading,
        ),
        old(
            "a-short-id-of-several-leads-nowhere",
            "a reference to `TASK-20260302-001`",
            &[("ref_task", "TASK-20260302-002-PM-to-DEV"), ("references", "TASK-20260302-001")],
            &|reading| reading.partial(report).finding("fcop:REFERENCE_AMBIGUOUS", report),
        ),
        old(
            "a-short-id-of-one-leads-to-it",
            "a reference to `TASK-20260302-002`",
            &[("ref_task", "TASK-20260302-002")],
            &|reading| reading.edge(report, "subject", "TASK-20260302-002-PM-to-DEV", true),
        ),
        unbound("a-report-that-names-no-task-answers-none", "no reference at all", &[]),
        unbound(
            "a-report-that-names-two-tasks-answers-neither",
            "references to two TASKs of both parties",
            &[("references", task), ("references", "TASK-20260302-002-PM-to-DEV")],
        ),
        unbound(
            "the-first-reference-binds-nothing",
            "a reference to a TASK of somebody else",
            &[("references", "TASK-20260302-001-PM-to-OPS"), ("references", "docs/x.md")],
        ),
    ]
}
