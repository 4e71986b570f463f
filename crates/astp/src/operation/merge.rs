//! Merges: bringing a branch into a line (ASTP 19.3.2; G-22 to G-24).

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, branch, conflict, demand, nothing};
use crate::command::{ExecuteMerge, Resolution};
use crate::construct;
use crate::id::Uuid;
use crate::node::{BranchPoint, BranchReturn, MergeDelta, MergePoint, Node, SCHEMA_VERSION, Segment};
use crate::rule::Rule;
use crate::tree::{
    Change, ConflictManifest, ConflictSegment, Context, Draft, Ids, LineName, LineTaken, MergeResult,
    Outcome, Refusal, RefusedResult, Settled, Step, Tree,
};
use crate::value::{
    BranchTerminusType, CaughtBy, Json, MergeStrategy, MergeType, ResolutionType, RetentionTier, SegmentType,
    Stored, TriggerType,
};

/// The two lines of a merge, and what stands between them.
struct Meeting<'a> {
    point: &'a BranchPoint,
    source: LineName,
    target: LineName,
    ancestor: Uuid,
    source_root: Sha3,
    target_root: Sha3,
    /// The Segments of the branch that the target does not show, in the order in which they would enter.
    missing: Vec<Uuid>,
    conflicts: Vec<ConflictSegment>,
}

pub(super) fn execute(
    tree: &Tree,
    command: &ExecuteMerge,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::G22, "merge_summary", &command.merge_summary)?;
    let word = &command.merge_strategy;
    let strategy = MergeStrategy::parse(word)
        .ok_or_else(|| Refusal::new(Rule::Strategy, "merge_strategy", format!("`{word}` is no strategy")))?;
    let merge_id = ids.draw()?;
    let meeting = meeting(tree, command, context)?;
    let chosen = conflict::resolutions(command, &meeting.conflicts)?;
    let open = meeting.conflicts.iter().any(|conflict| !chosen.contains_key(&conflict.segment_id));
    if open || (strategy == MergeStrategy::Auto && !meeting.conflicts.is_empty()) {
        return Ok(Step::Standing(Outcome::Conflicts(ConflictManifest {
            merge_id,
            source_episode_id: meeting.source.episode_id,
            target_episode_id: meeting.target.episode_id,
            common_ancestor_id: meeting.ancestor,
            conflicts: meeting.conflicts,
            source_merkle_root: meeting.source_root,
            target_merkle_root_pre: meeting.target_root,
            requested_at: context.at.clone(),
        })));
    }
    write(tree, command, context, ids, (merge_id, strategy), &meeting, &chosen)
}

fn meeting<'a>(tree: &'a Tree, command: &ExecuteMerge, context: &Context) -> Result<Meeting<'a>, Refusal> {
    let point = demand::open_branch(tree, command.source_branch_id, "source_branch_id")?.point;
    demand::unclosed(tree, point.episode_id, "source_branch_id")?;
    demand::writable(tree, command.target_episode_id, "target_episode_id")?;
    if let Some(branch_id) = command.target_branch_id {
        let target = demand::open_branch(tree, branch_id, "target_branch_id")?.point;
        if target.episode_id != command.target_episode_id || branch_id == command.source_branch_id {
            let message =
                format!("branch `{branch_id}` is no other line of Episode `{}`", command.target_episode_id);
            return Err(Refusal::new(Rule::Lineage, "target_branch_id", message));
        }
    }
    let source = LineName { episode_id: point.episode_id, branch_id: Some(point.branch_id) };
    let target = LineName { episode_id: command.target_episode_id, branch_id: command.target_branch_id };
    let ancestor = tree.common_ancestor(source, target).ok_or_else(|| {
        let message =
            format!("branch `{}` and Episode `{}` share no Segment", point.branch_id, target.episode_id);
        Refusal::new(Rule::Ancestor, "target_episode_id", message)
    })?;
    let (Some(source_root), Some(target_root)) = (tree.line_root(source), tree.line_root(target)) else {
        return Err(abort(tree, command, context, source));
    };
    let missing = tree.missing(source, target);
    let conflicts = conflict::between(tree, source, target, &missing);
    let ancestor = ancestor.common_ancestor_node_id;
    Ok(Meeting { point, source, target, ancestor, source_root, target_root, missing, conflicts })
}

fn write(
    tree: &Tree,
    command: &ExecuteMerge,
    context: &Context,
    ids: &mut Ids<'_>,
    (merge_id, strategy): (Uuid, MergeStrategy),
    meeting: &Meeting<'_>,
    chosen: &BTreeMap<Uuid, &Resolution>,
) -> Result<Step, Refusal> {
    let Meeting { point, source, target, ancestor, source_root, target_root, .. } = *meeting;
    let (merge_point_id, terminus_id, edge_id) = (ids.draw()?, ids.draw()?, ids.draw()?);
    // Leaves belong to their Episode (ASTP 5.6), so that nothing of another Episode enters a line.
    let enters = strategy != MergeStrategy::ConclusionOnly && source.episode_id == target.episode_id;
    let entering = if enters { meeting.missing.clone() } else { Vec::new() };
    let mut custom = Vec::new();
    let mut settled = Vec::new();
    for conflict in &meeting.conflicts {
        let Some(resolution) = chosen.get(&conflict.segment_id) else { continue };
        match resolution.resolution_type {
            ResolutionType::TakeSource if enters => {
                settled.push(Settled { replaced: conflict.target_segment_id, by: conflict.source_segment_id })
            }
            ResolutionType::TakeTarget if enters => {
                settled.push(Settled { replaced: conflict.source_segment_id, by: conflict.target_segment_id })
            }
            ResolutionType::Custom => {
                let at = custom.len() as u64;
                custom.push(resolved(tree, context, ids, (target, at), conflict, resolution, enters)?);
            }
            _ => {}
        }
    }
    let post = root_after(tree, target, &entering, &custom)?;
    let audit_id = ids.draw()?;

    let mut merge = MergePoint {
        merge_point_id,
        merge_id,
        source_episode_id: source.episode_id,
        source_branch_id: point.branch_id,
        target_episode_id: target.episode_id,
        merge_type: if meeting.conflicts.is_empty() { MergeType::Clean } else { MergeType::Resolved },
        source_merkle_root: source_root,
        target_merkle_root_pre: target_root,
        target_merkle_root_post: post.root,
        common_ancestor_id: ancestor,
        conflict_segments: meeting.conflicts.iter().map(|conflict| conflict.segment_id).collect(),
        resolution_artifacts: command.resolution_artifacts.clone(),
        merge_coherence_delta: 0.0,
        merge_summary: command.merge_summary.clone(),
        initiator: context.actor.clone(),
        content_hash: Sha3::from_bytes([0; 32]),
        parent_hash: None,
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.to_string(),
    };
    merge.content_hash = demand::stamp(&construct::MERGE_POINT, &merge)?;
    demand::member(&construct::MERGE_POINT_V2, &merge)?;
    let mut terminus = branch::terminus(tree, point, terminus_id, context);
    terminus.terminus_type = BranchTerminusType::Merged;
    terminus.merge_target_id = Some(target.episode_id);
    terminus.merge_delta = Some(MergeDelta { merge_id, merge_point_id, merge_type: merge.merge_type });
    terminus.content_hash = demand::stamp(&construct::BRANCH_TERMINUS, &terminus)?;
    demand::member(&construct::BRANCH_TERMINUS_V2, &terminus)?;
    let edge = BranchReturn {
        edge_id,
        branch_id: point.branch_id,
        terminus_id,
        merge_point_id,
        target_episode_id: target.episode_id,
        synthesis_summary: command.merge_summary.clone(),
        nodes_integrated: entering.len() as u64,
        timestamp_utc: context.at.clone(),
    };
    let outcome = Outcome::Merge(MergeResult {
        merge_id,
        merge_point_id,
        merge_type: merge.merge_type,
        source_merkle_root: source_root,
        target_merkle_root_pre: target_root,
        target_merkle_root_post: post.root,
        conflict_segments: merge.conflict_segments.clone(),
        resolution_artifacts: merge.resolution_artifacts.clone(),
        terminus_id,
        delta_id: audit_id,
        audit_record_id: audit_id,
    });
    let forward = forward(tree, command, strategy, meeting, &merge, post.leaves);
    let mut nodes: Vec<Node> = custom.into_iter().map(Node::Segment).collect();
    nodes.extend([Node::MergePoint(merge), Node::BranchTerminus(terminus), Node::BranchReturn(edge)]);
    Ok(Step::Write(Box::new(Draft {
        chain_key: target.episode_id.to_string(),
        delta_type: "MERGE_EXECUTED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("merge-{merge_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: command.caught_by,
        detection_window_open: false,
        forward,
        reverse: Json::map([
            ("split_to_source_branches", Json::texts([point.branch_id])),
            ("clear_merge_record", Json::text(merge_point_id)),
            ("restore_target_merkle_root", Json::text(target_root)),
        ]),
        affected: affected([merge_point_id, terminus_id, point.branch_id]),
        reason: Some(command.merge_summary.clone()),
        audit_id,
        nodes,
        changes: Vec::from([Change::LineTaken(LineTaken {
            episode_id: target.episode_id,
            branch_id: target.branch_id,
            segments: entering,
            settled,
        })]),
        outcome,
    })))
}

/// The Segment that a custom resolution puts on the target line, in place of what both sides said.
fn resolved(
    tree: &Tree,
    context: &Context,
    ids: &mut Ids<'_>,
    (target, at): (LineName, u64),
    conflict: &ConflictSegment,
    resolution: &Resolution,
    enters: bool,
) -> Result<Segment, Refusal> {
    let content_ref = resolution.content_ref.clone().unwrap_or_default();
    demand::text(Rule::Text, "content_ref", &content_ref)?;
    let sequence_index = tree
        .greatest_index(target.episode_id)
        .map_or(Some(at), |greatest| greatest.checked_add(1 + at))
        .ok_or_else(|| Refusal::new(Rule::G3, "conflict_resolutions", "no greater index exists"))?;
    let mut supersedes = Vec::from([conflict.target_segment_id]);
    if enters {
        supersedes.push(conflict.source_segment_id);
    }
    Ok(Segment {
        segment_id: ids.draw()?,
        episode_id: target.episode_id,
        branch_id: target.branch_id,
        schema_version: SCHEMA_VERSION.to_string(),
        segment_type: SegmentType::Artifact,
        sequence_index,
        content_hash: resolution.resolved_content_hash,
        content_ref,
        authored_at: context.at.clone(),
        author: resolution.resolver.clone(),
        retention_tier: RetentionTier::Persistent,
        supersedes,
        signal_versions_read: Vec::new(),
        pending_hitl_ref: None,
    })
}

/// The target line after the merge.
struct After {
    root: Sha3,
    leaves: u64,
}

fn root_after(
    tree: &Tree,
    target: LineName,
    entering: &[Uuid],
    custom: &[Segment],
) -> Result<After, Refusal> {
    let lost = || Refusal::new(Rule::G24, "target_episode_id", "the target line has no root after the merge");
    let mut spine = tree.tip(target).ok_or_else(lost)?;
    let entering = entering.iter().filter_map(|id| tree.segment(*id));
    for segment in
        entering.chain(custom).filter(|segment| segment.retention_tier == RetentionTier::Persistent)
    {
        spine.push(construct::LEAF_V2.hash(segment).map_err(|refused| Refusal::construction(&refused))?);
    }
    Ok(After { root: spine.root().ok_or_else(lost)?, leaves: spine.count() })
}

fn forward(
    tree: &Tree,
    command: &ExecuteMerge,
    strategy: MergeStrategy,
    meeting: &Meeting<'_>,
    merge: &MergePoint,
    leaves_after: u64,
) -> Json {
    let mut forward = Json::map([
        ("source_episode_id", Json::text(merge.source_episode_id)),
        ("target_episode_id", Json::text(merge.target_episode_id)),
        ("source_branch_id", Json::text(merge.source_branch_id)),
        ("merge_id", Json::text(merge.merge_id)),
        ("merge_type", Json::text(merge.merge_type)),
        ("source_merkle_root", Json::text(merge.source_merkle_root)),
        ("target_merkle_root_pre", Json::text(merge.target_merkle_root_pre)),
        ("target_merkle_root_post", Json::text(merge.target_merkle_root_post)),
        ("conflict_count", Json::Integer(meeting.conflicts.len() as u64)),
        ("resolution_strategy", Json::text(strategy)),
        ("conflict_resolutions", command.conflict_resolutions.store()),
        ("merge_summary", Json::text(&merge.merge_summary)),
        // Beside the published members: the whole point, and where the lines stood, so that both can be checked later (FM-009).
        ("merge_point", merge.store()),
        ("source_leaf_count", Json::Integer(tree.line_leaves(meeting.source))),
        ("target_leaf_count_pre", Json::Integer(tree.line_leaves(meeting.target))),
        ("target_leaf_count_post", Json::Integer(leaves_after)),
    ]);
    if let Some(branch_id) = meeting.target.branch_id {
        forward.insert("target_branch_id", Json::text(branch_id));
    }
    forward
}

/// A merge that is broken off for want of a root, with the record of that (ASTP G-24).
fn abort(tree: &Tree, command: &ExecuteMerge, context: &Context, source: LineName) -> Refusal {
    let reason = "a line of the merge has no persistent Segment, and so no root";
    let mut refusal = Refusal::new(Rule::G24, "source_branch_id", reason);
    let Ok(audit_id) = Ids::new(tree, context).draw() else { return refusal };
    let draft = Draft {
        chain_key: command.target_episode_id.to_string(),
        delta_type: "MERGE_EXECUTED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("merge-abort-{}", source.episode_id),
        trigger: TriggerType::SystemAutomatic,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: Json::map([
            ("source_episode_id", Json::text(source.episode_id)),
            ("target_episode_id", Json::text(command.target_episode_id)),
            ("outcome", Json::text("ABORTED")),
            ("reason", Json::text(reason)),
        ]),
        reverse: nothing(),
        affected: Vec::new(),
        reason: Some(reason.to_string()),
        audit_id,
        nodes: Vec::new(),
        changes: Vec::new(),
        outcome: Outcome::Refused(RefusedResult {
            rule: Rule::G24.id().to_string(),
            reason: reason.to_string(),
            audit_record_id: audit_id,
        }),
    };
    refusal.record = tree.finish(draft, &command.clone().into(), context).ok().map(Box::new);
    refusal
}
