//! Branches: starting and giving up (ASTP 19.2).

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, demand};
use crate::command::{AbandonBranch, CreateBranch};
use crate::construct;
use crate::id::Uuid;
use crate::node::{BranchPoint, BranchTerminus, MergeDelta, Node, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::tree::{AbandonResult, BranchResult, Context, Draft, Ids, LineName, Outcome, Refusal, Step, Tree};
use crate::value::{BranchDeclarationType, BranchState, BranchTerminusType, CaughtBy, Json, TriggerType};

/// How deep branches nest without an override (BR-005). The main line has depth 0.
const DEEPEST: u64 = 4;

pub(super) fn create(
    tree: &Tree,
    command: &CreateBranch,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Branch, "branch_intent", &command.branch_intent)?;
    let episode_id = command.source_episode_id;
    demand::writable(tree, episode_id, "source_episode_id")?;
    let source =
        demand::segment(tree, command.source_segment_id, episode_id, Rule::Branch, "source_segment_id")?;
    let depth = depth(tree, source.branch_id) + 1;
    if !command.override_depth {
        demand_depth(depth - 1, DEEPEST)?;
    }
    let snapshot = tree.spine_root_through(source.segment_id).ok_or_else(|| {
        Refusal::new(Rule::SpineState, "source_segment_id", "no persistent Segment stands there or before")
    })?;

    let (branch_point_id, branch_id, audit_id) = (ids.draw()?, ids.draw()?, ids.draw()?);
    let retroactive = command.declaration_type == BranchDeclarationType::Retroactive;
    let mut point = BranchPoint {
        branch_point_id,
        episode_id,
        branch_id,
        branch_label: command.branch_intent.clone(),
        parent_episode_id: episode_id,
        parent_branch_id: source.branch_id,
        source_segment_id: source.segment_id,
        branch_type: command.branch_type,
        branch_depth: depth,
        declaration_type: command.declaration_type,
        trigger_context: command.trigger,
        initiated_by: context.actor.clone(),
        spine_merkle_snapshot: snapshot,
        content_hash: Sha3::from_bytes([0; 32]),
        parent_hash: None,
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.to_string(),
        pre_declaration_merkle_root: retroactive.then_some(snapshot),
        declared_retroactively_at: retroactive.then(|| context.at.clone()),
        declared_by: retroactive.then(|| context.actor.clone()),
    };
    point.content_hash = demand::stamp(&construct::BRANCH_POINT, &point)?;
    demand::member(&construct::BRANCH_POINT_V2, &point)?;

    let mut forward = BTreeMap::from([
        ("parent_node_id", Json::text(source.segment_id)),
        ("branch_id", Json::text(branch_id)),
        ("branch_type", Json::text(command.branch_type)),
        ("trigger_context", Json::text(command.trigger)),
        ("declaration_type", Json::text(command.declaration_type)),
    ]);
    let mut reason = command.branch_intent.clone();
    if depth > DEEPEST {
        let by = Json::text(&context.actor);
        let noted = [("depth", Json::Integer(depth)), ("max", Json::Integer(DEEPEST)), ("by", by)];
        forward.insert("depth_override", Json::map(noted));
        reason = format!("{reason} (depth {depth} beyond {DEEPEST}, overridden by {})", context.actor);
    }
    Ok(Step::Write(Box::new(Draft {
        chain_key: episode_id.to_string(),
        delta_type: "BRANCH_CREATED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("branch-{branch_id}"),
        trigger: command.trigger,
        caught_by: command.caught_by,
        detection_window_open: command.detection_window_open,
        forward: Json::Map(forward),
        reverse: Json::map([
            ("delete_branch_id", Json::text(branch_id)),
            ("restore_parent_cursor", Json::text(source.segment_id)),
        ]),
        affected: affected([branch_point_id]),
        reason: Some(reason),
        audit_id,
        nodes: Vec::from([Node::BranchPoint(point)]),
        changes: Vec::new(),
        outcome: Outcome::Branch(BranchResult {
            branch_episode_id: episode_id,
            branch_point_id,
            branch_id,
            branch_depth: depth,
            spine_merkle_snapshot: snapshot,
            delta_id: audit_id,
            audit_record_id: audit_id,
            lifecycle_state: BranchState::Active,
        }),
    })))
}

/// Refuses a branch off a line of a depth that is the greatest already (BR-005).
///
/// # Errors
///
/// [`Rule::Depth`].
pub fn demand_depth(depth: u64, greatest: u64) -> Result<(), Refusal> {
    if depth < greatest {
        return Ok(());
    }
    let message = format!("the line is {depth} deep, and branches go down to {greatest}");
    Err(Refusal::new(Rule::Depth, "override_depth", message))
}

/// The depth of a line, from its lineage and not from what anybody says.
fn depth(tree: &Tree, branch: Option<Uuid>) -> u64 {
    branch.and_then(|id| tree.branch(id)).map_or(0, |branch| branch.point.branch_depth)
}

pub(super) fn abandon(
    tree: &Tree,
    command: &AbandonBranch,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::Abandonment, "abandonment_reason", &command.abandonment_reason)?;
    let branch = demand::open_branch(tree, command.branch_id, "branch_id")?;
    let point = branch.point;
    let (episode_id, branch_id) = (point.episode_id, point.branch_id);
    demand::unclosed(tree, episode_id, "branch_id")?;
    let (terminus_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut terminus = terminus(tree, point, terminus_id, context);
    terminus.abandonment_reason = Some(command.abandonment_reason.clone());
    terminus.content_hash = demand::stamp(&construct::BRANCH_TERMINUS, &terminus)?;
    demand::member(&construct::BRANCH_TERMINUS_V2, &terminus)?;
    let final_merkle_root = terminus.final_merkle_root;
    let line = LineName { episode_id, branch_id: Some(branch_id) };
    Ok(Step::Write(Box::new(Draft {
        chain_key: episode_id.to_string(),
        delta_type: "BRANCH_ABANDONED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("abandon-{branch_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: Json::map([
            ("branch_id", Json::text(branch_id)),
            ("abandon_reason", Json::text(&command.abandonment_reason)),
            ("final_state_snapshot", final_merkle_root.map_or(Json::text(""), Json::text)),
        ]),
        reverse: Json::map([
            ("restore_branch_to_active", Json::text(branch_id)),
            ("clear_abandon_record", Json::text(terminus_id)),
        ]),
        affected: affected([terminus_id]),
        reason: Some(command.abandonment_reason.clone()),
        audit_id,
        nodes: Vec::from([Node::BranchTerminus(terminus)]),
        changes: Vec::new(),
        outcome: Outcome::Abandonment(AbandonResult {
            episode_id,
            branch_id,
            final_merkle_root,
            terminus_id,
            delta_id: audit_id,
            audit_record_id: audit_id,
            lifecycle_state: BranchState::Abandoned,
            artifacts_preserved: tree.line_segments(line, 0).map(|segment| segment.segment_id).collect(),
        }),
    })))
}

/// The end of a branch, as far as abandonment and merge have it in common; its hash is not yet made.
pub(super) fn terminus(
    tree: &Tree,
    point: &BranchPoint,
    terminus_id: Uuid,
    context: &Context,
) -> BranchTerminus {
    BranchTerminus {
        terminus_id,
        episode_id: point.episode_id,
        branch_id: point.branch_id,
        terminus_type: BranchTerminusType::Abandoned,
        branch_point_hash: point.content_hash,
        final_merkle_root: tree.spine_root(point.episode_id),
        duration_ms: demand::elapsed(&point.timestamp_utc, &context.at),
        timestamp_utc: context.at.clone(),
        schema_version: String::from(SCHEMA_VERSION),
        abandonment_reason: None,
        merge_target_id: None,
        merge_delta: None::<MergeDelta>,
        content_hash: Sha3::from_bytes([0; 32]),
    }
}
