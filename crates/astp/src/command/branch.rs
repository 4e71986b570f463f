//! Branches.

use alloc::string::String;

use crate::id::Uuid;
use crate::value::{BranchDeclarationType, BranchType, CaughtBy, TriggerType, record};

record! {
    /// Starts a branch; the actor initiates it. Draws: the point, the branch, the record.
    CreateBranch {
        /// The Episode.
        source_episode_id: Uuid,
        /// The Segment it leaves from; its line is the branch's parent.
        source_segment_id: Uuid,
        /// What the branch intends.
        branch_intent: String,
        /// How it is declared.
        declaration_type: BranchDeclarationType,
        /// What it is for.
        branch_type: BranchType,
        /// What set it off.
        trigger: TriggerType,
        /// Who caught it.
        caught_by: CaughtBy,
        /// Whether detection is still going on.
        detection_window_open: bool,
        /// Whether to go beyond the limit of depth, on record (BR-005).
        override_depth: bool,
    }

    /// Gives up a branch. Draws: the terminus, the record.
    AbandonBranch {
        /// The branch.
        branch_id: Uuid,
        /// Why.
        abandonment_reason: String,
    }
}
