//! Who publishes what: the objects of a task's way from its creation to the archive.

use actum_testkit::evidence::Draft;
use serde_json::json;

/// The carrier of work item `W`, by alice.
pub(crate) fn carrier() -> Draft {
    Draft::new("c").stream("s-alice", 1).body(json!({ "title": "Build the importer" }))
}

/// The carrier of another work item, by henry in a stream of its own.
pub(crate) fn task(id: &str, work: &str) -> Draft {
    carrier().renamed(id).work(work, id).by("henry", "PM").stream(&format!("s-{id}"), 1)
}

/// An object of work item `W`, by alice; the place in a stream is the case's.
pub(crate) fn object(id: &str, kind: &str) -> Draft {
    Draft::new(id).kind(kind).work("W", "c").body(json!({ "summary": "as agreed" }))
}

/// A note by alice in her stream.
pub(crate) fn note(id: &str, sequence: u64) -> Draft {
    object(id, "ISSUE").stream("s-alice", sequence)
}

/// A note by somebody in a stream named after the note.
pub(crate) fn aside(id: &str, creator: &str, role: &str) -> Draft {
    object(id, "ISSUE").by(creator, role).stream(&format!("s-{id}"), 1)
}

/// A transition of `W`.
pub(crate) fn moves(id: &str, from: &str, action: &str, to: &str) -> Draft {
    object(id, "TRANSITION").transition(from, action, to).body(json!({}))
}

/// Alice starts.
pub(crate) fn start(id: &str) -> Draft {
    moves(id, "created", "start", "active").stream("s-alice", 2)
}

/// Henry cancels.
pub(crate) fn cancel(id: &str) -> Draft {
    moves(id, "created", "cancel", "cancelled").by("henry", "PM").stream("s-henry", 1)
}

/// Bob's report.
pub(crate) fn report() -> Draft {
    object("rep", "REPORT").by("bob", "DEV").stream("s-bob", 1).state("active")
}

/// Bob submits what he reported.
pub(crate) fn submit() -> Draft {
    moves("submit", "active", "submit", "review")
        .by("bob", "DEV")
        .stream("s-bob", 2)
        .refer("reports", "rep")
        .refer("depends_on", "start")
}

/// A review in a stream named after its creator.
pub(crate) fn review(id: &str, creator: &str, decision: &str, target: &str) -> Draft {
    object(id, "REVIEW")
        .by(creator, "QA")
        .stream(&format!("s-{creator}"), 1)
        .state("review")
        .refer("reviews", target)
        .body(json!({ "decision": decision }))
}

/// Carol approves on her own review `ok`.
pub(crate) fn approve() -> Draft {
    moves("approve", "review", "approve", "done")
        .by("carol", "QA")
        .stream("s-carol", 2)
        .refer("reviews", "rep")
        .refer("rests_on", "ok")
        .refer("depends_on", "submit")
}

/// Erin lets the result go.
pub(crate) fn release() -> Draft {
    object("release", "DECISION")
        .by("erin", "ADMIN")
        .stream("s-erin", 1)
        .state("done")
        .body(json!({ "decision": "release" }))
}

/// Dave archives what erin released.
pub(crate) fn archive() -> Draft {
    moves("archive", "done", "archive", "archived")
        .by("dave", "OPS")
        .stream("s-dave", 1)
        .refer("archives", "approve")
        .refer("released_by", "release")
}

/// An object by erin, who administers, at a place of her stream.
pub(crate) fn by_erin(id: &str, kind: &str, sequence: u64, body: serde_json::Value) -> Draft {
    object(id, kind).by("erin", "ADMIN").stream("s-erin", sequence).body(body)
}

/// Work item `W` is active.
pub(crate) fn active() -> Vec<Draft> {
    vec![carrier(), start("start")]
}

/// Work item `W` is in review.
pub(crate) fn in_review() -> Vec<Draft> {
    vec![carrier(), start("start"), report(), submit()]
}

/// Work item `W` is done.
pub(crate) fn done() -> Vec<Draft> {
    let mut drafts = in_review();
    drafts.extend([review("ok", "carol", "approve", "rep"), approve()]);
    drafts
}

/// Work item `W` is archived.
pub(crate) fn archived() -> Vec<Draft> {
    let mut drafts = done();
    drafts.extend([release(), archive()]);
    drafts
}
