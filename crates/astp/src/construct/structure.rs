//! The typed lists of structural members, each in the order of its fields (ASTP 5.7.1).
//!
//! A value may stay absent only where its kind says `or_null`.

use super::construction::Construction;
use super::current::typed;
use super::typed::{HASH, STRING, TIMESTAMP, UINT, UUID};

/// A branch begins (ASTP 5.7.1).
pub static BRANCH_POINT_V2: Construction = typed(
    "compute_branch_point_hash_v2",
    "ASTP 5.7.1",
    "BRANCH_POINT:v2:",
    &[
        (UUID, "branch_point_id"),
        (UUID, "episode_id"),
        (UUID, "branch_id"),
        (UUID, "source_segment_id"),
        (HASH, "spine_merkle_snapshot"),
        (STRING, "branch_type"),
        (STRING, "declaration_type"),
        (TIMESTAMP, "created_at"),
        (HASH.or_null(), "parent_hash"),
    ],
);

/// A branch ends (ASTP 5.7.1).
pub static BRANCH_TERMINUS_V2: Construction = typed(
    "compute_branch_terminus_hash_v2",
    "ASTP 5.7.1",
    "BRANCH_TERMINUS:v2:",
    &[
        (UUID, "terminus_id"),
        (UUID, "branch_id"),
        (STRING, "terminus_type"),
        (HASH, "branch_point_hash"),
        (HASH.or_null(), "final_merkle_root"),
        (TIMESTAMP, "created_at"),
    ],
);

/// One alternative of a fork (ASTP 5.7.1).
pub static FORK_POINT_V2: Construction = typed(
    "compute_fork_point_hash_v2",
    "ASTP 5.7.1",
    "FORK_POINT:v2:",
    &[
        (UUID, "fork_point_id"),
        (UUID, "fork_id"),
        (UUID, "episode_id"),
        (UUID, "origin_episode_id"),
        (UUID, "origin_segment_id"),
        (STRING, "fork_objective"),
        (UINT, "sibling_index"),
        (TIMESTAMP, "created_at"),
        (HASH.or_null(), "parent_hash"),
    ],
);

/// Work leaves for an Episode of its own (ASTP 5.7.1).
pub static DEPARTURE_FORK_POINT_V2: Construction = typed(
    "compute_departure_fork_point_hash_v2",
    "ASTP 5.7.1",
    "DEPARTURE_FORK_POINT:v2:",
    &[
        (UUID, "fork_point_id"),
        (UUID, "fork_id"),
        (UUID, "fork_episode_id"),
        (UUID, "origin_episode_id"),
        (UUID, "origin_segment_id"),
        (STRING, "fork_objective"),
        (STRING, "fork_creation_trigger"),
        (HASH, "spine_tip_hash_at_departure"),
        (TIMESTAMP, "created_at"),
        (HASH.or_null(), "parent_hash"),
    ],
);

/// Work that left is declared back (ASTP 5.7.1).
pub static FORK_RETURN_V2: Construction = typed(
    "compute_fork_return_hash_v2",
    "ASTP 5.7.1",
    "FORK_RETURN:v2:",
    &[
        (UUID, "fork_return_id"),
        (UUID, "fork_id"),
        (UUID, "fork_episode_id"),
        (UUID, "origin_episode_id"),
        (STRING, "return_type"),
        (HASH, "fork_final_spine_tip_hash"),
        (TIMESTAMP, "created_at"),
        (HASH.or_null(), "parent_hash"),
    ],
);

/// A branch is merged (ASTP 5.7.1).
pub static MERGE_POINT_V2: Construction = typed(
    "compute_merge_point_hash_v2",
    "ASTP 5.7.1",
    "MERGE_POINT:v2:",
    &[
        (UUID, "merge_point_id"),
        (UUID, "merge_id"),
        (UUID, "source_episode_id"),
        (UUID, "target_episode_id"),
        (HASH, "source_merkle_root"),
        (HASH, "target_merkle_root_pre"),
        (HASH, "target_merkle_root_post"),
        (UUID.or_null(), "common_ancestor_id"),
        (STRING, "merge_type"),
        (TIMESTAMP, "created_at"),
        (HASH.or_null(), "parent_hash"),
    ],
);

/// What a human was asked (ASTP 5.7.1).
pub static HITL_CONTEXT_V2: Construction = typed(
    "compute_hitl_context_hash_v2",
    "ASTP 5.7.1",
    "HITL_CONTEXT:v2:",
    &[
        (STRING, "hitl_request_id"),
        (UUID, "episode_id"),
        (STRING, "gate_type"),
        (STRING, "requesting_agent"),
        (TIMESTAMP, "invoked_at"),
        (STRING, "context_json"),
    ],
);

/// What the human answered (ASTP 5.7.1).
pub static HITL_RESOLUTION_V2: Construction = typed(
    "compute_hitl_resolution_hash_v2",
    "ASTP 5.7.1",
    "HITL_RESOLUTION:v2:",
    &[
        (UUID, "hitl_event_id"),
        (STRING, "decision"),
        (STRING, "resolved_by"),
        (TIMESTAMP, "resolved_at"),
        (STRING.or_null(), "rationale"),
    ],
);

/// Question and answer together (ASTP 5.7.1).
pub static HITL_NODE_V2: Construction = typed(
    "compute_hitl_node_hash_v2",
    "ASTP 5.7.1",
    "HITL_NODE:v2:",
    &[(HASH, "context_hash"), (HASH, "resolution_hash")],
);

/// Every list above.
pub(super) static STRUCTURE: &[&Construction] = &[
    &BRANCH_POINT_V2,
    &BRANCH_TERMINUS_V2,
    &FORK_POINT_V2,
    &DEPARTURE_FORK_POINT_V2,
    &FORK_RETURN_V2,
    &MERGE_POINT_V2,
    &HITL_CONTEXT_V2,
    &HITL_RESOLUTION_V2,
    &HITL_NODE_V2,
];
