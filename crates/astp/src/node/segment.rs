//! Segments and what hangs on them (ASTP 4.5, 5.6, 19.5.1).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{
    DetectionState, IntentClass, ReferenceType, RetentionTier, SegmentType, SignalPlacement, SignalType,
    record,
};

record! {
    /// A Segment. Its content is kept elsewhere, under its hash, where it can be erased.
    Segment {
        /// Its identifier.
        segment_id: Uuid,
        /// The Episode it belongs to; its parent in the leaf hash (ASTP 3.4.1).
        episode_id: Uuid,
        /// *Own:* the branch it was written on; absent on the main line.
        branch_id: Option<Uuid>,
        /// `1.2.0`.
        schema_version: String,
        /// What it is.
        segment_type: SegmentType,
        /// Its place in the Episode, across all lines (ASTP G-3).
        sequence_index: u64,
        /// The digest of its content; 32 bytes that are not looked into.
        content_hash: Sha3,
        /// Where the content is.
        content_ref: String,
        /// When it was written.
        authored_at: Instant,
        /// Who wrote it.
        author: String,
        /// Whether it is a leaf of the spine.
        retention_tier: RetentionTier,
        /// *Own:* the earlier Segments of its line whose place it takes.
        supersedes: Vec<Uuid>,
        /// The Signals that were visible (ASTP 4.5).
        signal_versions_read: Vec<String>,
        /// The advisory gate that was open (ASTP 4.6).
        pending_hitl_ref: Option<Uuid>,
    }

    /// A reference between Segments; an edge, so it has no identifier.
    Reference {
        /// The Segment that refers.
        source: Uuid,
        /// The Segment that is referred to.
        target: Uuid,
        /// How.
        reference_type: ReferenceType,
    }

    /// A Signal.
    Signal {
        /// Its identifier.
        signal_id: Uuid,
        /// The Episode it belongs to.
        episode_id: Uuid,
        /// What it is.
        signal_type: SignalType,
        /// Where it comes from.
        signal_source: String,
        /// When it came.
        received_at: Instant,
        /// The digest of its content.
        content_hash: Sha3,
        /// Where it is committed.
        placement: SignalPlacement,
    }

    /// A reading of drift at one Segment. It carries no hash and enters no root (ASTP 19.5.1).
    Fingerprint {
        /// Its identifier.
        fingerprint_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// The Segment; one reading for each.
        segment_id: Uuid,
        /// The Segment's place.
        sequence_index: u64,
        /// The embedding that the caller supplied.
        topic_vector: Vec<f64>,
        /// What the Segment does to the topic.
        intent_class: IntentClass,
        /// The digest of the objective.
        objective_hash: Sha3,
        /// The distance from the spine, from 0 to 1.
        drift_from_spine: f64,
        /// For how many turns it has drifted.
        consecutive_drift_count: u64,
        /// What the detector makes of it.
        detection_state: DetectionState,
        /// When it was read.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }
}
