//! C11, determinism (TMPA 8.1, 8.3, 9.9): one set of sources under one profile gives one result, byte for byte, in
//! whatever order it is enumerated and delivered; and what nothing joins stays incomparable.

mod output;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{
    archived, aside, by_erin, cancel, carrier, in_review, moves, object, report, review, start, task,
};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;
use serde_json::json;

pub(crate) fn cases() -> Vec<Case> {
    [small(), large(), output::identities(), output::orders_of_output(), output::names()].concat()
}

const CLAUSES: [&str; 4] = ["TMPA 3.6", "TMPA 8.1", "TMPA 8.3", "TMPA 9.9"];

/// A carrier and its start, in a work item and a stream of their own.
fn started(work: &str) -> [Draft; 2] {
    let (carrier, transition) = (format!("c-{work}"), format!("t-{work}"));
    let stream = format!("s-c-{work}");
    [task(&carrier, work), start(&transition).work(work, &carrier).by("henry", "PM").stream(&stream, 2)]
}

/// Everything that can be wrong, once.
fn troubled() -> Case {
    let ring = |id: &str, target: &str| aside(id, "gus", "DEV").refer("depends_on", target);
    case("", "every code of the Core in one record of five work items", &CLAUSES)
        .with(in_review())
        .with([
            review("v1", "carol", "approve", "rep"),
            review("v2", "gina", "reject", "rep"),
            aside("gap", "bob", "DEV").stream("s-gap", 3),
            aside("d1", "ines", "QA").stream("s-d", 1),
            aside("d2", "ines", "QA").stream("s-d", 1),
            ring("r1", "r2"),
            ring("r2", "r1"),
            aside("lost", "henry", "PM").refer("cites", "ghost"),
            aside("who", "mallory", "DEV"),
            start("late").stream("s-alice", 3),
            object("no", "REPORT").by("dave", "QA").stream("s-no", 1),
            review("own", "bob", "approve", "rep").stream("s-own", 1),
            moves("odd", "review", "cancel", "waiting")
                .by("henry", "PM")
                .stream("s-odd", 1)
                .refer("depends_on", "submit"),
            aside("junk", "alice", "PM")
                .stream("s-junk", 1)
                .set("/integrity/signature_algorithm", json!("ed25519"))
                .set("/integrity/key_id", json!("x"))
                .set("/integrity/signature", json!("AAAA")),
            task("q1", "Q"),
            task("q2", "Q"),
        ])
        .input(Input::of(&aside("changed", "gus", "DEV").tampered()))
        .input(Input::of(&aside("memo", "gus", "DEV").kind("MEMO")))
        .input(Input::seen(&aside("two", "gus", "DEV"), "two-a"))
        .input(Input::seen(&aside("two", "gus", "DEV").body(json!({ "summary": "otherwise" })), "two-b"))
        .input(Input::raw("broken", "{"))
        .reads(
            all()
                .accepts("c start rep submit junk")
                .disputed("v1 v2 d1 d2 q1 q2")
                .partial("gap lost who late")
                .quarantines("r1 r2")
                .rejects("own odd no")
                .excludes("changed memo two-a two-b broken")
                .state("W", "review", "DEV")
                .unknown("Q")
                .issue("UNRESOLVED_CONFLICT", "v1")
                .issue("STREAM_GAP", "gap")
                .issue("STREAM_DUPLICATE_SEQUENCE", "d1")
                .issue("PROHIBITED_CYCLE", "r1")
                .issue_to("MISSING_REFERENCE", "lost", "cites", "ghost")
                .issue("AUTHORITY_UNDETERMINED", "who")
                .issue("LIFECYCLE_UNDETERMINED", "late")
                .issue("AUTHORITY_DENIED", "no")
                .also("AUTHORITY_UNDETERMINED", "no")
                .issue("SOD_VIOLATION", "own")
                .issue("ILLEGAL_TRANSITION", "odd")
                .issue("SIGNATURE_UNVERIFIED", "junk")
                .issue("PRIMARY_CARRIER_CONFLICT", "q1")
                .issue("INTEGRITY_MISMATCH", "changed")
                .issue("UNKNOWN_TYPE", "memo")
                .issue("DUPLICATE_ID_CONFLICT", "two")
                .issue_at("SCHEMA_INVALID", "broken"),
        )
}

fn named(name: &str, case: Case) -> Case {
    Case { name: name.to_owned(), ..case }
}

/// Every order of a few sources.
fn small() -> Vec<Case> {
    let four = || ["A", "B", "C", "D"].map(|work| task(&format!("c-{work}"), work));
    let created = |reading: Reading| {
        ["A", "B", "C", "D"].into_iter().fold(reading, |reading, work| reading.state(work, "created", "PM"))
    };
    vec![
        case(
            "no-sources-give-one-result",
            "the empty set claims nothing",
            &["TMPA 7.1", "TMPA 8.4", "TMPA 9.9"],
        )
        .reads(all().must("no-nodes", "/node_ids", "equals", json!([])).must(
            "no-issues",
            "/issues",
            "equals",
            json!([]),
        )),
        case("one-source-gives-one-result", "a task", &CLAUSES)
            .with([carrier()])
            .reads(all().accepts("c").state("W", "created", "PM"))
            .orders(Orders::Complete),
        case(
            "four-unrelated-work-items-stay-incomparable-in-every-order",
            "four tasks of four streams",
            &CLAUSES,
        )
        .with(four())
        .reads(
            created(all().accepts("c-A c-B c-C c-D"))
                .incomparable("c-A", "c-B")
                .incomparable("c-A", "c-C")
                .incomparable("c-B", "c-D")
                .must("no-edges", "/edges", "equals", json!([])),
        )
        .orders(Orders::Complete),
        case(
            "six-sources-of-three-work-items-give-one-result-in-all-720-orders",
            "three tasks, three starts",
            &CLAUSES,
        )
        .with(["A", "B", "C"].into_iter().flat_map(started))
        .reads(
            ["A", "B", "C"]
                .into_iter()
                .fold(all().accepts("c-A t-A c-B t-B c-C t-C"), |reading, work| {
                    reading.state(work, "active", "PM")
                })
                .incomparable("t-A", "t-B")
                .precedes("c-A", "t-A"),
        )
        .orders(Orders::Complete),
        case(
            "competitors-give-one-result-in-every-order",
            "a start, a cancellation, a submission that waits",
            &CLAUSES,
        )
        .with([
            carrier(),
            start("start"),
            cancel("cancel"),
            report(),
            moves("submit", "active", "submit", "review")
                .by("bob", "DEV")
                .stream("s-bob", 2)
                .refer("reports", "rep"),
        ])
        .reads(
            all()
                .accepts("c rep")
                .disputed("start cancel")
                .partial("submit")
                .unknown("W")
                .issue("UNRESOLVED_CONFLICT", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "start")
                .also("LIFECYCLE_UNDETERMINED", "submit"),
        )
        .orders(Orders::Complete),
    ]
}

/// Seeded orders of many sources, at once and one by one.
fn large() -> Vec<Case> {
    let works = ["A", "B", "C", "D", "E", "F", "G"];
    let many = || {
        let reading = works.into_iter().fold(all(), |reading, work| reading.state(work, "active", "PM"));
        let sources: Vec<String> =
            works.iter().flat_map(|work| [format!("c-{work}"), format!("t-{work}")]).collect();
        case("", "seven work items in seven streams", &CLAUSES)
            .with(works.into_iter().flat_map(started))
            .reads(reading.accepts(&sources.join(" ")).incomparable("t-A", "t-G").incomparable("c-B", "t-F"))
    };
    let way = "c start rep submit ok approve release archive";
    vec![
        named("every-code-at-once-gives-one-result-in-1000-orders", troubled().orders(Orders::Random(1000))),
        named(
            "every-code-at-once-gives-one-result-for-each-set-that-arrives",
            troubled().orders(Orders::Prefixes(40)),
        ),
        named("many-work-items-give-one-result-in-1000-orders", many().orders(Orders::Random(1000))),
        named(
            "many-work-items-give-one-result-for-each-set-that-arrives",
            many().orders(Orders::Prefixes(80)),
        ),
        case("a-whole-history-is-one-result-in-1000-orders", "from the carrier to the archive", &CLAUSES)
            .with(archived())
            .reads(all().accepts(way).state("W", "archived", "OPS"))
            .orders(Orders::Random(1000)),
        case(
            "a-chain-of-authority-is-one-result-in-1000-orders",
            "assignments, a delegation, a revocation and acts that rest on them",
            &CLAUSES,
        )
        .with([
            carrier(),
            by_erin("a1", "ASSIGNMENT", 1, json!({ "identity": "hugo", "role": "ADMIN" })),
            object("a2", "ASSIGNMENT")
                .by("hugo", "ADMIN")
                .stream("s-hugo", 1)
                .body(json!({ "identity": "frank", "role": "PM" }))
                .refer("follows", "a1"),
            start("t").by("frank", "PM").stream("s-frank", 1).refer("follows", "a2"),
            by_erin("rv", "REVOCATION", 2, json!({ "assignment": "a1" })).refer("follows", "t"),
            moves("u", "active", "hold", "waiting")
                .by("frank", "PM")
                .stream("s-frank", 2)
                .refer("follows", "rv"),
            aside("n", "frank", "PM").refer("follows", "a2"),
        ])
        .reads(all().accepts("c a1 a2 t rv u n").free("u n").state("W", "waiting", "PM"))
        .orders(Orders::Random(1000)),
    ]
}
