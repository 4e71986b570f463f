//! Sealing an Episode (ASTP 5.7, G-18, G-26, G-28, G-40).
//!
//! A seal closes what is still open to writing: from then on only structure that comes late can follow, and that waits
//! for the next seal.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{affected, aside, command_delta, demand, gate, soliloquy};
use crate::command::SealEpisode;
use crate::id::Uuid;
use crate::node::{Node, Seal};
use crate::rule::Rule;
use crate::seal::{Contents, Form, Roots};
use crate::tree::{Change, Context, Draft, EpisodeMoved, Ids, Outcome, Refusal, SealResult, Step, Tree};
use crate::value::{CaughtBy, EpisodeStatus, Json, Stored, TriggerType};

/// What an Episode is sealed under that says nothing of what its agents were given: that it means nothing.
const NO_POSTURE: &str = "none";

pub(super) fn seal(
    tree: &Tree,
    command: &SealEpisode,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let episode_id = command.episode_id;
    demand::episode(tree, episode_id, "episode_id")?;
    aside::demand_closed(tree, episode_id)?;
    soliloquy::demand_concluded(tree, episode_id)?;
    gate::demand_no_pending(tree, episode_id)?;
    demand_status(tree, episode_id)?;
    demand_last(tree, episode_id, context)?;
    let form = form(command)?;
    let posture =
        form.has_posture().then(|| command.capture_posture.clone().unwrap_or_else(|| NO_POSTURE.into()));
    let contents = Contents::of(tree, episode_id).ok_or_else(|| {
        Refusal::new(Rule::Known, "episode_id", format!("no Episode `{episode_id}` is stored"))
    })?;
    let roots = form.roots(&contents, posture.as_deref()).map_err(|reason| {
        let field = if reason.field == "capture_posture" { "capture_posture" } else { "episode_id" };
        Refusal::new(Rule::G40, field, reason.to_string())
    })?;
    let prior = tree.seals(episode_id).next_back();
    demand_new(prior, &roots)?;

    let (seal_id, audit_id) = (ids.draw()?, ids.draw()?);
    let seal = Seal {
        seal_id,
        episode_id,
        sealed_at: context.at.clone(),
        sealed_by: context.actor.clone(),
        spine_root: roots.spine_root,
        signal_manifest_hash: roots.signal_manifest_hash,
        structural_manifest_hash: roots.structural_manifest_hash,
        exclusion_hash: roots.exclusion_hash,
        context_manifest_hash: roots.context.map(|(manifest, _)| manifest),
        capture_posture: posture,
        context_entry_count: roots.context.map(|(_, entries)| entries),
        episode_root_hash: roots.episode_root_hash,
        leaf_count: roots.leaf_count,
        spine_algorithm_version: form.version(),
        ordering_version: form.ordering(),
        hash_version: form.hash_version(),
        prior_seal_id: prior.map(|prior| prior.seal_id),
    };
    Ok(Step::Write(Box::new(Draft {
        chain_key: episode_id.to_string(),
        delta_type: "X_EPISODE_SEALED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("seal-{seal_id}"),
        trigger: TriggerType::HumanExplicit,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: delta(command, &seal),
        reverse: Json::map([]),
        affected: affected([seal_id, episode_id]),
        reason: None,
        audit_id,
        nodes: Vec::from([Node::Seal(seal)]),
        changes: Vec::from([Change::EpisodeMoved(EpisodeMoved {
            episode_id,
            status: EpisodeStatus::Sealed,
        })]),
        outcome: Outcome::Seal(SealResult {
            seal_id,
            episode_id,
            episode_root_hash: roots.episode_root_hash,
            leaf_count: roots.leaf_count,
            audit_record_id: audit_id,
        }),
    })))
}

fn delta(command: &SealEpisode, seal: &Seal) -> Json {
    let mut forward = command_delta(command.store());
    forward.insert("episode_root_hash", Json::text(seal.episode_root_hash));
    forward.insert("spine_algorithm_version", Json::Integer(seal.spine_algorithm_version));
    forward
}

/// The construction that is asked for, else the current one. What 4.x sealed is verified here and not made.
fn form(command: &SealEpisode) -> Result<Form, Refusal> {
    let refused = |field, message: String| Err(Refusal::new(Rule::G40, field, message));
    match (command.spine_algorithm_version, &command.capture_posture) {
        (None | Some(3), _) => Ok(Form::V3),
        (Some(2), None) => Ok(Form::V2),
        (Some(2), Some(_)) => refused("capture_posture", "a seal of version 2 has no posture".into()),
        (Some(version), _) => refused(
            "spine_algorithm_version",
            format!("seals of version {version} are not made; 2 and 3 are"),
        ),
    }
}

fn demand_status(tree: &Tree, episode_id: Uuid) -> Result<(), Refusal> {
    match tree.episode_status(episode_id) {
        Some(status @ (EpisodeStatus::Archived | EpisodeStatus::Sealing | EpisodeStatus::Created)) => {
            Err(Refusal::new(Rule::G1, "episode_id", format!("Episode `{episode_id}` is {status}")))
        }
        _ => Ok(()),
    }
}

/// A seal is never dated back: it comes after the last record of what it seals (ASTP G-40).
fn demand_last(tree: &Tree, episode_id: Uuid, context: &Context) -> Result<(), Refusal> {
    match tree.chain(&episode_id.to_string()).next_back() {
        Some(last) if last.wall_clock_time > context.at => {
            let message = format!(
                "`{}` is before the last record of the Episode, `{}`",
                context.at, last.wall_clock_time
            );
            Err(Refusal::new(Rule::G40, "at", message))
        }
        _ => Ok(()),
    }
}

/// A sealed Episode is sealed again for what came late, and for nothing else (ASTP 5.7.1).
fn demand_new(prior: Option<&Seal>, roots: &Roots) -> Result<(), Refusal> {
    match prior {
        Some(prior) if prior.structural_manifest_hash == roots.structural_manifest_hash => {
            let message = format!("nothing came after the seal `{}`", prior.seal_id);
            Err(Refusal::new(Rule::G40, "episode_id", message))
        }
        _ => Ok(()),
    }
}
