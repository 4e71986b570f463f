//! Departure forks, and the trace of those that were left in pieces elsewhere (ASTP 19.3.5, 19.3.7).

use alloc::string::String;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{ForkCreationTrigger, ForkReturnType, OrphanClass, record};

record! {
    /// Where a departure left its origin (ASTP 19.3.5).
    DepartureForkPoint {
        /// Its identifier.
        fork_point_id: Uuid,
        /// The departure.
        fork_id: Uuid,
        /// The Episode that departed.
        fork_episode_id: Uuid,
        /// The Episode that it left.
        origin_episode_id: Uuid,
        /// The Segment that it left from.
        origin_segment_id: Uuid,
        /// What it is to achieve.
        fork_objective: String,
        /// Why.
        fork_creation_trigger: ForkCreationTrigger,
        /// The title of the Episode at that moment.
        fork_title_snapshot: String,
        /// The tip of the origin at that moment (ASTP G-30).
        spine_tip_hash_at_departure: Sha3,
        /// Who made it.
        initiator: String,
        /// The 4.x hash.
        content_hash: Sha3,
        /// Absent at the head of a chain.
        parent_hash: Option<Sha3>,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
        /// Whether it was written late; outside the hash.
        retroactive: Option<bool>,
        /// When it was written late; outside the hash.
        orphan_recovery_timestamp: Option<Instant>,
        /// *Own:* the seal that it comes after (ASTP 5.7.1); outside the hash.
        prior_seal: Option<PriorSeal>,
    }

    /// The seal that a late node comes after.
    PriorSeal {
        /// The root that does not hold the node.
        episode_root_hash: Sha3,
        /// When it was made.
        sealed_at: Instant,
    }

    /// What an origin made of a departure (ASTP 19.3.5).
    ForkReturn {
        /// Its identifier.
        fork_return_id: Uuid,
        /// The departure.
        fork_id: Uuid,
        /// The Episode that departed.
        fork_episode_id: Uuid,
        /// The Episode that it left.
        origin_episode_id: Uuid,
        /// What was made of it.
        return_type: ForkReturnType,
        /// In words; may be empty.
        synthesis_summary: String,
        /// The tip of the departed Episode at that moment.
        fork_final_spine_tip_hash: Sha3,
        /// Who declared it.
        returned_by: String,
        /// The 4.x hash.
        content_hash: Sha3,
        /// Absent at the head of a chain.
        parent_hash: Option<Sha3>,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }

    /// *Own:* a point that another store had written ahead, whole, before it wrote anything else (FO-005).
    WriteAhead {
        /// The departure.
        fork_id: Uuid,
        /// The point, as it was to be written.
        point: DepartureForkPoint,
    }

    /// The trace of an orphaned departure. It has no parent and enters no root (ASTP 19.3.7).
    ForkOrphanMarker {
        /// Its identifier.
        fork_orphan_marker_id: Uuid,
        /// The departure; one marker for each.
        fork_id: Uuid,
        /// The Episode that it left.
        origin_episode_id: Uuid,
        /// What is wrong.
        orphan_class: OrphanClass,
        /// The place in the origin that it concerns; 0 where that is unknown.
        sequence_index: u64,
        /// The search that found it.
        detection_run_id: Uuid,
        /// What was done.
        recovery_action: String,
        /// Whether somebody has to look at it.
        requires_operator_review: bool,
        /// When it was found.
        detected_at: Instant,
        /// The marker's own hash.
        content_hash: Sha3,
        /// `1.2.0`.
        schema_version: String,
    }
}
