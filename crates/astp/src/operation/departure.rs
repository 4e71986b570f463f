//! Departure forks: departing, completing, giving up, returning (ASTP 19.3.5).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, demand};
use crate::command::{AbandonDepartureFork, CompleteDepartureFork, CreateDepartureFork, DeclareForkReturn};
use crate::construct;
use crate::id::Uuid;
use crate::node::{DepartureForkPoint, Episode, ForkReturn, Node, Provenance, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::tree::{
    Change, Context, DepartureForkResult, DepartureMoved, DepartureStep, Draft, ForkReturnResult, Ids,
    Outcome, Refusal, Step, Tree,
};
use crate::value::{CaughtBy, DepartureForkStatus, ForkCreationTrigger, ForkReturnType, Json, TriggerType};

/// The actor of housekeeping (ASTP 19.3.5).
const SYSTEM: &str = "system";

pub(super) fn create(
    tree: &Tree,
    command: &CreateDepartureFork,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    demand::text(Rule::G31, "fork_objective", &command.fork_objective)?;
    let trigger = trigger(command)?;
    let origin = command.origin_episode_id;
    escalation(tree, command, trigger)?;
    confidence(command)?;
    demand::writable(tree, origin, "origin_episode_id")?;
    let segment = demand::segment(tree, command.origin_segment_id, origin, Rule::Known, "origin_segment_id")?;

    // Read once and written to both places (ASTP G-30).
    let tip = tip(tree, origin)?;
    let (fork_id, fork_episode_id, fork_point_id, audit_id) =
        (ids.draw()?, ids.draw()?, ids.draw()?, ids.draw()?);
    let mut point = DepartureForkPoint {
        fork_point_id,
        fork_id,
        fork_episode_id,
        origin_episode_id: origin,
        origin_segment_id: segment.segment_id,
        fork_objective: command.fork_objective.clone(),
        fork_creation_trigger: trigger,
        fork_title_snapshot: command.fork_title.clone().unwrap_or_default(),
        spine_tip_hash_at_departure: tip,
        initiator: context.actor.clone(),
        content_hash: Sha3::from_bytes([0; 32]),
        parent_hash: None,
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.to_string(),
        retroactive: None,
        orphan_recovery_timestamp: None,
        prior_seal: None,
    };
    point.content_hash = demand::stamp(&construct::DEPARTURE_FORK_POINT, &point)?;
    demand::member(&construct::DEPARTURE_FORK_POINT_V2, &point)?;
    let episode = departed(tree, command, &point, segment.sequence_index);
    Ok(Step::Write(Box::new(Draft {
        chain_key: origin.to_string(),
        delta_type: "DEPARTURE_FORK_CREATED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("departure-fork-{fork_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: command.caught_by,
        detection_window_open: false,
        forward: Json::map([
            ("origin_episode_id", Json::text(origin)),
            ("origin_segment_id", Json::text(segment.segment_id)),
            ("fork_id", Json::text(fork_id)),
            ("fork_episode_id", Json::text(fork_episode_id)),
            ("fork_objective", Json::text(&command.fork_objective)),
            ("fork_creation_trigger", Json::text(trigger)),
            ("spine_tip_hash_at_departure", Json::text(tip)),
        ]),
        reverse: Json::map([
            ("delete_fork_id", Json::text(fork_id)),
            ("delete_fork_point_id", Json::text(fork_point_id)),
            ("delete_fork_episode_id", Json::text(fork_episode_id)),
        ]),
        affected: affected([fork_point_id, fork_episode_id]),
        reason: Some(command.fork_objective.clone()),
        audit_id,
        nodes: Vec::from([Node::Episode(episode), Node::DepartureForkPoint(point)]),
        changes: Vec::new(),
        outcome: Outcome::Departure(DepartureForkResult {
            fork_id,
            fork_point_id,
            fork_episode_id,
            origin_episode_id: origin,
            origin_segment_id: segment.segment_id,
            spine_tip_hash_at_departure: tip,
            delta_id: audit_id,
            audit_record_id: audit_id,
        }),
    })))
}

fn trigger(command: &CreateDepartureFork) -> Result<ForkCreationTrigger, Refusal> {
    let word = &command.fork_creation_trigger;
    ForkCreationTrigger::parse(word).ok_or_else(|| {
        Refusal::new(Rule::G32, "fork_creation_trigger", format!("`{word}` is no trigger of a departure"))
    })
}

fn escalation(
    tree: &Tree,
    command: &CreateDepartureFork,
    trigger: ForkCreationTrigger,
) -> Result<(), Refusal> {
    match command.fork_trigger_segment_id {
        None if trigger == ForkCreationTrigger::AgentEscalation => {
            Err(Refusal::new(Rule::G33, "fork_trigger_segment_id", "no Segment is named"))
        }
        None => Ok(()),
        Some(id) => {
            demand::segment(tree, id, command.origin_episode_id, Rule::G33, "fork_trigger_segment_id")
                .map(|_| ())
        }
    }
}

fn confidence(command: &CreateDepartureFork) -> Result<(), Refusal> {
    match command.fork_trigger_confidence {
        Some(confidence) if !(0.0..=1.0).contains(&confidence) => Err(Refusal::new(
            Rule::Detection,
            "fork_trigger_confidence",
            format!("{confidence} is not from 0 to 1"),
        )),
        _ => Ok(()),
    }
}

fn departed(tree: &Tree, command: &CreateDepartureFork, point: &DepartureForkPoint, anchor: u64) -> Episode {
    let origin = tree.episode(point.origin_episode_id);
    let open: Vec<Uuid> = tree.open_branches(point.origin_episode_id).collect();
    Episode {
        episode_id: point.fork_episode_id,
        schema_version: SCHEMA_VERSION.to_string(),
        agent_id: command.fork_agent_id.clone().unwrap_or_else(|| point.initiator.clone()),
        opened_at: point.timestamp_utc.clone(),
        title: command.fork_title.clone(),
        context_note: Some(point.fork_objective.clone()),
        initiated_by: Some(point.initiator.clone()),
        episode_mode: String::from("directed"),
        participants: command.participants.clone(),
        parent_episode_id: None,
        fork_reason: None,
        fingerprint_required: origin.is_some_and(|origin| origin.fingerprint_required),
        detection_thresholds: origin.and_then(|origin| origin.detection_thresholds),
        provenance: Some(Provenance {
            fork_origin_episode_id: point.origin_episode_id,
            fork_anchor_index: Some(anchor),
            fork_id: point.fork_id,
            fork_created_at: point.timestamp_utc.clone(),
            fork_creation_trigger: point.fork_creation_trigger,
            fork_trigger_confidence: command.fork_trigger_confidence,
            fork_trigger_segment_id: command.fork_trigger_segment_id,
            fork_origin_spine_tip_hash: point.spine_tip_hash_at_departure,
            fork_origin_active_branch_ids: (!open.is_empty()).then_some(open),
        }),
    }
}

/// The tip of an Episode: the root of its spine; without a leaf, the head of its audit chain. Never a word for none.
fn tip(tree: &Tree, episode: Uuid) -> Result<Sha3, Refusal> {
    tree.spine_root(episode)
        .or_else(|| tree.chain(&episode.to_string()).next_back().map(|record| record.record_hash))
        .ok_or_else(|| {
            Refusal::new(Rule::SpineState, "origin_episode_id", "neither a leaf nor an audit record is there")
        })
}

pub(super) fn complete(
    tree: &Tree,
    command: &CompleteDepartureFork,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let (episode, provenance) = active(tree, command.fork_episode_id, DepartureForkStatus::Completed)?;
    if !demand::acts_for(episode, &context.actor) {
        let message = format!("`{}` does not act for Episode `{}`", context.actor, episode.episode_id);
        return Err(Refusal::new(Rule::DepartureParty, "actor", message));
    }
    moved(
        provenance,
        command.fork_episode_id,
        DepartureForkStatus::Completed,
        command.note.as_deref(),
        context,
        ids,
    )
}

pub(super) fn abandon(
    tree: &Tree,
    command: &AbandonDepartureFork,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let id = command.fork_episode_id;
    let (_, provenance) = active(tree, id, DepartureForkStatus::Abandoned)?;
    let origin = tree.episode(provenance.fork_origin_episode_id);
    let entered = tree.greatest_index(id).is_some();
    let allowed = origin.is_some_and(|origin| demand::acts_for(origin, &context.actor))
        || (context.actor == SYSTEM && !entered);
    if !allowed {
        let message = format!(
            "`{}` acts neither for the origin nor for a departure that nobody entered",
            context.actor
        );
        return Err(Refusal::new(Rule::DepartureParty, "actor", message));
    }
    moved(provenance, id, DepartureForkStatus::Abandoned, command.reason.as_deref(), context, ids)
}

/// Demands a departure that is active, in an Episode that is not closed (DF-007).
fn active(tree: &Tree, id: Uuid, to: DepartureForkStatus) -> Result<(&Episode, &Provenance), Refusal> {
    let episode = demand::episode(tree, id, "fork_episode_id")?;
    let Some(provenance) = &episode.provenance else {
        return Err(Refusal::new(
            Rule::DepartureStep,
            "fork_episode_id",
            format!("Episode `{id}` is no departure"),
        ));
    };
    match tree.departure(provenance.fork_id).and_then(|departure| departure.status) {
        Some(DepartureForkStatus::Active) => {}
        status => {
            let status = status.map_or("unknown", DepartureForkStatus::as_str);
            let message = format!("the departure is {status} and does not become {to}");
            return Err(Refusal::new(Rule::DepartureStep, "fork_episode_id", message));
        }
    }
    demand::unclosed(tree, id, "fork_episode_id")?;
    Ok((episode, provenance))
}

fn moved(
    provenance: &Provenance,
    fork_episode_id: Uuid,
    status: DepartureForkStatus,
    note: Option<&str>,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let delta_type = if status == DepartureForkStatus::Completed {
        "DEPARTURE_FORK_COMPLETED"
    } else {
        "DEPARTURE_FORK_ABANDONED"
    };
    let fork_id = provenance.fork_id;
    let audit_id = ids.draw()?;
    Ok(Step::Write(Box::new(Draft {
        chain_key: fork_episode_id.to_string(),
        delta_type,
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("departure-status-{fork_episode_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::Human,
        detection_window_open: false,
        forward: Json::map([
            ("episode_id", Json::text(fork_episode_id)),
            ("actor", Json::text(&context.actor)),
            ("reason", Json::text(note.unwrap_or_default())),
            ("transition", Json::text(delta_type)),
        ]),
        reverse: Json::map([("note", Json::text("departure-fork status transition"))]),
        affected: affected([fork_episode_id]),
        reason: Some(note.filter(|note| !note.is_empty()).unwrap_or(delta_type).to_string()),
        audit_id,
        nodes: Vec::new(),
        changes: Vec::from([Change::DepartureMoved(DepartureMoved { fork_id, status, corrected_at: None })]),
        outcome: Outcome::DepartureStep(DepartureStep {
            fork_id,
            fork_episode_id,
            fork_status: status,
            audit_record_id: audit_id,
        }),
    })))
}

pub(super) fn declare_return(
    tree: &Tree,
    command: &DeclareForkReturn,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let word = &command.return_type;
    let return_type = ForkReturnType::parse(word).ok_or_else(|| {
        Refusal::new(Rule::ReturnType, "return_type", format!("`{word}` is no type of return"))
    })?;
    let (fork_id, origin_id) = (command.fork_id, command.origin_episode_id);
    let departure = tree.departure(fork_id);
    let Some(episode) = departure.and_then(|departure| departure.episode) else {
        return Err(Refusal::new(
            Rule::Known,
            "fork_id",
            format!("no departure `{fork_id}` with an Episode is stored"),
        ));
    };
    let status = departure.and_then(|departure| departure.status);
    if status != Some(DepartureForkStatus::Completed) {
        let status = status.map_or("unknown", DepartureForkStatus::as_str);
        return Err(Refusal::new(Rule::G34, "fork_id", format!("departure `{fork_id}` is {status}")));
    }
    if departure.is_some_and(|departure| departure.returned.is_some()) {
        return Err(Refusal::new(Rule::G35, "fork_id", format!("departure `{fork_id}` has a return")));
    }
    let from = episode.provenance.as_ref().map(|provenance| provenance.fork_origin_episode_id);
    if from != Some(origin_id) {
        let message = format!("departure `{fork_id}` did not leave Episode `{origin_id}`");
        return Err(Refusal::new(Rule::DepartureParty, "origin_episode_id", message));
    }
    let origin = demand::unclosed(tree, origin_id, "origin_episode_id")?;
    if !demand::acts_for(origin, &context.actor) {
        let message = format!("`{}` does not act for Episode `{origin_id}`", context.actor);
        return Err(Refusal::new(Rule::DepartureParty, "actor", message));
    }
    let (fork_return_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut returned = ForkReturn {
        fork_return_id,
        fork_id,
        fork_episode_id: episode.episode_id,
        origin_episode_id: origin_id,
        return_type,
        synthesis_summary: command.synthesis_summary.clone(),
        fork_final_spine_tip_hash: tip(tree, episode.episode_id)?,
        returned_by: context.actor.clone(),
        content_hash: Sha3::from_bytes([0; 32]),
        parent_hash: None,
        timestamp_utc: context.at.clone(),
        schema_version: SCHEMA_VERSION.to_string(),
    };
    returned.content_hash = demand::stamp(&construct::FORK_RETURN, &returned)?;
    demand::member(&construct::FORK_RETURN_V2, &returned)?;
    Ok(Step::Write(Box::new(Draft {
        chain_key: origin_id.to_string(),
        delta_type: "DEPARTURE_FORK_RETURNED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("fork-return-{fork_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::Human,
        detection_window_open: false,
        forward: Json::map([
            ("fork_id", Json::text(fork_id)),
            ("fork_episode_id", Json::text(returned.fork_episode_id)),
            ("origin_episode_id", Json::text(origin_id)),
            ("return_type", Json::text(return_type)),
            ("fork_return_id", Json::text(fork_return_id)),
        ]),
        reverse: Json::map([("delete_fork_return_id", Json::text(fork_return_id))]),
        affected: affected([fork_return_id]),
        reason: Some(format!("fork return: {return_type}")),
        audit_id,
        nodes: Vec::from([Node::ForkReturn(returned)]),
        changes: Vec::new(),
        outcome: Outcome::Return(ForkReturnResult {
            fork_return_id,
            fork_id,
            origin_episode_id: origin_id,
            return_type,
            delta_id: audit_id,
            audit_record_id: audit_id,
        }),
    })))
}
