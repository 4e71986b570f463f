//! Assignments as governance objects.

use super::{OBJECTS, assigns, denied, frank, open, starts, unmoved};
use crate::case::{Case, Orders, case};
use crate::cast::{by_erin, carrier};
use crate::reading::{all, reading};
use actum_testkit::evidence::Draft;
use serde_json::json;

/// Assignments that are governance objects (TMPA 9.4): they hold for what follows them.
pub(super) fn assignments() -> Vec<Case> {
    let acts = |name: &str, title: &str, assignment: Draft, act: Draft| {
        case(name, title, &OBJECTS).with([carrier(), assignment, act]).orders(Orders::Some)
    };
    let after = || starts("frank").refer("follows", "as");
    let held = || all().accepts("c as t").state("W", "active", "PM");
    let granted = || unmoved().accepts("as");
    vec![
        acts(
            "an-assignment-holds-for-what-depends-on-it",
            "frank's start depends on his assignment",
            assigns(frank()),
            starts("frank").refer("depends_on", "as"),
        )
        .reads(held()),
        acts(
            "an-assignment-holds-for-what-follows-it",
            "frank's start follows his assignment",
            assigns(frank()),
            after(),
        )
        .reads(held()),
        acts(
            "an-assignment-holds-through-a-chain-of-order",
            "frank's start follows a later note of the assigner",
            assigns(frank()),
            starts("frank").refer("follows", "n"),
        )
        .with([by_erin("n", "ISSUE", 2, json!({ "summary": "done" }))])
        .reads(held().accepts("n")),
        acts(
            "an-assignment-that-is-concurrent-establishes-nothing",
            "nothing orders the two",
            assigns(frank()),
            starts("frank"),
        )
        .reads(open(granted(), "t")),
        acts(
            "an-assignment-that-comes-later-establishes-nothing",
            "the assignment follows the start",
            assigns(frank()).refer("follows", "t"),
            starts("frank"),
        )
        .reads(open(unmoved().partial("as").free("as"), "t")),
        acts(
            "an-earlier-time-does-not-put-an-assignment-first",
            "the assignment carries an earlier time, and nothing orders the two",
            assigns(frank()).created_at("2025-01-01T00:00:00Z"),
            starts("frank"),
        )
        .reads(open(granted(), "t")),
        acts(
            "an-assignment-of-other-actions-denies",
            "frank may cancel only",
            assigns(json!({ "identity": "frank", "role": "PM", "actions": ["cancel"] })),
            after(),
        )
        .reads(denied(granted(), "t")),
        acts(
            "an-assignment-narrowed-to-the-act-suffices",
            "frank may start `W` only",
            assigns(json!({ "identity": "frank", "role": "PM", "actions": ["start"], "works": ["W"] })),
            after(),
        )
        .reads(held()),
        acts(
            "an-assignment-of-somebody-else-establishes-nothing",
            "the assignment names `Frank`",
            assigns(json!({ "identity": "Frank", "role": "PM" })),
            after(),
        )
        .reads(open(granted(), "t")),
        acts(
            "an-assignment-to-another-role-establishes-nothing",
            "frank becomes QA and starts as PM",
            assigns(json!({ "identity": "frank", "role": "QA" })),
            after(),
        )
        .reads(open(granted(), "t")),
        acts(
            "an-assignment-by-a-role-that-may-not-assign-is-denied-and-grants-nothing",
            "carol, a QA, assigns",
            assigns(frank()).by("carol", "QA").stream("s-carol", 1),
            starts("frank").refer("cites", "as"),
        )
        .reads(open(denied(unmoved(), "as"), "t")),
        acts(
            "a-stranger-s-assignment-grants-nothing",
            "mallory assigns",
            assigns(frank()).by("mallory", "ADMIN").stream("s-mallory", 1),
            starts("frank").refer("cites", "as"),
        )
        .reads(open(unmoved(), "as t")),
        acts(
            "a-stranger-s-assignment-takes-nothing-away",
            "mallory assigns henry to cancellations only; henry, who holds the role anyway, starts",
            assigns(json!({ "identity": "henry", "role": "PM", "actions": ["cancel"] }))
                .by("mallory", "ADMIN")
                .stream("s-mallory", 1),
            starts("henry"),
        )
        .reads(open(all().accepts("c t").state("W", "active", "PM"), "as")),
        acts(
            "nobody-assigns-a-role-to-himself",
            "mallory makes himself ADMIN and then PM",
            assigns(json!({ "identity": "mallory", "role": "ADMIN" }))
                .by("mallory", "ADMIN")
                .stream("s-mallory", 1),
            starts("mallory").stream("s-mallory", 3),
        )
        .with([by_erin("as2", "ASSIGNMENT", 2, json!({ "identity": "mallory", "role": "PM" }))
            .by("mallory", "ADMIN")
            .stream("s-mallory", 2)])
        .reads(open(unmoved(), "as as2 t")),
        acts(
            "two-who-appoint-each-other-hold-nothing",
            "x makes y ADMIN, y makes x ADMIN, who makes frank PM",
            assigns(json!({ "identity": "y", "role": "ADMIN" })).by("x", "ADMIN").stream("s-x", 1),
            starts("frank").refer("cites", "as"),
        )
        .with([by_erin("as2", "ASSIGNMENT", 1, json!({ "identity": "x", "role": "ADMIN" }))
            .by("y", "ADMIN")
            .stream("s-y", 1)])
        .reads(open(unmoved(), "as as2 t")),
        acts(
            "an-assigned-administrator-assigns-in-turn",
            "erin makes hugo ADMIN, hugo makes frank PM",
            assigns(json!({ "identity": "hugo", "role": "ADMIN" })).renamed("root"),
            after(),
        )
        .with([assigns(frank()).by("hugo", "ADMIN").stream("s-hugo", 1).refer("follows", "root")])
        .reads(held().accepts("root")),
        acts(
            "the-assignment-that-was-missing-settles-the-act",
            "frank's start is read before and after his assignment",
            assigns(frank()),
            starts("frank").refer("depends_on", "as"),
        )
        .reads(
            reading("before")
                .only("c t")
                .accepts("c")
                .partial("t")
                .state("W", "created", "PM")
                .issue("AUTHORITY_UNDETERMINED", "t")
                .issue_to("MISSING_REFERENCE", "t", "depends_on", "as")
                .also_by("LIFECYCLE_UNDETERMINED", "t", "depends_on"),
        )
        .reads(reading("after").accepts("c as t").state("W", "active", "PM")),
    ]
}
