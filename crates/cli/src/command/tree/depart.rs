//! Departures.

use actum::tree::command::{
    AbandonDepartureFork, Command, CompleteDepartureFork, CreateDepartureFork, DeclareForkReturn,
    RecoverOrphan,
};
use actum::tree::id::Uuid;
use actum::tree::value::CaughtBy;
use actum::tree::{Named, Sought, fresh_id};
use actum::{Error, ErrorKind};

use super::act::Scene;
use super::place;
use crate::args::tree::{DepartCreate, DepartEnd, Recover, Return};
use crate::exit::Stop;

pub(super) fn create(asked: &DepartCreate, scene: &Scene<'_>) -> Result<Command, Stop> {
    let (origin_episode_id, origin_segment_id) = place::segment(scene.tree, &asked.place)?;
    let because =
        asked.because.as_deref().map(|named| scene.tree.find(Sought::Segment, named)).transpose()?;
    Ok(CreateDepartureFork {
        origin_episode_id,
        origin_segment_id,
        fork_objective: asked.objective.clone(),
        fork_creation_trigger: asked.trigger.to_ascii_uppercase(),
        fork_agent_id: asked.agent.clone(),
        fork_title: asked.title.clone(),
        participants: Vec::new(),
        fork_trigger_segment_id: because,
        fork_trigger_confidence: None,
        caught_by: CaughtBy::Agent,
    }
    .into())
}

pub(super) fn complete(asked: &DepartEnd, scene: &Scene<'_>) -> Result<Command, Stop> {
    let fork_episode_id = departed(&asked.fork, scene)?;
    Ok(CompleteDepartureFork { fork_episode_id, note: asked.reason.clone() }.into())
}

pub(super) fn abandon(asked: &DepartEnd, scene: &Scene<'_>) -> Result<Command, Stop> {
    let fork_episode_id = departed(&asked.fork, scene)?;
    Ok(AbandonDepartureFork { fork_episode_id, reason: asked.reason.clone() }.into())
}

pub(super) fn declare(asked: &Return, scene: &Scene<'_>) -> Result<Command, Stop> {
    let fork_id = scene.tree.find(Sought::Departure, &asked.fork)?;
    let view = scene.tree.departure(fork_id);
    let origin_episode_id = view.and_then(|view| view.point).map(|point| point.origin_episode_id);
    Ok(DeclareForkReturn {
        fork_id,
        origin_episode_id: origin_episode_id.ok_or_else(|| incomplete(fork_id, "point"))?,
        return_type: asked.kind.to_ascii_uppercase(),
        synthesis_summary: asked.summary.clone(),
    }
    .into())
}

pub(super) fn recover(asked: &Recover, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(RecoverOrphan {
        fork_id: scene.tree.find(Sought::Departure, &asked.fork)?,
        detection_run_id: fresh_id()?,
        stale_after_ms: asked.stale_after,
    }
    .into())
}

/// The episode of a departure.
fn departed(named: &str, scene: &Scene<'_>) -> Result<Uuid, Stop> {
    let fork_id = scene.tree.find(Sought::Departure, named)?;
    let episode = scene.tree.departure(fork_id).and_then(|view| view.episode);
    Ok(episode.map(|episode| episode.episode_id).ok_or_else(|| incomplete(fork_id, "episode"))?)
}

fn incomplete(fork_id: Uuid, what: &str) -> Error {
    let message = format!("departure `{fork_id}` has no {what}");
    Error::new(ErrorKind::NotFound, "departure_incomplete", message)
        .hint("`actum tree recover` says what can be mended")
}
