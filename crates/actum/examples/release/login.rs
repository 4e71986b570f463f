//! Work `login`: two reviews that contradict each other and nobody who settles it; around it a report that was
//! edited after publication and a pointer to a report that was never published.

use crate::governance::Draft;
use crate::json::texts;
use crate::sessions::{KEEPER_DRILL, MASON, PILOT, VERA, WRIGHT};

const WORK: &str = "login";

pub(crate) fn objects() -> Vec<Draft> {
    [built(), reviewed(), around()].into_iter().flatten().collect()
}

fn built() -> Vec<Draft> {
    vec![
        PILOT.writes(2, "TASK", WORK, "login-task").at("2026-09-14T08:05:00Z").in_state("proposed").says(
            texts([
                ("title", "Single sign-on"),
                ("goal", "One login for the web and the desktop; sessions survive a restore."),
            ]),
        ),
        PILOT
            .writes(5, "TRANSITION", WORK, "login-start")
            .at("2026-09-14T08:25:00Z")
            .moves("proposed", "start", "active")
            .says(texts([("summary", "mason builds after the export.")])),
        MASON
            .writes(4, "REPORT", WORK, "login-report")
            .at("2026-09-15T09:40:00Z")
            .in_state("active")
            .refers("depends_on", "login-start")
            .says(texts([
                ("title", "Single sign-on built"),
                ("result", "Web and desktop share one session; 96 tests pass."),
                ("commit", "c80d7aa"),
            ])),
        MASON
            .writes(5, "TRANSITION", WORK, "login-submit")
            .at("2026-09-15T09:45:00Z")
            .moves("active", "submit", "review")
            .refers("reports", "login-report")
            .says(texts([("summary", "Ready for review.")])),
    ]
}

fn reviewed() -> Vec<Draft> {
    vec![
        WRIGHT
            .writes(2, "REVIEW", WORK, "login-review-wright")
            .at("2026-09-15T11:00:00Z")
            .in_state("review")
            .refers("reviews", "login-report")
            .refers("depends_on", "login-submit")
            .says(texts([
                ("decision", "reject"),
                ("summary", "A stolen desktop session opens the web, too."),
            ])),
        VERA.writes(3, "REVIEW", WORK, "login-review-vera")
            .at("2026-09-15T11:20:00Z")
            .in_state("review")
            .refers("reviews", "login-report")
            .refers("depends_on", "login-submit")
            .says(texts([("decision", "approve"), ("summary", "Sessions end as the goal demands.")])),
        // Fault: it rests on a review that is disputed.
        VERA.writes(5, "TRANSITION", WORK, "login-approve")
            .at("2026-09-16T09:00:00Z")
            .moves("review", "approve", "done")
            .refers("reviews", "login-report")
            .refers("rests_on", "login-review-vera")
            .says(texts([("summary", "Approved.")])),
    ]
}

fn around() -> Vec<Draft> {
    vec![
        // Fault: edited after publication.
        KEEPER_DRILL
            .writes(1, "REPORT", WORK, "login-drill")
            .at("2026-09-15T16:00:00Z")
            .in_state("review")
            .refers("depends_on", "login-submit")
            .says(texts([("title", "Restore drill"), ("result", "3 of 40 sessions lost after the restore.")]))
            .edited_afterwards(texts([
                ("title", "Restore drill"),
                ("result", "0 of 40 sessions lost after the restore."),
            ])),
        VERA.writes(6, "ISSUE", WORK, "login-issue-drill")
            .at("2026-09-16T10:00:00Z")
            .in_state("review")
            .refers("cites", "login-drill")
            .says(texts([("title", "The restore drill reads better than the log of the drill")])),
        // Fault: the load test was announced and never published.
        PILOT
            .writes(7, "ISSUE", WORK, "login-issue-load")
            .at("2026-09-16T11:00:00Z")
            .in_state("review")
            .refers("cites", "login-load-test")
            .says(texts([("title", "Login slows down at 500 users, see the load test")])),
    ]
}
