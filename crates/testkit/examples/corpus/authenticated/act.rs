//! C05 to C07 and C12 to C14: a signature gives no authority, and without one no act counts.

use super::{all_signed, authenticated, by, refuses, signed, strict, task, unauthenticated};
use crate::case::{Case, Orders};
use crate::cast::{
    active, approve, archived, by_erin, carrier, done, in_review, moves, object, report, review, start,
};
use actum_testkit::evidence::Draft;
use serde_json::json;

/// Somebody starts `W`, in a stream of theirs.
fn starts(creator: &str) -> Draft {
    moves("t", "created", "start", "active").by(creator, "PM").stream(&format!("s-{creator}"), 1)
}

fn assigns() -> Draft {
    by_erin("as", "ASSIGNMENT", 1, json!({ "identity": "frank", "role": "PM" }))
}

pub(super) fn authority() -> Vec<Case> {
    let one = |name: &str, title: &str, drafts: Vec<Draft>| {
        strict(name, title, &["TMPA 6.4", "TMPA 9.4"]).with([task()]).with(drafts).orders(Orders::Some)
    };
    let frank = || signed(starts("frank").refer("follows", "as"));
    vec![
        one("a-signed-assignment-grants", "erin assigns, frank starts", vec![signed(assigns()), frank()])
            .reads(authenticated().accepts("c as t").state("W", "active", "PM")),
        one(
            "an-unsigned-assignment-grants-nothing",
            "the assignment is not signed",
            vec![assigns(), frank()],
        )
        .reads(
            refuses(unauthenticated().accepts("c"), "as")
                .rejects("t")
                .state("W", "created", "PM")
                .issue("AUTHORITY_UNDETERMINED", "t")
                .free("t"),
        ),
        one(
            "a-verified-key-gives-no-role",
            "mallory signs with a registered key",
            vec![signed(starts("mallory"))],
        )
        .reads(
            authenticated()
                .accepts("c")
                .partial("t")
                .labels()
                .state("W", "created", "PM")
                .issue("AUTHORITY_UNDETERMINED", "t"),
        ),
        one(
            "a-verified-key-does-not-outlive-a-revoked-role",
            "rita's role is revoked, her key is not",
            vec![signed(starts("rita"))],
        )
        .reads(
            authenticated()
                .accepts("c")
                .rejects("t")
                .state("W", "created", "PM")
                .issue("AUTHORITY_DENIED", "t"),
        ),
        one(
            "an-impersonated-act-moves-nothing",
            "mallory starts in alice's name",
            vec![by(start("t"), "mallory-key")],
        )
        .reads(refuses(unauthenticated().accepts("c").state("W", "created", "PM"), "t")),
    ]
}

pub(super) fn lifecycle() -> Vec<Case> {
    let one = |name: &str, title: &str| strict(name, title, &["TMPA 6.2", "TMPA 9.6"]);
    let skips = moves("t", "created", "approve", "done").by("carol", "QA").stream("s-carol", 1);
    vec![
        one("signed-transitions-move", "a task is started and submitted")
            .with(all_signed(in_review()))
            .reads(authenticated().accepts("c start rep submit").state("W", "review", "DEV"))
            .orders(Orders::Some),
        one("a-signature-makes-no-transition-legal", "carol approves what was never started")
            .with([task(), signed(skips)])
            .reads(
                authenticated()
                    .accepts("c")
                    .rejects("t")
                    .state("W", "created", "PM")
                    .issue("ILLEGAL_TRANSITION", "t"),
            )
            .orders(Orders::Some),
        one("an-unsigned-transition-moves-nothing", "the start is not signed")
            .with([task(), start("start")])
            .reads(refuses(unauthenticated().accepts("c").state("W", "created", "PM"), "start"))
            .orders(Orders::Some),
        one("an-unsigned-task-anchors-nothing", "the task is not signed, its start is")
            .with([carrier(), signed(start("start"))])
            .reads(
                refuses(unauthenticated(), "c")
                    .partial("start")
                    .free("start")
                    .unknown("W")
                    .also("LIFECYCLE_UNDETERMINED", "start"),
            )
            .orders(Orders::Some),
    ]
}

pub(super) fn duties() -> Vec<Case> {
    let bob = approve().by("bob", "QA").stream("s-bob-qa", 1);
    vec![
        strict(
            "two-keys-do-not-make-two-identities",
            "bob executes under one key and approves under another",
            &["TMPA 5.5", "TMPA 9.4"],
        )
        .with(all_signed(in_review()))
        .with([signed(review("ok", "carol", "approve", "rep")), by(bob, "bob-second-key")])
        .reads(
            authenticated()
                .accepts("c start rep submit ok")
                .rejects("approve")
                .state("W", "review", "DEV")
                .issue("SOD_VIOLATION", "approve"),
        )
        .orders(Orders::Some),
        strict("somebody-else-s-signed-approval-counts", "carol reviews and approves", &["TMPA 9.4"])
            .with(all_signed(done()))
            .reads(authenticated().accepts("c start rep submit ok approve").state("W", "done", "QA"))
            .orders(Orders::Some),
    ]
}

pub(super) fn conflicts() -> Vec<Case> {
    let reviews =
        || all_signed([review("v1", "carol", "approve", "rep"), review("v2", "gina", "reject", "rep")]);
    let decides = || {
        object("d", "DECISION")
            .by("erin", "ADMIN")
            .stream("s-erin", 1)
            .body(json!({ "selects": "v1" }))
            .refer("resolves", "v1")
            .refer("resolves", "v2")
    };
    let one = |name: &str, title: &str| {
        strict(name, title, &["TMPA 7.3", "TMPA 9.9"]).with([task(), signed(report())]).orders(Orders::Some)
    };
    vec![
        one("signed-reviews-that-contradict-are-disputed", "carol approves, gina rejects")
            .with(reviews())
            .reads(
                authenticated()
                    .accepts("c rep")
                    .disputed("v1 v2")
                    .labels()
                    .state("W", "created", "PM")
                    .issue("UNRESOLVED_CONFLICT", "v1"),
            ),
        one("a-signed-decision-resolves", "erin prefers carol's review")
            .with(reviews())
            .with([signed(decides())])
            .reads(authenticated().accepts("c rep v1 v2 d").state("W", "created", "PM")),
        one("an-unsigned-decision-resolves-nothing", "the decision is not signed")
            .with(reviews())
            .with([decides()])
            .reads(
                refuses(unauthenticated().accepts("c rep").disputed("v1 v2"), "d")
                    .state("W", "created", "PM")
                    .issue("UNRESOLVED_CONFLICT", "v1"),
            ),
        one("an-unsigned-review-makes-no-dispute", "gina's review is not signed")
            .with([signed(review("v1", "carol", "approve", "rep")), review("v2", "gina", "reject", "rep")])
            .reads(refuses(unauthenticated().accepts("c rep v1").state("W", "created", "PM"), "v2")),
    ]
}

pub(super) fn recovery() -> Vec<Case> {
    vec![
        strict("a-signed-record-tells-a-replacement-where-work-stands", "a task in review", &["TMPA 9.10"])
            .with(all_signed(in_review()))
            .reads(authenticated().accepts("c start rep submit").state("W", "review", "DEV"))
            .orders(Orders::Some),
        strict(
            "a-replacement-sees-what-is-not-authenticated",
            "a started task with an unsigned note",
            &["TMPA 9.10"],
        )
        .with(all_signed(active()))
        .with([object("n", "ISSUE").by("gus", "DEV").stream("s-gus", 1)])
        .reads(refuses(unauthenticated().accepts("c start").state("W", "active", "PM"), "n"))
        .orders(Orders::Some),
    ]
}

pub(super) fn history() -> Vec<Case> {
    vec![
        strict("a-signed-history-is-preserved-to-its-end", "a task up to the archive", &["TMPA 9.6"])
            .with(all_signed(archived()))
            .reads(
                authenticated()
                    .accepts("c start rep submit ok approve release archive")
                    .state("W", "archived", "OPS"),
            )
            .orders(Orders::Some),
        strict("an-unsigned-archival-leaves-the-state", "the last step is not signed", &["TMPA 9.6"])
            .with(all_signed(done()))
            .with([signed(crate::cast::release()), crate::cast::archive()])
            .reads(
                refuses(unauthenticated().accepts("c start rep submit ok approve release"), "archive")
                    .state("W", "done", "QA"),
            )
            .orders(Orders::Some),
    ]
}
