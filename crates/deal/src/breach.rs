//! The classes of breach, and the record of one (DEAL 7.1 to 7.3).

use alloc::string::String;
use core::fmt;

use crate::error::Rule;

/// The classes of breach (DEAL 7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The agent ends disclosure while required items are pending.
    F1,
    /// The reviewer confirms that disclosed material is fake.
    F2,
    /// The disclosed material fails the checklist.
    F3,
    /// A counterparty invokes other terms than those of the snapshot.
    F4,
}

impl Code {
    /// The published code.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::F1 => "F1",
            Self::F2 => "F2",
            Self::F3 => "F3",
            Self::F4 => "F4",
        }
    }

    /// The published name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::F1 => "private_info_holdout",
            Self::F2 => "fake_disclosure",
            Self::F3 => "verification_failure",
            Self::F4 => "term_mutation",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A breach that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The class.
    pub code: Code,
    /// The party at fault.
    pub at_fault: String,
    /// Why: for the classes of the agent, the items concerned in union order.
    pub reason: String,
}

impl Breach {
    /// The form in which the breach is reported among the errors (DEAL 7.2).
    pub(crate) fn rule(&self) -> Rule {
        Rule::Breach { name: self.code.name(), reason: self.reason.clone() }
    }
}
