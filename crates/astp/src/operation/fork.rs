//! Speculative forks: making and resolving (ASTP 19.3.1).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, demand};
use crate::command::{CreateFork, ResolveFork};
use crate::construct;
use crate::id::Uuid;
use crate::node::{Episode, ForkPoint, Node, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::tree::{
    Change, Context, Draft, ForkPointSettled, ForkResult, Ids, Outcome, Refusal, ResolveForkResult, Step,
    Tree,
};
use crate::value::{CaughtBy, ForkPointStatus, Json, TriggerType};

pub(super) fn create(
    tree: &Tree,
    command: &CreateFork,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::G19, "fork_objective", &command.fork_objective)?;
    let count = command.alternatives.len();
    demand_alternatives(count)?;
    demand::text(Rule::ForkIntent, "fork_intent", &command.fork_intent)?;
    let (origin, segment) = (command.origin_episode_id, command.origin_segment_id);
    let episode = demand::writable(tree, origin, "origin_episode_id")?;
    demand::segment(tree, segment, origin, Rule::Known, "origin_segment_id")?;

    let fork_id = ids.draw()?;
    let (mut points, mut episodes, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for (at, alternative) in command.alternatives.iter().enumerate() {
        let fork_point_id = ids.draw()?;
        let episode_id = match alternative.episode_id {
            None => ids.draw()?,
            Some(given) => {
                ids.take(given, "alternatives").map_err(|mut refusal| {
                    refusal.rule = Rule::ForkIntent;
                    refusal
                })?;
                given
            }
        };
        let fork_intent = alternative.fork_intent.clone().unwrap_or_else(|| command.fork_intent.clone());
        demand::text(Rule::ForkIntent, "fork_intent", &fork_intent)?;
        let mut point = ForkPoint {
            fork_point_id,
            fork_id,
            episode_id,
            origin_episode_id: origin,
            origin_segment_id: segment,
            fork_objective: command.fork_objective.clone(),
            fork_intent,
            carried_artifacts: alternative
                .carried_artifacts
                .clone()
                .unwrap_or_else(|| command.carried_artifacts.clone()),
            initiator: context.actor.clone(),
            participants: alternative.participants.clone(),
            sibling_count: count as u64,
            sibling_index: at as u64,
            content_hash: Sha3::from_bytes([0; 32]),
            parent_hash: None,
            timestamp_utc: context.at.clone(),
            schema_version: SCHEMA_VERSION.to_string(),
        };
        point.content_hash = demand::stamp(&construct::FORK_POINT, &point)?;
        demand::member(&construct::FORK_POINT_V2, &point)?;
        nodes.push(Node::Episode(alternative_episode(episode, &point, context)));
        nodes.push(Node::ForkPoint(point));
        points.push(fork_point_id);
        episodes.push(episode_id);
    }
    let audit_id = ids.draw()?;
    Ok(Step::Write(Box::new(Draft {
        chain_key: origin.to_string(),
        delta_type: "FORK_CREATED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("fork-{fork_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: command.caught_by,
        detection_window_open: false,
        forward: Json::map([
            ("origin_episode_id", Json::text(origin)),
            ("origin_segment_id", Json::text(segment)),
            ("fork_id", Json::text(fork_id)),
            ("fork_objective", Json::text(&command.fork_objective)),
            ("fork_intent", Json::text(&command.fork_intent)),
            ("fork_point_ids", Json::texts(&points)),
            ("carried_artifacts", Json::texts(&command.carried_artifacts)),
        ]),
        reverse: Json::map([
            ("delete_fork_id", Json::text(fork_id)),
            ("delete_fork_point_ids", Json::texts(&points)),
        ]),
        affected: affected(&points),
        reason: Some(command.fork_objective.clone()),
        audit_id,
        nodes,
        changes: Vec::new(),
        outcome: Outcome::Fork(ForkResult {
            fork_id,
            fork_point_ids: points,
            fork_episode_ids: episodes,
            origin_episode_id: origin,
            origin_segment_id: segment,
            delta_id: audit_id,
            audit_record_id: audit_id,
        }),
    })))
}

/// Refuses a fork with fewer than two alternatives (ASTP G-20).
///
/// # Errors
///
/// [`Rule::G20`].
pub fn demand_alternatives(count: usize) -> Result<(), Refusal> {
    if count >= 2 {
        return Ok(());
    }
    Err(Refusal::new(Rule::G20, "alternatives", format!("there are {count} alternatives")))
}

/// The Episode of one alternative: each point anchors a new one (ASTP 19.3.1).
fn alternative_episode(origin: &Episode, point: &ForkPoint, context: &Context) -> Episode {
    Episode {
        episode_id: point.episode_id,
        schema_version: SCHEMA_VERSION.to_string(),
        agent_id: context.actor.clone(),
        opened_at: context.at.clone(),
        title: None,
        context_note: Some(point.fork_intent.clone()),
        initiated_by: Some(context.actor.clone()),
        episode_mode: String::from("directed"),
        participants: point.participants.clone(),
        parent_episode_id: Some(origin.episode_id),
        fork_reason: Some(point.fork_objective.clone()),
        fingerprint_required: origin.fingerprint_required,
        detection_thresholds: origin.detection_thresholds,
        provenance: None,
    }
}

pub(super) fn resolve(
    tree: &Tree,
    command: &ResolveFork,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::G21, "resolution_rationale", &command.resolution_rationale)?;
    let (fork_id, selected) = (command.fork_id, command.selected_fork_point_id);
    let fork = tree
        .fork(fork_id)
        .ok_or_else(|| Refusal::new(Rule::Known, "fork_id", format!("no fork `{fork_id}` is stored")))?;
    let Some((point, status)) = fork.points.iter().find(|(point, _)| point.fork_point_id == selected) else {
        let message = format!("`{selected}` is no alternative of fork `{fork_id}`");
        return Err(Refusal::new(Rule::ForkOpen, "selected_fork_point_id", message));
    };
    if *status != ForkPointStatus::Active {
        let message = format!("`{selected}` is {status}: the fork is resolved");
        return Err(Refusal::new(Rule::ForkOpen, "selected_fork_point_id", message));
    }
    let origin = point.origin_episode_id;
    demand::unclosed(tree, origin, "fork_id")?;
    let others = fork.points.iter().map(|(point, _)| point.fork_point_id).filter(|id| *id != selected);
    let discarded: Vec<Uuid> = others.collect();
    let audit_id = ids.draw()?;
    let settled =
        |fork_point_id, status| Change::ForkPointSettled(ForkPointSettled { fork_point_id, status });
    let mut changes: Vec<Change> =
        discarded.iter().map(|id| settled(*id, ForkPointStatus::Discarded)).collect();
    changes.push(settled(selected, ForkPointStatus::Promoted));
    Ok(Step::Write(Box::new(Draft {
        chain_key: origin.to_string(),
        delta_type: "FORK_RESOLVED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("fork-resolve-{fork_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: Json::map([
            ("fork_id", Json::text(fork_id)),
            ("selected_fork_point_id", Json::text(selected)),
            ("discarded_fork_point_ids", Json::texts(&discarded)),
            ("resolution_rationale", Json::text(&command.resolution_rationale)),
        ]),
        reverse: Json::map([
            ("restore_discarded", Json::texts(&discarded)),
            ("clear_resolution", Json::text(selected)),
        ]),
        affected: affected(core::iter::once(&selected).chain(&discarded)),
        reason: Some(command.resolution_rationale.clone()),
        audit_id,
        nodes: Vec::new(),
        changes,
        outcome: Outcome::Resolution(ResolveForkResult {
            fork_id,
            selected_fork_point_id: selected,
            discarded_fork_point_ids: discarded,
            delta_id: audit_id,
            audit_record_id: audit_id,
        }),
    })))
}
