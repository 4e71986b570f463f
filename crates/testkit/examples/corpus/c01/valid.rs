//! Objects of every type, and every form that the schema leaves free: accepted without an issue.

use super::CLAUSES;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{archived, by_erin, carrier, note, object, report, review, start};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

pub(super) fn cases() -> Vec<Case> {
    [types(), forms()].concat()
}

fn created(sources: &str) -> Reading {
    all().accepts(sources).state("W", "created", "PM")
}

/// One case for each type of the registry.
fn types() -> Vec<Case> {
    let one = |name: &str, title: &str, drafts: Vec<Draft>, reading: Reading| {
        case(name, title, &["TMPA 4.1", "TMPA 9.2", "TMPA 9.3"])
            .with(drafts)
            .reads(reading)
            .orders(Orders::Some)
    };
    let beside =
        |name: &str, title: &str, draft: Draft| one(name, title, vec![carrier(), draft], created("c x"));
    let erin = |kind: &str, body: Value| by_erin("x", kind, 1, body);
    let way = "c start rep submit ok approve release archive";
    vec![
        one("a-task-is-an-object", "the carrier alone", vec![carrier()], created("c")),
        one(
            "a-transition-is-an-object",
            "a start with its tuple",
            vec![carrier(), start("x")],
            all().accepts("c x").state("W", "active", "PM"),
        ),
        one("a-report-is-an-object", "a report", vec![carrier(), report()], created("c rep")),
        one(
            "a-review-is-an-object",
            "a review of a report",
            vec![carrier(), report(), review("x", "carol", "approve", "rep")],
            created("c rep x"),
        ),
        beside("a-decision-is-an-object", "a decision", erin("DECISION", json!({ "decision": "release" }))),
        one(
            "a-correction-is-an-object",
            "a correction of a note",
            vec![
                carrier(),
                note("n", 2),
                note("x", 3).kind("CORRECTION").refer("corrects", "n").body(json!({ "correction": "seven" })),
            ],
            created("c n x"),
        ),
        one(
            "a-supersession-is-an-object",
            "a note that takes the place of another",
            vec![carrier(), note("n", 2), note("x", 3).kind("SUPERSESSION").refer("supersedes", "n")],
            created("c n x"),
        ),
        beside("an-issue-is-an-object", "a note", note("x", 2)),
        beside("a-handoff-is-an-object", "work is passed on", note("x", 2).kind("HANDOFF")),
        beside("a-recovery-is-an-object", "work is taken up again", note("x", 2).kind("RECOVERY")),
        beside(
            "an-assignment-is-an-object",
            "a role is given",
            erin("ASSIGNMENT", json!({ "identity": "frank", "role": "PM" })),
        ),
        beside(
            "a-delegation-is-an-object",
            "a role is lent by its holder",
            object("x", "DELEGATION")
                .by("carol", "QA")
                .stream("s-carol", 1)
                .body(json!({ "identity": "frank", "role": "QA" })),
        ),
        beside(
            "a-revocation-is-an-object",
            "a role is taken back",
            erin("REVOCATION", json!({ "assignment": "gus-dev" })),
        ),
        beside(
            "an-exception-is-an-object",
            "leave to do what a duty forbids",
            erin("EXCEPTION", json!({ "rule": "executor_must_not_review", "identity": "bob" })),
        ),
        case(
            "the-whole-way-of-a-task-is-accepted",
            "from the carrier to the archive",
            &["TMPA 4.1", "TMPA 9.2", "TMPA 9.3"],
        )
        .with(archived())
        .reads(all().accepts(way).state("W", "archived", "OPS")),
    ]
}

/// What may be there or not, and what may look so or so.
fn forms() -> Vec<Case> {
    let one = |name: &str, title: &str, input: Input| {
        case(name, title, &CLAUSES).with([carrier()]).input(input).reads(created("c x"))
    };
    let of = |name: &str, title: &str, draft: Draft| one(name, title, Input::of(&draft));
    let x = || note("x", 2);
    let at = |name: &str, text: &str| of(name, &format!("`/created_at` is `{text}`"), x().created_at(text));
    let body = |name: &str, title: &str, value: Value| {
        of(name, title, x().kind("RECOVERY").body(json!({ "summary": value })))
    };
    vec![
        of(
            "a-signature-group-of-nulls-is-no-signature",
            "all three members are null",
            x().set("/integrity/signature_algorithm", Value::Null)
                .set("/integrity/key_id", Value::Null)
                .set("/integrity/signature", Value::Null),
        ),
        of(
            "extensions-may-hold-anything",
            "nested extensions",
            x().set("/extensions", json!({ "a": [1, null, { "b": "" }] })),
        ),
        at("a-date-time-may-have-an-offset", "2026-01-02T03:04:05+05:30"),
        at("a-date-time-may-have-a-fraction", "2026-01-02T03:04:05.123456789Z"),
        at("a-date-time-may-be-in-small-letters", "2026-01-02t03:04:05z"),
        at("a-date-time-may-name-a-leap-second", "2016-12-31T23:59:60Z"),
        at("a-leap-year-has-its-day", "2024-02-29T00:00:00Z"),
        at("an-unknown-offset-may-be-minus-zero", "2026-01-02T03:04:05-00:00"),
        body("a-body-may-hold-null", "the summary is null", Value::Null),
        body(
            "a-body-may-hold-any-text",
            "quotes, backslash, line feed, NUL, a letter beyond the plane",
            json!("\"\\\n\u{0}\u{1F600}\u{202E}"),
        ),
        body("a-body-may-hold-the-greatest-exact-integer", "2^53 - 1", json!(9_007_199_254_740_991_u64)),
        of(
            "a-reference-may-be-repeated-under-another-relation",
            "one target, two relations",
            x().refer("cites", "c").refer("depends_on", "c"),
        ),
        one(
            "an-integer-may-be-spelled-with-a-zero-fraction",
            "the sequence number is `2.0`",
            Input::of(&x()).spelled("\"sequence\": 2", "\"sequence\": 2.0"),
        ),
        of(
            "a-member-may-have-any-name",
            "an extension is called `__proto__`",
            x().set("/extensions", json!({ "__proto__": "x" })),
        ),
    ]
}
