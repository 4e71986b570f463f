//! C04 and C11: order is what events and references say, and the result does not depend on who arrives when (FCOP 7, TMPA 9.5,
//! 9.9).

use super::cast::{TASK, active, archived, done, in_review, inbox};
use super::old::{CREATED, team};
use super::transition::Event;
use super::workspace::Workspace;
use super::{UNPINNED, named, typed};
use crate::case::{Case, Orders};
use crate::reading::Reading;

const STREAMS: [&str; 4] = ["FCOP 5", "FCOP 7", "TMPA 9.5", "TMPA 9.9"];
const ORDERS: [&str; 4] = ["FCOP 7", "TMPA 8", "TMPA 8.3", "TMPA 9.9"];

/// A TASK of somebody else's that goes its own way.
fn beside(workspace: Workspace) -> Workspace {
    workspace.task("TASK-other", "PM", "OPS").step("TASK-other", Event::claim("OPS"))
}

fn both(reading: Reading, state: &str, role: &str) -> Reading {
    reading.state(TASK, state, role).state("TASK-other", "active", "executor")
}

/// ISSUEs that their writer numbers, in a stream of their own.
fn numbered(numbers: &[&str]) -> Workspace {
    numbers.iter().enumerate().fold(inbox(), |workspace, (place, number)| {
        let id = format!("ISSUE-{}", place + 1);
        let fields = format!("severity: low\ntmpa_stream: dev-notes\ntmpa_sequence: {number}\n");
        workspace.issue(&id, TASK, "DEV").edit(&id, "severity: low\n", &fields)
    })
}

fn waits(reading: Reading) -> Reading {
    reading.state(TASK, "inbox", "issuer").informs(&UNPINNED)
}

pub(super) fn streams() -> Vec<Case> {
    let claim = "- at: '2026-03-02T08:02:00+00:00'\n  attempt_id: urn:uuid:a77e3970-0000-4000-8000-000000000001\n  by: DEV\n  from: inbox\n  to: active\n  tool: claim_task\n";
    let days = ["001", "007", "003"].iter().fold(team(&["PM", "DEV"]), |workspace, number| {
        let id = format!("TASK-20260302-{number}-PM-to-DEV");
        workspace.old_task("fcop/_lifecycle/inbox", &id, ("PM", "DEV"), &[CREATED])
    });
    vec![
        typed(
            "two-tasks-progress-apart",
            "one in review, one at work",
            &STREAMS,
            beside(in_review()),
            |reading| both(reading, "review", "executor").incomparable("TASK-login/t2", "TASK-other/t2"),
        )
        .orders(Orders::Prefixes(4)),
        typed(
            "an-event-that-was-taken-out-is-missed",
            "the claim is gone",
            &STREAMS,
            in_review().edit(TASK, claim, "").makes(TASK, &[TASK, "TASK-login/t2"]),
            |reading| {
                reading
                    .quarantines(TASK)
                    .issue("INTEGRITY_MISMATCH", TASK)
                    .quarantines("TASK-login/t2")
                    .issue("INTEGRITY_MISMATCH", "TASK-login/t2")
                    .falls("REPORT-1")
                    .informs(&["fcop:PATH_EVENT_DIVERGENCE"])
                    .unknown(TASK)
            },
        ),
        typed(
            "an-event-that-was-added-has-no-receipt",
            "a submission that no operation made",
            &STREAMS,
            in_review().without("TASK-login-t3"),
            |reading| {
                reading
                    .partial("TASK-login/t3")
                    .finding("fcop:RECEIPT_MISSING", "TASK-login/t3")
                    .further()
                    .state(TASK, "active", "executor")
            },
        ),
        typed(
            "numbers-of-a-writer-are-a-stream",
            "three ISSUEs, numbered",
            &STREAMS,
            numbered(&["1", "2", "3"]),
            |reading| waits(reading).precedes("ISSUE-1", "ISSUE-2").precedes("ISSUE-2", "ISSUE-3"),
        )
        .orders(Orders::Prefixes(4)),
        typed(
            "a-number-of-a-writer-that-is-missing-is-a-gap",
            "one and three",
            &STREAMS,
            numbered(&["1", "3"]),
            |reading| waits(reading).partial("ISSUE-2").labels().issue("STREAM_GAP", "ISSUE-2"),
        ),
        typed(
            "a-number-of-a-writer-that-stands-twice",
            "one, two and two",
            &STREAMS,
            numbered(&["1", "2", "2"]),
            |reading| {
                waits(reading)
                    .disputed("ISSUE-2 ISSUE-3")
                    .labels()
                    .issue("STREAM_DUPLICATE_SEQUENCE", "ISSUE-2")
            },
        ),
        typed(
            "envelopes-without-numbers-claim-no-order",
            "two ISSUEs, of which one names an earlier time",
            &STREAMS,
            inbox().issue("ISSUE-1", TASK, "DEV").issue("ISSUE-2", TASK, "DEV"),
            |reading| waits(reading).incomparable("ISSUE-1", "ISSUE-2"),
        ),
        named("numbers-in-names-are-no-sequence", "001, 003 and 007 of one day", &STREAMS, days, |reading| {
            ["001", "003", "007"].iter().fold(reading, |reading, number| {
                reading.state(&format!("TASK-20260302-{number}-PM-to-DEV"), "inbox", "issuer")
            })
        }),
    ]
}

pub(super) fn orders() -> Vec<Case> {
    let again = |workspace: Workspace, name: &str, path: &str| workspace.copy(name, path);
    let conflict = in_review().review("REVIEW-yes", "acceptance", TASK, "PM", &["REPORT-1"]).review(
        "REVIEW-no",
        "rejection",
        TASK,
        "QA",
        &["REPORT-1"],
    );
    let old = team(&["PM", "DEV"])
        .old_task("fcop/_lifecycle/inbox", "TASK-20260302-001-PM-to-DEV", ("PM", "DEV"), &[CREATED])
        .old_task("fcop/_lifecycle/inbox", "TASK-20260302-002-PM-to-DEV", ("PM", "OPS"), &[CREATED]);
    vec![
        typed(
            "every-order-of-a-small-workspace-reads-the-same",
            "a TASK at work",
            &ORDERS,
            active(),
            |reading| reading.state(TASK, "active", "executor"),
        )
        .orders(Orders::Complete),
        typed(
            "orders-of-a-whole-history-read-the-same",
            "a TASK up to the archive",
            &ORDERS,
            archived(),
            |reading| reading.state(TASK, "archive", "archiver"),
        )
        .orders(Orders::Random(24)),
        typed(
            "delayed-delivery-ends-in-the-same-result",
            "an approved TASK, file by file",
            &ORDERS,
            done(),
            |reading| reading.state(TASK, "done", "approver"),
        )
        .orders(Orders::Prefixes(3)),
        typed(
            "files-that-are-seen-twice-change-nothing",
            "a REPORT and a receipt lie in two places each",
            &ORDERS,
            again(
                again(in_review(), "REPORT-1", "fcop/again/reports/REPORT-1.md"),
                "TASK-login-t2",
                "fcop/again/operations/TASK-login-t2.json",
            ),
            |reading| reading.state(TASK, "review", "executor"),
        )
        .orders(Orders::Random(24)),
        typed(
            "two-stages-read-the-same-in-every-order",
            "the TASK lies in two stages",
            &ORDERS,
            active().copy(TASK, "fcop/_lifecycle/inbox/TASK-login.md"),
            |reading| {
                reading
                    .disputed(TASK)
                    .issue("LIFECYCLE_UNDETERMINED", TASK)
                    .finding("fcop:STATE_AMBIGUOUS", TASK)
                    .partial("TASK-login/t2")
                    .further()
                    .unknown(TASK)
            },
        )
        .orders(Orders::Complete),
        typed(
            "conflicts-read-the-same-in-every-order",
            "an acceptance and a rejection",
            &ORDERS,
            conflict,
            |reading| {
                reading
                    .informs(&UNPINNED)
                    .disputed("REVIEW-yes REVIEW-no")
                    .labels()
                    .further()
                    .issue("UNRESOLVED_CONFLICT", "REVIEW-no")
                    .state(TASK, "review", "executor")
            },
        )
        .orders(Orders::Random(24)),
        typed(
            "two-tasks-read-the-same-in-every-order",
            "one approved, one at work",
            &ORDERS,
            beside(done()),
            |reading| both(reading, "done", "approver"),
        )
        .orders(Orders::Random(12)),
        named(
            "version-3-reads-the-same-in-every-order",
            "two TASKs, one of them with other parties than its name",
            &ORDERS,
            old,
            |reading| {
                reading
                    .state("TASK-20260302-001-PM-to-DEV", "inbox", "issuer")
                    .partial("TASK-20260302-002-PM-to-DEV")
                    .finding("fcop:ROUTING_MISMATCH", "TASK-20260302-002-PM-to-DEV")
                    .unknown("TASK-20260302-002-PM-to-DEV")
            },
        )
        .orders(Orders::Complete),
    ]
}
