//! What an operation gives back, as it is kept with the request (BR-004).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::{Instant, Uuid};
use crate::value::{
    AsideStatus, BranchState, DepartureForkStatus, DetectionState, EpisodeStatus, ForkReturnType,
    HitlNodeStatus, MergeType, OrphanClass, SoliloquyStatus, record, variants,
};

variants! {
    /// The result of an operation.
    Outcome {
        /// An Episode was opened or moved.
        Episode(EpisodeResult) = "episode",
        /// A Segment was appended.
        Segment(SegmentResult) = "segment",
        /// Something was recorded that has no result of its own.
        Recorded(Recorded) = "recorded",
        /// A branch was made.
        Branch(BranchResult) = "branch",
        /// A branch was given up.
        Abandonment(AbandonResult) = "abandonment",
        /// A fork was made.
        Fork(ForkResult) = "fork",
        /// A fork was resolved.
        Resolution(ResolveForkResult) = "resolution",
        /// A merge was made.
        Merge(MergeResult) = "merge",
        /// A merge was not made: these conflicts come first.
        Conflicts(ConflictManifest) = "conflicts",
        /// A departure was made.
        Departure(DepartureForkResult) = "departure",
        /// A departure moved on.
        DepartureStep(DepartureStep) = "departure_step",
        /// A return was declared.
        Return(ForkReturnResult) = "return",
        /// An orphan was marked.
        Orphan(OrphanResult) = "orphan",
        /// An aside was opened or closed.
        Aside(AsideResult) = "aside",
        /// A soliloquy was opened or concluded.
        Soliloquy(SoliloquyResult) = "soliloquy",
        /// A gate was invoked or concluded.
        Gate(GateResult) = "gate",
        /// A drift was read.
        Detection(DetectionResult) = "detection",
        /// An Episode was sealed.
        Seal(SealResult) = "seal",
        /// A request was refused, on record.
        Refused(RefusedResult) = "refused",
    }
}

record! {
    /// An Episode and where it stands.
    EpisodeResult {
        /// The Episode.
        episode_id: Uuid,
        /// Its state.
        episode_status: EpisodeStatus,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// An appended Segment.
    SegmentResult {
        /// The Segment.
        segment_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// Its place.
        sequence_index: u64,
        /// The root of its Episode's spine with it.
        spine_root: Option<Sha3>,
        /// The reading that went with it.
        detection: Option<DetectionResult>,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// Nothing more than that it is on record.
    Recorded {
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A branch as it was made.
    BranchResult {
        /// The Episode.
        branch_episode_id: Uuid,
        /// The point.
        branch_point_id: Uuid,
        /// The branch.
        branch_id: Uuid,
        /// How deep it is.
        branch_depth: u64,
        /// The root it is anchored to.
        spine_merkle_snapshot: Sha3,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
        /// `ACTIVE`: the state when it was made.
        lifecycle_state: BranchState,
    }

    /// A branch that was given up.
    AbandonResult {
        /// The Episode.
        episode_id: Uuid,
        /// The branch.
        branch_id: Uuid,
        /// The root at that moment.
        final_merkle_root: Option<Sha3>,
        /// The terminus.
        terminus_id: Uuid,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
        /// `ABANDONED`.
        lifecycle_state: BranchState,
        /// The Segments of the branch; they stay.
        artifacts_preserved: Vec<Uuid>,
    }

    /// A fork as it was made.
    ForkResult {
        /// The fork.
        fork_id: Uuid,
        /// Its points, in order.
        fork_point_ids: Vec<Uuid>,
        /// Their Episodes, in order.
        fork_episode_ids: Vec<Uuid>,
        /// The Episode that was forked.
        origin_episode_id: Uuid,
        /// The Segment it was forked at.
        origin_segment_id: Uuid,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A fork that was resolved.
    ResolveForkResult {
        /// The fork.
        fork_id: Uuid,
        /// The promoted point.
        selected_fork_point_id: Uuid,
        /// The others, in order.
        discarded_fork_point_ids: Vec<Uuid>,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A merge as it was made.
    MergeResult {
        /// The merge.
        merge_id: Uuid,
        /// Its point.
        merge_point_id: Uuid,
        /// How it came out.
        merge_type: MergeType,
        /// The root of the branch's line.
        source_merkle_root: Sha3,
        /// The root of the target's line before.
        target_merkle_root_pre: Sha3,
        /// The root of the target's line after.
        target_merkle_root_post: Sha3,
        /// The Segments about which the lines disagreed.
        conflict_segments: Vec<Uuid>,
        /// What came of the resolutions.
        resolution_artifacts: Vec<String>,
        /// The terminus of the branch.
        terminus_id: Uuid,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// One Segment about which two lines disagree.
    ConflictSegment {
        /// The Segment that both replaced.
        segment_id: Uuid,
        /// What it said.
        ancestor_content_hash: Sha3,
        /// The Segment that replaced it on the branch, at last.
        source_segment_id: Uuid,
        /// What that says.
        source_content_hash: Sha3,
        /// The Segment that replaced it on the target, at last.
        target_segment_id: Uuid,
        /// What that says.
        target_content_hash: Sha3,
    }

    /// What stands between two lines (ASTP G-23). Nothing is written.
    ConflictManifest {
        /// The merge that was asked for.
        merge_id: Uuid,
        /// The Episode of the branch.
        source_episode_id: Uuid,
        /// The Episode that was to take it in.
        target_episode_id: Uuid,
        /// The Segment at which the lines part.
        common_ancestor_id: Uuid,
        /// The conflicts, in the order in which the branch made them.
        conflicts: Vec<ConflictSegment>,
        /// The root of the branch's line.
        source_merkle_root: Sha3,
        /// The root of the target's line.
        target_merkle_root_pre: Sha3,
        /// When.
        requested_at: Instant,
    }

    /// A departure as it was made.
    DepartureForkResult {
        /// The departure.
        fork_id: Uuid,
        /// Its point.
        fork_point_id: Uuid,
        /// Its Episode.
        fork_episode_id: Uuid,
        /// The Episode that was left.
        origin_episode_id: Uuid,
        /// The Segment it was left from.
        origin_segment_id: Uuid,
        /// The tip of the origin at that moment.
        spine_tip_hash_at_departure: Sha3,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A departure that moved on.
    DepartureStep {
        /// The departure.
        fork_id: Uuid,
        /// Its Episode.
        fork_episode_id: Uuid,
        /// Its state now.
        fork_status: DepartureForkStatus,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A return as it was declared.
    ForkReturnResult {
        /// The return.
        fork_return_id: Uuid,
        /// The departure.
        fork_id: Uuid,
        /// The Episode that was left.
        origin_episode_id: Uuid,
        /// What was made of it.
        return_type: ForkReturnType,
        /// The delta, which is the audit record.
        delta_id: Uuid,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// An orphan and its marker.
    OrphanResult {
        /// The departure.
        fork_id: Uuid,
        /// What is wrong.
        orphan_class: OrphanClass,
        /// The marker.
        fork_orphan_marker_id: Uuid,
        /// What was done.
        recovery_action: String,
        /// Whether somebody has to look at it.
        requires_operator_review: bool,
    }

    /// An aside and where it stands.
    AsideResult {
        /// The aside.
        aside_id: Uuid,
        /// The terminus, once there is one.
        aside_terminus_id: Option<Uuid>,
        /// The hash of the last node.
        content_hash: Sha3,
        /// Whether nothing outside refers inside; once it is closed.
        reference_scan_passed: Option<bool>,
        /// What outside refers inside.
        external_references_found: Vec<Uuid>,
        /// Its state.
        status: AsideStatus,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A soliloquy and where it stands.
    SoliloquyResult {
        /// The soliloquy.
        soliloquy_id: Uuid,
        /// The conclusion, once there is one.
        conclusion_id: Option<Uuid>,
        /// The hash of the last node.
        content_hash: Sha3,
        /// The hash over the deliberation; once it is concluded.
        deliberation_chain_hash: Option<Sha3>,
        /// Its state.
        status: SoliloquyStatus,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A gate and where it stands.
    GateResult {
        /// The event.
        hitl_event_id: Uuid,
        /// Its state.
        status: HitlNodeStatus,
        /// The hash of the invocation.
        context_hash: Sha3,
        /// The hash of both ends; once it is concluded.
        node_hash: Option<Sha3>,
        /// The state of the Episode.
        episode_status: EpisodeStatus,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// What a reading of drift means.
    DetectionResult {
        /// The Episode.
        episode_id: Uuid,
        /// The Segment.
        segment_id: Uuid,
        /// The reading, as stored.
        fingerprint_id: Uuid,
        /// The state before.
        prior_state: DetectionState,
        /// The state now.
        new_state: DetectionState,
        /// For how many turns it has drifted.
        consecutive_drift_count: u64,
        /// The distance that was read.
        drift_from_spine: f64,
        /// The Segment a branch should leave from, where one should be made.
        recommended_source_segment_id: Option<Uuid>,
    }

    /// A seal as it was made.
    SealResult {
        /// The seal.
        seal_id: Uuid,
        /// The Episode.
        episode_id: Uuid,
        /// The root.
        episode_root_hash: Sha3,
        /// How many leaves.
        leaf_count: u64,
        /// The audit record.
        audit_record_id: Uuid,
    }

    /// A refusal that is itself on record.
    RefusedResult {
        /// The rule.
        rule: String,
        /// What was wrong.
        reason: String,
        /// The audit record.
        audit_record_id: Uuid,
    }
}
