//! Merges (ASTP 19.3.2, 19.3.4).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{MergeType, record};

record! {
    /// A merge, on the target.
    MergePoint {
        /// Its identifier.
        merge_point_id: Uuid,
        /// The merge.
        merge_id: Uuid,
        /// The Episode of the branch.
        source_episode_id: Uuid,
        /// The branch.
        source_branch_id: Uuid,
        /// The Episode that takes it in.
        target_episode_id: Uuid,
        /// How it came out.
        merge_type: MergeType,
        /// The root of the branch's line.
        source_merkle_root: Sha3,
        /// The root of the target's line before.
        target_merkle_root_pre: Sha3,
        /// The root of the target's line after.
        target_merkle_root_post: Sha3,
        /// The Segment at which the two lines part.
        common_ancestor_id: Uuid,
        /// The Segments about which the two lines disagreed.
        conflict_segments: Vec<Uuid>,
        /// What came of the resolutions.
        resolution_artifacts: Vec<String>,
        /// 0 unless measured.
        merge_coherence_delta: f64,
        /// What the merge brings together.
        merge_summary: String,
        /// Who merged.
        initiator: String,
        /// The 4.x hash.
        content_hash: Sha3,
        /// Absent at the head of a chain.
        parent_hash: Option<Sha3>,
        /// When.
        timestamp_utc: Instant,
        /// `1.2.0`.
        schema_version: String,
    }

    /// The edge from a merged branch's terminus to the merge (ASTP 19.3.4).
    BranchReturn {
        /// Its identifier.
        edge_id: Uuid,
        /// The branch.
        branch_id: Uuid,
        /// Its terminus.
        terminus_id: Uuid,
        /// The merge's point.
        merge_point_id: Uuid,
        /// The Episode that took the branch in.
        target_episode_id: Uuid,
        /// What the merge brings together.
        synthesis_summary: String,
        /// How many Segments of the branch entered the target's line.
        nodes_integrated: u64,
        /// When.
        timestamp_utc: Instant,
    }
}
