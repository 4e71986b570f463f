//! Who publishes what in most tests: the objects of a task's way from its creation to the archive.

use actum_testkit::evidence::Draft;
use serde_json::json;

pub(crate) const VALID: &str = "valid/authoritative";
pub(crate) const PARTIAL: &str = "undetermined/partial";
pub(crate) const DISPUTED: &str = "undetermined/disputed";
pub(crate) const REJECTED: &str = "invalid/rejected";
pub(crate) const QUARANTINED: &str = "invalid/quarantined";
pub(crate) const ABSENT: &str = "absent";

/// The carrier of work item `W`, by alice.
pub(crate) fn carrier() -> Draft {
    Draft::new("c")
}

/// Another carrier in a stream of its own.
pub(crate) fn task(id: &str, work: &str) -> Draft {
    Draft::new(id).work(work, id).stream(&format!("s-{id}"), 1)
}

/// An object of work item `W` that is neither carrier nor transition.
pub(crate) fn object(id: &str, kind: &str) -> Draft {
    Draft::new(id).kind(kind).work("W", "c")
}

/// Bob's report.
pub(crate) fn report() -> Draft {
    object("rep", "REPORT").by("bob", "DEV").stream("s-dev", 1)
}

/// A note by alice.
pub(crate) fn note(id: &str, sequence: u64) -> Draft {
    object(id, "ISSUE").stream("s-pm", sequence)
}

pub(crate) fn start(id: &str) -> Draft {
    object(id, "TRANSITION").stream("s-pm", 2).transition("created", "start", "active")
}

pub(crate) fn cancel(id: &str) -> Draft {
    object(id, "TRANSITION").stream("s-pm", 2).transition("created", "cancel", "cancelled")
}

/// Bob submits; the references are the test's.
pub(crate) fn submit(id: &str) -> Draft {
    object(id, "TRANSITION").by("bob", "DEV").stream("s-dev", 2).transition("active", "submit", "review")
}

/// Carol approves; the references are the test's.
pub(crate) fn approve(id: &str) -> Draft {
    object(id, "TRANSITION").by("carol", "QA").stream("s-qa", 1).transition("review", "approve", "done")
}

/// Dave archives; the references are the test's.
pub(crate) fn archive(id: &str) -> Draft {
    object(id, "TRANSITION").by("dave", "OPS").stream("s-ops", 1).transition("done", "archive", "archive")
}

/// A review in a stream of its own.
pub(crate) fn review(id: &str, creator: &str, decision: &str, target: &str) -> Draft {
    object(id, "REVIEW")
        .by(creator, "QA")
        .stream(&format!("s-{id}"), 1)
        .refer("reviews", target)
        .body(json!({ "decision": decision }))
}

/// Carrier, report, start and submission: work item `W` is in review.
pub(crate) fn in_review() -> Vec<Draft> {
    vec![carrier(), report(), start("start"), submit("submit").refer("reports", "rep")]
}

/// What a transition to `done` needs under either profile: carol's approving review, and the approval that rests on it.
pub(crate) fn done() -> Vec<Draft> {
    let mut drafts = in_review();
    drafts.push(review("ok", "carol", "approve", "rep").stream("s-qa", 1));
    drafts.push(
        approve("approve")
            .stream("s-qa", 2)
            .refer("reviews", "rep")
            .refer("rests_on", "ok")
            .refer("depends_on", "submit"),
    );
    drafts
}

/// Drafts as a list of their own.
pub(crate) fn with(mut drafts: Vec<Draft>, more: impl IntoIterator<Item = Draft>) -> Vec<Draft> {
    drafts.extend(more);
    drafts
}
