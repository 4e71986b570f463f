//! Seals.

use alloc::string::String;

use crate::id::Uuid;
use crate::value::record;

record! {
    /// Seals an Episode; the actor seals. Draws: the seal, the record.
    SealEpisode {
        /// The Episode.
        episode_id: Uuid,
        /// The construction (ASTP 5.8); absent for the current one.
        spine_algorithm_version: Option<u64>,
        /// How much of what the agents were given is captured (ASTP 5.7.3).
        capture_posture: Option<String>,
    }
}
