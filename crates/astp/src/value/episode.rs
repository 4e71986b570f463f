//! Episodes, Segments and Signals (ASTP 4.4, 4.5).

use super::word::values;

values! {
    /// The state of an Episode (ASTP 4.4.1).
    EpisodeStatus {
        /// Written; no content yet.
        Created = "CREATED",
        /// Accepts Segments.
        Active = "ACTIVE",
        /// A blocking gate waits for a human.
        PendingHitl = "PENDING_HITL",
        /// Closure has begun; last contributions are taken.
        Closing = "CLOSING",
        /// All contributions are in.
        ClosingPendingSeal = "CLOSING_PENDING_SEAL",
        /// Closure is recorded.
        Closed = "CLOSED",
        /// The crystallization lock is held.
        CrystallizationPending = "CRYSTALLIZATION_PENDING",
        /// A crystallization concluded.
        Crystallized = "CRYSTALLIZED",
        /// A seal is in progress.
        Sealing = "SEALING",
        /// Sealed.
        Sealed = "SEALED",
        /// Retired.
        Archived = "ARCHIVED",
    }

    /// What a Segment is (ASTP 4.5).
    SegmentType {
        /// Exchange with others.
        Conversation = "CONVERSATION",
        /// Reasoning.
        Reasoning = "REASONING",
        /// Something made.
        Artifact = "ARTIFACT",
        /// A remark.
        Annotation = "ANNOTATION",
    }

    /// Whether a Segment is a leaf of the spine (ASTP 5.6).
    RetentionTier {
        /// A leaf.
        Persistent = "PERSISTENT",
        /// Not a leaf; its content hash enters the exclusion set.
        Ephemeral = "EPHEMERAL",
    }

    /// How one Segment refers to another.
    ReferenceType {
        /// Mentions.
        Cites = "CITES",
        /// Goes on from.
        Continues = "CONTINUES",
        /// Takes the place of.
        Supersedes = "SUPERSEDES",
    }

    /// What a Signal is.
    SignalType {
        /// Not kept.
        Ephemeral = "EPHEMERAL",
        /// Kept.
        Persistent = "PERSISTENT",
        /// About structure.
        Structural = "STRUCTURAL",
    }

    /// Where a Signal is committed (ASTP 5.7).
    SignalPlacement {
        /// In the signal manifest of the Episode root.
        Spine = "SPINE",
        /// With a branch; in no root.
        BranchLeaf = "BRANCH_LEAF",
        /// Left out.
        ExcludedManifest = "EXCLUDED_MANIFEST",
    }
}

impl EpisodeStatus {
    /// Tells whether structure and content may be written: in `ACTIVE` and `PENDING_HITL` only.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::Active | Self::PendingHitl)
    }
}
