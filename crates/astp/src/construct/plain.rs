//! The retained 4.x lists that no typed list has replaced field by field (ASTP 4.6, 5.3, 16, 19.5).

use super::construction::Construction;
use super::joined::{LOWERED, STRIPPED, TEXT, TIME};
use super::retained::joined;

/// Retired without a successor (ASTP 19.5.1).
pub static FINGERPRINT: Construction = joined(
    "compute_fingerprint_hash",
    "ASTP 19.5.1",
    ("FINGERPRINT:", ":"),
    None,
    &[
        (TEXT, "fingerprint_id"),
        (TEXT, "episode_id"),
        (TEXT, "segment_id"),
        (TEXT, "objective_hash"),
        (TEXT, "intent_class"),
        (TIME, "timestamp"),
    ],
);

/// An objective, by its text without white space at the ends (ASTP 19.5.1); no typed form has replaced it.
pub static OBJECTIVE: Construction = joined(
    "compute_objective_hash",
    "ASTP 19.5.1",
    ("OBJECTIVE:", ""),
    Some("objective"),
    &[(STRIPPED, "objective")],
);

/// By what a confirmed action is known (ASTP 19.5.4).
pub static CONFIRMATION: Construction = joined(
    "confirmation_key",
    "ASTP 19.5.4",
    ("CONFIRMATION:", ""),
    Some("action_description"),
    &[(LOWERED, "action_description")],
);

/// What a human was asked (ASTP 4.6).
pub static HITL_CONTEXT: Construction = joined(
    "compute_hitl_context_hash",
    "ASTP 4.6",
    ("HITL_CTX:", ":"),
    Some("context_json"),
    &[
        (TEXT, "hitl_request_id"),
        (TEXT, "episode_id"),
        (TEXT, "gate_type"),
        (TEXT, "requesting_agent"),
        (TIME, "invoked_at"),
        (TEXT, "context_json"),
    ],
);

/// What the human answered (ASTP 4.6).
pub static HITL_RESOLUTION: Construction = joined(
    "compute_hitl_resolution_hash",
    "ASTP 4.6",
    ("HITL_RES:", ":"),
    Some("rationale"),
    &[
        (TEXT, "hitl_event_id"),
        (TEXT, "decision"),
        (TEXT, "resolved_by"),
        (TIME, "resolved_at"),
        (TEXT, "rationale"),
    ],
);

/// Question and answer together (ASTP 4.6).
pub static HITL_NODE: Construction = joined(
    "compute_hitl_node_hash",
    "ASTP 4.6",
    ("NODE:", ""),
    None,
    &[(TEXT, "context_hash"), (TEXT, "resolution_hash")],
);

static CONSULTATION_NODE: Construction = joined(
    "compute_consultation_node_hash",
    "ASTP 5.3",
    ("NODE:", ""),
    None,
    &[(TEXT, "initiation_hash"), (TEXT, "resolution_hash")],
);

static INITIATION: Construction = joined(
    "compute_initiation_hash",
    "ASTP 5.3",
    ("NODE:", ""),
    None,
    &[
        (TEXT, "episode_id"),
        (TEXT, "consultation_id"),
        (TEXT, "initiated_at"),
        (TEXT, "initiating_context_hash"),
    ],
);

static CRYSTALLIZATION_NODE: Construction = joined(
    "compute_crystallization_node_hash",
    "ASTP 5.3",
    ("LEAF:", ""),
    None,
    &[(TEXT, "content_hash"), (TEXT, "predecessor_hash")],
);

/// All that a sealed Episode holds (ASTP 5.7.2).
pub static EPISODE_ROOT: Construction = joined(
    "compute_episode_root_hash",
    "ASTP 5.7.2",
    ("NODE:", ""),
    None,
    &[(TEXT, "spine_hash"), (TEXT, "signal_manifest_hash"), (TEXT, "exclusion_hash")],
);

static WITNESS_COMMITMENT: Construction = joined(
    "compute_witness_commitment",
    "ASTP 16.4.2",
    ("", "|"),
    None,
    &[
        (TEXT, "node_id"),
        (TEXT, "node_type"),
        (TEXT, "spine_root"),
        (TEXT, "sequence_index"),
        (TEXT, "logical_clock"),
        (TEXT, "role"),
    ],
);

/// Every list above.
pub(super) static PLAIN: &[&Construction] = &[
    &HITL_CONTEXT,
    &HITL_RESOLUTION,
    &HITL_NODE,
    &CONSULTATION_NODE,
    &INITIATION,
    &CRYSTALLIZATION_NODE,
    &EPISODE_ROOT,
    &WITNESS_COMMITMENT,
    &FINGERPRINT,
    &OBJECTIVE,
    &CONFIRMATION,
];
