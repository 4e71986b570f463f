//! Recorded operations of the published program, carried out on a tree of our own: whether each goes through, and what it leaves.
//!
//! The records name fields and cases in their own words; the identifiers in them are of a store that nobody has. So a scene is set for each,
//! and one command is asked.

mod case;
mod departure;
mod merge;
mod scene;

use actum_astp::construct::Fields;
use actum_astp::construct::chain::{verify_4x, verify_v2};
use actum_canon::json::Value;

use super::Answer;
use super::text::{boolean, integer, object, quoted};

/// Answers for a record; `None` for a name that is none.
pub(super) fn call(name: &str, inputs: Value<'_>) -> Option<Answer> {
    let answered = match name {
        "verify_audit_chain" => return chain(inputs),
        "operation" => case::operation(inputs),
        "departure_fork_transition" => departure::transition(inputs),
        "departure_fork_trace" => departure::trace(inputs),
        "verify_merge_integrity" => merge::integrity(inputs),
        _ => return None,
    };
    Some(answered.unwrap_or_else(|| Answer::Unable(format!("`{name}` has no such case here"))))
}

fn chain(inputs: Value<'_>) -> Option<Answer> {
    let records: Vec<Value<'_>> = inputs.get("records")?.elements().collect();
    let fields = records.iter().map(|record| record as &dyn Fields);
    let verdict = if inputs.get("form")?.as_str()? == "4.x" { verify_4x(fields) } else { verify_v2(fields) };
    Some(Answer::Value(match verdict {
        Ok(_) => object([("verifies", boolean(true))]),
        Err(broken) => object([
            ("verifies", boolean(false)),
            ("record", integer(broken.record as u64)),
            ("field", quoted(broken.field)),
        ]),
    }))
}
