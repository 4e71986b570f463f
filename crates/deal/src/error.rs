//! What a message is refused for, and what it brought to light: one table of all strings (DEAL 2.15, 3.7, 3.10, 5, 7.2).
//!
//! [`Rule`] is the typed form, [`Error`] the form in which outcomes and transcripts carry it.

mod missing;
mod rule;

use alloc::string::{String, ToString};
use core::fmt;

pub use missing::Missing;
pub use rule::Rule;

/// The classes of errors; there are no others (DEAL 2.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The lifecycle does not allow it now.
    State,
    /// Form, role or content of the message.
    Validation,
    /// A predicate failed; the message is applied nevertheless (DEAL 6.8).
    Checklist,
    /// A party broke the deal; the message is applied (DEAL 7).
    Breach,
}

impl Class {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::State => "StateError",
            Self::Validation => "ValidationError",
            Self::Checklist => "ChecklistFailure",
            Self::Breach => "BreachDetected",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// One error of a message. Displays as the exact string of the specification.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Error {
    /// The class.
    pub class: Class,
    /// What is wrong; for a breach its name.
    pub message: String,
    /// Why a breach was found; `None` for the other classes.
    pub reason: Option<String>,
    /// The clause that says so, such as `DEAL 7.4`.
    pub clause: &'static str,
}

impl From<&Rule> for Error {
    fn from(rule: &Rule) -> Self {
        Self {
            class: rule.class(),
            message: rule.to_string(),
            reason: rule.reason().map(ToString::to_string),
            clause: rule.clause(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.class, self.message)?;
        match &self.reason {
            Some(reason) => write!(formatter, ", reason: {reason}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::MessageType;
    use crate::state::State;

    #[test]
    fn errors_display_as_published() {
        let shown = |rule: Rule| Error::from(&rule).to_string();
        let refused = Rule::CannotFrom {
            verb: MessageType::Settle.verb(),
            state: State::Accepted,
            missing: Missing::Message(MessageType::EscrowHold),
        };
        assert_eq!(shown(refused), "StateError: Cannot settle from Accepted state; EscrowHold required");
        let breach = Rule::Breach { name: "term_mutation", reason: "Offer snapshot mismatch".into() };
        assert_eq!(shown(breach), "BreachDetected: term_mutation, reason: Offer snapshot mismatch");
    }
}
