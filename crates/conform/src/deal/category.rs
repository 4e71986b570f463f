//! The four categories of the suite (suite section 1), read from a test's id.

use std::fmt;

/// What a test is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// `SM-…`
    StateMachine,
    /// `MV-…`
    MessageValidation,
    /// `BD-…`
    BreachDetection,
    /// `MP-…`
    MultiParty,
    /// Any other id: a scenario that the suite does not list.
    Other,
}

impl Category {
    /// The category of the test with this id.
    pub fn of(test_id: &str) -> Self {
        match test_id.split_once('-').map(|(prefix, _)| prefix) {
            Some("SM") => Self::StateMachine,
            Some("MV") => Self::MessageValidation,
            Some("BD") => Self::BreachDetection,
            Some("MP") => Self::MultiParty,
            _ => Self::Other,
        }
    }

    /// The name as the report's template spells it (suite section 4, 2).
    pub const fn name(self) -> &'static str {
        match self {
            Self::StateMachine => "State Machine",
            Self::MessageValidation => "Message Validation",
            Self::BreachDetection => "Breach Detection",
            Self::MultiParty => "Multi-Party Coordination",
            Self::Other => "Other",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_of_an_id_is_its_category_and_any_other_is_its_own() {
        assert_eq!(Category::of("SM-01"), Category::StateMachine);
        assert_eq!(Category::of("MP-02"), Category::MultiParty);
        for other in ["", "SM", "SMX-1", "sm-01", "EX-07"] {
            assert_eq!(Category::of(other), Category::Other, "{other}");
        }
    }
}
