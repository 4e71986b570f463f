//! C05, role authority (TMPA 3.3, 6.2, 6.4, 9.4): what is proven to be outside a role is denied, what is not established
//! is undetermined, and neither is applied.

mod assignment;
mod delegation;
mod revocation;
mod scope;
use crate::case::Case;
use crate::cast::{by_erin, start};
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};

pub(crate) fn cases() -> Vec<Case> {
    [
        scope::scope(),
        scope::unknown(),
        scope::clocks(),
        assignment::assignments(),
        revocation::revocations(),
        delegation::delegations(),
        scope::types(),
    ]
    .concat()
}

const DENIED: [&str; 4] = ["TMPA 6.2", "TMPA 9.4", "TMPA 9.6", "TMPA 9.9"];

const TIME: [&str; 3] = ["TMPA 6.4", "TMPA 9.4", "TMPA 9.6"];

const OBJECTS: [&str; 4] = ["TMPA 3.3", "TMPA 6.4", "TMPA 9.4", "TMPA 9.6"];

/// A start of `W` by somebody, in a stream of theirs.
fn starts(creator: &str) -> Draft {
    start("t").by(creator, "PM").stream(&format!("s-{creator}"), 1)
}

fn denied(reading: Reading, sources: &str) -> Reading {
    sources
        .split(' ')
        .fold(reading.rejects(sources), |reading, object| reading.issue("AUTHORITY_DENIED", object))
}

fn open(reading: Reading, sources: &str) -> Reading {
    sources
        .split(' ')
        .fold(reading.partial(sources), |reading, object| reading.issue("AUTHORITY_UNDETERMINED", object))
}

/// Work item `W` stays where it was.
fn unmoved() -> Reading {
    all().accepts("c").state("W", "created", "PM")
}

fn assigns(body: Value) -> Draft {
    by_erin("as", "ASSIGNMENT", 1, body)
}

fn frank() -> Value {
    json!({ "identity": "frank", "role": "PM" })
}
