//! C01, schema validation (TMPA 4.1, 9.2, 9.3): what has not the shape of a governance object is excluded and reported,
//! always in the same way.

mod bytes;
mod forms;
mod members;
mod types;
mod valid;

use crate::case::{Case, Input, Orders, case};
use crate::cast::{carrier, object};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;

pub(crate) fn cases() -> Vec<Case> {
    [valid::cases(), members::cases(), forms::cases(), bytes::cases(), types::cases()].concat()
}

const CLAUSES: [&str; 4] = ["TMPA 4.1", "TMPA 4.4", "TMPA 9.2", "TMPA 9.9"];

/// A note by bob that the case breaks.
fn bad() -> Draft {
    object("bad", "ISSUE").by("bob", "DEV").stream("s-bob", 1).refer("cites", "c")
}

/// A start by alice that the case breaks.
fn bad_start() -> Draft {
    crate::cast::start("bad")
}

/// The carrier stays what it was, `bad` is no object, and the order of the two shows nowhere.
fn refused() -> Reading {
    all().accepts("c").excludes("bad").state("W", "created", "PM")
}

/// `bad` beside the carrier, refused under its own id.
fn refuses(name: &str, title: &str, draft: &Draft) -> Case {
    refuses_input(name, title, Input::of(draft))
}

/// As [`refuses`], for a source that no draft becomes.
fn refuses_input(name: &str, title: &str, input: Input) -> Case {
    source(name, title, input).reads(refused().issue("SCHEMA_INVALID", "bad"))
}

/// `bad` beside the carrier, refused under its source id, since it says no usable id.
fn refuses_source(name: &str, title: &str, input: Input) -> Case {
    source(name, title, input).reads(refused().issue_at("SCHEMA_INVALID", "bad"))
}

fn source(name: &str, title: &str, input: Input) -> Case {
    case(name, title, &CLAUSES).with([carrier()]).input(input).orders(Orders::Some)
}
