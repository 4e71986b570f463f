//! Delegations as governance objects.

use super::{OBJECTS, denied, open};
use crate::case::{Case, Orders, case};
use crate::cast::{by_erin, in_review, moves, object};
use crate::reading::all;
use actum_testkit::evidence::Draft;
use serde_json::json;

fn lends(id: &str, creator: &str, identity: &str) -> Draft {
    object(id, "DELEGATION")
        .by(creator, "QA")
        .stream(&format!("s-{creator}"), 1)
        .body(json!({ "identity": identity, "role": "QA" }))
}

/// Hank sends the result back.
fn rework(after: &[&str]) -> Draft {
    let act =
        moves("t", "review", "rework", "active").by("hank", "QA").stream("s-hank", 1).refer("reviews", "rep");
    after.iter().fold(act.refer("depends_on", "submit"), |draft, target| draft.refer("follows", target))
}

/// A role that is lent is never more than what the lender holds (TMPA 3.3, 5.5).
pub(super) fn delegations() -> Vec<Case> {
    let way = "c start rep submit";
    let acts = |name: &str, title: &str, drafts: Vec<Draft>| {
        case(name, title, &OBJECTS).with(in_review()).with(drafts).orders(Orders::Some)
    };
    let sent_back = || all().accepts(way).state("W", "active", "QA");
    let stays = || all().accepts(way).state("W", "review", "DEV");
    let chain = vec![
        lends("d1", "carol", "iris"),
        lends("d2", "iris", "hank").refer("follows", "d1"),
        rework(&["d2"]),
    ];
    vec![
        acts(
            "a-delegation-lends-what-its-creator-holds",
            "carol lends QA to hank",
            vec![lends("d1", "carol", "hank"), rework(&["d1"])],
        )
        .reads(sent_back().accepts("d1 t")),
        acts(
            "a-delegation-that-is-concurrent-lends-nothing",
            "nothing orders the two",
            vec![lends("d1", "carol", "hank"), rework(&[])],
        )
        .reads(open(stays().accepts("d1"), "t")),
        acts("a-chain-of-delegations-is-followed", "carol lends to iris, iris to hank", chain)
            .reads(sent_back().accepts("d1 d2 t"))
            .orders(Orders::Some),
        acts(
            "a-stranger-s-delegation-lends-nothing",
            "mallory lends QA to hank",
            vec![lends("d1", "mallory", "hank"), rework(&[]).refer("cites", "d1")],
        )
        .reads(open(stays(), "d1 t")),
        acts(
            "a-delegation-of-a-role-that-one-does-not-hold-is-denied",
            "carol, a QA, lends PM",
            vec![
                lends("d1", "carol", "hank").body(json!({ "identity": "hank", "role": "PM" })),
                rework(&[]).refer("cites", "d1"),
            ],
        )
        .reads(open(denied(stays(), "d1"), "t")),
        acts(
            "delegations-in-a-circle-lend-nothing",
            "hank lends to iris, iris to hank",
            vec![
                lends("d1", "hank", "iris").stream("s-hank-2", 1),
                lends("d2", "iris", "hank"),
                rework(&[]).refer("cites", "d2"),
            ],
        )
        .reads(open(stays(), "d1 d2 t"))
        .orders(Orders::Some),
        acts(
            "a-delegate-loses-the-role-with-the-delegator",
            "carol is revoked after she lent QA to hank, who acts after that",
            vec![
                lends("d1", "carol", "hank"),
                by_erin("rv", "REVOCATION", 1, json!({ "assignment": "carol-qa" })).refer("follows", "d1"),
                rework(&["rv"]),
            ],
        )
        .reads(denied(stays().accepts("d1 rv"), "t"))
        .orders(Orders::Some),
        acts(
            "a-delegate-never-holds-more-than-was-lent",
            "carol lends QA for approvals only",
            vec![
                lends("d1", "carol", "hank")
                    .body(json!({ "identity": "hank", "role": "QA", "actions": ["approve"] })),
                rework(&["d1"]),
            ],
        )
        .reads(denied(stays().accepts("d1"), "t")),
    ]
}
