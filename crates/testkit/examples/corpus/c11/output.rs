//! Identities, published orders and names.

use super::CLAUSES;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, cancel, carrier, note, object, start, task};
use crate::class::Class;
use crate::reading::all;
use actum_testkit::key::ExampleKey;
use serde_json::json;

/// Sources that differ in little: the set decides, not the order in which they are listed.
pub(super) fn identities() -> Vec<Case> {
    let n = || note("n", 2);
    vec![
        case(
            "two-sources-of-one-id-and-other-bytes-give-one-result",
            "the source id `inbox` stands for a task and for a note",
            &CLAUSES,
        )
        .input(Input::seen(&carrier(), "inbox").file("inbox-1.json"))
        .input(Input::seen(&n(), "inbox").file("inbox-2.json"))
        .reads(all().accepts("inbox").state("W", "created", "PM").must(
            "both",
            "/node_ids",
            "equals",
            json!(["c", "n"]),
        ))
        .orders(Orders::Complete),
        case("source-ids-in-two-unicode-forms-are-two-sources", "`café` composed and decomposed", &CLAUSES)
            .input(Input::seen(&carrier(), "caf\u{e9}").file("composed.json"))
            .input(Input::seen(&n(), "cafe\u{301}").file("decomposed.json"))
            .reads(all().accepts("caf\u{e9} cafe\u{301}").state("W", "created", "PM"))
            .orders(Orders::Complete),
        case(
            "source-ids-that-differ-in-an-invisible-letter-are-two-sources",
            "`a` and `a` with a control character",
            &CLAUSES,
        )
        .input(Input::seen(&carrier(), "a").file("plain.json"))
        .input(Input::seen(&n(), "a\u{1}").file("control.json"))
        .reads(all().accepts("a a\u{1}").state("W", "created", "PM"))
        .orders(Orders::Complete),
        case(
            "copies-from-many-places-give-one-result",
            "one note from three places, one of them signed",
            &CLAUSES,
        )
        .with([carrier()])
        .input(Input::seen(&n(), "z"))
        .input(Input::seen(&n().signed(&ExampleKey::named("alice-key")), "m"))
        .input(Input::seen(&n(), "a"))
        .reads(all().accepts("c z m a").state("W", "created", "PM"))
        .orders(Orders::Complete),
        case(
            "variants-from-many-places-give-one-result",
            "two contents of one id, two sources of each",
            &CLAUSES,
        )
        .with([carrier()])
        .input(Input::seen(&n(), "z"))
        .input(Input::seen(&n(), "a"))
        .input(Input::seen(&n().body(json!({ "summary": "otherwise" })), "m"))
        .input(Input::seen(&n().body(json!({ "summary": "otherwise" })), "b"))
        .reads(
            all()
                .accepts("c")
                .excludes("z a m b")
                .state("W", "created", "PM")
                .issue("DUPLICATE_ID_CONFLICT", "n"),
        )
        .orders(Orders::Complete),
    ]
}

/// The published orders of 8.3.
pub(super) fn orders_of_output() -> Vec<Case> {
    let ids = ["10", "9", "A", "a", "a-b", "a_b", "\u{e9}", "\u{e000}", "\u{10000}"];
    let file = |place: usize| format!("{place}.json");
    let sorted = ids.iter().enumerate().map(|(place, id)| {
        Input::of(&object(id, "ISSUE").by("gus", "DEV").stream(&format!("s-{place}"), 1)).file(&file(place))
    });
    vec![
        sorted
            .fold(
                case(
                    "nodes-stand-in-code-point-order",
                    "ids that locales and UTF-16 order otherwise",
                    &["TMPA 8.3"],
                )
                .with([carrier()]),
                Case::input,
            )
            .reads(all().accepts("c").puts(Class::Accepted, ids).state("W", "created", "PM").must(
                "order",
                "/node_ids",
                "equals",
                json!(["10", "9", "A", "a", "a-b", "a_b", "c", "\u{e9}", "\u{e000}", "\u{10000}"]),
            ))
            .orders(Orders::Random(100)),
        case(
            "critical-issues-stand-first",
            "a conflict of contents beside a missing reference",
            &["TMPA 8.3"],
        )
        .with([carrier(), note("a", 2).refer("cites", "ghost")])
        .input(Input::seen(&aside("z", "gus", "DEV"), "one"))
        .input(Input::seen(&aside("z", "gus", "DEV").body(json!({ "summary": "otherwise" })), "two"))
        .reads(
            all()
                .accepts("c")
                .partial("a")
                .excludes("one two")
                .state("W", "created", "PM")
                .issue("DUPLICATE_ID_CONFLICT", "z")
                .issue_to("MISSING_REFERENCE", "a", "cites", "ghost")
                .must("critical", "/issues/0/code", "equals", json!("DUPLICATE_ID_CONFLICT")),
        )
        .orders(Orders::Complete),
        case(
            "issues-of-one-code-stand-by-object-and-target",
            "missing references of two notes",
            &["TMPA 8.3"],
        )
        .with([
            carrier(),
            note("b", 2).refer("cites", "y").refer("cites", "x"),
            note("a", 3).refer("cites", "z"),
        ])
        .reads(
            all()
                .accepts("c")
                .partial("a b")
                .state("W", "created", "PM")
                .issue_to("MISSING_REFERENCE", "a", "cites", "z")
                .issue_to("MISSING_REFERENCE", "b", "cites", "x")
                .issue_to("MISSING_REFERENCE", "b", "cites", "y")
                .must("first", "/issues/0/object_id", "equals", json!("a"))
                .must("second", "/issues/1/target_id", "equals", json!("x"))
                .must("third", "/issues/2/target_id", "equals", json!("y")),
        )
        .orders(Orders::Complete),
    ]
}

/// Names decide nothing.
pub(super) fn names() -> Vec<Case> {
    let competing = |name: &str, title: &str, one: &str, two: &str, least: &str| {
        case(name, title, &["TMPA 6.3", "TMPA 8.3", "TMPA 9.9"])
            .with([carrier(), start(one), cancel(two)])
            .reads(
                all()
                    .accepts("c")
                    .disputed(one)
                    .disputed(two)
                    .unknown("W")
                    .issue("UNRESOLVED_CONFLICT", least)
                    .also("LIFECYCLE_UNDETERMINED", one)
                    .also("LIFECYCLE_UNDETERMINED", two),
            )
            .orders(Orders::Complete)
    };
    let works = ["__proto__", "constructor", "10", "9", "01", "toString"];
    let tasks = works.iter().enumerate().map(|(place, work)| {
        task(&format!("c{place}"), work).by("henry", "PM").stream(&format!("s-{place}"), 1)
    });
    vec![
        competing(
            "names-that-a-locale-sorts-otherwise-decide-nothing",
            "`ch` and `cz`, which Czech sorts the other way",
            "ch-start",
            "cz-cancel",
            "ch-start",
        ),
        competing(
            "names-in-the-other-order-decide-nothing",
            "the same, swapped",
            "cz-start",
            "ch-cancel",
            "ch-cancel",
        ),
        competing(
            "names-in-large-and-small-letters-decide-nothing",
            "`B` and `a`, which a dictionary sorts the other way",
            "B-start",
            "a-cancel",
            "B-start",
        ),
        case(
            "a-work-item-may-have-any-name",
            "names that some languages treat in their own way",
            &["TMPA 8.2", "TMPA 9.9"],
        )
        .with(tasks)
        .reads(
            works.into_iter().fold(all().accepts("c0 c1 c2 c3 c4 c5"), |reading, work| {
                reading.state(work, "created", "PM")
            }),
        )
        .orders(Orders::Complete),
    ]
}
