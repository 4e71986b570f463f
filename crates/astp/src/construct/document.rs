//! The retained 4.x lists that enter as JSON text, in the order of their members (ASTP 8.3, 11.1, 20, 21).

use actum_canon::joined::Dumps;

use super::construction::{Construction, Form};
use super::payload::{ANY, COMPACT, FLOAT, LISTED, Member, SECONDS, SORTED, TIME, WIDE};

const fn payload(
    name: &'static str,
    clause: &'static str,
    dumps: Dumps,
    members: &'static [(Member, &'static str)],
) -> Construction {
    Construction { name, clause, prefix: "", form: Form::Payload { dumps, members }, check: None }
}

static AUDIT: Construction = payload(
    "compute_audit_hash",
    "ASTP 8.3",
    WIDE,
    &[
        (ANY, "record_id"),
        (ANY, "node_id"),
        (ANY, "delta_id"),
        (ANY, "delta_type"),
        (ANY, "actor"),
        (ANY, "wall_clock"),
        (ANY, "logical_clock"),
        (ANY, "pre_state_hash"),
        (ANY, "post_state_hash"),
        (ANY, "delta_hash"),
        (ANY, "prev_audit_hash"),
    ],
);

static RETRIEVAL_AUDIT: Construction = payload(
    "compute_retrieval_audit_hash",
    "ASTP 11.1",
    WIDE,
    &[
        (ANY, "record_id"),
        (ANY, "episode_id"),
        (ANY, "actor"),
        (ANY, "tool_name"),
        (ANY, "segment_count"),
        (ANY, "snapshot_index"),
        (ANY, "wall_clock"),
    ],
);

static CRYSTALLIZATION_CONTENT: Construction = payload(
    "compute_crystallization_content_hash",
    "ASTP 5.8",
    WIDE,
    &[
        (ANY, "predecessor_hash"),
        (ANY, "sealed_chain_root"),
        (ANY, "verification_timestamp"),
        (ANY, "verification_authority"),
        (ANY, "schema_version"),
        (ANY, "crystallization_scope"),
        (ANY, "successor_episode_id"),
    ],
);

static SEGMENT_CONTENT: Construction = payload(
    "payload_segment_compute_content_hash",
    "ASTP 4.3",
    WIDE,
    &[(ANY, "segment_type"), (ANY, "author"), (ANY, "content")],
);

static EPISODE_CONTENT: Construction = payload(
    "payload_episode_compute_content_hash",
    "ASTP 4.3",
    WIDE,
    &[
        (ANY, "title"),
        (ANY, "context_note"),
        (ANY, "episode_type"),
        (ANY, "episode_mode"),
        (ANY, "workspace_id"),
        (ANY, "segment_count"),
        (SORTED, "participants"),
    ],
);

static ANCHOR_COMMITMENT: Construction = payload(
    "anchor_commitment_4x",
    "ASTP 16.3.2",
    COMPACT,
    &[
        (ANY, "crystallization_root"),
        (ANY, "crystallization_sequence"),
        (ANY, "logical_clock"),
        (ANY, "node_id"),
        (ANY, "node_type"),
        (ANY, "protocol_version"),
        (SECONDS, "wall_clock"),
        (ANY, "workspace_id"),
    ],
);

static MEMBERSHIP_RECORD: Construction = payload(
    "compute_membership_record_content_hash",
    "ASTP 20 §7",
    LISTED,
    &[
        (ANY, "record_id"),
        (ANY, "episode_id"),
        (ANY, "group_id"),
        (ANY, "group_system"),
        (TIME, "asserted_at"),
        (ANY, "asserted_by"),
        (ANY, "membership_role"),
        (ANY, "supersedes_record_id"),
        (ANY, "succession_reason"),
    ],
);

static CONFORMANCE_DECLARATION: Construction = payload(
    "compute_conformance_declaration_hash",
    "ASTP 20 §8",
    LISTED,
    &[
        (ANY, "declaration_id"),
        (ANY, "group_id"),
        (ANY, "group_system"),
        (TIME, "declared_at"),
        (ANY, "declared_by"),
        (ANY, "declaration_version"),
        (ANY, "capabilities"),
    ],
);

static EPISODE_LINK: Construction = payload(
    "compute_episode_link_content_hash_4x",
    "ASTP 20 §2",
    LISTED,
    &[
        (ANY, "link_id"),
        (ANY, "source_episode"),
        (ANY, "target_episode"),
        (TIME, "created_at"),
        (ANY, "created_by"),
        (ANY, "link_type"),
        (FLOAT, "link_strength"),
        (ANY, "is_inferred"),
        (
            Member::Each(&[
                (ANY, "signal_type"),
                (FLOAT, "signal_weight"),
                (FLOAT, "signal_value"),
                (TIME, "computed_at"),
            ]),
            "inference_signals",
        ),
        (FLOAT, "inference_threshold"),
        (ANY, "retroactive"),
        (ANY, "health_state"),
        (TIME, "health_checked_at"),
        (ANY, "source_version"),
        (ANY, "target_version"),
        (ANY, "quarantine_reason"),
        (TIME, "quarantined_at"),
    ],
);

static WORKFLOW_DECLARATION: Construction = payload(
    "compute_workflow_declaration_content_hash",
    "ASTP 21 §8",
    LISTED,
    &[
        (ANY, "node_id"),
        (ANY, "node_type"),
        (ANY, "schema_version"),
        (ANY, "episode_id"),
        (ANY, "intention_id"),
        (ANY, "mandate_id"),
        (ANY, "workflow_name"),
        (ANY, "workflow_version"),
        (ANY, "declared_by"),
        (TIME, "declared_at"),
        (ANY, "input_context"),
        (ANY, "expected_outputs"),
        (ANY, "timeout_ms"),
    ],
);

static EXECUTION_NODE: Construction = payload(
    "compute_execution_node_content_hash",
    "ASTP 21 §8",
    LISTED,
    &[
        (ANY, "node_id"),
        (ANY, "node_type"),
        (ANY, "schema_version"),
        (ANY, "workflow_id"),
        (ANY, "episode_id"),
        (ANY, "sequence_index"),
        (ANY, "step_name"),
        (ANY, "agent_id"),
        (TIME, "executed_at"),
        (ANY, "duration_ms"),
        (ANY, "input_state"),
        (ANY, "output_state"),
        (ANY, "status"),
        (ANY, "error_detail"),
        (ANY, "error_type"),
    ],
);

static SKILL_INVOCATION: Construction = payload(
    "compute_skill_invocation_content_hash",
    "ASTP 21 §8",
    LISTED,
    &[
        (ANY, "node_id"),
        (ANY, "node_type"),
        (ANY, "schema_version"),
        (ANY, "execution_node_id"),
        (ANY, "workflow_id"),
        (ANY, "episode_id"),
        (ANY, "skill_id"),
        (ANY, "skill_source"),
        (ANY, "skill_version"),
        (ANY, "invoked_by"),
        (TIME, "invoked_at"),
        (ANY, "duration_ms"),
        (ANY, "input_parameters"),
        (ANY, "output_result"),
        (ANY, "status"),
        (ANY, "error_detail"),
    ],
);

/// Every list that enters as JSON text.
pub(super) static DOCUMENTS: &[&Construction] = &[
    &AUDIT,
    &RETRIEVAL_AUDIT,
    &CRYSTALLIZATION_CONTENT,
    &SEGMENT_CONTENT,
    &EPISODE_CONTENT,
    &ANCHOR_COMMITMENT,
    &MEMBERSHIP_RECORD,
    &CONFORMANCE_DECLARATION,
    &EPISODE_LINK,
    &WORKFLOW_DECLARATION,
    &EXECUTION_NODE,
    &SKILL_INVOCATION,
];
