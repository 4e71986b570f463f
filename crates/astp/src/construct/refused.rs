//! Why a construction has no value.

use alloc::string::String;
use core::fmt;

/// Inputs that a construction refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The clause that refuses, as an anchor: `ASTP 5.1.1`.
    pub clause: &'static str,
    /// The input at fault, by its name in the construction's list.
    pub field: Option<String>,
    /// What is wrong with it.
    pub message: String,
}

impl Refused {
    pub(super) fn new(clause: &'static str, message: impl Into<String>) -> Self {
        Self { clause, field: None, message: message.into() }
    }

    pub(super) fn field(clause: &'static str, field: &str, message: impl Into<String>) -> Self {
        Self { clause, field: Some(field.into()), message: message.into() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "`{field}`: ")?;
        }
        write!(f, "{} ({})", self.message, self.clause)
    }
}

impl core::error::Error for Refused {}
