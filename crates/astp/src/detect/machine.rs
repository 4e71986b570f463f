//! The detection machine: `NOMINAL`, `WATCHING`, `CANDIDATE`, `MATERIALIZED` (ASTP 19.5.2, CF-003).

use super::drift::Drift;
use super::thresholds::{Thresholds, ThresholdsError};
use crate::value::{DetectionState, IntentClass};

/// Where an episode stands between two observations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The state.
    pub state: DetectionState,
    /// Consecutive turns of drift, or of what counts as such.
    pub count: u64,
}

impl Standing {
    /// Before the first observation.
    pub const START: Self = Self { state: DetectionState::Nominal, count: 0 };
}

/// What one segment shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// Its distance from the spine.
    pub drift: Drift,
    /// Whether its objective is another than the last one.
    pub objective_changed: bool,
    /// What it does with the subject.
    pub intent: IntentClass,
}

/// A machine: thresholds, and whether a state may be skipped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Machine {
    thresholds: Thresholds,
    in_order: bool,
}

impl Machine {
    /// The machine for new records: thresholds are checked, and `NOMINAL` never jumps to `MATERIALIZED` (CF-003).
    ///
    /// # Errors
    ///
    /// As [`Thresholds::check`].
    pub fn new(thresholds: Thresholds) -> Result<Self, ThresholdsError> {
        thresholds.check()?;
        Ok(Self { thresholds, in_order: true })
    }

    /// The machine as it was published, for records that were made by it: it takes any thresholds and does not look at
    /// the state before. Under the default thresholds both answer alike from [`Standing::START`] on.
    #[must_use]
    pub const fn published(thresholds: Thresholds) -> Self {
        Self { thresholds, in_order: false }
    }

    /// The thresholds.
    #[must_use]
    pub const fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Takes one observation.
    #[must_use]
    pub fn advance(&self, prior: Standing, seen: Observation) -> Standing {
        let limits = &self.thresholds;
        let drift = seen.drift.get();
        let count = prior.count.saturating_add(1);
        let reaches = |least: f64, turns: u64| drift >= least && count >= turns;
        let forced = seen.objective_changed && limits.objective_change_forces_candidate;
        let state = if forced || seen.intent == IntentClass::Introduce {
            DetectionState::Candidate
        } else if drift < limits.watching_drift {
            return Standing::START;
        } else if reaches(limits.materialized_drift, limits.materialized_consecutive_turns) {
            DetectionState::Materialized
        } else if reaches(limits.candidate_drift, limits.candidate_consecutive_turns) {
            DetectionState::Candidate
        } else if reaches(limits.watching_drift, limits.watching_consecutive_turns) {
            DetectionState::Watching
        } else {
            DetectionState::Nominal
        };
        Standing { state: self.without_jump(prior.state, state), count }
    }

    fn without_jump(&self, prior: DetectionState, next: DetectionState) -> DetectionState {
        match (prior, next) {
            (DetectionState::Nominal, DetectionState::Materialized) if self.in_order => {
                DetectionState::Candidate
            }
            _ => next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DetectionState::{Candidate, Materialized, Nominal, Watching};

    fn seen(drift: f64) -> Observation {
        let drift = Drift::new(drift).unwrap();
        Observation { drift, objective_changed: false, intent: IntentClass::Continue }
    }

    #[test]
    fn five_turns_of_strong_drift_pass_every_state_in_order() {
        let machine = Machine::new(Thresholds::DEFAULT).unwrap();
        let mut standing = Standing::START;
        let states = [0; 6].map(|_| {
            standing = machine.advance(standing, seen(0.5));
            standing.state
        });
        assert_eq!(states, [Watching, Watching, Candidate, Candidate, Materialized, Materialized]);
        assert_eq!(machine.advance(standing, seen(0.29)), Standing::START);
    }

    #[test]
    fn calm_never_jumps_to_materialized() {
        let machine = Machine::new(Thresholds::DEFAULT).unwrap();
        let prior = Standing { state: Nominal, count: 4 };
        assert_eq!(machine.advance(prior, seen(0.9)), Standing { state: Candidate, count: 5 });
        let published = Machine::published(Thresholds::DEFAULT);
        assert_eq!(published.advance(prior, seen(0.9)), Standing { state: Materialized, count: 5 });
    }

    #[test]
    fn an_override_makes_a_candidate_of_calm() {
        let machine = Machine::new(Thresholds::DEFAULT).unwrap();
        let introduced = Observation { intent: IntentClass::Introduce, ..seen(0.0) };
        let changed = Observation { objective_changed: true, ..seen(0.0) };
        for seen in [introduced, changed] {
            assert_eq!(machine.advance(Standing::START, seen), Standing { state: Candidate, count: 1 });
        }
        let deaf = Thresholds { objective_change_forces_candidate: false, ..Thresholds::DEFAULT };
        assert_eq!(Machine::new(deaf).unwrap().advance(Standing::START, changed), Standing::START);
    }

    #[test]
    fn a_full_count_stays_full() {
        let machine = Machine::new(Thresholds::DEFAULT).unwrap();
        let prior = Standing { state: Materialized, count: u64::MAX };
        assert_eq!(machine.advance(prior, seen(1.0)), prior);
    }
}
