//! Refusals of operations, and faults of transitions.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::Transition;
use crate::construct::Refused;
use crate::rule::Rule;

/// Why an operation was not executed. The tree is as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The rule that was not met.
    pub rule: Rule,
    /// The field of the command, or the name of what was missing.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
    /// The audit record that the refusal itself demands: of a denied access (BR-006), and of a merge that was
    /// broken off (ASTP G-24). The caller commits it like any other transition.
    pub record: Option<Box<Transition>>,
}

impl Refusal {
    /// A refusal that leaves no record.
    #[must_use]
    pub fn new(rule: Rule, field: &'static str, message: impl Into<String>) -> Self {
        Self { rule, field, message: message.into(), record: None }
    }

    /// Refuses what a construction refused, under the name of its field.
    #[must_use]
    pub fn construction(refused: &Refused) -> Self {
        Self::new(Rule::Reading, "content_hash", alloc::format!("{refused}"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, field, message, .. } = self;
        write!(f, "`{field}`: {message}; {} ({}, {rule})\n{}", rule.demand(), rule.clause(), rule.hint())
    }
}

impl core::error::Error for Refusal {}

/// Why a transition does not belong on the tree as it is. The tree is as it was.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The operation that it names gives another transition here; the first place that differs.
    Differs {
        /// The place, as a JSON pointer into the transition.
        pointer: String,
        /// What the tree gives there; empty where it gives nothing.
        expected: String,
        /// What the transition says there; empty where it says nothing.
        found: String,
    },
    /// The operation that it names is refused here, or writes nothing.
    Refused(Box<Refusal>),
    /// The operation that it names has its result already, and writes nothing here.
    Standing,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs { pointer, expected, found } => {
                write!(
                    f,
                    "`{pointer}` is `{found}`, where `{expected}` follows from what is before (ASTP 8.2)"
                )
            }
            Self::Refused(refusal) => {
                // One line, and without the hint: it is for whoever asks for the operation, not for a reader of it.
                let Refusal { rule, field, message, .. } = &**refusal;
                write!(
                    f,
                    "the operation is refused here: `{field}`: {message}; {} ({}, {rule})",
                    rule.demand(),
                    rule.clause()
                )
            }
            Self::Standing => {
                f.write_str("the operation is on record already and writes nothing (ASTP 19.1.4)")
            }
        }
    }
}

impl core::error::Error for Fault {}
