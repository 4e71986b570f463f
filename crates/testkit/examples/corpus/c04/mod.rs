//! C04, serial streams and asynchronous progress (TMPA 9.5, 9.9): local order is kept, doubles and holes are reported
//! and never filled, streams advance on their own, and no order of arrival reaches the result.

mod double;
mod gap;
mod progress;
use crate::case::{Case, Input, Orders, case};
use crate::cast::{aside, cancel, carrier, note, object, start};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;

pub(crate) fn cases() -> Vec<Case> {
    [serial(), double::doubles(), gap::gaps(), clocks(), progress::progress(), progress::arrival()].concat()
}

const SERIAL: [&str; 3] = ["TMPA 3.5", "TMPA 9.5", "TMPA 9.9"];

const DOUBLE: [&str; 3] = ["TMPA 4.4", "TMPA 9.5", "TMPA 9.9"];

const ASYNCHRONOUS: [&str; 4] = ["TMPA 3.5", "TMPA 4.3", "TMPA 9.5", "TMPA 9.9"];

fn created() -> Reading {
    all().state("W", "created", "PM")
}

fn serial() -> Vec<Case> {
    vec![
        case(
            "a-stream-keeps-the-order-of-its-numbers",
            "three notes of one writer, named against their order",
            &SERIAL,
        )
        .with([carrier(), note("z", 2), note("m", 3), note("a", 4)])
        .reads(created().accepts("c z m a").precedes("c", "z").precedes("z", "m").precedes("m", "a"))
        .orders(Orders::Complete),
        case(
            "the-same-number-in-two-streams-is-no-double",
            "two writers are each at their second object",
            &SERIAL,
        )
        .with([
            carrier(),
            note("n", 2),
            aside("m", "bob", "DEV"),
            object("o", "ISSUE").by("bob", "DEV").stream("s-m", 2),
        ])
        .reads(created().accepts("c n m o").precedes("m", "o").incomparable("n", "o"))
        .orders(Orders::Complete),
        case("the-same-object-seen-twice-is-no-double", "a note from two places", &SERIAL)
            .with([carrier()])
            .input(Input::seen(&note("n", 2), "one"))
            .input(Input::seen(&note("n", 2), "two"))
            .reads(created().accepts("c one two"))
            .orders(Orders::Complete),
        case("numbers-count-and-names-of-streams-do-not", "streams whose ids look like numbers", &SERIAL)
            .with([
                carrier(),
                object("n", "ISSUE").by("bob", "DEV").stream("10", 1),
                object("m", "ISSUE").by("gus", "DEV").stream("9", 1),
                object("o", "ISSUE").by("gus", "DEV").stream("9", 2),
            ])
            .reads(created().accepts("c n m o").precedes("m", "o").incomparable("n", "m"))
            .orders(Orders::Complete),
    ]
}

/// Time is no order.
fn clocks() -> Vec<Case> {
    let at = |draft: Draft, time: &str| draft.created_at(time);
    vec![
        case(
            "numbers-order-and-times-do-not",
            "the start carries an earlier time than its task",
            &["TMPA 4.4", "TMPA 9.5"],
        )
        .with([at(carrier(), "2026-06-01T00:00:00Z"), at(start("start"), "2026-01-01T00:00:00Z")])
        .reads(all().accepts("c start").state("W", "active", "PM").precedes("c", "start"))
        .orders(Orders::Complete),
        case(
            "a-time-does-not-fill-a-gap",
            "number 3 carries the time right after number 1",
            &["TMPA 4.4", "TMPA 9.5"],
        )
        .with([at(carrier(), "2026-01-01T00:00:00Z"), at(note("x", 3), "2026-01-01T00:00:01Z")])
        .reads(created().accepts("c").partial("x").issue("STREAM_GAP", "x"))
        .orders(Orders::Complete),
        case(
            "times-put-no-order-between-streams",
            "bob's note carries an earlier time than alice's",
            &ASYNCHRONOUS,
        )
        .with([
            carrier(),
            at(note("n", 2), "2026-06-01T00:00:00Z"),
            at(aside("m", "bob", "DEV"), "2026-01-01T00:00:00Z"),
        ])
        .reads(created().accepts("c n m").incomparable("n", "m").incomparable("c", "m"))
        .orders(Orders::Complete),
        case(
            "a-time-does-not-order-competing-transitions",
            "the start is hours earlier than the cancellation",
            &["TMPA 6.3", "TMPA 9.5", "TMPA 9.9"],
        )
        .with([
            carrier(),
            at(start("start"), "2026-01-01T00:00:00Z"),
            at(cancel("cancel"), "2026-01-01T09:00:00Z"),
        ])
        .reads(
            all()
                .accepts("c")
                .disputed("start cancel")
                .unknown("W")
                .issue("UNRESOLVED_CONFLICT", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "cancel")
                .also("LIFECYCLE_UNDETERMINED", "start"),
        )
        .orders(Orders::Complete),
    ]
}
