//! C13 and C14: a fresh reader finds from files alone where everything stands, also where a writer died in between, and what has
//! ended keeps its history (FCOP 4, 5, TMPA 9.6, 9.10).

use super::cast::{
    CREATION, FOURTH, SECOND, TASK, THIRD, active, archived, done, in_review, inbox, reported,
};
use super::old::{APPROVED, ARCHIVED, CLAIMED, CREATED, SUBMITTED, team};
use super::transition::Event;
use super::workspace::Workspace;
use super::{UNPINNED, flat, named, typed};
use crate::case::Case;
use crate::reading::Reading;

const DIED: [&str; 4] = ["FCOP 4", "FCOP 5", "TMPA 9.6", "TMPA 9.10"];
const FRESH: [&str; 3] = ["FCOP 4", "FCOP 7", "TMPA 9.10"];
const ENDED: [&str; 4] = ["FCOP 4", "TMPA 9.2", "TMPA 9.6", "TMPA 9.10"];

const ACTIVE: &str = "fcop/_lifecycle/active/TASK-login.md";

/// The receipt of the submission as it is at a stage of the operation.
fn stage(workspace: Workspace, stage: &str) -> Workspace {
    workspace.edit("TASK-login-t3", "COMMITTED", stage)
}

/// The submission is not known to be complete.
fn incomplete(reading: Reading) -> Reading {
    reading.partial("TASK-login/t3").finding("fcop:OPERATION_INCOMPLETE", "TASK-login/t3").further()
}

fn working(reading: Reading) -> Reading {
    reading.state(TASK, "active", "executor")
}

pub(super) fn deaths() -> Vec<Case> {
    // The receipt was published, and nothing else took place.
    let prepared = reported().borrowed(
        stage(in_review(), "PREPARED"),
        "TASK-login-t3",
        "fcop/operations/TASK-login-t3.json",
    );
    // The TASK lies in its next stage, and still in the one before.
    let durable = stage(in_review(), "TARGET_DURABLE").borrowed(reported(), TASK, ACTIVE);
    // It has left that one, and the receipt was not written again.
    let left = stage(in_review(), "TARGET_DURABLE");
    let divergent = stage(in_review(), "TARGET_DURABLE").borrowed(
        reported().edit(TASK, "Please see", "Do see"),
        TASK,
        ACTIVE,
    );
    let two = |reading: Reading| {
        reading
            .disputed(TASK)
            .issue("LIFECYCLE_UNDETERMINED", TASK)
            .finding("fcop:STATE_AMBIGUOUS", TASK)
            .unknown(TASK)
    };
    vec![
        typed(
            "atomic-a-transition-that-was-committed-is-whole",
            "one stage, and its receipt is committed",
            &DIED,
            in_review(),
            |reading| reading.state(TASK, "review", "executor"),
        ),
        typed(
            "atomic-a-prepared-transition-moved-nothing",
            "the receipt is prepared, the TASK in its last stage",
            &DIED,
            prepared,
            |reading| working(reading).partial(THIRD).finding("fcop:OPERATION_INCOMPLETE", THIRD).further(),
        ),
        typed(
            "atomic-a-task-in-both-stages-is-in-none-yet",
            "the target is durable, the source still there",
            &DIED,
            durable,
            |reading| incomplete(two(reading)).leans("TASK-login/t2 REPORT-1"),
        ),
        typed(
            "atomic-a-transition-that-was-not-committed-is-open",
            "the source is gone, the receipt not committed",
            &DIED,
            left,
            |reading| working(incomplete(reading)),
        ),
        typed(
            "atomic-two-stages-that-differ-are-a-conflict",
            "the TASK in its last stage says something else",
            &DIED,
            divergent,
            |reading| {
                reading
                    .excludes(TASK)
                    .issue("DUPLICATE_ID_CONFLICT", TASK)
                    .finding("fcop:STATE_AMBIGUOUS", TASK)
                    .finding("fcop:OPERATION_INCOMPLETE", "TASK-login/t3")
                    .falls("TASK-login/t2 TASK-login/t3 REPORT-1")
                    .partial(CREATION)
                    .partial(SECOND)
                    .partial(THIRD)
                    .further()
                    .unknown(TASK)
            },
        ),
        typed(
            "atomic-what-was-never-published-is-no-evidence",
            "a temporary file was left behind",
            &DIED,
            active().file("fcop/_lifecycle/review/.fcop-replace-0a1b.tmp", "---\nprotocol", &[]),
            |reading| working(reading).informs(&["fcop:UNCOMMITTED_TEMPORARY"]),
        ),
        typed(
            "atomic-a-creation-without-a-receipt-is-open",
            "the receipt of the creation is gone",
            &DIED,
            inbox().without("TASK-login-create"),
            |reading| {
                reading.partial(TASK).finding("fcop:RECEIPT_MISSING", TASK).informs(&UNPINNED).unknown(TASK)
            },
        ),
        typed(
            "atomic-an-operation-whose-event-is-missing-was-undone",
            "the TASK was put back to where it was",
            &DIED,
            reported().borrowed(in_review(), "TASK-login-t3", "fcop/operations/TASK-login-t3.json"),
            |reading| {
                reading
                    .quarantines(TASK)
                    .issue("INTEGRITY_MISMATCH", TASK)
                    .falls("TASK-login/t2 REPORT-1")
                    .unknown(TASK)
            },
        ),
    ]
}

pub(super) fn fresh() -> Vec<Case> {
    let handed = |name: &str, title: &str, workspace: Workspace, state: &'static str, role: &'static str| {
        typed(name, title, &FRESH, workspace, move |reading| reading.state(TASK, state, role))
    };
    let task = "TASK-20260302-001-PM-to-DEV";
    vec![
        handed("a-task-that-waits-is-found-waiting", "in the inbox", inbox(), "inbox", "issuer"),
        handed("a-task-at-work-is-found-at-work", "claimed by DEV", active(), "active", "executor"),
        handed("a-finished-task-is-found-finished", "approved by PM", done(), "done", "approver"),
        typed(
            "what-is-open-is-found-open",
            "a REPORT that nobody submitted, a TASK that waits, an ISSUE",
            &FRESH,
            reported().task("TASK-next", "PM", "OPS").issue("ISSUE-1", TASK, "DEV"),
            |reading| working(reading).state("TASK-next", "inbox", "issuer").informs(&UNPINNED),
        ),
        named(
            "a-team-of-version-3-is-taken-over",
            "one TASK in review",
            &FRESH,
            team(&["PM", "DEV"]).old_task(
                "fcop/_lifecycle/review",
                task,
                ("PM", "DEV"),
                &[CREATED, CLAIMED, SUBMITTED],
            ),
            |reading| reading.state(task, "review", "executor"),
        ),
    ]
}

pub(super) fn history() -> Vec<Case> {
    let after = archived()
        .authorize("REVIEW-anew", TASK, ("archive", "active"))
        .step(TASK, Event::new("reopen_task", ("archive", "active"), "PM").under("REVIEW-anew"))
        .without("TASK-login-t6");
    let task = "TASK-20260302-001-PM-to-DEV";
    let report = "REPORT-20260302-001-DEV-to-PM";
    let fields =
        [("sender", "DEV"), ("recipient", "PM"), ("created_at", "2026-03-02T08:20:00Z"), ("ref_task", task)];
    let old = |folder: &str| {
        team(&["PM", "DEV"])
            .old_task(folder, task, ("PM", "DEV"), &[CREATED, CLAIMED, SUBMITTED, APPROVED, ARCHIVED])
            .old_envelope(&format!("fcop/reports/{report}.md"), &fields, &[report])
    };
    let shelved = Workspace::empty().old_task("fcop/log/tasks", task, ("PM", "DEV"), &[]).old_envelope(
        &format!("fcop/log/reports/{report}.md"),
        &fields,
        &[report],
    );
    let archived_old = |reading: Reading| reading.state(task, "archive", "archiver");
    vec![
        typed(
            "an-archived-task-keeps-its-history",
            "every event, REPORT and REVIEW",
            &ENDED,
            archived(),
            |reading| {
                let steps = ["TASK-login/t3", "TASK-login/t4", "TASK-login/t5"];
                let chain = steps.iter().zip(["TASK-login/t2", "TASK-login/t3", "TASK-login/t4"]);
                chain.fold(reading.state(TASK, "archive", "archiver"), |reading, (later, earlier)| {
                    reading.edge(later, "follows", earlier, true)
                })
            },
        ),
        typed(
            "nothing-leads-out-of-the-archive",
            "PM takes an archived TASK up again",
            &ENDED,
            after,
            |reading| {
                reading.rejects("TASK-login/t6").issue("ILLEGAL_TRANSITION", "TASK-login/t6").partial(TASK)
                .finding("fcop:PATH_EVENT_DIVERGENCE", TASK)
                    .finding("fcop:RECEIPT_MISSING", "TASK-login/t6")
                .leans("TASK-login/t2 TASK-login/t3 TASK-login/t4 TASK-login/t5 REPORT-1 REVIEW-yes REVIEW-may REVIEW-shelve REVIEW-anew")
                .unknown(TASK)
            },
        ),
        typed(
            "an-archived-task-without-its-report-has-lost-history",
            "the REPORT is gone",
            &ENDED,
            archived().without("REPORT-1"),
            |reading| {
                reading
                    .partial("TASK-login/t3 TASK-login/t4 TASK-login/t5 REVIEW-yes")
                    .partial(THIRD)
                    .partial(FOURTH)
                    .issue_to("MISSING_REFERENCE", "TASK-login/t3", "evidence", "REPORT-1")
                    .further()
                    .state(TASK, "active", "executor")
            },
        ),
        typed(
            "an-archive-whose-events-were-cut-is-none",
            "the last event is gone from the TASK",
            &ENDED,
            archived()
                .bytes(TASK, |bytes| {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let cut = text.rfind("- at: ").unwrap_or(text.len());
                    let tail = text.get(cut..).and_then(|tail| tail.find("---\n")).map_or(cut, |at| cut + at);
                    format!("{}{}", text.get(..cut).unwrap_or_default(), text.get(tail..).unwrap_or_default())
                        .into_bytes()
                })
                .makes(TASK, &[TASK, "TASK-login/t2", "TASK-login/t3", "TASK-login/t4"]),
            |reading| {
                reading.quarantines(TASK).issue("INTEGRITY_MISMATCH", TASK)
                    .falls("TASK-login/t2 TASK-login/t3 TASK-login/t4 REPORT-1 REVIEW-yes REVIEW-may REVIEW-shelve")
                    .informs(&["fcop:PATH_EVENT_DIVERGENCE"])
                    .unknown(TASK)
            },
        ),
        named(
            "version-3-keeps-its-history-in-the-archive",
            "every event in the TASK",
            &ENDED,
            old("fcop/_lifecycle/archive"),
            archived_old,
        ),
        named(
            "version-3-keeps-its-history-in-history",
            "the TASK lies in `history`",
            &ENDED,
            old("fcop/history/2026-03-02/TASK-20260302-001-PM-to-DEV"),
            archived_old,
        ),
        flat(
            "an-archive-of-version-2-keeps-what-there-was",
            "a TASK and its REPORT in `log`",
            &ENDED,
            shelved,
            |reading| {
                reading
                    .partial(task)
                    .issue("LIFECYCLE_UNDETERMINED", task)
                    .finding("fcop:CREATED_AT_DAY_ONLY", task)
                    .leans(report)
                    .unknown(task)
            },
        ),
    ]
}
