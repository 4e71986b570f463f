//! C06, lifecycle legality (TMPA 6.2 to 6.4, 9.6): a tuple that the lifecycle lacks is illegal, an ambiguous state or a
//! missing prerequisite leaves it undetermined, and neither moves the work item.

mod competition;
mod prerequisite;
mod state;
mod tuple;
use crate::case::{Case, case};
use crate::cast::moves;
use crate::reading::{Reading, all};
use actum_testkit::evidence::Draft;

pub(crate) fn cases() -> Vec<Case> {
    [
        tuple::legal(),
        tuple::illegal(),
        state::states(),
        prerequisite::prerequisites(),
        prerequisite::humans(),
        competition::competition(),
        tuple::tuples(),
        state::terminals(),
    ]
    .concat()
}

const CLAUSES: [&str; 4] = ["TMPA 6.2", "TMPA 6.3", "TMPA 9.6", "TMPA 9.9"];

/// The objects of [`in_review`], accepted.
const WAY: &str = "c start rep submit";

/// By henry, in a stream named after the object.
fn henry(id: &str, from: &str, action: &str, to: &str) -> Draft {
    moves(id, from, action, to).by("henry", "PM").stream(&format!("s-{id}"), 1)
}

fn one(name: &str, title: &str, drafts: Vec<Draft>) -> Case {
    case(name, title, &CLAUSES).with(drafts)
}

fn illegal_one(reading: Reading, source: &str) -> Reading {
    reading.rejects(source).issue("ILLEGAL_TRANSITION", source)
}

fn open(reading: Reading, source: &str) -> Reading {
    reading.partial(source).issue("LIFECYCLE_UNDETERMINED", source)
}

fn created() -> Reading {
    all().accepts("c").state("W", "created", "PM")
}

fn in_state(state: &str, role: &str) -> Reading {
    all().state("W", state, role)
}
