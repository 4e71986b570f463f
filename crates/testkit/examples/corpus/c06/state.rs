//! The state that a transition starts from, and terminal states.

use super::{created, henry, illegal_one, in_state, one, open};
use crate::case::{Case, Orders};
use crate::cast::{archived, cancel, carrier, moves, start};
use crate::reading::all;
use actum_testkit::evidence::Draft;

/// Transitions that do not start from the one current state.
pub(super) fn states() -> Vec<Case> {
    let beside = |name: &str, title: &str, drafts: Vec<Draft>| one(name, title, drafts).orders(Orders::Some);
    vec![
        beside(
            "a-transition-from-a-state-not-reached-is-undetermined",
            "hold before any start",
            vec![carrier(), henry("x", "active", "hold", "waiting")],
        )
        .reads(open(created(), "x")),
        beside(
            "a-transition-from-a-state-that-was-left-is-undetermined",
            "a second start of the same stream",
            vec![carrier(), start("start"), moves("x", "created", "start", "active").stream("s-alice", 3)],
        )
        .reads(open(in_state("active", "PM").accepts("c start"), "x")),
        beside(
            "the-earlier-place-of-a-stream-comes-first",
            "start and then cancel from `created`, in one stream",
            vec![carrier(), start("z"), moves("a", "created", "cancel", "cancelled").stream("s-alice", 3)],
        )
        .reads(open(in_state("active", "PM").accepts("c z"), "a")),
        beside(
            "the-earlier-place-comes-first-under-swapped-names",
            "the same with other names",
            vec![carrier(), start("a"), moves("z", "created", "cancel", "cancelled").stream("s-alice", 3)],
        )
        .reads(open(in_state("active", "PM").accepts("c a"), "z")),
        beside(
            "an-ordering-relation-says-which-comes-first",
            "the cancellation depends on the start",
            vec![carrier(), start("z"), cancel("a").refer("depends_on", "z")],
        )
        .reads(open(in_state("active", "PM").accepts("c z"), "a")),
        beside(
            "an-order-without-dependence-says-so-as-well",
            "the cancellation follows the start",
            vec![carrier(), start("z"), cancel("a").refer("follows", "z")],
        )
        .reads(open(in_state("active", "PM").accepts("c z"), "a")),
        beside(
            "a-transition-that-was-overtaken-is-not-applied-afterwards",
            "hold stands before start in one stream",
            vec![
                carrier(),
                moves("z", "active", "hold", "waiting").stream("s-alice", 2),
                moves("a", "created", "start", "active").stream("s-alice", 3),
            ],
        )
        .reads(open(in_state("active", "PM").accepts("c a"), "z")),
        beside(
            "a-foreign-lifecycle-is-undetermined",
            "the transition names a lifecycle that is not the profile's",
            vec![carrier(), start("x").lifecycle("elsewhere")],
        )
        .reads(open(created(), "x")),
        beside(
            "without-a-known-lifecycle-there-is-no-state",
            "the task names a lifecycle that is not the profile's",
            vec![carrier().lifecycle("elsewhere")],
        )
        .reads(open(all().unknown("W"), "c").free("c")),
    ]
}

/// A terminal state stays, unless the registry says how it is left (TMPA 6.3).
pub(super) fn terminals() -> Vec<Case> {
    let way = "c start rep submit ok approve release archive";
    let reopen =
        || moves("x", "archived", "reopen", "active").stream("s-alice", 3).refer("depends_on", "archive");
    let after = |name: &str, title: &str, draft: Draft| {
        one(name, title, archived()).with([draft]).orders(Orders::Some)
    };
    let stays = || in_state("archived", "OPS").accepts(way);
    vec![
        after(
            "a-terminal-state-is-not-left-by-an-unlisted-transition",
            "the lifecycle has no tuple from `archived`",
            moves("x", "archived", "resume", "active").stream("s-alice", 3).refer("depends_on", "archive"),
        )
        .reads(illegal_one(stays(), "x")),
        after(
            "a-stable-terminal-state-is-not-left-by-a-listed-transition",
            "the registry lists a reopening and declares terminal states stable",
            reopen(),
        )
        .profile("reopening-forbidden")
        .reads(illegal_one(stays(), "x")),
        after("a-listed-reopening-leaves-a-terminal-state", "the registry lists a reopening", reopen())
            .profile("reopening")
            .reads(in_state("active", "PM").accepts(way).accepts("x")),
        after(
            "a-reopening-by-another-role-is-denied",
            "carol, a QA, reopens",
            reopen().by("carol", "QA").stream("s-carol", 3),
        )
        .profile("reopening")
        .reads(stays().rejects("x").issue("AUTHORITY_DENIED", "x")),
        one(
            "a-cancelled-work-item-is-not-started",
            "a start that depends on the cancellation",
            vec![carrier(), cancel("cancel"), start("x").refer("depends_on", "cancel")],
        )
        .reads(open(in_state("cancelled", "PM").accepts("c cancel"), "x"))
        .orders(Orders::Some),
    ]
}
