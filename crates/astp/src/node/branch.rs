//! The ends of a branch (ASTP 19.2).

use alloc::string::String;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{BranchDeclarationType, BranchTerminusType, BranchType, MergeType, TriggerType, record};

record! {
    /// Where a branch leaves the line (ASTP 19.2.1).
    BranchPoint {
        /// Its identifier.
        branch_point_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// The branch.
        branch_id: Uuid,
        /// Its intent, as text.
        branch_label: String,
        /// The Episode again; the branch stays in it.
        parent_episode_id: Uuid,
        /// *Own:* the branch it leaves; absent where it leaves the main line.
        parent_branch_id: Option<Uuid>,
        /// The Segment it leaves from.
        source_segment_id: Uuid,
        /// What it is for.
        branch_type: BranchType,
        /// How deep it is; a branch off the main line has 1.
        branch_depth: u64,
        /// How it was declared.
        declaration_type: BranchDeclarationType,
        /// What set it off.
        trigger_context: TriggerType,
        /// Who made it.
        initiated_by: String,
        /// The root of the Episode's spine through the source Segment (ASTP 5.7.1).
        spine_merkle_snapshot: Sha3,
        /// The 4.x hash.
        content_hash: Sha3,
        /// Absent at the head of a chain.
        parent_hash: Option<Sha3>,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
        /// Of a retroactive declaration: the root before it.
        pre_declaration_merkle_root: Option<Sha3>,
        /// Of a retroactive declaration: when it was declared.
        declared_retroactively_at: Option<Instant>,
        /// Of a retroactive declaration: by whom.
        declared_by: Option<String>,
    }

    /// Where a branch ends (ASTP 19.2.2).
    BranchTerminus {
        /// Its identifier.
        terminus_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// The branch.
        branch_id: Uuid,
        /// How it ended.
        terminus_type: BranchTerminusType,
        /// The 4.x hash of the branch's point.
        branch_point_hash: Sha3,
        /// The root of the Episode's spine at that moment (ASTP 5.7.1).
        final_merkle_root: Option<Sha3>,
        /// How long the branch was open, in whole milliseconds; 0 where the clock went back.
        duration_ms: u64,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
        /// Why it was given up.
        abandonment_reason: Option<String>,
        /// The Episode it was merged into.
        merge_target_id: Option<Uuid>,
        /// The merge.
        merge_delta: Option<MergeDelta>,
        /// The 4.x hash. *Own:* the published writers leave it out.
        content_hash: Sha3,
    }

    /// Which merge ended a branch.
    MergeDelta {
        /// The merge.
        merge_id: Uuid,
        /// Its point.
        merge_point_id: Uuid,
        /// How it came out.
        merge_type: MergeType,
    }
}
