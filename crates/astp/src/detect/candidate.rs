//! What one reading of a segment means, and what it recommends (ASTP 19.5.3; CF-002, CF-004).

use actum_canon::digest::Sha3;

use super::drift::Drift;
use super::machine::{Machine, Observation, Standing};
use crate::value::{DetectionState, IntentClass};

/// What is read from a segment while it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// Digest of the episode's objective as it is now.
    pub objective: Sha3,
    /// Distance from the spine.
    pub drift: Drift,
    /// What the segment does with the subject.
    pub intent: IntentClass,
}

/// The last fingerprint of the episode: the one with the greatest `sequence_index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Last {
    /// Where it left the machine.
    pub standing: Standing,
    /// Digest of the objective then.
    pub objective: Sha3,
}

/// The answer to one reading. `I` names segments and episodes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detection<I> {
    /// State before.
    pub prior: DetectionState,
    /// State and count after.
    pub now: Standing,
    /// Whether the objective is another than that of the last fingerprint.
    pub objective_changed: bool,
    /// What to do, at the turn at which the drift materializes.
    pub recommendation: Option<Recommendation<I>>,
}

/// The recommendation to declare a branch after the fact (CF-004).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recommendation<I> {
    /// The episode that drifted.
    pub source_episode: I,
    /// The last segment before the drift began, so that the branch covers all of it.
    pub source_segment: I,
    /// The drift at which it materialized.
    pub drift: Drift,
}

impl<I> Recommendation<I> {
    /// The published value of `recommended_action`.
    pub const ACTION: &'static str = "CREATE_BRANCH_RETROACTIVE";
    /// The published value of `rationale`.
    pub const RATIONALE: &'static str =
        "Detection state advanced to MATERIALIZED. Declare branch retroactively at the last nominal segment.";

    /// Anchors the recommendation at the last `NOMINAL` segment, or where there is none at the segment itself.
    pub fn new(source_episode: I, segment: I, last_nominal: Option<I>, drift: Drift) -> Self {
        Self { source_episode, source_segment: last_nominal.unwrap_or(segment), drift }
    }
}

/// Reads a segment against the last fingerprint. Writes nothing (ASTP 19.5.3).
///
/// `last_nominal` is the segment of the `NOMINAL` fingerprint with the greatest `sequence_index`. The first reading of an
/// episode is compared with itself. A recommendation comes once for each passage into `MATERIALIZED`.
pub fn detect<I>(
    machine: &Machine,
    reading: Reading,
    last: Option<Last>,
    (episode, segment): (I, I),
    last_nominal: Option<I>,
) -> Detection<I> {
    let prior = last.map_or(Standing::START, |last| last.standing);
    let objective_changed = last.is_some_and(|last| last.objective != reading.objective);
    let seen = Observation { drift: reading.drift, objective_changed, intent: reading.intent };
    let now = machine.advance(prior, seen);
    let materializes =
        now.state == DetectionState::Materialized && prior.state != DetectionState::Materialized;
    let recommendation =
        materializes.then(|| Recommendation::new(episode, segment, last_nominal, reading.drift));
    Detection { prior: prior.state, now, objective_changed, recommendation }
}
