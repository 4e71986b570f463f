//! Branches and merges (ASTP 19.2, 19.3).

use super::word::values;

values! {
    /// Why a branch was made (ASTP 19.2.1).
    BranchType {
        /// To look around.
        Exploratory = "exploratory",
        /// The topic changed.
        TopicShift = "topic_shift",
        /// To correct something.
        Corrective = "corrective",
        /// Beside the main line.
        Parallel = "parallel",
    }

    /// How a branch came to be declared (ASTP 19.2.1).
    BranchDeclarationType {
        /// Said by somebody.
        Explicit = "explicit",
        /// Inferred by a detector.
        Inferred = "inferred",
        /// Declared after the fact.
        Retroactive = "retroactive",
    }

    /// How a branch ended (ASTP 19.2.2).
    BranchTerminusType {
        /// Given up.
        Abandoned = "abandoned",
        /// Merged.
        Merged = "merged",
    }

    /// The state of a branch, derived from its nodes (ASTP 19.2.4).
    BranchState {
        /// No terminus yet.
        Active = "ACTIVE",
        /// Ended by a merge.
        Merged = "MERGED",
        /// Ended by abandonment.
        Abandoned = "ABANDONED",
    }

    /// How a merge came out (ASTP 5.7.1).
    MergeType {
        /// Nothing conflicted.
        Clean = "CLEAN",
        /// Every conflict was resolved.
        Resolved = "RESOLVED",
        /// Read from others only: this writer refuses what would be partial (ASTP G-23).
        Partial = "PARTIAL",
    }

    /// How a merge deals with conflicts (ASTP 19.3.2).
    MergeStrategy {
        /// Goes through only where nothing conflicts.
        Auto = "AUTO",
        /// A person resolves.
        ManualReview = "MANUAL_REVIEW",
        /// An agent resolves.
        AgentResolved = "AGENT_RESOLVED",
        /// Only the conclusion enters the target; the branch's Segments stay on their line.
        ConclusionOnly = "CONCLUSION_ONLY",
    }

    /// What a resolution takes (ASTP G-23).
    ResolutionType {
        /// What the branch says.
        TakeSource = "TAKE_SOURCE",
        /// What the target says.
        TakeTarget = "TAKE_TARGET",
        /// Something else, written with the merge.
        Custom = "CUSTOM",
    }
}
