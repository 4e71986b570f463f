//! One assertion of a manifest (TMPA 10.3).

use serde_json::{Value, json};

/// What a target of the observation has to be.
#[derive(Clone)]
pub(crate) struct Assertion {
    pub(crate) id: String,
    pub(crate) target: String,
    pub(crate) operator: &'static str,
    pub(crate) expected: Value,
    pub(crate) mandatory: bool,
}

impl Assertion {
    /// The entry of a manifest.
    pub(crate) fn to_value(&self) -> Value {
        json!({
            "id": self.id,
            "target": self.target,
            "operator": self.operator,
            "expected": self.expected,
            "mandatory": self.mandatory,
        })
    }
}
