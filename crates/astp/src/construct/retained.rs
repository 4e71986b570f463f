//! The retained 4.x lists of the tree (ASTP 5.3, 8.3, 19): texts with a separator between. They prove what was written under them and nothing
//! more; new nodes are committed by the lists of [`super::current`].

use super::construction::{Construction, Form};
use super::joined::{CHAIN, Part, SORTED, TEXT, TIME};

pub(super) const fn joined(
    name: &'static str,
    clause: &'static str,
    (prefix, separator): (&'static str, &'static str),
    free: Option<&'static str>,
    parts: &'static [(Part, &'static str)],
) -> Construction {
    Construction { name, clause, prefix, form: Form::Joined { separator, parts, free }, check: None }
}

/// A branch begins (ASTP 19.2.1).
pub static BRANCH_POINT: Construction = joined(
    "compute_branch_point_hash",
    "ASTP 19.2.1",
    ("BRANCH_POINT:", ":"),
    Some("initiated_by"),
    &[
        (TEXT, "branch_point_id"),
        (TEXT, "episode_id"),
        (TEXT, "branch_id"),
        (TEXT, "source_segment_id"),
        (TEXT, "branch_type"),
        (TEXT, "declaration_type"),
        (TEXT, "initiated_by"),
        (TIME, "timestamp"),
        (TEXT, "parent_hash"),
    ],
);

/// A branch ends (ASTP 19.2.2).
pub static BRANCH_TERMINUS: Construction = joined(
    "compute_branch_terminus_hash",
    "ASTP 19.2.2",
    ("BRANCH_TERMINUS:", ":"),
    None,
    &[
        (TEXT, "terminus_id"),
        (TEXT, "branch_id"),
        (TEXT, "terminus_type"),
        (TEXT, "branch_point_hash"),
        (TEXT, "final_merkle_root"),
        (TIME, "timestamp"),
    ],
);

/// One change and who made it (ASTP 8.3).
pub static AUDIT_RECORD: Construction = joined(
    "compute_audit_record_hash",
    "ASTP 8.3",
    ("AUDIT:", ":"),
    Some("forward_delta_json"),
    &[
        (TEXT, "audit_id"),
        (TEXT, "delta_sequence"),
        (TEXT, "delta_type"),
        (TEXT, "agent_id"),
        (TIME, "wall_clock_time"),
        (TEXT, "forward_delta_json"),
        (TEXT, "prior_audit_hash"),
    ],
);

/// By what a repeated request is known (ASTP 19.1.4); the third part is text, not a digest.
pub static INTENT: Construction = joined(
    "compute_intent_idempotency_key",
    "ASTP 19.1.4",
    ("INTENT:", ":"),
    Some("intent_hash"),
    &[(TEXT, "source_episode_id"), (TEXT, "source_segment_id"), (TEXT, "intent_hash")],
);

/// One alternative of a fork (ASTP 19.3.1).
pub static FORK_POINT: Construction = joined(
    "compute_fork_point_hash",
    "ASTP 19.3.1",
    ("FORK_POINT:", ":"),
    Some("fork_objective"),
    &[
        (TEXT, "fork_point_id"),
        (TEXT, "fork_id"),
        (TEXT, "episode_id"),
        (TEXT, "origin_episode_id"),
        (TEXT, "origin_segment_id"),
        (TEXT, "fork_objective"),
        (TEXT, "initiator"),
        (TEXT, "sibling_index"),
        (TIME, "timestamp"),
        (TEXT, "parent_hash"),
    ],
);

/// Work leaves for an Episode of its own (ASTP 19.3.5).
pub static DEPARTURE_FORK_POINT: Construction = joined(
    "compute_departure_fork_point_hash",
    "ASTP 19.3.5",
    ("DEPARTURE_FORK_POINT:", ":"),
    Some("fork_objective"),
    &[
        (TEXT, "fork_point_id"),
        (TEXT, "fork_id"),
        (TEXT, "fork_episode_id"),
        (TEXT, "origin_episode_id"),
        (TEXT, "origin_segment_id"),
        (TEXT, "fork_objective"),
        (TEXT, "fork_creation_trigger"),
        (TEXT, "spine_tip_hash_at_departure"),
        (TEXT, "initiator"),
        (TIME, "timestamp"),
        (TEXT, "parent_hash"),
    ],
);

/// Work that left is declared back (ASTP 19.3.5).
pub static FORK_RETURN: Construction = joined(
    "compute_fork_return_hash",
    "ASTP 19.3.5",
    ("FORK_RETURN:", ":"),
    Some("synthesis_summary"),
    &[
        (TEXT, "fork_return_id"),
        (TEXT, "fork_id"),
        (TEXT, "fork_episode_id"),
        (TEXT, "origin_episode_id"),
        (TEXT, "return_type"),
        (TEXT, "synthesis_summary"),
        (TEXT, "fork_final_spine_tip_hash"),
        (TEXT, "returned_by"),
        (TIME, "timestamp"),
        (TEXT, "parent_hash"),
    ],
);

/// Work that left and lost its trace (ASTP 19.3.7).
pub static FORK_ORPHAN_MARKER: Construction = joined(
    "compute_fork_orphan_marker_hash",
    "ASTP 19.3.7",
    ("FORK_ORPHAN_MARKER:", ":"),
    Some("recovery_action"),
    &[
        (TEXT, "fork_orphan_marker_id"),
        (TEXT, "fork_id"),
        (TEXT, "origin_episode_id"),
        (TEXT, "orphan_class"),
        (TEXT, "sequence_index"),
        (TEXT, "detection_run_id"),
        (TEXT, "recovery_action"),
        (TEXT, "requires_operator_review"),
        (TIME, "detected_at"),
    ],
);

/// A branch is merged (ASTP 19.3.2).
pub static MERGE_POINT: Construction = joined(
    "compute_merge_point_hash",
    "ASTP 19.3.2",
    ("MERGE_POINT:", ":"),
    None,
    &[
        (TEXT, "merge_point_id"),
        (TEXT, "merge_id"),
        (TEXT, "source_episode_id"),
        (TEXT, "target_episode_id"),
        (TEXT, "source_merkle_root"),
        (TEXT, "target_merkle_root_pre"),
        (TEXT, "target_merkle_root_post"),
        (TEXT, "common_ancestor_id"),
        (TIME, "timestamp"),
        (TEXT, "parent_hash"),
    ],
);

/// What a merge could not decide (ASTP 19.3.2).
pub static CONFLICT_MANIFEST: Construction = joined(
    "compute_conflict_manifest_hash",
    "ASTP 19.3.2",
    ("CONFLICT_MANIFEST:", ":"),
    None,
    &[
        (TEXT, "merge_id"),
        (TEXT, "source_episode_id"),
        (TEXT, "target_episode_id"),
        (SORTED, "conflict_segment_ids"),
    ],
);

/// The root of the target after a merge (ASTP 19.3.3).
pub static MERGE_SPINE_POST: Construction = joined(
    "merge_spine_post",
    "ASTP 19.3.3",
    ("MERGE_SPINE_POST:", ":"),
    None,
    &[
        (TEXT, "target_merkle_root_pre"),
        (TEXT, "source_merkle_root"),
        (TEXT, "common_ancestor_id"),
        (TEXT, "merge_type"),
        (SORTED, "conflict_segment_ids"),
        (SORTED, "resolved_content_hashes"),
    ],
);

/// A human and an agent step aside (ASTP 19.4.1).
pub static ASIDE: Construction = joined(
    "compute_aside_hash",
    "ASTP 19.4.1",
    ("ASIDE:", ":"),
    Some("initiated_by_human"),
    &[
        (TEXT, "aside_id"),
        (TEXT, "parent_episode_id"),
        (TEXT, "parent_segment_id"),
        (TEXT, "initiated_by_human"),
        (TEXT, "target_agent_id"),
        (TIME, "timestamp"),
        (TEXT, "parent_hash"),
    ],
);

/// An agent talks to itself, and what it says is left out (ASTP 19.4.2).
pub static SOLILOQUY_PLACEHOLDER: Construction = joined(
    "soliloquy_placeholder",
    "ASTP 19.4.2",
    ("SOLILOQUY_PLACEHOLDER:", ":"),
    Some("initiated_by_agent"),
    &[
        (TEXT, "soliloquy_id"),
        (TEXT, "parent_episode_id"),
        (TEXT, "parent_segment_id"),
        (TEXT, "initiated_by_agent"),
        (TIME, "timestamp"),
    ],
);

/// An agent talks to itself, with the identifiers of what it says (ASTP 19.4.2).
pub static SOLILOQUY_FULL: Construction = joined(
    "soliloquy_full",
    "ASTP 19.4.2",
    ("SOLILOQUY_FULL:", ":"),
    Some("initiated_by_agent"),
    &[
        (TEXT, "soliloquy_id"),
        (TEXT, "parent_episode_id"),
        (TEXT, "parent_segment_id"),
        (TEXT, "initiated_by_agent"),
        (TIME, "timestamp"),
        (CHAIN, "deliberation_chain"),
    ],
);

/// What it said to itself, by identifiers (ASTP 19.4.3).
pub static DELIBERATION_CHAIN: Construction = joined(
    "compute_deliberation_chain_hash",
    "ASTP 19.4.3",
    ("DELIBERATION_CHAIN:", ":"),
    None,
    &[(TEXT, "soliloquy_id"), (CHAIN, "deliberation_chain")],
);

/// What came of it (ASTP 19.4.2).
pub static SOLILOQUY_CONCLUSION: Construction = joined(
    "compute_soliloquy_conclusion_hash",
    "ASTP 19.4.2",
    ("SOLILOQUY_CONCLUSION:", ":"),
    Some("conclusion_summary"),
    &[(TEXT, "conclusion_id"), (TEXT, "soliloquy_id"), (TEXT, "conclusion_summary"), (TIME, "timestamp")],
);

/// Every list above.
pub(super) static RETAINED: &[&Construction] = &[
    &BRANCH_POINT,
    &BRANCH_TERMINUS,
    &AUDIT_RECORD,
    &INTENT,
    &FORK_POINT,
    &DEPARTURE_FORK_POINT,
    &FORK_RETURN,
    &FORK_ORPHAN_MARKER,
    &MERGE_POINT,
    &CONFLICT_MANIFEST,
    &MERGE_SPINE_POST,
    &ASIDE,
    &SOLILOQUY_PLACEHOLDER,
    &SOLILOQUY_FULL,
    &DELIBERATION_CHAIN,
    &SOLILOQUY_CONCLUSION,
];
