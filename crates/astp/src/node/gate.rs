//! Gates: decisions that wait for a human (ASTP 4.6).

use alloc::string::String;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{HitlDecision, HitlGateType, HitlNodeStatus, record};

record! {
    /// A gate. Stored when it is invoked, and once more, complete, when it is concluded (ASTP G-17).
    HitlEvent {
        /// Its identifier.
        hitl_event_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// The request in the host's own queue.
        hitl_request_id: String,
        /// `1.2.0`.
        schema_version: String,
        /// What is asked for.
        gate_type: HitlGateType,
        /// Where it stands.
        status: HitlNodeStatus,
        /// Who asks.
        requesting_agent: String,
        /// When it was invoked.
        invoked_at: Instant,
        /// When it times out.
        timeout_at: Option<Instant>,
        /// The greatest sequence index at that moment.
        spine_snapshot_index: Option<u64>,
        /// When it was concluded.
        resolved_at: Option<Instant>,
        /// What was decided.
        decision: Option<HitlDecision>,
        /// By whom.
        resolved_by: Option<String>,
        /// Why.
        rationale: Option<String>,
        /// How long it waited, in whole milliseconds.
        pending_duration_ms: Option<u64>,
        /// *Own:* the context that was shown; without it no seal can be made (ASTP 4.6).
        context_json: String,
        /// The v2 hash of the invocation.
        context_hash: Sha3,
        /// The v2 hash of the conclusion.
        resolution_hash: Option<Sha3>,
        /// The v2 hash of both.
        node_hash: Option<Sha3>,
        /// The agent's signature over the context hash.
        invocation_signature: Option<String>,
        /// The agent's key.
        invocation_key_fingerprint: Option<String>,
        /// The human's signature over the resolution hash.
        resolution_signature: Option<String>,
        /// The human's key.
        resolution_key_fingerprint: Option<String>,
        /// How the keys were derived.
        key_derivation_version: u64,
    }
}
