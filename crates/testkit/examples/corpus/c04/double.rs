//! Several objects at one place of a stream.

use super::{DOUBLE, created};
use crate::case::{Case, Orders, case};
use crate::cast::{carrier, moves, note, object, start};
use crate::reading::{Reading, all};
use serde_json::json;

/// The holders of one place are kept, and it is undetermined what holds it.
pub(super) fn doubles() -> Vec<Case> {
    let double = |reading: Reading, sources: &str, first: &str| {
        reading.disputed(sources).issue("STREAM_DUPLICATE_SEQUENCE", first)
    };
    let bob = |id: &str, sequence: u64| object(id, "ISSUE").by("bob", "DEV").stream("s-bob", sequence);
    vec![
        case("two-objects-at-one-place-are-reported-and-both-kept", "two notes claim number 2", &DOUBLE)
            .with([carrier(), note("x", 2), note("y", 2)])
            .reads(
                double(created().accepts("c"), "x y", "x")
                    .must("kept", "/node_ids", "contains_all", json!(["x", "y"]))
                    .incomparable("x", "y"),
            )
            .orders(Orders::Complete),
        case("three-objects-at-one-place-are-one-issue", "three notes claim number 2", &DOUBLE)
            .with([carrier(), note("x", 2), note("y", 2), note("z", 2)])
            .reads(double(created().accepts("c"), "x y z", "x"))
            .orders(Orders::Complete),
        case("doubles-at-two-places-are-two-issues", "two pairs of notes", &DOUBLE)
            .with([carrier(), note("a", 2), note("b", 2), note("y", 3), note("z", 3)])
            .reads(double(double(created().accepts("c"), "a b", "a"), "y z", "y"))
            .orders(Orders::Complete),
        case("a-later-date-does-not-win-a-place", "the two claimants carry different times", &DOUBLE)
            .with([carrier(), note("x", 2).created_at("2026-03-01T00:00:00Z"), note("y", 2)])
            .reads(double(created().accepts("c"), "x y", "x"))
            .orders(Orders::Complete),
        case(
            "a-transition-at-a-contested-place-moves-nothing",
            "a start and a note claim number 2",
            &["TMPA 4.4", "TMPA 9.5", "TMPA 9.6"],
        )
        .with([carrier(), note("x", 2), start("start")])
        .reads(double(created().accepts("c"), "x start", "start").also("LIFECYCLE_UNDETERMINED", "start"))
        .orders(Orders::Complete),
        case(
            "two-transitions-at-one-place-move-nothing",
            "two starts claim number 2",
            &["TMPA 4.4", "TMPA 9.5", "TMPA 9.6"],
        )
        .with([carrier(), start("s"), start("t")])
        .reads(
            double(created().accepts("c"), "s t", "s")
                .also("LIFECYCLE_UNDETERMINED", "s")
                .also("LIFECYCLE_UNDETERMINED", "t"),
        )
        .orders(Orders::Complete),
        case(
            "a-contested-carrier-starts-no-lifecycle",
            "the task shares its place with a note",
            &["TMPA 4.4", "TMPA 6.3", "TMPA 9.5"],
        )
        .with([
            carrier(),
            note("x", 1),
            moves("start", "created", "start", "active").by("henry", "PM").stream("s-henry", 1),
        ])
        .reads(
            double(all().unknown("W"), "c x", "c").partial("start").also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Complete),
        case(
            "a-double-in-one-stream-leaves-the-others-alone",
            "bob's stream is contested, alice's goes on",
            &DOUBLE,
        )
        .with([carrier(), start("start"), bob("x", 1), bob("y", 1)])
        .reads(double(all().accepts("c start"), "x y", "x").state("W", "active", "PM"))
        .orders(Orders::Complete),
        case(
            "what-depends-on-a-contested-object-is-undetermined",
            "a start depends on one of the claimants",
            &["TMPA 7.3", "TMPA 9.5", "TMPA 9.9"],
        )
        .with([carrier(), bob("x", 1), bob("y", 1), start("start").refer("depends_on", "x")])
        .reads(
            double(created().accepts("c"), "x y", "x")
                .partial("start")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Complete),
        case("a-double-and-a-gap-are-both-reported", "numbers 3 and 3 after 1", &DOUBLE)
            .with([carrier(), note("x", 3), note("y", 3)])
            .reads(double(created().accepts("c"), "x y", "x").issue("STREAM_GAP", "x"))
            .orders(Orders::Complete),
    ]
}
