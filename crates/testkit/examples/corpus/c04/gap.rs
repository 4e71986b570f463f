//! Numbers that are missing.

use super::{ASYNCHRONOUS, DOUBLE, created};
use crate::case::{Case, Orders, case};
use crate::cast::{carrier, in_review, moves, note, object, start};
use crate::reading::{Reading, all, reading};
use serde_json::json;

/// A hole is reported and stays a hole: what follows it is not established.
pub(super) fn gaps() -> Vec<Case> {
    let gap = |reading: Reading, after: &str| reading.issue("STREAM_GAP", after);
    let last = (1_u64 << 53) - 1;
    vec![
        case("a-gap-is-reported-at-what-follows-it", "numbers 1 and 3", &DOUBLE)
            .with([carrier(), note("x", 3)])
            .reads(gap(created().accepts("c").partial("x"), "x").must(
                "not-invented",
                "/node_ids",
                "equals",
                json!(["c", "x"]),
            ))
            .orders(Orders::Complete),
        case("everything-after-a-gap-is-partial", "numbers 1, 3, 4 and 5", &DOUBLE)
            .with([carrier(), note("x", 3), note("y", 4), note("z", 5)])
            .reads(gap(created().accepts("c").partial("x y z"), "x").precedes("x", "y"))
            .orders(Orders::Complete),
        case("every-run-of-missing-numbers-is-an-issue", "numbers 1, 3, 6 and 9", &DOUBLE)
            .with([carrier(), note("x", 3), note("y", 6), note("z", 9)])
            .reads(gap(gap(gap(created().accepts("c").partial("x y z"), "x"), "y"), "z"))
            .orders(Orders::Complete),
        case("the-order-of-names-does-not-hide-a-run", "numbers 1, 3, 6 and 9, named backwards", &DOUBLE)
            .with([carrier(), note("z", 3), note("m", 6), note("a", 9)])
            .reads(gap(gap(gap(created().accepts("c").partial("z m a"), "z"), "m"), "a"))
            .orders(Orders::Complete),
        case("a-stream-that-does-not-begin-at-one-has-a-gap", "bob's stream begins at 3", &DOUBLE)
            .with([carrier(), object("x", "ISSUE").by("bob", "DEV").stream("s-bob", 3)])
            .reads(gap(created().accepts("c").partial("x"), "x"))
            .orders(Orders::Complete),
        case("the-widest-gap-is-one-issue", "number 1 and the greatest that a double holds", &DOUBLE)
            .with([carrier(), note("x", last)])
            .reads(gap(created().accepts("c").partial("x"), "x"))
            .orders(Orders::Complete),
        case("gaps-in-several-streams-are-an-issue-each", "three streams with a hole", &DOUBLE)
            .with([
                carrier(),
                note("x", 3),
                object("y", "ISSUE").by("bob", "DEV").stream("s-bob", 2),
                object("z", "ISSUE").by("carol", "QA").stream("s-carol", 4),
            ])
            .reads(gap(gap(gap(created().accepts("c").partial("x y z"), "x"), "y"), "z"))
            .orders(Orders::Complete),
        case(
            "a-transition-after-a-gap-moves-nothing",
            "a start at number 3",
            &["TMPA 4.4", "TMPA 9.5", "TMPA 9.6"],
        )
        .with([carrier(), start("start").stream("s-alice", 3)])
        .reads(gap(created().accepts("c").partial("start"), "start").also("LIFECYCLE_UNDETERMINED", "start"))
        .orders(Orders::Complete),
        case(
            "a-gap-leaves-other-streams-alone",
            "alice's stream has a hole, the submission of bob stands",
            &DOUBLE,
        )
        .with(in_review())
        .with([note("x", 9)])
        .reads(gap(all().accepts("c start rep submit").partial("x"), "x").state("W", "review", "DEV"))
        .orders(Orders::Complete),
        case(
            "what-depends-on-an-object-after-a-gap-is-undetermined",
            "a start of henry depends on it",
            &["TMPA 7.3", "TMPA 9.5", "TMPA 9.9"],
        )
        .with([
            carrier(),
            note("x", 3),
            moves("start", "created", "start", "active")
                .by("henry", "PM")
                .stream("s-henry", 1)
                .refer("depends_on", "x"),
        ])
        .reads(gap(created().accepts("c").partial("x start"), "x").also("LIFECYCLE_UNDETERMINED", "start"))
        .orders(Orders::Complete),
        case(
            "an-excluded-object-leaves-a-gap",
            "number 2 has lost its digest",
            &["TMPA 4.4", "TMPA 9.5", "TMPA 9.8"],
        )
        .with([carrier(), note("n", 2).tampered(), note("x", 3)])
        .reads(gap(created().accepts("c").excludes("n").partial("x"), "x").issue("INTEGRITY_MISMATCH", "n"))
        .orders(Orders::Complete),
        case("the-missing-object-closes-the-gap", "number 2 arrives after number 3", &ASYNCHRONOUS)
            .with([carrier(), start("start").stream("s-alice", 3), note("n", 2)])
            .reads(
                gap(reading("before").only("c start").accepts("c").partial("start"), "start")
                    .also("LIFECYCLE_UNDETERMINED", "start")
                    .state("W", "created", "PM"),
            )
            .reads(reading("after").accepts("c start n").state("W", "active", "PM"))
            .orders(Orders::Complete),
    ]
}
