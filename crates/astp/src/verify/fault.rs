//! What does not hold, and where.

use alloc::string::String;
use core::fmt;

use crate::id::Uuid;
use crate::rule::Rule;

/// Something that is stored and does not follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The rule that it breaks.
    pub rule: Rule,
    /// The node; `None` where it has no identifier of its own.
    pub node: Option<Uuid>,
    /// The field of the node.
    pub field: String,
    /// What is there, and what belongs there.
    pub message: String,
}

impl Fault {
    pub(super) fn new(rule: Rule, node: Option<Uuid>, field: &str, message: impl Into<String>) -> Self {
        Self { rule, node, field: field.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(node) = self.node {
            write!(f, "`{node}`: ")?;
        }
        write!(f, "`{}`: {} ({}, {})", self.field, self.message, self.rule.clause(), self.rule)
    }
}
