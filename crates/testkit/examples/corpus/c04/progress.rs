//! Streams that advance on their own, and what joins them.

use super::{ASYNCHRONOUS, created};
use crate::case::{Case, Orders, case};
use crate::cast::{archived, aside, cancel, carrier, in_review, note, object, report, start, submit, task};
use crate::reading::{all, reading};

/// Streams need not advance together, and only declared relations join them.
pub(super) fn progress() -> Vec<Case> {
    vec![
        case(
            "one-stream-may-rest-while-others-advance",
            "bob is silent, alice and henry go on",
            &ASYNCHRONOUS,
        )
        .with([
            carrier(),
            start("start"),
            aside("x", "bob", "DEV"),
            task("c2", "W2"),
            note("n", 3),
            note("m", 4),
        ])
        .reads(
            all()
                .accepts("c start x c2 n m")
                .state("W", "active", "PM")
                .state("W2", "created", "PM")
                .incomparable("x", "m"),
        )
        .orders(Orders::Complete),
        case("an-ordering-relation-joins-two-streams", "bob's note follows alice's", &ASYNCHRONOUS)
            .with([carrier(), note("n", 2), aside("x", "bob", "DEV").refer("follows", "n")])
            .reads(created().accepts("c n x").edge("x", "follows", "n", true))
            .orders(Orders::Complete),
        case("a-plain-link-does-not-order", "bob's note cites alice's", &ASYNCHRONOUS)
            .with([carrier(), note("n", 2), aside("x", "bob", "DEV").refer("cites", "n")])
            .reads(created().accepts("c n x").edge("x", "cites", "n", false))
            .orders(Orders::Complete),
        case(
            "a-plain-link-does-not-order-transitions",
            "the cancellation merely cites the start",
            &["TMPA 6.3", "TMPA 9.5", "TMPA 9.7"],
        )
        .with([carrier(), start("start"), cancel("cancel").refer("cites", "start")])
        .reads(
            all()
                .accepts("c")
                .disputed("start cancel")
                .unknown("W")
                .issue("UNRESOLVED_CONFLICT", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Complete),
        case(
            "streams-reach-a-reader-in-different-lengths",
            "prefixes of two streams, each read as it is there",
            &ASYNCHRONOUS,
        )
        .with([carrier(), start("start"), report(), submit()])
        .reads(reading("task").only("c").accepts("c").state("W", "created", "PM"))
        .reads(reading("report-first").only("c rep").accepts("c rep").state("W", "created", "PM"))
        .reads(
            reading("submission-before-start")
                .only("c rep submit")
                .accepts("c rep")
                .partial("submit")
                .state("W", "created", "PM")
                .issue_to("MISSING_REFERENCE", "submit", "depends_on", "start")
                .also("LIFECYCLE_UNDETERMINED", "submit")
                .also_by("LIFECYCLE_UNDETERMINED", "submit", "depends_on"),
        )
        .reads(reading("everything").accepts("c start rep submit").state("W", "review", "DEV"))
        .orders(Orders::Complete),
    ]
}

/// The same set gives the same result, in whatever order and by whatever steps it arrived.
pub(super) fn arrival() -> Vec<Case> {
    let way = "c start rep submit ok approve release archive";
    let mixed = || {
        case("", "doubles, gaps, competitors and four work items", &["TMPA 4.3", "TMPA 9.5", "TMPA 9.9"])
            .with(in_review())
            .with([
                task("c2", "W2"),
                start("start2").work("W2", "c2").by("henry", "PM").stream("s-c2", 2),
                task("c3", "W3"),
                start("start3").work("W3", "c3").by("henry", "PM").stream("s-c3", 4),
                note("x", 3),
                note("y", 3),
                aside("q", "gus", "DEV").refer("follows", "x"),
                task("c4", "W4"),
            ])
            .reads(
                all()
                    .accepts("c start rep submit c2 start2 c3 c4")
                    .partial("start3 q")
                    .disputed("x y")
                    .state("W", "review", "DEV")
                    .state("W2", "active", "PM")
                    .state("W3", "created", "PM")
                    .state("W4", "created", "PM")
                    .issue("STREAM_GAP", "start3")
                    .issue("STREAM_DUPLICATE_SEQUENCE", "x")
                    .also("LIFECYCLE_UNDETERMINED", "start3"),
            )
    };
    let named = |name: &str, case: Case| Case { name: name.to_owned(), ..case };
    let whole = |name: &str, title: &str| {
        case(name, title, &ASYNCHRONOUS)
            .with(archived())
            .reads(all().accepts(way).state("W", "archived", "OPS"))
    };
    vec![
        case("six-sources-give-one-result-in-all-720-orders", "two streams, a double, a gap", &ASYNCHRONOUS)
            .with([
                carrier(),
                note("x", 2),
                note("y", 2),
                aside("p", "bob", "DEV"),
                object("q", "ISSUE").by("bob", "DEV").stream("s-p", 3),
                aside("r", "carol", "QA"),
            ])
            .reads(
                created()
                    .accepts("c p r")
                    .disputed("x y")
                    .partial("q")
                    .issue("STREAM_DUPLICATE_SEQUENCE", "x")
                    .issue("STREAM_GAP", "q"),
            )
            .orders(Orders::Complete),
        whole("a-whole-history-gives-one-result-in-1000-orders", "eight objects of six writers")
            .orders(Orders::Random(1000)),
        whole(
            "a-whole-history-gives-one-result-for-each-set-that-arrives",
            "eight objects, delivered one by one in 200 orders",
        )
        .orders(Orders::Prefixes(200)),
        named("a-mixed-record-gives-one-result-in-1000-orders", mixed().orders(Orders::Random(1000))),
        named(
            "a-mixed-record-gives-one-result-for-each-set-that-arrives",
            mixed().orders(Orders::Prefixes(100)),
        ),
    ]
}
