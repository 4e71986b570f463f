//! Episodes, their segments, and who may do what.

use std::path::Path;

use actum::read_input;
use actum::tree::access::Policy;
use actum::tree::command::{
    AdvanceEpisode, AppendSegment, AppendSignal, Command, OpenEpisode, Reading, SealEpisode,
};
use actum::tree::detect::Thresholds;
use actum::tree::node::{Principal, Reference};
use actum::tree::value::{
    AccessLevel, AccessResourceType, EpisodeStatus, IntentClass, PrincipalKind, ReferenceType, RetentionTier,
    SegmentType, SignalPlacement, SignalType,
};
use actum::tree::{Content, Folder, Named, Sought};
use actum::{Error, ErrorKind};

use super::act::{self, Scene, context};
use super::place;
use crate::args::tree::{
    Advance, Detection, Drift, Govern, Intercept, Open, Refer, Register, Seal, Segment, Signal,
};
use crate::command::place as kept;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::id;

/// Who opens the first episode where nobody is named.
const SOMEBODY: &str = "agent";

/// Makes the folder and opens the first episode.
pub(super) fn init(asked: &Open, printer: &mut Printer) -> Result<Exit, Stop> {
    let at = kept::tree(&asked.acting.folder)?;
    let mut folder = match Folder::create(at.clone()) {
        // Whoever made it may have died before the first episode.
        Err(error) if error.kind() == ErrorKind::Conflict => Folder::open(at.clone())?,
        created => created?,
    };
    let actor = asked.acting.actor.clone().unwrap_or_else(|| SOMEBODY.to_owned());
    match folder.submit_first(&open(asked)?, &context(&asked.acting, actor)?)? {
        Some(submitted) => act::answer(&folder, &submitted, &asked.acting, printer),
        None => {
            let shown = id(&at.to_string());
            printer.note(&format!("a tree is already in {shown}; nothing was written"));
            Ok(Exit::Valid)
        }
    }
}

pub(super) fn open(asked: &Open) -> Result<Command, Stop> {
    Ok(OpenEpisode {
        title: asked.title.clone(),
        context_note: asked.note.clone(),
        participants: asked.participants.clone(),
        fingerprint_required: asked.fingerprints,
        detection_thresholds: thresholds(&asked.detection)?,
    }
    .into())
}

/// The thresholds, where any differs from the published ones.
fn thresholds(asked: &Detection) -> Result<Option<Thresholds>, Stop> {
    let Detection { watching, candidate, materialized, objective_may_change } = asked;
    if [watching, candidate, materialized].iter().all(|level| level.is_none()) && !objective_may_change {
        return Ok(None);
    }
    let mut thresholds =
        Thresholds { objective_change_forces_candidate: !objective_may_change, ..Thresholds::DEFAULT };
    let Thresholds {
        watching_drift,
        watching_consecutive_turns,
        candidate_drift,
        candidate_consecutive_turns,
        materialized_drift,
        materialized_consecutive_turns,
        ..
    } = &mut thresholds;
    for (level, drift, turns) in [
        (watching, watching_drift, watching_consecutive_turns),
        (candidate, candidate_drift, candidate_consecutive_turns),
        (materialized, materialized_drift, materialized_consecutive_turns),
    ] {
        let Some(level) = level else { continue };
        let parts =
            level.split_once(',').and_then(|(drift, turns)| Some((drift.parse().ok()?, turns.parse().ok()?)));
        (*drift, *turns) = parts.ok_or_else(|| {
            let message = format!("`{level}` is no drift and number of turns");
            Error::new(ErrorKind::Usage, "threshold_invalid", message).hint("write it like 0.5,5")
        })?;
    }
    Ok(Some(thresholds))
}

pub(super) fn signal(asked: &Signal, scene: &Scene<'_>) -> Result<Command, Stop> {
    let content_hash = scene.content.stage(content(asked.text.as_deref(), asked.file.as_deref())?);
    Ok(AppendSignal {
        episode_id: place::episode(scene.tree, asked.episode.as_deref())?,
        signal_type: word(&asked.kind, SignalType::parse, "signal_type")?,
        signal_source: asked.source.clone(),
        content_hash,
        placement: word(&asked.placement, SignalPlacement::parse, "placement")?,
    }
    .into())
}

pub(super) fn intercept(asked: &Intercept, scene: &Scene<'_>) -> Result<Command, Stop> {
    let segment_id = scene.tree.find(Sought::Segment, &asked.segment)?;
    let episode_id = scene.tree.segment(segment_id).map(|segment| segment.episode_id);
    let reading = reading(&asked.reading)?.ok_or_else(|| {
        Error::new(ErrorKind::Usage, "drift_missing", "`--drift` has to say how far from the spine it is")
    })?;
    Ok(actum::tree::command::Intercept {
        episode_id: match episode_id {
            Some(id) => id,
            None => place::episode(scene.tree, None)?,
        },
        segment_id,
        reading,
    }
    .into())
}

/// The content that was given, or that is in the file.
fn content(text: Option<&str>, file: Option<&Path>) -> Result<Vec<u8>, Error> {
    match (text, file) {
        (Some(text), _) => Ok(text.as_bytes().to_vec()),
        (None, Some(path)) => read_input(path),
        (None, None) => Ok(Vec::new()),
    }
}

pub(super) fn segment(asked: &Segment, scene: &Scene<'_>) -> Result<Command, Stop> {
    let branch_id = place::branch(scene.tree, asked.branch.as_deref())?;
    let episode_id = match branch_id.and_then(|id| scene.tree.branch(id)) {
        Some(view) => view.point.episode_id,
        None => place::episode(scene.tree, asked.episode.as_deref())?,
    };
    let content_hash = scene.content.stage(content(asked.text.as_deref(), asked.file.as_deref())?);
    Ok(AppendSegment {
        episode_id,
        branch_id,
        segment_type: word(&asked.kind, SegmentType::parse, "segment_type")?,
        sequence_index: None,
        content_hash,
        content_ref: Content::reference(content_hash),
        retention_tier: if asked.ephemeral { RetentionTier::Ephemeral } else { RetentionTier::Persistent },
        supersedes: place::segments(scene.tree, &asked.supersedes)?,
        signal_versions_read: asked.signals.clone(),
        fingerprint: reading(&asked.reading)?,
    }
    .into())
}

fn reading(asked: &Drift) -> Result<Option<Reading>, Stop> {
    let Some(drift_from_spine) = asked.drift else { return Ok(None) };
    Ok(Some(Reading {
        current_objective: asked.objective.clone(),
        topic_vector: asked.topic.clone(),
        drift_from_spine,
        intent_class: word(&asked.intent_class, IntentClass::parse, "intent_class")?,
    }))
}

pub(super) fn refer(asked: &Refer, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(Reference {
        source: scene.tree.find(Sought::Segment, &asked.segment)?,
        target: scene.tree.find(Sought::Segment, &asked.target)?,
        reference_type: word(&asked.kind, ReferenceType::parse, "reference_type")?,
    }
    .into())
}

pub(super) fn advance(asked: &Advance, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(AdvanceEpisode {
        episode_id: place::episode(scene.tree, asked.episode.as_deref())?,
        status: word(&asked.state, EpisodeStatus::parse, "status")?,
    }
    .into())
}

pub(super) fn register(asked: &Register) -> Result<Command, Stop> {
    Ok(Principal { principal_id: asked.name.clone(), kind: word(&asked.kind, PrincipalKind::parse, "kind")? }
        .into())
}

pub(super) fn govern(asked: &Govern, scene: &Scene<'_>) -> Result<Command, Stop> {
    let resource_type = word(&asked.kind, AccessResourceType::parse, "resource_type")?;
    let sought = match resource_type {
        AccessResourceType::Branch => Sought::Branch,
        AccessResourceType::Fork => Sought::Fork,
        AccessResourceType::Aside => Sought::Aside,
        AccessResourceType::Soliloquy => Sought::Soliloquy,
    };
    let resource = match scene.tree.find(sought, &asked.resource) {
        Ok(id) => id.to_string(),
        Err(error) => {
            // A departure is governed as a fork.
            let departure =
                (sought == Sought::Fork).then(|| scene.tree.find(Sought::Departure, &asked.resource));
            departure.and_then(Result::ok).ok_or(error)?.to_string()
        }
    };
    let owner = asked.owner.clone().unwrap_or_else(|| scene.actor.to_owned());
    let mut policy = Policy::default_for(resource_type, resource, owner);
    policy.other_agents_read = word(&asked.read, AccessLevel::parse, "other_agents_read")?;
    policy.other_agents_write = word(&asked.write, AccessLevel::parse, "other_agents_write")?;
    Ok(policy.into())
}

pub(super) fn seal(asked: &Seal, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(SealEpisode {
        episode_id: place::episode(scene.tree, asked.episode.as_deref())?,
        spine_algorithm_version: asked.construction,
        capture_posture: asked.posture.clone(),
    }
    .into())
}

/// Reads a word of a closed vocabulary, in whatever case the vocabulary has it.
pub(super) fn word<T>(said: &str, parse: impl Fn(&str) -> Option<T>, field: &str) -> Result<T, Stop> {
    let found = parse(said)
        .or_else(|| parse(&said.to_ascii_uppercase()))
        .or_else(|| parse(&said.to_ascii_lowercase()));
    Ok(found
        .ok_or_else(|| Error::new(ErrorKind::Usage, "word_unknown", format!("`{said}` is no `{field}`")))?)
}
