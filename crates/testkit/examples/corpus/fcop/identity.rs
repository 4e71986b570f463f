//! C02 and C03: what is published stays as it is, and an id is one thing (FCOP 3.1, 4, 5, TMPA 9.2, 9.9).

use super::cast::{SECOND, TASK, THIRD, archived, in_review, inbox, reported};
use super::old::{APPROVED, CLAIMED, CREATED, SUBMITTED, team};
use super::workspace::Workspace;
use super::{UNPINNED, named, typed};
use crate::case::Case;
use crate::reading::Reading;

const FIXED: [&str; 4] = ["FCOP 4", "FCOP 5", "TMPA 9.2", "TMPA 9.8"];
const EDITED: [&str; 3] = ["FCOP 3.1", "FCOP 7.1", "TMPA 9.2"];
const SAME: [&str; 4] = ["FCOP 4", "FCOP 7", "TMPA 9.2", "TMPA 9.9"];

const OLD: &str = "TASK-20260302-001-PM-to-DEV";
const REPORT: &str = "REPORT-20260302-001-DEV-to-PM";

fn reviewed(reading: Reading) -> Reading {
    reading.state(TASK, "review", "executor")
}

/// An approved TASK of version 3 with its REPORT.
fn closed() -> Workspace {
    let fields =
        [("sender", "DEV"), ("recipient", "PM"), ("created_at", "2026-03-02T08:20:00Z"), ("ref_task", OLD)];
    team(&["PM", "DEV"])
        .old_task("fcop/_lifecycle/done", OLD, ("PM", "DEV"), &[CREATED, CLAIMED, SUBMITTED, APPROVED])
        .old_envelope(&format!("fcop/reports/{REPORT}.md"), &fields, &[REPORT])
}

fn is_closed(reading: Reading) -> Reading {
    reading.state(OLD, "done", "approver")
}

pub(super) fn published() -> Vec<Case> {
    let replaced = reported().report_with(
        "REPORT-2",
        TASK,
        "DEV",
        &[("report_kind", "replacement"), ("references", "REPORT-1")],
    );
    let issue = |status: &str| {
        let id = "ISSUE-20260302-001-DEV-odd";
        let fields = [
            ("reporter", "DEV"),
            ("severity", "low"),
            ("summary", "odd"),
            ("created_at", "2026-03-02T08:20:00Z"),
            ("status", status),
        ];
        closed().old_envelope(&format!("fcop/issues/{id}.md"), &fields, &[id])
    };
    let asked = {
        let id = "REVIEW-20260302-001-QA-on-login";
        let fields = [
            ("sender", "QA"),
            ("reviewer_role", "QA"),
            ("subject_type", "task"),
            ("subject_ref", OLD),
            ("decision", "needs_human"),
            ("decided_at", "2026-03-02T08:40:00Z"),
        ];
        let answer = "human_approval:\n  approver: ADMIN\n  decision: approve\n  approved_at: '2026-03-02T08:45:00Z'\n  channel: cli\n---\n\n";
        let human = format!("{id}/human");
        closed()
            .old_envelope(&format!("fcop/reviews/{id}.md"), &fields, &[id, human.as_str()])
            .edit(id, "---\n\n", answer)
    };
    vec![
        typed(
            "a-task-carries-all-that-is-about-it",
            "a TASK up to the archive",
            &FIXED,
            archived(),
            |reading| {
                reading
                    .state(TASK, "archive", "archiver")
                    .edge("TASK-login/t2", "carrier", TASK, true)
                    .edge("REPORT-1", "subject", TASK, true)
            },
        ),
        typed(
            "a-task-is-not-written-again",
            "its text says something else than its receipt",
            &FIXED,
            in_review().edit(TASK, "Please see to it.", "Please see to more."),
            |reading| {
                reading
                    .quarantines(TASK)
                    .issue("INTEGRITY_MISMATCH", TASK)
                    .falls("TASK-login/t2 TASK-login/t3 REPORT-1")
                    .unknown(TASK)
            },
        ),
        typed(
            "another-writer-does-not-take-a-task-over",
            "MALLORY is its sender now",
            &FIXED,
            in_review().edit(TASK, "sender: PM", "sender: MALLORY"),
            |reading| {
                reading
                    .quarantines(TASK)
                    .issue("INTEGRITY_MISMATCH", TASK)
                    .issue("AUTHORITY_UNDETERMINED", TASK)
                    .falls("TASK-login/t2 TASK-login/t3 REPORT-1")
                    .unknown(TASK)
            },
        ),
        typed(
            "a-replacement-is-a-report-of-its-own",
            "a second REPORT replaces the first",
            &FIXED,
            replaced,
            |reading| reading.state(TASK, "active", "executor").informs(&UNPINNED),
        ),
        named(
            "an-issue-that-was-closed-in-place-says-so",
            "its status is closed",
            &EDITED,
            issue("closed"),
            |reading| {
                is_closed(reading).finding("fcop:POST_PUBLICATION_EDIT", "ISSUE-20260302-001-DEV-odd").state(
                    "ISSUE-20260302-001-DEV-odd",
                    "published",
                    "participant",
                )
            },
        ),
        named(
            "an-issue-that-is-open-was-not-edited",
            "its status is open",
            &EDITED,
            issue("open"),
            |reading| is_closed(reading).state("ISSUE-20260302-001-DEV-odd", "published", "participant"),
        ),
        named(
            "a-task-that-was-marked-later-says-so",
            "a REPORT names what supersedes it",
            &EDITED,
            closed().edit(
                REPORT,
                "type: REPORT",
                "type: REPORT\nsuperseded_by: REPORT-20260303-001-DEV-to-PM",
            ),
            |reading| {
                is_closed(reading).finding("fcop:POST_PUBLICATION_EDIT", REPORT).partial(REPORT).issue_to(
                    "MISSING_REFERENCE",
                    REPORT,
                    "cites",
                    "REPORT-20260303-001-DEV-to-PM",
                )
            },
        ),
        named(
            "a-person-s-answer-is-an-object-of-its-own",
            "ADMIN approves in the REVIEW that asked",
            &EDITED,
            asked,
            |reading| {
                is_closed(reading)
                    .finding("fcop:POST_PUBLICATION_EDIT", "REVIEW-20260302-001-QA-on-login")
                    .edge(
                        "REVIEW-20260302-001-QA-on-login/human",
                        "resolves",
                        "REVIEW-20260302-001-QA-on-login",
                        true,
                    )
            },
        ),
        named(
            "what-nobody-pinned-shows-no-edit",
            "a REPORT of version 3 was written again",
            &EDITED,
            closed().edit(REPORT, "What there is to say.", "What there is to say now."),
            is_closed,
        ),
    ]
}

pub(super) fn duplicates() -> Vec<Case> {
    let second = "fcop/second/reports/REPORT-1.md";
    let twice = |name: &str, title: &str, change: (&str, &str), says: fn(Reading) -> Reading| {
        let other = in_review().edit("REPORT-1", change.0, change.1);
        typed(name, title, &SAME, in_review().borrowed(other, "REPORT-1", second), says)
    };
    let numbered = |id: &'static str, to: &'static str| (id, to);
    let shared =
        [numbered("TASK-20260302-001-PM-to-DEV", "DEV"), numbered("TASK-20260302-001-PM-to-OPS", "OPS")]
            .into_iter()
            .fold(team(&["PM", "DEV"]), |workspace, (id, to)| {
                workspace.old_task("fcop/_lifecycle/inbox", id, ("PM", to), &[CREATED])
            });
    let reused =
        team(&["PM", "DEV"]).old_task("fcop/_lifecycle/inbox", OLD, ("PM", "DEV"), &[CREATED]).borrowed(
            team(&["PM"]).old_task("fcop/_lifecycle/inbox", OLD, ("PM", "DEV"), &[CREATED]).edit(
                OLD,
                "Please see",
                "Do see",
            ),
            OLD,
            "fcop/_lifecycle/archive/TASK-20260302-001-PM-to-DEV.md",
        );
    let operation = in_review().edit("TASK-login-t2", "COMMITTED", "TARGET_DURABLE");
    vec![
        twice(
            "two-contents-under-one-id-are-a-conflict",
            "two REPORTs, and each says something else",
            ("It is done.", "It is not."),
            |reading| {
                reading
                    .excludes("REPORT-1")
                    .issue("DUPLICATE_ID_CONFLICT", "REPORT-1")
                    .falls("TASK-login/t3")
                    .partial(THIRD)
                    .state(TASK, "active", "executor")
            },
        ),
        twice(
            "equal-copies-are-one-object",
            "the same REPORT lies in two folders",
            ("It is done.", "It is done."),
            reviewed,
        ),
        typed(
            "a-cold-copy-contests-nothing",
            "another TASK of that id lies in `cold`",
            &SAME,
            inbox().file("fcop/cold/TASK-login.md", "---\nprotocol: fcop\n---\n", &[]),
            |reading| reading.state(TASK, "inbox", "issuer"),
        ),
        typed(
            "one-operation-has-one-receipt",
            "two receipts of one operation",
            &SAME,
            in_review().borrowed(operation, "TASK-login-t2", "fcop/second/operations/TASK-login-t2.json"),
            |reading| reviewed(reading).excludes(SECOND).issue("DUPLICATE_ID_CONFLICT", SECOND),
        ),
        named(
            "a-short-id-that-two-tasks-have-is-no-duplicate",
            "two TASKs of one day and number",
            &SAME,
            shared,
            |reading| {
                reading.state("TASK-20260302-001-PM-to-DEV", "inbox", "issuer").state(
                    "TASK-20260302-001-PM-to-OPS",
                    "inbox",
                    "issuer",
                )
            },
        ),
        named(
            "a-name-that-was-used-again-is-a-conflict",
            "two TASKs of version 3 under one name",
            &SAME,
            reused,
            |reading| {
                reading
                    .excludes(OLD)
                    .issue("DUPLICATE_ID_CONFLICT", OLD)
                    .also("LIFECYCLE_UNDETERMINED", OLD)
                    .finding("fcop:STATE_AMBIGUOUS", OLD)
            },
        ),
    ]
}
