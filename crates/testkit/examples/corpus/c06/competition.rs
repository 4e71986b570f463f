//! Transitions that exclude each other.

use super::{henry, in_state, one};
use crate::case::{Case, Orders};
use crate::cast::{by_erin, cancel, carrier, moves, report, start, task};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;
use serde_json::json;

/// Two incompatible transitions from one state: neither is chosen (TMPA 6.3).
pub(super) fn competition() -> Vec<Case> {
    let both = |reading: Reading, one: &str, two: &str, least: &str| {
        reading
            .accepts("c")
            .disputed(one)
            .disputed(two)
            .unknown("W")
            .issue("UNRESOLVED_CONFLICT", least)
            .also("LIFECYCLE_UNDETERMINED", one)
            .also("LIFECYCLE_UNDETERMINED", two)
    };
    let decides = |selects: &str| {
        by_erin("d", "DECISION", 1, json!({ "selects": selects }))
            .refer("resolves", "start")
            .refer("resolves", "cancel")
    };
    let settled = |name: &str, title: &str, decision: Draft| {
        one(name, title, vec![carrier(), start("start"), cancel("cancel"), decision]).orders(Orders::Some)
    };
    vec![
        one(
            "competing-transitions-are-disputed-and-move-nothing",
            "alice starts, henry cancels",
            vec![carrier(), start("start"), cancel("cancel")],
        )
        .reads(both(all(), "cancel", "start", "cancel").labels())
        .orders(Orders::Some),
        one(
            "competing-transitions-move-nothing-under-swapped-names",
            "the start is called `a`, the cancellation `z`",
            vec![carrier(), start("a"), cancel("z")],
        )
        .reads(both(all(), "a", "z", "a"))
        .orders(Orders::Some),
        one(
            "what-needs-an-ambiguous-state-is-undetermined",
            "bob submits what was started or cancelled",
            vec![
                carrier(),
                start("start"),
                cancel("cancel"),
                report(),
                moves("x", "active", "submit", "review")
                    .by("bob", "DEV")
                    .stream("s-bob", 2)
                    .refer("reports", "rep"),
            ],
        )
        .reads(
            both(all().accepts("rep"), "cancel", "start", "cancel")
                .partial("x")
                .issue("LIFECYCLE_UNDETERMINED", "x"),
        )
        .orders(Orders::Some),
        settled(
            "a-decision-that-selects-the-start-applies-the-start",
            "erin selects `start`",
            decides("start"),
        )
        .reads(
            in_state("active", "PM")
                .accepts("c start d")
                .partial("cancel")
                .free("cancel")
                .also("LIFECYCLE_UNDETERMINED", "cancel"),
        ),
        settled(
            "a-decision-that-selects-the-cancellation-applies-the-cancellation",
            "erin selects `cancel`",
            decides("cancel"),
        )
        .reads(
            in_state("cancelled", "PM")
                .accepts("c cancel d")
                .partial("start")
                .free("start")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        ),
        settled(
            "a-decision-by-a-stranger-applies-neither",
            "mallory selects `start`",
            decides("start").by("mallory", "ADMIN").stream("s-mallory", 1),
        )
        .reads(both(
            all().partial("d").issue("AUTHORITY_UNDETERMINED", "d"),
            "cancel",
            "start",
            "cancel",
        )),
        settled(
            "a-decision-that-names-one-of-two-applies-neither",
            "erin's decision refers to the start only",
            by_erin("d", "DECISION", 1, json!({ "selects": "start" })).refer("resolves", "start"),
        )
        .reads(both(all().accepts("d"), "cancel", "start", "cancel").free("d")),
        one(
            "a-conflict-in-one-work-item-leaves-another-alone",
            "`W2` is started by henry alone",
            vec![
                carrier(),
                start("start"),
                cancel("cancel"),
                task("c2", "W2"),
                henry("x", "created", "start", "active").work("W2", "c2"),
            ],
        )
        .reads(both(all().accepts("c2 x").state("W2", "active", "PM"), "cancel", "start", "cancel"))
        .orders(Orders::Some),
        one(
            "a-denied-competitor-does-not-compete",
            "olga may not start, henry cancels",
            vec![carrier(), start("start").by("olga", "PM").stream("s-olga", 1), cancel("cancel")],
        )
        .reads(
            in_state("cancelled", "PM")
                .accepts("c cancel")
                .rejects("start")
                .issue("AUTHORITY_DENIED", "start"),
        )
        .orders(Orders::Some),
    ]
}
