//! Work `import`: a first round as it should be (reviewed, sent back, submitted again), then a reviewer whose
//! assignment was revoked, a builder who approves what it built, a hand-off note from an outdated memory, and
//! a monitoring stream with a hole.

use crate::governance::Draft;
use crate::json::{Json, object, text, texts};
use crate::sessions::{KEEPER_WATCH, MASON, MASON_2, OLGA, PILOT, VERA, WRIGHT};

const WORK: &str = "import";

pub(crate) fn objects() -> Vec<Draft> {
    [first_round(), second_round(), reviewer_replaced(), faults(), watched()].into_iter().flatten().collect()
}

fn first_round() -> Vec<Draft> {
    vec![
        PILOT.writes(3, "TASK", WORK, "import-task").at("2026-09-14T08:10:00Z").in_state("proposed").says(
            texts([
                ("title", "Import archives of version 1"),
                ("goal", "Every archive since 2019 imports, or says in one line why not."),
            ]),
        ),
        PILOT
            .writes(6, "TRANSITION", WORK, "import-start")
            .at("2026-09-14T08:30:00Z")
            .moves("proposed", "start", "active")
            .says(texts([("summary", "mason builds last.")])),
        OLGA.writes(1, "ASSIGNMENT", WORK, "import-assignment")
            .at("2026-09-14T09:00:00Z")
            .in_state("active")
            .refers("depends_on", "import-task")
            .says(object([
                ("identity", text("wright")),
                ("role", text("QA")),
                ("works", Json::List(vec![text(WORK)])),
            ])),
        MASON
            .writes(6, "REPORT", WORK, "import-report-1")
            .at("2026-09-16T08:30:00Z")
            .in_state("active")
            .refers("depends_on", "import-start")
            .says(texts([
                ("title", "Import built"),
                ("result", "61 of 64 archives import; the other three stop without a word."),
            ])),
        MASON
            .writes(7, "TRANSITION", WORK, "import-submit-1")
            .at("2026-09-16T08:35:00Z")
            .moves("active", "submit", "review")
            .refers("reports", "import-report-1")
            .says(texts([("summary", "Ready for review.")])),
        WRIGHT
            .writes(3, "REVIEW", WORK, "import-review-1")
            .at("2026-09-16T09:30:00Z")
            .in_state("review")
            .refers("reviews", "import-report-1")
            .refers("depends_on", "import-submit-1")
            .refers("depends_on", "import-assignment")
            .says(texts([
                ("decision", "reject"),
                ("summary", "The goal demands one line for each failure."),
            ])),
        WRIGHT
            .writes(4, "TRANSITION", WORK, "import-rework")
            .at("2026-09-16T09:35:00Z")
            .moves("review", "rework", "active")
            .refers("reviews", "import-report-1")
            .refers("rests_on", "import-review-1")
            .says(texts([("summary", "Back to mason.")])),
    ]
}

fn second_round() -> Vec<Draft> {
    vec![
        MASON
            .writes(8, "REPORT", WORK, "import-report-2")
            .at("2026-09-16T12:00:00Z")
            .in_state("active")
            .refers("depends_on", "import-rework")
            .says(texts([
                ("title", "Import says why it stops"),
                ("result", "61 of 64 archives import; three are refused with one line each."),
            ])),
        MASON
            .writes(9, "TRANSITION", WORK, "import-submit-2")
            .at("2026-09-16T12:05:00Z")
            .moves("active", "submit", "review")
            .refers("reports", "import-report-2")
            .says(texts([("summary", "Ready for the second review.")])),
    ]
}

fn reviewer_replaced() -> Vec<Draft> {
    vec![
        OLGA.writes(4, "REVOCATION", WORK, "import-revocation")
            .at("2026-09-16T13:00:00Z")
            .in_state("review")
            .refers("revokes", "import-assignment")
            .refers("depends_on", "import-rework")
            .says(texts([
                ("assignment", "import-assignment"),
                ("summary", "wright moves to another team; vera reviews the import."),
            ])),
        WRIGHT
            .writes(5, "HANDOFF", WORK, "import-handoff-wright")
            .at("2026-09-16T13:30:00Z")
            .acting_as("DEV")
            .in_state("review")
            .refers("depends_on", "import-revocation")
            .says(texts([
                ("to", "vera"),
                ("state", "review"),
                ("next", "Review import-report-2; look at the three refusals."),
            ])),
        VERA.writes(4, "REVIEW", WORK, "import-review-vera")
            .at("2026-09-16T14:30:00Z")
            .in_state("review")
            .refers("reviews", "import-report-2")
            .refers("depends_on", "import-submit-2")
            .refers("depends_on", "import-handoff-wright")
            .says(texts([("decision", "approve"), ("summary", "All three refusals say what is wrong.")])),
        // Fault: it follows the revocation, by way of the hand-off before it in the same stream.
        WRIGHT
            .writes(6, "REVIEW", WORK, "import-review-wright")
            .at("2026-09-16T15:00:00Z")
            .in_state("review")
            .refers("reviews", "import-report-2")
            .refers("depends_on", "import-submit-2")
            .says(texts([("decision", "approve"), ("summary", "Looks good to me, too.")])),
    ]
}

fn faults() -> Vec<Draft> {
    vec![
        // Fault: mason holds QA, and a review by somebody else exists, but mason built this.
        MASON
            .writes(10, "TRANSITION", WORK, "import-approve")
            .at("2026-09-16T15:30:00Z")
            .acting_as("QA")
            .moves("review", "approve", "done")
            .refers("reviews", "import-report-2")
            .refers("rests_on", "import-review-vera")
            .says(texts([("summary", "vera is happy, closing this myself.")])),
        MASON
            .writes(11, "HANDOFF", WORK, "import-handoff-mason")
            .at("2026-09-16T16:00:00Z")
            .in_state("active")
            .says(texts([
                ("to", "mason.2"),
                ("state", "active"),
                ("next", "Submit import-report-2; this session was restored from a snapshot of 11:00."),
            ])),
        // Fault: it believes the note. Its clock is slow as well, which changes nothing.
        MASON_2
            .writes(1, "TRANSITION", WORK, "import-submit-3")
            .at("2026-09-16T11:15:00Z")
            .moves("active", "submit", "review")
            .refers("reports", "import-report-2")
            .refers("depends_on", "import-handoff-mason")
            .says(texts([("summary", "Submitting, as the hand-off says.")])),
    ]
}

/// Fault: the third object of this stream was never delivered.
fn watched() -> Vec<Draft> {
    let issue = |sequence, id, at, title| {
        KEEPER_WATCH
            .writes(sequence, "ISSUE", WORK, id)
            .at(at)
            .in_state("review")
            .says(texts([("title", title)]))
    };
    vec![
        issue(1, "import-watch-1", "2026-09-16T17:00:00Z", "Trial import: 12 archives waiting"),
        issue(2, "import-watch-2", "2026-09-16T18:00:00Z", "Trial import: memory at 80 percent"),
        issue(4, "import-watch-4", "2026-09-16T20:00:00Z", "Trial import: back to normal"),
    ]
}
