//! Gates.

use alloc::string::String;

use crate::id::{Instant, Uuid};
use crate::value::{HitlDecision, HitlGateType, HitlNodeStatus, record};

record! {
    /// Invokes a gate; the actor asks. Draws: the event, the record.
    InvokeGate {
        /// The Episode.
        episode_id: Uuid,
        /// The request in the host's own queue.
        hitl_request_id: String,
        /// What is asked for.
        gate_type: HitlGateType,
        /// The context that is shown, as JSON text.
        context_json: String,
        /// When it times out.
        timeout_at: Option<Instant>,
        /// The agent's signature over the context hash.
        invocation_signature: Option<String>,
        /// The agent's public key: the 32 bytes as hexadecimal digits.
        invocation_key: Option<String>,
    }

    /// Concludes a gate; the actor decides, where somebody does. Draws: the record.
    ConcludeGate {
        /// The event.
        hitl_event_id: Uuid,
        /// How it ends: `resolved`, `timed_out` or `escalated`.
        status: HitlNodeStatus,
        /// What was decided.
        decision: Option<HitlDecision>,
        /// Why.
        rationale: Option<String>,
        /// The human's signature over the resolution hash.
        resolution_signature: Option<String>,
        /// The human's public key: the 32 bytes as hexadecimal digits.
        resolution_key: Option<String>,
    }
}
