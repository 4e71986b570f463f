//! C14, terminal-history preservation (TMPA 9.2, 9.6): what led to a terminal state stays readable after it.

use crate::case::{Case, Input, Orders, case};
use crate::cast::{
    approve, archive, archived, aside, by_erin, cancel, carrier, done, in_review, moves, note, object,
    release, report, review, start, submit, task,
};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

pub(crate) fn cases() -> Vec<Case> {
    [preserved(), afterwards(), unreached(), damaged()].concat()
}

const CLAUSES: [&str; 3] = ["TMPA 9.2", "TMPA 9.6", "TMPA 9.9"];
const WAY: &str = "c start rep submit ok approve release archive";

fn kept(reading: Reading, ids: &[&str]) -> Reading {
    let id = format!("kept-{}", ids.join("-"));
    reading.must(&id, "/node_ids", "contains_all", json!(ids))
}

/// All of an archived history.
fn history(reading: Reading) -> Reading {
    let reading = reading.accepts(WAY).state("W", "archived", "OPS");
    kept(reading, &["c", "start", "rep", "submit", "ok", "approve", "release", "archive"])
}

/// A terminal state and everything before it.
fn preserved() -> Vec<Case> {
    let mut corrected = archived();
    corrected.extend([
        object("fix", "CORRECTION")
            .by("bob", "DEV")
            .stream("s-bob", 3)
            .refer("corrects", "rep")
            .body(json!({ "correction": "7" })),
        object("rep2", "SUPERSESSION").by("bob", "DEV").stream("s-bob", 4).refer("supersedes", "rep"),
    ]);
    let disputed = || {
        let mut drafts = in_review();
        drafts.extend([
            review("ok", "carol", "approve", "rep"),
            review("no", "gina", "reject", "rep"),
            by_erin("d", "DECISION", 1, json!({ "selects": "ok" }))
                .refer("resolves", "ok")
                .refer("resolves", "no"),
            approve(),
            release().stream("s-erin", 2),
            archive(),
        ]);
        drafts
    };
    let edges = [
        ("submit", "reports", "rep"),
        ("submit", "depends_on", "start"),
        ("approve", "reviews", "rep"),
        ("approve", "rests_on", "ok"),
        ("archive", "archives", "approve"),
        ("archive", "released_by", "release"),
    ];
    vec![
        case(
            "an-archive-keeps-the-whole-way-to-it",
            "every object and transition is still there, without an issue",
            &CLAUSES,
        )
        .with(archived())
        .reads(history(all()).must("no-issues", "/issues", "equals", json!([])))
        .orders(Orders::Some),
        case("an-archive-keeps-the-relations-of-the-way-to-it", "every reference is still there", &CLAUSES)
            .with(archived())
            .reads(edges.into_iter().fold(history(all()), |reading, (from, relation, to)| {
                reading.edge(from, relation, to, true)
            })),
        case(
            "the-archive-takes-nothing-away-that-was-there-before",
            "read before and after the archive",
            &CLAUSES,
        )
        .with(archived())
        .reads(kept(
            reading("before")
                .only("c start rep submit ok approve release")
                .accepts("c start rep submit ok approve release")
                .state("W", "done", "QA"),
            &["c", "start", "rep", "submit", "ok", "approve", "release"],
        ))
        .reads(history(reading("after")))
        .orders(Orders::Some),
        case(
            "a-cancellation-keeps-what-was-done",
            "a report and a note before the work is cancelled",
            &CLAUSES,
        )
        .with([
            carrier(),
            start("start"),
            report(),
            moves("cancel", "active", "cancel", "cancelled")
                .by("henry", "PM")
                .stream("s-henry", 1)
                .refer("depends_on", "start"),
            note("n", 3),
        ])
        .reads(kept(
            all().accepts("c start rep cancel n").state("W", "cancelled", "PM"),
            &["c", "start", "rep", "cancel", "n"],
        ))
        .orders(Orders::Some),
        case("a-cancellation-at-once-keeps-its-task", "nothing but the task and its cancellation", &CLAUSES)
            .with([carrier(), cancel("cancel")])
            .reads(kept(all().accepts("c cancel").state("W", "cancelled", "PM"), &["c", "cancel"]))
            .orders(Orders::Some),
        case("an-archive-keeps-a-superseded-report", "the report was corrected and replaced", &CLAUSES)
            .with(corrected)
            .reads(kept(history(all()).accepts("fix rep2"), &["fix", "rep2"]).edge(
                "rep2",
                "supersedes",
                "rep",
                true,
            ))
            .orders(Orders::Some),
        case(
            "an-archive-keeps-a-dispute-that-was-settled",
            "contradicting reviews and the decision about them",
            &CLAUSES,
        )
        .with(disputed())
        .reads(kept(history(all()).accepts("no d"), &["no", "d"]).edge("d", "resolves", "no", true))
        .orders(Orders::Some),
        case(
            "an-archive-keeps-refused-attempts",
            "bob's approval of his own result stays on record",
            &CLAUSES,
        )
        .with(archived())
        .with([approve().renamed("own").by("bob", "QA").stream("s-bob-qa", 1)])
        .reads(kept(history(all()).rejects("own").issue("SOD_VIOLATION", "own"), &["own"]))
        .orders(Orders::Some),
        case("one-work-item-is-archived-and-another-goes-on", "`W` is archived, `W2` is active", &CLAUSES)
            .with(archived())
            .with([task("c2", "W2"), start("start2").work("W2", "c2").by("henry", "PM").stream("s-c2", 2)])
            .reads(history(all()).accepts("c2 start2").state("W2", "active", "PM"))
            .orders(Orders::Some),
    ]
}

/// What is published after the terminal state.
fn afterwards() -> Vec<Case> {
    let after = |name: &str, title: &str, draft: Draft| {
        case(name, title, &CLAUSES).with(archived()).with([draft]).orders(Orders::Some)
    };
    let alice = |id: &str, from: &str, action: &str, to: &str| {
        moves(id, from, action, to).stream("s-alice", 3).refer("depends_on", "archive")
    };
    vec![
        after("a-note-after-the-archive-changes-nothing", "alice notes something", note("n", 3))
            .reads(history(all()).accepts("n")),
        after(
            "a-correction-after-the-archive-changes-no-state",
            "the report is corrected",
            object("fix", "CORRECTION")
                .by("bob", "DEV")
                .stream("s-bob", 3)
                .refer("corrects", "rep")
                .body(json!({ "correction": "7" })),
        )
        .reads(history(all()).accepts("fix").edge("fix", "corrects", "rep", true)),
        after(
            "a-late-contradiction-puts-an-archive-in-doubt-and-keeps-it",
            "ines rejects what carol approved; nothing orders the two, and nobody has decided",
            review("late", "ines", "reject", "rep").stream("s-ines", 1),
        )
        .reads(
            kept(all(), &["ok", "late", "approve", "archive"])
                .accepts("c start rep submit release")
                .disputed("ok late")
                .partial("approve archive")
                .state("W", "review", "DEV")
                .issue("UNRESOLVED_CONFLICT", "late")
                .also("LIFECYCLE_UNDETERMINED", "approve")
                .also("LIFECYCLE_UNDETERMINED", "archive")
                .also_by("LIFECYCLE_UNDETERMINED", "archive", "archives"),
        ),
        after(
            "a-start-after-the-archive-moves-nothing",
            "alice starts again",
            alice("x", "created", "start", "active"),
        )
        .reads(history(all()).partial("x").issue("LIFECYCLE_UNDETERMINED", "x")),
        after(
            "an-unlisted-way-out-of-the-archive-is-illegal",
            "alice resumes what is archived",
            alice("x", "archived", "resume", "active"),
        )
        .reads(history(all()).rejects("x").issue("ILLEGAL_TRANSITION", "x")),
        after(
            "a-second-archive-moves-nothing",
            "dave archives again",
            archive().renamed("x").stream("s-dave", 2),
        )
        .reads(history(all()).partial("x").issue("LIFECYCLE_UNDETERMINED", "x")),
        after(
            "a-reopening-keeps-the-archive-in-evidence",
            "the registry lists a reopening",
            alice("x", "archived", "reopen", "active"),
        )
        .profile("reopening")
        .reads(kept(
            all().accepts(WAY).accepts("x").state("W", "active", "PM"),
            &["c", "start", "rep", "submit", "ok", "approve", "release", "archive", "x"],
        )),
        case("copies-of-an-archived-history-change-nothing", "task and archive are seen twice", &CLAUSES)
            .with(archived())
            .input(Input::seen(&carrier(), "copy-c"))
            .input(Input::seen(&archive(), "copy-archive"))
            .reads(history(all()).accepts("copy-c copy-archive"))
            .orders(Orders::Some),
    ]
}

/// A terminal state that was not reached.
fn unreached() -> Vec<Case> {
    let one = |name: &str, title: &str, drafts: Vec<Draft>| {
        case(name, title, &CLAUSES).with(drafts).orders(Orders::Some)
    };
    let with = |mut drafts: Vec<Draft>, more: Vec<Draft>| {
        drafts.extend(more);
        drafts
    };
    let done_way = "c start rep submit ok approve";
    vec![
        one("an-archive-by-the-wrong-role-is-denied-and-the-history-stays", "carol, a QA, archives", with(done(), vec![release(), archive().by("carol", "QA").stream("s-carol", 3)]))
            .reads(kept(all().accepts(done_way).accepts("release").rejects("archive").state("W", "done", "QA").issue("AUTHORITY_DENIED", "archive"), &["archive", "approve"])),
        one("an-archive-of-unfinished-work-is-undetermined", "dave archives what is in review", with(in_review(), vec![release(), archive().set("/references", json!([{ "relation": "archives", "target": "rep" }, { "relation": "released_by", "target": "release" }]))]))
            .reads(all().accepts("c start rep submit release").partial("archive").state("W", "review", "DEV").issue("LIFECYCLE_UNDETERMINED", "archive")),
        one("an-archive-without-its-evidence-is-undetermined", "dave's archive refers to no result", with(done(), vec![release(), archive().set("/references", json!([{ "relation": "released_by", "target": "release" }, { "relation": "depends_on", "target": "approve" }]))]))
            .reads(all().accepts(done_way).accepts("release").partial("archive").state("W", "done", "QA").issue("LIFECYCLE_UNDETERMINED", "archive")),
        one("an-archive-that-nobody-released-waits", "the release is not there", with(done(), vec![archive().set("/references", json!([{ "relation": "archives", "target": "approve" }]))]))
            .reads(all().accepts(done_way).pending("archive").labels().state("W", "done", "QA").issue("LIFECYCLE_UNDETERMINED", "archive")),
        one("a-declared-archive-is-no-archive", "a note declares the state `archived`", with(done(), vec![aside("n", "dave", "OPS").state("archived")]))
            .reads(all().accepts(done_way).accepts("n").state("W", "done", "QA")),
    ]
}

/// A terminal state whose way is no longer whole is not established.
fn damaged() -> Vec<Case> {
    let without = |lost: &str| archived().into_iter().filter(|draft| draft.id() != lost).collect::<Vec<_>>();
    let clauses = ["TMPA 7.3", "TMPA 9.6", "TMPA 9.7", "TMPA 9.8"];
    vec![
        case("without-its-submission-an-archive-is-not-established", "the submission is lost", &clauses)
            .with(without("submit"))
            .reads(
                all()
                    .accepts("c start rep ok release")
                    .partial("approve archive")
                    .state("W", "active", "PM")
                    .issue_to("MISSING_REFERENCE", "approve", "depends_on", "submit")
                    .issue("LIFECYCLE_UNDETERMINED", "approve")
                    .also_by("LIFECYCLE_UNDETERMINED", "approve", "depends_on")
                    .issue("LIFECYCLE_UNDETERMINED", "archive")
                    .also_by("LIFECYCLE_UNDETERMINED", "archive", "archives"),
            )
            .orders(Orders::Some),
        case(
            "with-a-changed-report-an-archive-is-not-established",
            "the report was changed after the archive",
            &clauses,
        )
        .with([
            carrier(),
            start("start"),
            review("ok", "carol", "approve", "rep"),
            approve(),
            release(),
            archive(),
            submit().stream("s-bob-2", 1),
        ])
        .input(Input::of(&report().tampered()))
        .reads(
            all()
                .accepts("c start release")
                .excludes("rep")
                .rejects("submit ok approve archive")
                .free("submit ok approve archive")
                .state("W", "active", "PM")
                .issue("INTEGRITY_MISMATCH", "rep")
                .issue_to("MISSING_REFERENCE", "submit", "reports", "rep")
                .issue_to("MISSING_REFERENCE", "ok", "reviews", "rep")
                .issue_to("MISSING_REFERENCE", "approve", "reviews", "rep")
                .also("LIFECYCLE_UNDETERMINED", "submit")
                .also("LIFECYCLE_UNDETERMINED", "approve")
                .also_by("LIFECYCLE_UNDETERMINED", "approve", "reviews")
                .also("LIFECYCLE_UNDETERMINED", "archive")
                .also_by("LIFECYCLE_UNDETERMINED", "archive", "archives"),
        )
        .orders(Orders::Some),
        case("the-lost-part-restores-an-archive", "the submission is lost and found", &clauses)
            .with(archived())
            .reads(
                reading("before")
                    .only("c start rep ok approve release archive")
                    .accepts("c start rep ok release")
                    .partial("approve archive")
                    .state("W", "active", "PM")
                    .issue_to("MISSING_REFERENCE", "approve", "depends_on", "submit")
                    .issue("LIFECYCLE_UNDETERMINED", "approve")
                    .also_by("LIFECYCLE_UNDETERMINED", "approve", "depends_on")
                    .issue("LIFECYCLE_UNDETERMINED", "archive")
                    .also_by("LIFECYCLE_UNDETERMINED", "archive", "archives"),
            )
            .reads(history(reading("after")))
            .orders(Orders::Some),
        case(
            "without-its-task-an-archive-has-no-state",
            "the carrier is lost",
            &["TMPA 6.3", "TMPA 9.2", "TMPA 9.6"],
        )
        .with([cancel("cancel"), note("n", 1)])
        .reads(
            all()
                .partial("cancel n")
                .unknown("W")
                .also_to("MISSING_REFERENCE", "cancel", "primary_carrier_id", "c")
                .also("LIFECYCLE_UNDETERMINED", "cancel"),
        )
        .orders(Orders::Some),
    ]
}
