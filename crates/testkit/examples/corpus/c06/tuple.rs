//! Tuples that the lifecycle has and has not, and tuples without effect.

use super::{CLAUSES, created, henry, illegal_one, in_state, one};
use crate::case::{Case, Input, Orders, case};
use crate::cast::{active, archived, aside, carrier, in_review, moves, object, report, start, task};
use actum_testkit::evidence::Draft;
use serde_json::json;

/// Legal tuples in every order that the evidence allows.
pub(super) fn legal() -> Vec<Case> {
    let renamed = |name: &str, first: &str, second: &str| {
        case(name, "start and submission, ordered by nothing but their states", &CLAUSES)
            .with([carrier(), report()])
            .with([
                start(first),
                moves(second, "active", "submit", "review")
                    .by("bob", "DEV")
                    .stream("s-bob", 2)
                    .refer("reports", "rep"),
            ])
            .reads(in_state("review", "DEV").accepts("c rep").accepts(first).accepts(second))
            .orders(Orders::Some)
    };
    let mut loop_of_rework = in_review();
    loop_of_rework.extend([
        moves("back", "review", "rework", "active")
            .by("carol", "QA")
            .stream("s-carol", 1)
            .refer("reviews", "rep")
            .refer("depends_on", "submit"),
        object("rep2", "REPORT").by("bob", "DEV").stream("s-bob", 3),
        moves("again", "active", "submit", "review")
            .by("bob", "DEV")
            .stream("s-bob", 4)
            .refer("reports", "rep2")
            .refer("depends_on", "back"),
    ]);
    vec![
        one("a-legal-transition-is-applied", "a start from the initial state", active())
            .reads(in_state("active", "PM").accepts("c start"))
            .orders(Orders::Some),
        one("a-chain-of-legal-transitions-is-applied", "start, submission, approval, archive", archived())
            .reads(in_state("archived", "OPS").accepts("c start rep submit ok approve release archive"))
            .orders(Orders::Some),
        renamed("the-only-legal-order-is-found-whatever-the-names", "a", "z"),
        renamed("the-only-legal-order-is-found-under-swapped-names", "z", "a"),
        one("a-state-may-be-reached-again", "rework and a second submission", loop_of_rework)
            .reads(in_state("review", "DEV").accepts("c start rep submit back rep2 again"))
            .orders(Orders::Some),
        one(
            "the-lifecycles-of-two-work-items-are-apart",
            "`W` is started, `W2` is cancelled",
            vec![
                carrier(),
                start("start"),
                task("c2", "W2"),
                henry("x", "created", "cancel", "cancelled").work("W2", "c2"),
            ],
        )
        .reads(in_state("active", "PM").accepts("c start c2 x").state("W2", "cancelled", "PM"))
        .orders(Orders::Some),
        one(
            "two-transitions-of-one-effect-do-not-compete",
            "alice and henry both start",
            vec![carrier(), start("start"), henry("x", "created", "start", "active")],
        )
        .reads(in_state("active", "PM").accepts("c start x").free("start x"))
        .orders(Orders::Some),
        one(
            "a-refused-attempt-does-not-block-the-right-one",
            "an illegal tuple, and then a start",
            vec![carrier(), henry("x", "created", "approve", "done"), start("start")],
        )
        .reads(
            in_state("active", "PM")
                .accepts("c start")
                .rejects("x")
                .issue("ILLEGAL_TRANSITION", "x")
                .also("AUTHORITY_DENIED", "x"),
        )
        .orders(Orders::Some),
    ]
}

/// Tuples that the lifecycle does not list.
pub(super) fn illegal() -> Vec<Case> {
    let beside =
        |name: &str, title: &str, draft: Draft| one(name, title, vec![carrier(), draft]).orders(Orders::Some);
    vec![
        beside(
            "an-undefined-transition-is-illegal-and-moves-nothing",
            "cancel leads from `created` to `waiting`",
            start("x").transition("created", "cancel", "waiting"),
        )
        .reads(illegal_one(created(), "x")),
        beside(
            "an-action-from-the-wrong-state-of-the-lifecycle-is-illegal",
            "resume from `created`",
            start("x").transition("created", "resume", "active"),
        )
        .reads(illegal_one(created(), "x")),
        beside(
            "an-undefined-action-is-illegal",
            "the action is `teleport`",
            start("x").transition("created", "teleport", "active"),
        )
        .reads(illegal_one(created(), "x")),
        beside(
            "an-undefined-source-state-is-illegal",
            "from `limbo`",
            start("x").transition("limbo", "start", "active"),
        )
        .reads(illegal_one(created(), "x")),
        beside(
            "an-undefined-target-state-moves-nothing",
            "to `limbo`",
            start("x").transition("created", "start", "limbo"),
        )
        .reads(created().excludes("x").also("SCHEMA_INVALID", "x")),
        beside(
            "a-shortcut-is-illegal",
            "from `created` straight to `done`",
            start("x").transition("created", "start", "done"),
        )
        .reads(illegal_one(created(), "x")),
        beside(
            "a-reversed-transition-is-illegal",
            "from `active` to `created`",
            start("x").transition("active", "start", "created"),
        )
        .reads(illegal_one(created(), "x")),
        one(
            "an-illegal-attempt-stays-visible",
            "the attempt is a node with its judgment",
            vec![carrier(), start("x").transition("created", "cancel", "waiting")],
        )
        .reads(
            illegal_one(created(), "x").labels().must("kept", "/node_ids", "includes", json!("x")).must(
                "rejected",
                "/nodes/x/view_state",
                "equals",
                json!("rejected"),
            ),
        ),
        one("an-illegal-attempt-leaves-an-active-work-item-active", "an undefined tuple after the start", {
            let mut drafts = active();
            drafts.push(moves("x", "active", "hold", "review").stream("s-alice", 3));
            drafts
        })
        .reads(illegal_one(in_state("active", "PM").accepts("c start"), "x"))
        .orders(Orders::Some),
    ]
}

/// A tuple acts on transition types only (TMPA 9.2).
pub(super) fn tuples() -> Vec<Case> {
    let beside = |name: &str, title: &str, draft: Draft| {
        case(name, title, &["TMPA 9.2", "TMPA 9.6"]).with([carrier(), draft]).orders(Orders::Some)
    };
    let copies = || [Input::seen(&start("start"), "one"), Input::seen(&start("start"), "two")];
    vec![
        beside(
            "a-tuple-on-a-report-moves-nothing",
            "a report carries the tuple of a start",
            report().transition("created", "start", "active"),
        )
        .reads(created().accepts("rep")),
        beside(
            "a-tuple-on-a-note-moves-nothing",
            "a note carries the tuple of a cancellation",
            aside("n", "henry", "PM").transition("created", "cancel", "cancelled"),
        )
        .reads(created().accepts("n")),
        beside(
            "a-declared-state-moves-nothing",
            "a note declares the state `done`",
            aside("n", "henry", "PM").state("done"),
        )
        .reads(created().accepts("n")),
        copies()
            .into_iter()
            .fold(
                case("a-transition-seen-twice-is-applied-once", "the same start from two places", &CLAUSES)
                    .with([carrier()]),
                Case::input,
            )
            .reads(in_state("active", "PM").accepts("c one two"))
            .orders(Orders::Some),
    ]
}
