//! Merges.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::Uuid;
use crate::value::{CaughtBy, ResolutionType, record};

record! {
    /// Merges a branch into a line. Draws: the merge, its point, the terminus, the edge, a Segment for each custom
    /// resolution, the record.
    ExecuteMerge {
        /// The branch.
        source_branch_id: Uuid,
        /// The Episode that takes it in.
        target_episode_id: Uuid,
        /// The branch of that Episode that takes it in; absent for its main line.
        target_branch_id: Option<Uuid>,
        /// What the merge brings together.
        merge_summary: String,
        /// One of the four strategies, as it was said.
        merge_strategy: String,
        /// One for each conflict, none to spare.
        conflict_resolutions: Vec<Resolution>,
        /// What came of the resolutions.
        resolution_artifacts: Vec<String>,
        /// Who caught it.
        caught_by: CaughtBy,
    }

    /// How one conflict is settled.
    Resolution {
        /// The Segment that both lines replaced.
        segment_id: Uuid,
        /// What is taken.
        resolution_type: ResolutionType,
        /// The digest of what is taken.
        resolved_content_hash: Sha3,
        /// Where its content is; given for `CUSTOM`, and for nothing else.
        content_ref: Option<String>,
        /// Who settled it.
        resolver: String,
        /// Why.
        rationale: Option<String>,
    }
}
