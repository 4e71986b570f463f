//! What the published type registry adds to the shape (TMPA 3.2, 9.2, 9.3).

use super::{bad, bad_start, refused};
use crate::case::{Case, Orders, case};
use crate::cast::{carrier, note, object, review};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use serde_json::json;

const CLAUSES: [&str; 3] = ["TMPA 4.4", "TMPA 9.2", "TMPA 9.3"];

pub(super) fn cases() -> Vec<Case> {
    let rows: [(&str, &str, Draft); 9] = [
        (
            "a-transition-without-a-tuple-is-refused",
            "the type demands a tuple, and there is none",
            bad_start().cut("/lifecycle/transition").state("created"),
        ),
        (
            "a-transition-whose-state-is-not-its-target-is-refused",
            "the declared state is `created`, the tuple leads to `active`",
            bad_start().state("created"),
        ),
        (
            "a-state-that-the-lifecycle-lacks-is-refused",
            "the declared state is `limbo`",
            bad().state("limbo"),
        ),
        ("a-body-without-a-required-field-is-refused", "an ISSUE without `summary`", bad().body(json!({}))),
        (
            "a-body-that-is-no-object-cannot-hold-a-required-field",
            "an ISSUE whose body is a text",
            bad().body(json!("as agreed")),
        ),
        (
            "a-body-that-breaks-its-schema-is-refused",
            "the title of a TASK is empty",
            object("bad", "TASK").by("henry", "PM").stream("s-henry", 1).body(json!({ "title": "" })),
        ),
        (
            "an-undeclared-relation-is-refused",
            "the relation is `frobnicates`",
            bad().refer("frobnicates", "c"),
        ),
        (
            "a-relation-that-the-type-may-not-hold-is-refused",
            "an ISSUE that archives",
            bad().refer("archives", "c"),
        ),
        (
            "an-assignment-that-names-nobody-is-refused",
            "an ASSIGNMENT without `identity`",
            object("bad", "ASSIGNMENT").by("erin", "ADMIN").stream("s-erin", 1).body(json!({ "role": "PM" })),
        ),
    ];
    let mut cases: Vec<Case> = rows
        .into_iter()
        .map(|(name, title, draft)| {
            case(name, title, &CLAUSES)
                .with([carrier(), draft])
                .reads(refused().issue("SCHEMA_INVALID", "bad"))
                .orders(Orders::Some)
        })
        .collect();
    cases.extend([unknown(), undecided(), all_causes()]);
    cases
}

fn unknown() -> Case {
    case("a-type-that-the-registry-lacks-is-reported-as-unknown", "the type is `MEMO`", &CLAUSES)
        .with([carrier(), bad().kind("MEMO")])
        .reads(refused().issue("UNKNOWN_TYPE", "bad"))
        .orders(Orders::Some)
}

fn undecided() -> Case {
    case("a-review-without-a-decision-is-refused", "a REVIEW without `decision`; the report stays", &CLAUSES)
        .with([carrier(), crate::cast::report(), review("bad", "carol", "", "rep").body(json!({}))])
        .reads(
            all().accepts("c rep").excludes("bad").state("W", "created", "PM").issue("SCHEMA_INVALID", "bad"),
        )
        .orders(Orders::Some)
}

/// After a broken shape nothing else can be said about the object; the published criterion expects one code.
fn all_causes() -> Case {
    case(
        "a-broken-shape-is-the-only-thing-that-is-said-of-it",
        "a misshapen object of an unknown type with a wrong digest, and a note of the same stream",
        &["TMPA 4.1", "TMPA 9.2", "TMPA 9.9"],
    )
    .with([carrier(), note("n", 2), bad().kind("MEMO").set("/priority", json!(1)).tampered()])
    .reads(refused().accepts("n").issue("SCHEMA_INVALID", "bad"))
    .orders(Orders::Some)
}
