//! The thresholds of the detection machine (ASTP 19.5.2), a value of the episode's kind.

use alloc::collections::BTreeMap;
use core::fmt;

use actum_canon::json::Value;

use crate::value::{Json, Members, Stored, Unread};

/// From which drift, and after how many consecutive turns of drift, a state is reached. Both bounds are inclusive.
///
/// The member names are those of the published thresholds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Drift for `WATCHING`; below it the count returns to 0.
    pub watching_drift: f64,
    /// Turns for `WATCHING`.
    pub watching_consecutive_turns: u64,
    /// Drift for `CANDIDATE`.
    pub candidate_drift: f64,
    /// Turns for `CANDIDATE`.
    pub candidate_consecutive_turns: u64,
    /// Drift for `MATERIALIZED`.
    pub materialized_drift: f64,
    /// Turns for `MATERIALIZED`.
    pub materialized_consecutive_turns: u64,
    /// Whether another objective than the last makes a `CANDIDATE`, whatever the drift.
    pub objective_change_forces_candidate: bool,
}

impl Thresholds {
    /// The table of ASTP 19.5.2.
    pub const DEFAULT: Self = Self {
        watching_drift: 0.3,
        watching_consecutive_turns: 1,
        candidate_drift: 0.3,
        candidate_consecutive_turns: 3,
        materialized_drift: 0.5,
        materialized_consecutive_turns: 5,
        objective_change_forces_candidate: true,
    };

    /// Checks that the states can be reached in their order.
    ///
    /// # Errors
    ///
    /// A drift that is not a number from 0 to 1, or turns that do not grow from `WATCHING` over `CANDIDATE` to
    /// `MATERIALIZED` (CF-003).
    pub fn check(&self) -> Result<(), ThresholdsError> {
        for (name, drift) in [
            ("watching_drift", self.watching_drift),
            ("candidate_drift", self.candidate_drift),
            ("materialized_drift", self.materialized_drift),
        ] {
            if !(0.0..=1.0).contains(&drift) {
                return Err(ThresholdsError::Drift { name });
            }
        }
        let turns = [
            ("watching_consecutive_turns", self.watching_consecutive_turns),
            ("candidate_consecutive_turns", self.candidate_consecutive_turns),
            ("materialized_consecutive_turns", self.materialized_consecutive_turns),
        ];
        for ((before, fewer), (name, more)) in turns.iter().zip(turns.iter().skip(1)) {
            if fewer > more {
                return Err(ThresholdsError::Order { name, before });
            }
        }
        Ok(())
    }
}

impl Stored for Thresholds {
    fn store(&self) -> Json {
        Json::Map(BTreeMap::from([
            ("watching_drift", self.watching_drift.store()),
            ("watching_consecutive_turns", self.watching_consecutive_turns.store()),
            ("candidate_drift", self.candidate_drift.store()),
            ("candidate_consecutive_turns", self.candidate_consecutive_turns.store()),
            ("materialized_drift", self.materialized_drift.store()),
            ("materialized_consecutive_turns", self.materialized_consecutive_turns.store()),
            ("objective_change_forces_candidate", self.objective_change_forces_candidate.store()),
        ]))
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        let mut members = Members::of(value)?;
        let read = Self {
            watching_drift: members.take("watching_drift")?,
            watching_consecutive_turns: members.take("watching_consecutive_turns")?,
            candidate_drift: members.take("candidate_drift")?,
            candidate_consecutive_turns: members.take("candidate_consecutive_turns")?,
            materialized_drift: members.take("materialized_drift")?,
            materialized_consecutive_turns: members.take("materialized_consecutive_turns")?,
            objective_change_forces_candidate: members.take("objective_change_forces_candidate")?,
        };
        members.end()?;
        Ok(read)
    }
}

impl Default for Thresholds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Why thresholds describe no machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThresholdsError {
    /// The member `name` is not a number from 0 to 1.
    Drift {
        /// The member.
        name: &'static str,
    },
    /// The member `name` asks for fewer turns than the state before it.
    Order {
        /// The member that asks for too few.
        name: &'static str,
        /// The member of the state before.
        before: &'static str,
    },
}

impl ThresholdsError {
    /// The member that is wrong.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Drift { name } | Self::Order { name, .. } => name,
        }
    }
}

impl fmt::Display for ThresholdsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drift { name } => write!(f, "`{name}` is not a number from 0 to 1"),
            Self::Order { name, before } => {
                write!(f, "`{name}` is smaller than `{before}`, so that a state would be skipped")
            }
        }
    }
}

impl core::error::Error for ThresholdsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_hold() {
        assert_eq!(Thresholds::default().check(), Ok(()));
    }

    #[test]
    fn a_later_state_needs_no_fewer_turns() {
        let early = Thresholds { materialized_consecutive_turns: 2, ..Thresholds::DEFAULT };
        assert_eq!(
            early.check(),
            Err(ThresholdsError::Order {
                name: "materialized_consecutive_turns",
                before: "candidate_consecutive_turns"
            })
        );
        let late = Thresholds { watching_consecutive_turns: 4, ..Thresholds::DEFAULT };
        assert_eq!(late.check().map_err(ThresholdsError::name), Err("candidate_consecutive_turns"));
        let equal = Thresholds {
            watching_consecutive_turns: 2,
            candidate_consecutive_turns: 2,
            materialized_consecutive_turns: 2,
            ..Thresholds::DEFAULT
        };
        assert_eq!(equal.check(), Ok(()));
    }

    #[test]
    fn a_drift_that_nothing_can_be_compared_with_is_refused() {
        for drift in [f64::NAN, -0.5, 1.5, f64::INFINITY] {
            let wrong = Thresholds { candidate_drift: drift, ..Thresholds::DEFAULT };
            assert_eq!(wrong.check(), Err(ThresholdsError::Drift { name: "candidate_drift" }));
        }
    }
}
