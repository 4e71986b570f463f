//! Work `export`: everything as it should be, from the request to the shipped release.
//!
//! Its reviewers disagree, which is no fault: the owner settles it by a decision that names both reviews.

use crate::governance::Draft;
use crate::json::texts;
use crate::sessions::{KEEPER, MASON, OLGA, OLGA_KEY, PILOT, VERA, VERA_KEY, WRIGHT};

const WORK: &str = "export";

pub(crate) fn objects() -> Vec<Draft> {
    [built(), reviewed(), released()].into_iter().flatten().collect()
}

fn built() -> Vec<Draft> {
    vec![
        PILOT.writes(1, "TASK", WORK, "export-task").at("2026-09-14T08:00:00Z").in_state("proposed").says(
            texts([
                ("title", "Export tables as CSV"),
                ("goal", "A user downloads any table as CSV, 100 000 rows in under 5 seconds."),
            ]),
        ),
        PILOT
            .writes(4, "TRANSITION", WORK, "export-start")
            .at("2026-09-14T08:20:00Z")
            .moves("proposed", "start", "active")
            .says(texts([("summary", "Start with the export; mason builds.")])),
        MASON
            .writes(1, "REPORT", WORK, "export-report")
            .at("2026-09-14T10:05:00Z")
            .in_state("active")
            .refers("depends_on", "export-start")
            .says(texts([
                ("title", "CSV export built"),
                ("result", "100 000 rows in 3.9 seconds; 214 tests pass."),
                ("commit", "5b1f0c2"),
            ])),
        MASON
            .writes(2, "CORRECTION", WORK, "export-correction")
            .at("2026-09-14T10:20:00Z")
            .in_state("active")
            .refers("corrects", "export-report")
            .says(texts([("summary", "The time is 4.3 seconds, not 3.9: the first run had a warm cache.")])),
        MASON
            .writes(3, "TRANSITION", WORK, "export-submit")
            .at("2026-09-14T10:25:00Z")
            .moves("active", "submit", "review")
            .refers("reports", "export-report")
            .says(texts([("summary", "Ready for review.")])),
    ]
}

fn reviewed() -> Vec<Draft> {
    vec![
        WRIGHT
            .writes(1, "REVIEW", WORK, "export-review-wright")
            .at("2026-09-14T11:10:00Z")
            .in_state("review")
            .refers("reviews", "export-report")
            .refers("depends_on", "export-submit")
            .says(texts([("decision", "reject"), ("summary", "4.3 seconds leaves no room for slow disks.")])),
        VERA.writes(1, "REVIEW", WORK, "export-review-vera")
            .at("2026-09-14T11:30:00Z")
            .in_state("review")
            .refers("reviews", "export-report")
            .refers("depends_on", "export-submit")
            .says(texts([("decision", "approve"), ("summary", "Meets the goal on the reference machine.")])),
        OLGA.writes(2, "DECISION", WORK, "export-decision")
            .at("2026-09-14T13:00:00Z")
            .in_state("review")
            .refers("resolves", "export-review-wright")
            .refers("resolves", "export-review-vera")
            .says(texts([
                ("selects", "export-review-vera"),
                ("summary", "The goal was 5 seconds on the reference machine; slow disks are another task."),
            ]))
            .signed_with(&OLGA_KEY),
        VERA.writes(2, "TRANSITION", WORK, "export-approve")
            .at("2026-09-14T13:20:00Z")
            .moves("review", "approve", "done")
            .refers("reviews", "export-report")
            .refers("rests_on", "export-review-vera")
            .refers("depends_on", "export-decision")
            .says(texts([("summary", "Approved after the owner's decision.")]))
            .signed_with(&VERA_KEY),
    ]
}

fn released() -> Vec<Draft> {
    vec![
        KEEPER
            .writes(1, "REPORT", WORK, "export-package")
            .at("2026-09-14T14:00:00Z")
            .in_state("done")
            .refers("depends_on", "export-approve")
            .says(texts([
                ("title", "Release 2.4.0 packed"),
                ("result", "Built from commit 5b1f0c2; two builds gave the same archive."),
            ])),
        OLGA.writes(3, "DECISION", WORK, "export-go")
            .at("2026-09-14T15:00:00Z")
            .in_state("done")
            .refers("depends_on", "export-approve")
            .refers("cites", "export-package")
            .says(texts([("decision", "approve"), ("summary", "2.4.0 goes out today.")])),
        KEEPER
            .writes(2, "TRANSITION", WORK, "export-ship")
            .at("2026-09-14T15:30:00Z")
            .moves("done", "ship", "shipped")
            .refers("ships", "export-package")
            .refers("released_by", "export-go")
            .says(texts([("summary", "2.4.0 is out.")])),
    ]
}
