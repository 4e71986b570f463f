//! Episodes: opening them, and moving them towards closure (ASTP 4.4).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{affected, aside, command_delta, demand, gate, soliloquy};
use crate::command::{AdvanceEpisode, OpenEpisode};
use crate::node::{Episode, Node, SCHEMA_VERSION};
use crate::rule::Rule;
use crate::tree::{Change, Context, Draft, EpisodeMoved, EpisodeResult, Ids, Outcome, Refusal, Step, Tree};
use crate::value::{CaughtBy, EpisodeStatus, Json, Stored, TriggerType};

pub(super) fn open(
    _: &Tree,
    command: &OpenEpisode,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    if let Some(thresholds) = &command.detection_thresholds {
        thresholds
            .check()
            .map_err(|error| Refusal::new(Rule::Detection, "detection_thresholds", error.to_string()))?;
    }
    let (episode_id, audit_id) = (ids.draw()?, ids.draw()?);
    let episode = Episode {
        episode_id,
        schema_version: SCHEMA_VERSION.to_string(),
        agent_id: context.actor.clone(),
        opened_at: context.at.clone(),
        title: command.title.clone(),
        context_note: command.context_note.clone(),
        initiated_by: None,
        episode_mode: String::from("directed"),
        participants: command.participants.clone(),
        parent_episode_id: None,
        fork_reason: None,
        fingerprint_required: command.fingerprint_required,
        detection_thresholds: command.detection_thresholds,
        provenance: None,
    };
    Ok(Step::Write(Box::new(Draft {
        chain_key: episode_id.to_string(),
        delta_type: "X_EPISODE_OPENED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("episode-{episode_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: command_delta(command.store()),
        reverse: Json::map([("delete_episode_id", Json::text(episode_id))]),
        affected: affected([episode_id]),
        reason: command.context_note.clone(),
        audit_id,
        nodes: Vec::from([Node::Episode(episode)]),
        changes: Vec::new(),
        outcome: Outcome::Episode(EpisodeResult {
            episode_id,
            episode_status: EpisodeStatus::Active,
            audit_record_id: audit_id,
        }),
    })))
}

pub(super) fn advance(
    tree: &Tree,
    command: &AdvanceEpisode,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let AdvanceEpisode { episode_id, status } = *command;
    demand::episode(tree, episode_id, "episode_id")?;
    let from = tree.episode_status(episode_id).unwrap_or(EpisodeStatus::Created);
    if !may_follow(from, status) {
        return Err(Refusal::new(
            Rule::G1,
            "status",
            format!("an Episode that is {from} does not become {status} this way"),
        ));
    }
    if !matches!(status, EpisodeStatus::Closing | EpisodeStatus::Archived) {
        // What has to come back could not come back afterwards.
        aside::demand_closed(tree, episode_id)?;
        soliloquy::demand_concluded(tree, episode_id)?;
        gate::demand_no_pending(tree, episode_id)?;
    }
    let audit_id = ids.draw()?;
    Ok(Step::Write(Box::new(Draft {
        chain_key: episode_id.to_string(),
        delta_type: "X_EPISODE_ADVANCED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("episode-{episode_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: command_delta(command.store()),
        reverse: Json::map([("restore_episode_status", Json::text(from))]),
        affected: affected([episode_id]),
        reason: None,
        audit_id,
        nodes: Vec::new(),
        changes: Vec::from([Change::EpisodeMoved(EpisodeMoved { episode_id, status })]),
        outcome: Outcome::Episode(EpisodeResult {
            episode_id,
            episode_status: status,
            audit_record_id: audit_id,
        }),
    })))
}

/// The steps that a command may take. Into `PENDING_HITL` and back leads a gate, into `SEALED` a seal.
const fn may_follow(from: EpisodeStatus, to: EpisodeStatus) -> bool {
    use EpisodeStatus::{
        Active, Archived, Closed, Closing, ClosingPendingSeal, CrystallizationPending, Crystallized, Sealed,
    };
    matches!(
        (from, to),
        (Active, Closing | Closed)
            | (Closing, ClosingPendingSeal | Closed)
            | (ClosingPendingSeal, Closed)
            | (Active | Closing | Closed, CrystallizationPending)
            | (CrystallizationPending, Crystallized)
            | (Closed | Crystallized | Sealed, Archived)
    )
}
