//! C10, prohibited cycle (TMPA 9.7, 9.9): the members of a cycle are quarantined and reported, and everything else is
//! read as if they were not there.

use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, carrier, in_review, moves, note, object, report, start, task};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

pub(crate) fn cases() -> Vec<Case> {
    [shapes(), neighbours(), streams(), lifecycles(), others()].concat()
}

const CLAUSES: [&str; 4] = ["TMPA 4.3", "TMPA 4.4", "TMPA 9.7", "TMPA 9.9"];

/// A note in a stream of its own that depends on these.
fn node(id: &str, targets: &str) -> Draft {
    let draft = aside(id, "gus", "DEV");
    targets
        .split(' ')
        .filter(|target| !target.is_empty())
        .fold(draft, |draft, target| draft.refer("depends_on", target))
}

fn graph(name: &str, title: &str, nodes: &[(&str, &str)]) -> Case {
    case(name, title, &CLAUSES).with([carrier()]).with(nodes.iter().map(|(id, targets)| node(id, targets)))
}

/// The members are quarantined; `first` is the least of them.
fn cycle(reading: Reading, members: &str, first: &str) -> Reading {
    reading.labels().quarantines(members).issue("PROHIBITED_CYCLE", first)
}

fn created() -> Reading {
    all().accepts("c").state("W", "created", "PM")
}

fn shapes() -> Vec<Case> {
    let ring: Vec<String> = (0..12).map(|number| format!("r{number:02}")).collect();
    let next = |place: usize| ring.get((place + 1) % ring.len()).cloned().unwrap_or_default();
    let links = ring.iter().enumerate().map(|(place, id)| node(id, &next(place)));
    vec![
        graph("an-object-that-depends-on-itself-is-quarantined", "one note", &[("a", "a")])
            .reads(cycle(created(), "a", "a"))
            .orders(Orders::Some),
        graph(
            "two-objects-that-depend-on-each-other-are-quarantined",
            "two notes",
            &[("a", "b"), ("b", "a")],
        )
        .reads(cycle(created(), "a b", "a").edge("a", "depends_on", "b", true).edge(
            "b",
            "depends_on",
            "a",
            true,
        ))
        .orders(Orders::Some),
        graph(
            "three-objects-in-a-ring-are-quarantined",
            "three notes",
            &[("a", "b"), ("b", "c3"), ("c3", "a")],
        )
        .reads(cycle(created(), "a b c3", "a"))
        .orders(Orders::Some),
        case("twelve-objects-in-a-ring-are-one-cycle", "twelve notes", &CLAUSES)
            .with([carrier()])
            .with(links)
            .reads(cycle(created(), &ring.join(" "), "r00"))
            .orders(Orders::Some),
        graph(
            "a-member-that-is-reached-another-way-belongs-to-the-cycle",
            "a ring with a chord",
            &[("a", "b d"), ("b", "a"), ("d", "b")],
        )
        .reads(cycle(created(), "a b d", "a"))
        .orders(Orders::Some),
        graph(
            "the-chord-belongs-to-the-cycle-under-other-names",
            "the same ring, named otherwise",
            &[("d", "b a"), ("b", "d"), ("a", "b")],
        )
        .reads(cycle(created(), "a b d", "a"))
        .orders(Orders::Some),
        graph(
            "two-rings-with-a-common-member-are-one-cycle",
            "two rings meet in one note",
            &[("a", "b"), ("b", "a d"), ("d", "b")],
        )
        .reads(cycle(created(), "a b d", "a"))
        .orders(Orders::Some),
        graph(
            "two-separate-rings-are-two-cycles",
            "two rings",
            &[("a", "b"), ("b", "a"), ("x", "y"), ("y", "x")],
        )
        .reads(cycle(cycle(created(), "a b", "a"), "x y", "x"))
        .orders(Orders::Some),
        graph(
            "a-ring-that-depends-on-another-ring-is-a-cycle-of-its-own",
            "one ring depends on the other",
            &[("a", "b"), ("b", "a"), ("x", "y a"), ("y", "x")],
        )
        .reads(cycle(cycle(created(), "a b", "a"), "x y", "x"))
        .orders(Orders::Some),
        graph(
            "a-self-dependence-within-a-ring-adds-nothing",
            "one of two notes depends on itself as well",
            &[("a", "a b"), ("b", "a")],
        )
        .reads(cycle(created(), "a b", "a"))
        .orders(Orders::Some),
    ]
}

/// What stands beside a cycle.
fn neighbours() -> Vec<Case> {
    vec![
        graph(
            "an-unaffected-object-stays-valid",
            "two notes in a ring, one beside it",
            &[("a", "b"), ("b", "a"), ("free", "")],
        )
        .reads(cycle(created().accepts("free"), "a b", "a"))
        .orders(Orders::Some),
        graph(
            "what-a-cycle-depends-on-stays-valid",
            "a ring that depends on a free note",
            &[("a", "b free"), ("b", "a"), ("free", "")],
        )
        .reads(cycle(created().accepts("free"), "a b", "a"))
        .orders(Orders::Some),
        graph(
            "what-depends-on-a-cycle-is-no-member-and-is-not-valid",
            "a tail of two notes hangs on a ring",
            &[("a", "b"), ("b", "a"), ("t1", "a"), ("t2", "t1")],
        )
        .reads(cycle(created().rejects("t1 t2"), "a b", "a"))
        .orders(Orders::Some),
        graph(
            "a-plain-link-to-a-cycle-carries-no-judgment",
            "a note cites a member",
            &[("a", "b"), ("b", "a")],
        )
        .with([aside("free", "carol", "QA").refer("cites", "a")])
        .reads(cycle(created().accepts("free"), "a b", "a"))
        .orders(Orders::Some),
        graph(
            "a-missing-reference-of-a-member-is-reported-besides",
            "a member depends on something absent",
            &[("a", "b ghost"), ("b", "a")],
        )
        .reads(cycle(created(), "a b", "a").issue_to("MISSING_REFERENCE", "a", "depends_on", "ghost"))
        .orders(Orders::Some),
        graph(
            "a-cycle-in-one-work-item-leaves-another-alone",
            "a ring in `W`, and `W2`",
            &[("a", "b"), ("b", "a")],
        )
        .with([task("c2", "W2"), start("start").work("W2", "c2").by("henry", "PM").stream("s-c2", 2)])
        .reads(cycle(created().accepts("c2 start").state("W2", "active", "PM"), "a b", "a"))
        .orders(Orders::Some),
        case(
            "a-cycle-beside-a-history-leaves-it-alone",
            "a ring of notes beside a result in review",
            &CLAUSES,
        )
        .with(in_review())
        .with([node("x", "y"), node("y", "x")])
        .reads(cycle(all().accepts("c start rep submit").state("W", "review", "DEV"), "x y", "x"))
        .orders(Orders::Some),
        graph("objects-of-two-work-items-may-form-a-cycle", "a note of `W` and one of `W2`", &[("a", "b")])
            .with([task("c2", "W2"), node("b", "a").work("W2", "c2")])
            .reads(cycle(created().accepts("c2").state("W2", "created", "PM"), "a b", "a"))
            .orders(Orders::Some),
    ]
}

/// The order of a stream is an order like any other (TMPA 3.6, 4.3).
fn streams() -> Vec<Case> {
    let alice = |id: &str, sequence: u64, target: &str| note(id, sequence).refer("depends_on", target);
    vec![
        case(
            "a-dependency-against-the-order-of-a-stream-is-a-cycle",
            "a note depends on the next one of its stream",
            &CLAUSES,
        )
        .with([carrier(), alice("x", 2, "y"), note("y", 3)])
        .reads(cycle(created(), "x y", "x"))
        .orders(Orders::Some),
        case(
            "a-dependency-on-a-later-place-draws-in-what-lies-between",
            "a note depends on the next but one",
            &CLAUSES,
        )
        .with([carrier(), alice("x", 2, "z"), note("y", 3), note("z", 4)])
        .reads(cycle(created(), "x y z", "x"))
        .orders(Orders::Some),
        case(
            "a-dependency-along-the-order-of-a-stream-is-none",
            "a note depends on the one before",
            &CLAUSES,
        )
        .with([carrier(), note("x", 2), alice("y", 3, "x")])
        .reads(created().accepts("x y"))
        .orders(Orders::Some),
        case(
            "two-streams-may-form-a-cycle-that-neither-shows",
            "each stream's earlier note depends on the other's later one",
            &CLAUSES,
        )
        .with([
            carrier(),
            alice("a1", 2, "b2"),
            note("a2", 3),
            aside("b1", "bob", "DEV").stream("s-bob", 1).refer("depends_on", "a2"),
            object("b2", "ISSUE").by("bob", "DEV").stream("s-bob", 2),
        ])
        .reads(cycle(created(), "a1 a2 b1 b2", "a1"))
        .orders(Orders::Some),
    ]
}

/// Nothing in a cycle moves a work item.
fn lifecycles() -> Vec<Case> {
    let clauses = ["TMPA 6.3", "TMPA 9.6", "TMPA 9.7", "TMPA 9.9"];
    vec![
        case(
            "transitions-in-a-cycle-move-nothing",
            "a start and a cancellation depend on each other",
            &clauses,
        )
        .with([
            carrier(),
            start("start").refer("depends_on", "x"),
            moves("x", "created", "cancel", "cancelled")
                .by("henry", "PM")
                .stream("s-henry", 1)
                .refer("depends_on", "start"),
        ])
        .reads(cycle(created(), "start x", "start"))
        .orders(Orders::Some),
        case(
            "a-carrier-in-a-cycle-starts-no-lifecycle",
            "the task depends on a note that depends on the task",
            &clauses,
        )
        .with([
            carrier().refer("depends_on", "a"),
            node("a", "c"),
            start("start").by("henry", "PM").stream("s-henry", 1),
        ])
        .reads(
            cycle(all().unknown("W").partial("start").free("start"), "c a", "a")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Some),
        case("a-transition-that-rests-on-a-cycle-is-not-applied", "a start depends on a member", &clauses)
            .with([carrier(), node("a", "b"), node("b", "a"), start("start").refer("depends_on", "a")])
            .reads(cycle(created().rejects("start"), "a b", "a"))
            .orders(Orders::Some),
        case("a-submission-of-a-report-in-a-cycle-is-not-applied", "the report depends on itself", &clauses)
            .with([
                carrier(),
                start("start"),
                report().by("gus", "DEV").stream("s-gus", 1).refer("depends_on", "rep"),
                crate::cast::submit().stream("s-bob", 1),
            ])
            .reads(
                cycle(all().accepts("c start").rejects("submit").state("W", "active", "PM"), "rep", "rep")
                    .also("LIFECYCLE_UNDETERMINED", "submit"),
            )
            .orders(Orders::Some),
    ]
}

/// What is no prohibited cycle, and cycles that come and go with the evidence.
fn others() -> Vec<Case> {
    let lost = node("b", "a");
    vec![
        graph(
            "a-diamond-is-no-cycle",
            "two ways to one note",
            &[("a", "b d"), ("b", "e"), ("d", "e"), ("e", "")],
        )
        .reads(created().accepts("a b d e"))
        .orders(Orders::Some),
        graph(
            "two-relations-in-one-direction-are-no-cycle",
            "a note depends on and follows another",
            &[("a", "b"), ("b", "")],
        )
        .with([aside("d", "carol", "QA").refer("depends_on", "a").refer("follows", "a").refer("cites", "a")])
        .reads(created().accepts("a b d"))
        .orders(Orders::Some),
        case("a-circle-of-plain-links-is-no-cycle", "two notes cite each other", &CLAUSES)
            .with([
                carrier(),
                aside("a", "gus", "DEV").refer("cites", "b"),
                aside("b", "carol", "QA").refer("cites", "a"),
            ])
            .reads(created().accepts("a b"))
            .orders(Orders::Some),
        case(
            "a-circle-that-a-plain-link-closes-is-no-cycle",
            "a note depends on one that cites it",
            &CLAUSES,
        )
        .with([carrier(), aside("a", "gus", "DEV").refer("cites", "b"), node("b", "a")])
        .reads(created().accepts("a b"))
        .orders(Orders::Some),
        case(
            "a-cycle-may-run-over-several-acyclic-relations",
            "a correction depends on a note that supersedes it",
            &CLAUSES,
        )
        .with([
            carrier(),
            report(),
            object("a", "CORRECTION")
                .by("gus", "DEV")
                .stream("s-a", 1)
                .body(json!({ "correction": "7" }))
                .refer("corrects", "rep")
                .refer("depends_on", "b"),
            object("b", "SUPERSESSION").by("carol", "QA").stream("s-b", 1).refer("supersedes", "a"),
        ])
        .reads(cycle(created().accepts("rep"), "a b", "a"))
        .orders(Orders::Some),
        case(
            "objects-that-only-follow-each-other-have-no-order",
            "two notes follow each other, which no acyclic relation forbids",
            &["TMPA 3.6", "TMPA 4.3", "TMPA 9.7"],
        )
        .with([
            carrier(),
            aside("a", "gus", "DEV").refer("follows", "b"),
            aside("b", "carol", "QA").refer("follows", "a"),
        ])
        .reads(created().quarantines("a b").free("a b").must(
            "not-prohibited",
            "/issue_codes",
            "not_includes",
            json!("PROHIBITED_CYCLE"),
        ))
        .orders(Orders::Some),
        graph("a-cycle-that-lost-a-member-is-none", "one of two members has lost its digest", &[("a", "b")])
            .input(Input::of(&lost.tampered()))
            .reads(
                created()
                    .excludes("b")
                    .rejects("a")
                    .free("a")
                    .issue("INTEGRITY_MISMATCH", "b")
                    .issue_to("MISSING_REFERENCE", "a", "depends_on", "b")
                    .must("no-cycle", "/issue_codes", "not_includes", json!("PROHIBITED_CYCLE")),
            )
            .orders(Orders::Some),
        graph(
            "the-object-that-closes-a-cycle-quarantines-it",
            "a chain of two before and after it is closed",
            &[("a", "b"), ("b", "d"), ("d", "a")],
        )
        .reads(
            reading("before").only("c a b").accepts("c").partial("a b").state("W", "created", "PM").issue_to(
                "MISSING_REFERENCE",
                "b",
                "depends_on",
                "d",
            ),
        )
        .reads(cycle(reading("after").accepts("c").state("W", "created", "PM"), "a b d", "a"))
        .orders(Orders::Some),
        graph(
            "a-cycle-is-the-same-in-every-order",
            "two rings, a tail and a free note",
            &[("a", "b"), ("b", "d"), ("d", "a"), ("x", "x"), ("t", "b"), ("free", "")],
        )
        .reads(cycle(cycle(created().accepts("free").rejects("t"), "a b d", "a"), "x", "x"))
        .orders(Orders::Random(1000)),
    ]
}
