//! Seals (ASTP 5.7).

use alloc::string::String;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::record;

record! {
    /// A seal of an Episode: its roots, and the constructions they were made by.
    Seal {
        /// Its identifier.
        seal_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// When.
        sealed_at: Instant,
        /// By whom.
        sealed_by: String,
        /// The root over the leaves.
        spine_root: Sha3,
        /// The set of Signals.
        signal_manifest_hash: Sha3,
        /// The set of structural members.
        structural_manifest_hash: Option<Sha3>,
        /// The set of Segments that are no leaves.
        exclusion_hash: Sha3,
        /// What the agents were given.
        context_manifest_hash: Option<Sha3>,
        /// How much of that was captured.
        capture_posture: Option<String>,
        /// How many entries.
        context_entry_count: Option<u64>,
        /// The root over all of these.
        episode_root_hash: Sha3,
        /// How many leaves.
        leaf_count: u64,
        /// The construction of the spine and the root (ASTP 5.8).
        spine_algorithm_version: u64,
        /// The order of the leaves.
        ordering_version: u64,
        /// The leaf hash.
        hash_version: u64,
        /// *Own:* the seal before it.
        prior_seal_id: Option<Uuid>,
    }
}
