//! Speculative forks (ASTP 19.3.1).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::record;

record! {
    /// One alternative of a fork; all of a fork carry one `fork_id`.
    ForkPoint {
        /// Its identifier.
        fork_point_id: Uuid,
        /// The fork.
        fork_id: Uuid,
        /// The Episode of the alternative.
        episode_id: Uuid,
        /// The Episode that was forked.
        origin_episode_id: Uuid,
        /// The Segment it was forked at.
        origin_segment_id: Uuid,
        /// What the alternatives are to achieve.
        fork_objective: String,
        /// What this one intends.
        fork_intent: String,
        /// What it takes along.
        carried_artifacts: Vec<String>,
        /// Who made the fork.
        initiator: String,
        /// Who takes part.
        participants: Vec<String>,
        /// How many alternatives there are.
        sibling_count: u64,
        /// Which one this is, from 0.
        sibling_index: u64,
        /// The 4.x hash.
        content_hash: Sha3,
        /// Absent at the head of a chain.
        parent_hash: Option<Sha3>,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }
}
