//! C03, duplicate object identity (TMPA 9.2, 9.9): two contents under one id are both kept, neither counts, and the
//! conflict is critical; equal content is one object from several places.

use crate::case::{Case, Input, Orders, case};
use crate::cast::{carrier, note, object, report, review, start, submit, task};
use crate::reading::{Reading, all, reading};
use actum_testkit::evidence::Draft;
use actum_testkit::key::ExampleKey;
use serde_json::{Value, json};

pub(crate) fn cases() -> Vec<Case> {
    [conflicts(), copies(), consequences()].concat()
}

const CLAUSES: [&str; 4] = ["TMPA 4.3", "TMPA 4.4", "TMPA 9.2", "TMPA 9.9"];

/// Two sources of one id, whose contents differ.
fn variants(name: &str, title: &str, one: &Draft, two: &Draft) -> Case {
    case(name, title, &CLAUSES)
        .with([carrier()])
        .input(Input::seen(one, "one"))
        .input(Input::seen(two, "two"))
        .reads(conflict(all()))
        .orders(Orders::Some)
}

/// Both variants of `n` are kept apart from the graph.
fn conflict(reading: Reading) -> Reading {
    reading
        .accepts("c")
        .excludes("one two")
        .state("W", "created", "PM")
        .issue("DUPLICATE_ID_CONFLICT", "n")
        .must(
            "critical",
            "/issues",
            "includes",
            json!({ "code": "DUPLICATE_ID_CONFLICT", "object_id": "n", "severity": "critical" }),
        )
}

fn n() -> Draft {
    note("n", 2)
}

fn said(summary: &str) -> Draft {
    n().body(json!({ "summary": summary }))
}

fn conflicts() -> Vec<Case> {
    let twin = n().by("henry", "PM").stream("s-henry", 1);
    vec![
        variants(
            "two-bodies-under-one-id-are-a-critical-conflict",
            "the bodies differ",
            &n(),
            &said("otherwise"),
        ),
        variants("two-creators-under-one-id-are-a-conflict", "the creators differ", &n(), &twin),
        variants("two-types-under-one-id-are-a-conflict", "the types differ", &n(), &n().kind("HANDOFF")),
        variants(
            "two-references-under-one-id-are-a-conflict",
            "one refers to the carrier",
            &n(),
            &n().refer("cites", "c"),
        ),
        variants(
            "two-times-under-one-id-are-a-conflict-that-the-later-does-not-win",
            "the times differ",
            &n(),
            &n().created_at("2026-09-01T00:00:00Z"),
        ),
        variants(
            "two-extensions-under-one-id-are-a-conflict",
            "one has an extension",
            &n(),
            &n().set("/extensions", json!({ "x": 1 })),
        ),
        variants(
            "two-forms-of-one-text-under-one-id-are-a-conflict",
            "é composed and decomposed",
            &said("caf\u{e9}"),
            &said("cafe\u{301}"),
        ),
        variants(
            "absent-and-null-under-one-id-are-a-conflict",
            "one body says null where the other says nothing",
            &n(),
            &n().body(json!({ "summary": "as agreed", "more": null })),
        ),
        variants(
            "one-text-and-one-number-under-one-id-are-a-conflict",
            "`7` as text and as number",
            &n().body(json!({ "summary": "7" })),
            &n().body(json!({ "summary": 7 })),
        ),
        case("three-contents-under-one-id-are-one-conflict", "three different bodies", &CLAUSES)
            .with([carrier()])
            .input(Input::seen(&said("one"), "one"))
            .input(Input::seen(&said("two"), "two"))
            .input(Input::seen(&said("three"), "three"))
            .reads(conflict(all()).excludes("three"))
            .orders(Orders::Some),
        case("a-copy-of-one-variant-outvotes-nothing", "one content twice, the other once", &CLAUSES)
            .with([carrier()])
            .input(Input::seen(&n(), "one"))
            .input(Input::seen(&n(), "again"))
            .input(Input::seen(&said("otherwise"), "two"))
            .reads(conflict(all()).excludes("again"))
            .orders(Orders::Some),
        variants(
            "variants-in-two-work-items-are-a-conflict",
            "one id in `W` and in `W2`",
            &n(),
            &n().work("W2", "c2").by("henry", "PM").stream("s-henry", 1),
        ),
        case(
            "a-second-content-turns-an-accepted-object-into-a-conflict",
            "the same evidence, and later a variant",
            &["TMPA 3.6", "TMPA 9.9"],
        )
        .with([carrier()])
        .input(Input::seen(&n(), "one"))
        .input(Input::seen(&said("otherwise"), "two"))
        .reads(reading("before").only("c one").accepts("c one").state("W", "created", "PM"))
        .reads(conflict(reading("after")))
        .orders(Orders::Some),
    ]
}

/// Equal content, however it is spelled and wherever it is seen, is one object.
fn copies() -> Vec<Case> {
    let one = |name: &str, title: &str, second: Input| {
        case(name, title, &CLAUSES)
            .with([carrier()])
            .input(Input::seen(&n(), "one"))
            .input(second)
            .reads(
                all()
                    .accepts("c one two")
                    .state("W", "created", "PM")
                    .must("one-node", "/node_ids", "equals", json!(["c", "n"]))
                    .should("provenance", "/nodes/n/source_ids", "equals", json!(["one", "two"])),
            )
            .orders(Orders::Some)
    };
    let two = || Input::seen(&n(), "two");
    let compact = n().to_value().to_string().into_bytes();
    let group = |draft: Draft, value: Value| {
        ["signature_algorithm", "key_id", "signature"]
            .into_iter()
            .fold(draft, |draft, member| draft.set(&format!("/integrity/{member}"), value.clone()))
    };
    let signed = || n().signed(&ExampleKey::named("alice-key"));
    let both = |name: &str, title: &str, second: Input| {
        case(name, title, &["TMPA 4.3", "TMPA 9.8", "TMPA 9.9"])
            .with([carrier()])
            .input(Input::seen(&n(), "one"))
            .input(second)
            .orders(Orders::Some)
    };
    vec![
        one("the-same-bytes-twice-are-one-object", "a byte-identical copy", two()),
        one(
            "other-white-space-is-the-same-object",
            "a copy without line feeds",
            Input { bytes: compact, ..two() },
        ),
        one(
            "an-escaped-letter-is-the-same-object",
            "a copy that escapes a letter",
            two().spelled("as agreed", "\\u0061s agreed"),
        ),
        one(
            "another-spelling-of-a-number-is-the-same-object",
            "a copy whose sequence number is `2.0`",
            two().spelled("\"sequence\": 2", "\"sequence\": 2.0"),
        ),
        case("the-same-bytes-thrice-keep-every-source", "three byte-identical copies", &CLAUSES)
            .with([carrier()])
            .input(Input::seen(&n(), "m-copy"))
            .input(Input::seen(&n(), "z-copy"))
            .input(Input::seen(&n(), "a-copy"))
            .reads(all().accepts("c m-copy z-copy a-copy").state("W", "created", "PM").should(
                "provenance",
                "/nodes/n/source_ids",
                "equals",
                json!(["a-copy", "m-copy", "z-copy"]),
            ))
            .orders(Orders::Some),
        both(
            "a-signature-added-later-changes-no-content",
            "the integrity profile identifies objects by their covered bytes",
            Input::seen(&signed(), "two"),
        )
        .reads(all().accepts("c one two").state("W", "created", "PM").authentication("unauthenticated")),
        both(
            "a-signature-added-later-is-another-content-where-the-profile-says-so",
            "the integrity profile identifies objects by all their bytes",
            Input::seen(&signed(), "two"),
        )
        .profile("signed-variants")
        .reads(conflict(all())),
        both(
            "a-group-of-nulls-is-no-other-content",
            "absent and null signatures",
            Input::seen(&group(n(), Value::Null), "two"),
        )
        .reads(all().accepts("c one two").state("W", "created", "PM")),
        case(
            "a-broken-copy-is-no-second-content",
            "one copy was changed and has lost its digest",
            &["TMPA 4.3", "TMPA 9.8", "TMPA 9.9"],
        )
        .with([carrier()])
        .input(Input::seen(&n(), "one"))
        .input(Input::seen(&n().tampered(), "two"))
        .reads(
            all()
                .accepts("c one")
                .excludes("two")
                .state("W", "created", "PM")
                .issue("INTEGRITY_MISMATCH", "n"),
        )
        .orders(Orders::Some),
        case(
            "a-misshapen-copy-is-no-second-content",
            "one copy has a member too many",
            &["TMPA 4.3", "TMPA 9.2", "TMPA 9.9"],
        )
        .with([carrier()])
        .input(Input::seen(&n(), "one"))
        .input(Input::seen(&n().set("/priority", json!(1)), "two"))
        .reads(
            all().accepts("c one").excludes("two").state("W", "created", "PM").issue("SCHEMA_INVALID", "n"),
        )
        .orders(Orders::Some),
        case(
            "ids-are-compared-letter-by-letter",
            "`n`, `N` and two forms of é are four objects",
            &["TMPA 9.2", "TMPA 9.9"],
        )
        .with([carrier(), n()])
        .input(Input::of(&note("N", 3)).file("upper.json"))
        .input(Input::of(&note("\u{e9}", 4)).file("composed.json"))
        .input(Input::of(&note("e\u{301}", 5)).file("decomposed.json"))
        .reads(all().accepts("c n N \u{e9} e\u{301}").state("W", "created", "PM"))
        .orders(Orders::Some),
    ]
}

/// What a conflict means for the rest: nothing is chosen, and nothing else is drawn in.
fn consequences() -> Vec<Case> {
    let two = |draft: &Draft, other: &Draft, case: Case| {
        case.input(Input::seen(draft, "one")).input(Input::seen(other, "two"))
    };
    let other_report = || report().body(json!({ "summary": "otherwise" }));
    vec![
        two(
            &n(),
            &said("otherwise"),
            case("a-conflict-leaves-other-work-items-alone", "`W2` has nothing to do with it", &CLAUSES),
        )
        .with([carrier(), task("c2", "W2")])
        .reads(conflict(all()).accepts("c2").state("W2", "created", "PM"))
        .orders(Orders::Some),
        two(
            &start("start"),
            &start("start").created_at("2026-09-01T00:00:00Z"),
            case(
                "transitions-of-one-id-and-two-contents-move-nothing",
                "two starts under one id",
                &["TMPA 4.4", "TMPA 9.6", "TMPA 9.9"],
            ),
        )
        .with([carrier()])
        .reads(
            all()
                .accepts("c")
                .excludes("one two")
                .state("W", "created", "PM")
                .issue("DUPLICATE_ID_CONFLICT", "start"),
        )
        .orders(Orders::Some),
        two(
            &report(),
            &other_report(),
            case(
                "what-rests-on-a-conflict-is-not-applied",
                "a submission of a report that has two contents",
                &["TMPA 7.3", "TMPA 9.6", "TMPA 9.9"],
            ),
        )
        .with([carrier(), start("start"), submit().stream("s-bob-2", 1)])
        .reads(
            all()
                .accepts("c start")
                .excludes("one two")
                .rejects("submit")
                .free("submit")
                .state("W", "active", "PM")
                .issue("DUPLICATE_ID_CONFLICT", "rep")
                .issue_to("MISSING_REFERENCE", "submit", "reports", "rep")
                .also("LIFECYCLE_UNDETERMINED", "submit"),
        )
        .orders(Orders::Some),
        two(
            &review("v", "carol", "approve", "rep"),
            &review("v", "carol", "reject", "rep"),
            case("a-review-with-two-contents-says-nothing", "approve and reject under one id", &CLAUSES),
        )
        .with([carrier(), report()])
        .reads(
            all()
                .accepts("c rep")
                .excludes("one two")
                .state("W", "created", "PM")
                .issue("DUPLICATE_ID_CONFLICT", "v"),
        )
        .orders(Orders::Some),
        two(
            &n(),
            &said("otherwise"),
            case(
                "the-place-of-a-conflict-stays-empty",
                "a note follows in the same stream",
                &["TMPA 4.4", "TMPA 9.5", "TMPA 9.9"],
            ),
        )
        .with([carrier(), note("after", 3)])
        .reads(conflict(all()).partial("after").issue("STREAM_GAP", "after"))
        .orders(Orders::Some),
        case("two-conflicts-are-two-issues", "two ids with two contents each", &CLAUSES)
            .with([carrier()])
            .input(Input::seen(&n(), "one"))
            .input(Input::seen(&said("otherwise"), "two"))
            .input(Input::seen(&object("m", "ISSUE").by("henry", "PM").stream("s-henry", 1), "three"))
            .input(Input::seen(&object("m", "ISSUE").by("gus", "DEV").stream("s-gus", 1), "four"))
            .reads(conflict(all()).excludes("three four").issue("DUPLICATE_ID_CONFLICT", "m"))
            .orders(Orders::Some),
    ]
}
