//! Episodes (ASTP 4.4, 19.3.6).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::detect::Thresholds;
use crate::id::{Instant, Uuid};
use crate::value::{ForkCreationTrigger, record};

record! {
    /// An Episode as it was opened. Its state is the tree's.
    Episode {
        /// Its identifier.
        episode_id: Uuid,
        /// `1.2.0`.
        schema_version: String,
        /// The agent whose Episode it is.
        agent_id: String,
        /// When it was opened.
        opened_at: Instant,
        /// A title.
        title: Option<String>,
        /// What it is about; of a departure, its objective.
        context_note: Option<String>,
        /// Who opened it.
        initiated_by: Option<String>,
        /// `directed`, unless said otherwise.
        episode_mode: String,
        /// Who takes part.
        participants: Vec<String>,
        /// The Episode that it was forked from.
        parent_episode_id: Option<Uuid>,
        /// Why it was forked.
        fork_reason: Option<String>,
        /// *Own:* whether every Segment has to come with its fingerprint (ASTP G-29).
        fingerprint_required: bool,
        /// *Own:* the thresholds of detection; absent for the published ones.
        detection_thresholds: Option<Thresholds>,
        /// How a departure came to exist; set once, never changed.
        provenance: Option<Provenance>,
    }

    /// Where a departure comes from (ASTP 19.3.6).
    Provenance {
        /// The Episode that it left.
        fork_origin_episode_id: Uuid,
        /// The index of the Segment that it left from.
        fork_anchor_index: Option<u64>,
        /// The departure.
        fork_id: Uuid,
        /// When it left.
        fork_created_at: Instant,
        /// Why.
        fork_creation_trigger: ForkCreationTrigger,
        /// How sure the detector was, from 0 to 1.
        fork_trigger_confidence: Option<f64>,
        /// The Segment that provoked it.
        fork_trigger_segment_id: Option<Uuid>,
        /// The tip of the origin at that moment (ASTP G-30).
        fork_origin_spine_tip_hash: Sha3,
        /// The branches that were open in the origin.
        fork_origin_active_branch_ids: Option<Vec<Uuid>>,
    }
}
