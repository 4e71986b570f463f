//! C05: who writes to whom (FCOP 2, 3, 7.1): before version 4 a name and the frontmatter say it both, in version 4 the
//! frontmatter alone.

use super::cast::{TASK, reported};
use super::old::{CLAIMED, CREATED, team};
use super::workspace::Workspace;
use super::{UNPINNED, named, typed};
use crate::case::Case;
use crate::reading::Reading;

const CLAUSES: [&str; 3] = ["FCOP 2", "FCOP 7.1", "TMPA 9.4"];

/// A TASK at work, and a REPORT of it with these parties.
fn answered(report: &str, sender: &str, recipient: &str) -> Workspace {
    let task = "TASK-20260302-001-PM-to-DEV";
    let path = format!("fcop/reports/{report}.md");
    let fields = [
        ("sender", sender),
        ("recipient", recipient),
        ("created_at", "2026-03-02T08:20:00Z"),
        ("ref_task", task),
    ];
    team(&["PM", "DEV"])
        .old_task("fcop/_lifecycle/active", task, ("PM", "DEV"), &[CREATED, CLAIMED])
        .old_envelope(&path, &fields, &[report])
}

fn works(reading: Reading) -> Reading {
    reading.state("TASK-20260302-001-PM-to-DEV", "active", "executor")
}

pub(super) fn parties() -> Vec<Case> {
    let differs = |name: &str, title: &str, report: &'static str, sender: &str, recipient: &str| {
        named(name, title, &CLAUSES, answered(report, sender, recipient), move |reading| {
            works(reading).partial(report).finding("fcop:ROUTING_MISMATCH", report)
        })
    };
    let plain = "REPORT-20260302-001-DEV-to-PM";
    let swapped = team(&["PM", "DEV"]).old_task(
        "fcop/_lifecycle/inbox",
        "TASK-20260302-001-PM-to-DEV",
        ("PM", "OPS"),
        &[CREATED],
    );
    vec![
        named(
            "routing-name-and-frontmatter-agree",
            "a REPORT from DEV to PM",
            &CLAUSES,
            answered(plain, "DEV", "PM"),
            works,
        ),
        differs("routing-another-sender-than-the-name-says", "DEV's REPORT says OPS", plain, "OPS", "PM"),
        differs("routing-another-recipient-than-the-name-says", "a REPORT to PM says QA", plain, "DEV", "QA"),
        named(
            "routing-a-task-to-somebody-else-than-its-name-says",
            "a TASK to DEV says OPS",
            &CLAUSES,
            swapped,
            |reading| {
                let task = "TASK-20260302-001-PM-to-DEV";
                reading.partial(task).finding("fcop:ROUTING_MISMATCH", task).unknown(task)
            },
        ),
        typed(
            "routing-of-version-4-is-the-frontmatter-alone",
            "a REPORT whose name would say other parties",
            &["FCOP 1", "FCOP 3.2", "TMPA 9.4"],
            super::cast::active().report("REPORT-20260302-001-OPS-to-QA", TASK, "DEV"),
            |reading| reading.informs(&UNPINNED).state(TASK, "active", "executor"),
        ),
        typed(
            "routing-a-stranger-in-the-frontmatter-has-no-authority",
            "MALLORY reports",
            &["FCOP 7.1", "TMPA 6.2", "TMPA 9.4"],
            reported().edit("REPORT-1", "sender: DEV", "sender: MALLORY"),
            |reading| {
                let reading = reading.informs(&UNPINNED).partial("REPORT-1");
                reading.issue("AUTHORITY_UNDETERMINED", "REPORT-1").state(TASK, "active", "executor")
            },
        ),
    ]
}
