//! The typed lists of ASTP 5.0.0 and later beside those of [`super::structure`], each in the order of its fields.

use super::construction::{Construction, Form};
use super::context;
use super::typed::{BOOL, FLOAT, HASH, Kind, STRING, TIMESTAMP, UINT, UTF8, UUID};

pub(super) const fn typed(
    name: &'static str,
    clause: &'static str,
    prefix: &'static str,
    fields: &'static [(Kind, &'static str)],
) -> Construction {
    Construction { name, clause, prefix, form: Form::Typed(fields), check: None }
}

/// A human and an agent step aside (ASTP 19.4.1).
pub static ASIDE_V2: Construction = typed(
    "compute_aside_hash_v2",
    "ASTP 19.4.1",
    "ASIDE:v2:",
    &[
        (UUID, "aside_id"),
        (UUID, "parent_episode_id"),
        (UUID, "parent_segment_id"),
        (HASH, "parent_segment_content_hash"),
        (STRING, "initiated_by_human"),
        (STRING, "target_agent_id"),
        (TIMESTAMP, "opened_at"),
    ],
);

/// They come back (ASTP 19.4.1).
pub static ASIDE_TERMINUS_V2: Construction = typed(
    "compute_aside_terminus_hash_v2",
    "ASTP 19.4.1",
    "ASIDE_TERMINUS:v2:",
    &[
        (UUID, "aside_terminus_id"),
        (UUID, "aside_id"),
        (UUID, "parent_episode_id"),
        (HASH, "aside_content_hash"),
        (HASH.list(), "produced_content_hashes"),
        (STRING, "close_reason"),
        (BOOL, "reference_scan_passed"),
        (UUID.list(), "external_references_found"),
        (STRING, "termination_status"),
        (TIMESTAMP, "closed_at"),
    ],
);

/// An agent talks to itself (ASTP 19.4.2).
pub static SOLILOQUY_V2: Construction = typed(
    "compute_soliloquy_hash_v2",
    "ASTP 19.4.2",
    "SOLILOQUY:v2:",
    &[
        (UUID, "soliloquy_id"),
        (UUID, "parent_episode_id"),
        (UUID, "parent_segment_id"),
        (HASH, "parent_segment_content_hash"),
        (STRING, "initiated_by_agent"),
        (TIMESTAMP, "opened_at"),
    ],
);

/// What it said to itself, in order (ASTP 19.4.3).
pub static DELIBERATION_CHAIN_V2: Construction = typed(
    "compute_deliberation_chain_hash_v2",
    "ASTP 19.4.3",
    "DELIBERATION_CHAIN:v2:",
    &[(UUID, "soliloquy_id"), (HASH.list(), "deliberation_content_hashes")],
);

/// What came of it (ASTP 19.4.2).
pub static SOLILOQUY_CONCLUSION_V2: Construction = typed(
    "compute_soliloquy_conclusion_hash_v2",
    "ASTP 19.4.2",
    "SOLILOQUY_CONCLUSION:v2:",
    &[
        (UUID, "conclusion_id"),
        (UUID, "soliloquy_id"),
        (UUID, "parent_episode_id"),
        (HASH, "deliberation_chain_hash"),
        (STRING, "conclusion_summary"),
        (UUID, "merged_into_segment_id"),
        (STRING, "termination_status"),
        (TIMESTAMP, "concluded_at"),
    ],
);

/// One sign that two Episodes belong together (ASTP 20 §2).
pub static LINK_SIGNAL_V2: Construction = typed(
    "compute_link_signal_hash_v2",
    "ASTP 20 §2",
    "LINK_SIGNAL:v2:",
    &[(STRING, "signal_type"), (FLOAT, "signal_weight"), (FLOAT, "signal_value"), (TIMESTAMP, "computed_at")],
);

/// Two Episodes belong together (ASTP 20 §2).
pub static EPISODE_LINK_V2: Construction = typed(
    "compute_episode_link_hash_v2",
    "ASTP 20 §2",
    "EPISODE_LINK:v2:",
    &[
        (UUID, "link_id"),
        (UUID, "source_episode"),
        (UUID, "target_episode"),
        (HASH.or_null(), "source_episode_root"),
        (HASH.or_null(), "target_episode_root"),
        (TIMESTAMP, "created_at"),
        (STRING, "link_type"),
        (FLOAT, "link_strength"),
        (BOOL, "is_inferred"),
        (HASH.list(), "inference_signal_hashes"),
        (FLOAT.or_null(), "inference_threshold"),
        (BOOL, "retroactive"),
        (STRING.or_null(), "source_version"),
        (STRING.or_null(), "target_version"),
    ],
);

/// One change and who made it (ASTP 8.1).
pub static AUDIT_RECORD_V2: Construction = typed(
    "compute_audit_record_hash_v2",
    "ASTP 8.1",
    "AUDIT_RECORD:v2:",
    &[
        (UUID, "audit_id"),
        (STRING, "chain_key"),
        (UINT, "delta_sequence"),
        (STRING, "delta_type"),
        (STRING, "agent_id"),
        (STRING, "session_id"),
        (STRING.or_null(), "human_actor"),
        (TIMESTAMP, "wall_clock_time"),
        (UINT, "episode_time"),
        (UTF8, "forward_delta"),
        (UTF8, "reverse_delta"),
        (STRING.list(), "affected_nodes"),
        (STRING, "trigger_context"),
        (STRING.or_null(), "explicit_reason"),
        (STRING, "caught_by"),
        (BOOL, "detection_window_open"),
        (HASH.or_null(), "prior_audit_hash"),
    ],
);

/// A node at its place (ASTP 5.2).
pub static LEAF_V2: Construction = typed(
    "compute_leaf_hash_v2",
    "ASTP 5.2",
    "LEAF_HASH:v2:",
    &[
        (UUID, "node_id"),
        (STRING, "node_type"),
        (STRING, "schema_version"),
        (UINT, "sequence_index"),
        (HASH, "content_hash"),
        (UUID.or_null(), "parent_node_id"),
    ],
);

/// All that a sealed Episode holds (ASTP 5.7, version 2).
pub static EPISODE_ROOT_V2: Construction = typed(
    "compute_episode_root_hash_v2",
    "ASTP 5.7",
    "EPISODE_ROOT:v2:",
    &[
        (UUID, "episode_id"),
        (HASH, "spine_root"),
        (HASH, "signal_manifest_hash"),
        (HASH, "structural_manifest_hash"),
        (HASH, "exclusion_hash"),
    ],
);

/// The same and what it was given (ASTP 5.7, version 3).
pub static EPISODE_ROOT_V3: Construction = typed(
    "compute_episode_root_hash_v3",
    "ASTP 5.7",
    "EPISODE_ROOT:v3:",
    &[
        (UUID, "episode_id"),
        (HASH, "spine_root"),
        (HASH, "signal_manifest_hash"),
        (HASH, "structural_manifest_hash"),
        (HASH, "exclusion_hash"),
        (HASH, "context_manifest_hash"),
    ],
);

/// Something that an agent was given (ASTP 5.7.3, 4.8).
pub static CONTEXT_ENTRY_V1: Construction = Construction {
    check: Some(context::check_entry),
    ..typed(
        "compute_context_entry_hash_v1",
        "ASTP 5.7.3",
        "CONTEXT_ENTRY:v1:",
        &[
            (UUID, "entry_id"),
            (UUID, "episode_id"),
            (STRING, "entry_type"),
            (STRING, "provided_to"),
            (TIMESTAMP, "provided_at"),
            (UINT.or_null(), "provided_before_sequence_index"),
            (STRING, "capture_state"),
            (HASH.or_null(), "content_hash"),
            (BOOL, "salted"),
            (STRING.or_null(), "verifiability_at_seal"),
            (STRING.or_null(), "media_type"),
            (HASH.or_null(), "source_version_hash"),
            (HASH.or_null(), "resolves_entry_hash"),
        ],
    )
};

/// All that an Episode was given (ASTP 5.7.3).
pub static CONTEXT_MANIFEST_V1: Construction = Construction {
    check: Some(context::check_posture),
    ..typed(
        "context_manifest",
        "ASTP 5.7.3",
        "CONTEXT_MANIFEST:v1:",
        &[(STRING, "capture_posture"), (UINT, "entry_count"), (HASH.or_null(), "context_tree_root")],
    )
};

/// Content that was erased (ASTP 4.9.3).
pub static ERASURE_TOMBSTONE_V1: Construction = typed(
    "compute_erasure_tombstone_hash_v1",
    "ASTP 4.9.3",
    "ERASURE_TOMBSTONE:v1:",
    &[
        (UUID, "tombstone_id"),
        (UUID, "episode_id"),
        (UUID, "entry_id"),
        (HASH, "entry_hash"),
        (TIMESTAMP, "erased_at"),
        (STRING, "erasure_authority"),
        (STRING, "erasure_request_id"),
        (STRING, "erased_by"),
    ],
);

/// What a witness signs (ASTP 16.4.2).
pub static WITNESS_COMMITMENT_V2: Construction = typed(
    "compute_witness_commitment_v2",
    "ASTP 16.4.2",
    "WITNESS_COMMITMENT:v2:",
    &[
        (STRING, "witness_id"),
        (UUID, "node_id"),
        (STRING, "node_type"),
        (HASH, "root"),
        (UINT, "root_version"),
        (UINT, "sequence_index"),
        (UINT, "logical_clock"),
        (TIMESTAMP, "witnessed_at"),
        (STRING, "role"),
        (STRING.or_null(), "role_detail"),
    ],
);

/// What a transparency log keeps (ASTP 16.3.2).
pub static ANCHOR_COMMITMENT_V2: Construction = typed(
    "compute_anchor_commitment_v2",
    "ASTP 16.3.2",
    "ANCHOR_COMMITMENT:v2:",
    &[
        (UUID, "node_id"),
        (STRING, "node_type"),
        (STRING, "workspace_id"),
        (HASH, "root"),
        (UINT, "root_version"),
        (UINT, "crystallization_sequence"),
        (UINT, "logical_clock"),
        (TIMESTAMP, "anchored_at"),
    ],
);

/// Every list above.
pub(super) static CURRENT: &[&Construction] = &[
    &ASIDE_V2,
    &ASIDE_TERMINUS_V2,
    &SOLILOQUY_V2,
    &DELIBERATION_CHAIN_V2,
    &SOLILOQUY_CONCLUSION_V2,
    &LINK_SIGNAL_V2,
    &EPISODE_LINK_V2,
    &AUDIT_RECORD_V2,
    &LEAF_V2,
    &EPISODE_ROOT_V2,
    &EPISODE_ROOT_V3,
    &CONTEXT_ENTRY_V1,
    &ERASURE_TOMBSTONE_V1,
    &WITNESS_COMMITMENT_V2,
    &ANCHOR_COMMITMENT_V2,
];
