//! Episodes and their Segments.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::detect::Thresholds;
use crate::id::Uuid;
use crate::value::{
    EpisodeStatus, IntentClass, RetentionTier, SegmentType, SignalPlacement, SignalType, record,
};

record! {
    /// Opens an Episode; the actor is its agent. Draws: the Episode, the record.
    OpenEpisode {
        /// A title.
        title: Option<String>,
        /// What it is about.
        context_note: Option<String>,
        /// Who takes part, and may act for the agent.
        participants: Vec<String>,
        /// Whether every Segment has to come with its fingerprint (ASTP G-29).
        fingerprint_required: bool,
        /// The thresholds of detection; absent for the published ones.
        detection_thresholds: Option<Thresholds>,
    }

    /// Moves an Episode on (ASTP 4.4.1). Gates and seals move it by themselves. Draws: the record.
    AdvanceEpisode {
        /// The Episode.
        episode_id: Uuid,
        /// Its next state.
        status: EpisodeStatus,
    }

    /// Appends a Segment; the actor is its author. Draws: the Segment, its fingerprint if any, the record.
    AppendSegment {
        /// The Episode.
        episode_id: Uuid,
        /// The branch; absent for the main line.
        branch_id: Option<Uuid>,
        /// What it is.
        segment_type: SegmentType,
        /// Its place; absent for the next one.
        sequence_index: Option<u64>,
        /// The digest of its content.
        content_hash: Sha3,
        /// Where the content is.
        content_ref: String,
        /// Whether it is a leaf.
        retention_tier: RetentionTier,
        /// The earlier Segments of its line whose place it takes.
        supersedes: Vec<Uuid>,
        /// The Signals that were visible.
        signal_versions_read: Vec<String>,
        /// The reading that goes with it.
        fingerprint: Option<Reading>,
    }

    /// A reading of drift (ASTP 19.5.1).
    Reading {
        /// The objective as it stands.
        current_objective: String,
        /// An embedding.
        topic_vector: Vec<f64>,
        /// The distance from the spine, from 0 to 1.
        drift_from_spine: f64,
        /// What the Segment does to the topic.
        intent_class: IntentClass,
    }

    /// Reads the drift at a Segment that is stored (ASTP 19.5.3). Draws: the fingerprint, the record.
    Intercept {
        /// The Episode.
        episode_id: Uuid,
        /// The Segment.
        segment_id: Uuid,
        /// The reading.
        reading: Reading,
    }

    /// Appends a Signal. Draws: the Signal, the record.
    AppendSignal {
        /// The Episode.
        episode_id: Uuid,
        /// What it is.
        signal_type: SignalType,
        /// Where it comes from.
        signal_source: String,
        /// The digest of its content.
        content_hash: Sha3,
        /// Where it is to be committed.
        placement: SignalPlacement,
    }
}
