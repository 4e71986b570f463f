//! Branches, forks and merges.

use std::path::Path;

use actum::read_input;
use actum::tree::command::{
    AbandonBranch, Alternative, Command, CreateBranch, CreateFork, ExecuteMerge, Resolution, ResolveFork,
};
use actum::tree::id::Uuid;
use actum::tree::tree::{Answer, ConflictSegment, Context, Outcome};
use actum::tree::value::{BranchDeclarationType, BranchType, CaughtBy, ResolutionType, TriggerType};
use actum::tree::{Content, Named, Sought, fresh_id, now};
use actum::{Error, ErrorKind};

use super::act::Scene;
use super::episode::word;
use super::place;
use crate::args::tree::{Abandon, Branch, Fork, Merge, Resolve};
use crate::exit::Stop;

pub(super) fn create(asked: &Branch, scene: &Scene<'_>) -> Result<Command, Stop> {
    let (source_episode_id, source_segment_id) = place::segment(scene.tree, &asked.place)?;
    let declaration_type = word(&asked.declared, BranchDeclarationType::parse, "declaration_type")?;
    Ok(CreateBranch {
        source_episode_id,
        source_segment_id,
        branch_intent: asked.intent.clone(),
        declaration_type,
        branch_type: word(&asked.kind, BranchType::parse, "branch_type")?,
        trigger: trigger(declaration_type),
        caught_by: CaughtBy::Agent,
        detection_window_open: false,
        override_depth: asked.override_depth,
    }
    .into())
}

/// What set a branch off, as far as its declaration tells.
fn trigger(declared: BranchDeclarationType) -> TriggerType {
    match declared {
        BranchDeclarationType::Explicit => TriggerType::HumanExplicit,
        BranchDeclarationType::Inferred => TriggerType::AgentDetected,
        BranchDeclarationType::Retroactive => TriggerType::Retroactive,
    }
}

pub(super) fn abandon(asked: &Abandon, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(AbandonBranch {
        branch_id: scene.tree.find(Sought::Branch, &asked.branch)?,
        abandonment_reason: asked.reason.clone(),
    }
    .into())
}

pub(super) fn fork(asked: &Fork, scene: &Scene<'_>) -> Result<Command, Stop> {
    let (origin_episode_id, origin_segment_id) = place::segment(scene.tree, &asked.place)?;
    let alternative = |intent: &String| Alternative {
        episode_id: None,
        fork_intent: Some(intent.clone()),
        carried_artifacts: None,
        participants: Vec::new(),
    };
    Ok(CreateFork {
        origin_episode_id,
        origin_segment_id,
        fork_objective: asked.objective.clone(),
        fork_intent: asked.intent.clone().unwrap_or_else(|| asked.objective.clone()),
        alternatives: asked.alternatives.iter().map(alternative).collect(),
        carried_artifacts: Vec::new(),
        caught_by: CaughtBy::Agent,
    }
    .into())
}

pub(super) fn resolve(asked: &Resolve, scene: &Scene<'_>) -> Result<Command, Stop> {
    Ok(ResolveFork {
        fork_id: scene.tree.find(Sought::Fork, &asked.fork)?,
        selected_fork_point_id: scene.tree.find(Sought::ForkPoint, &asked.select)?,
        resolution_rationale: asked.rationale.clone(),
    }
    .into())
}

pub(super) fn merge(asked: &Merge, scene: &Scene<'_>) -> Result<Command, Stop> {
    let source_branch_id = scene.tree.find(Sought::Branch, &asked.branch)?;
    let target_branch_id = place::branch(scene.tree, asked.into.as_deref())?;
    let at = target_branch_id.unwrap_or(source_branch_id);
    let Some(view) = scene.tree.branch(at) else {
        return Err(Error::new(ErrorKind::NotFound, "id_unknown", format!("no branch `{at}`")).into());
    };
    let mut merge = ExecuteMerge {
        source_branch_id,
        target_episode_id: view.point.episode_id,
        target_branch_id,
        merge_summary: asked.summary.clone(),
        merge_strategy: asked.strategy.to_ascii_uppercase(),
        conflict_resolutions: Vec::new(),
        resolution_artifacts: Vec::new(),
        caught_by: CaughtBy::Agent,
    };
    if !(asked.take_source.is_empty() && asked.take_target.is_empty() && asked.custom.is_empty()) {
        merge.conflict_resolutions = resolutions(asked, &merge, scene)?;
    }
    Ok(merge.into())
}

/// The resolutions that were given, each completed from the conflict that it settles.
fn resolutions(asked: &Merge, merge: &ExecuteMerge, scene: &Scene<'_>) -> Result<Vec<Resolution>, Stop> {
    let conflicts = conflicts(merge, scene)?;
    let settle = |id: Uuid, kind: ResolutionType, custom: Option<&Path>| {
        let conflict = conflicts.iter().find(|conflict| conflict.segment_id == id).ok_or_else(|| {
            Error::new(ErrorKind::Usage, "no_conflict", format!("segment `{id}` is not in conflict"))
                .hint("the same command without resolutions shows the conflicts")
        })?;
        let (resolved_content_hash, content_ref) = match (kind, custom) {
            (ResolutionType::Custom, Some(path)) => {
                let digest = scene.content.stage(read_input(path)?);
                (digest, Some(Content::reference(digest)))
            }
            (ResolutionType::TakeTarget, _) => (conflict.target_content_hash, None),
            _ => (conflict.source_content_hash, None),
        };
        Ok::<_, Stop>(Resolution {
            segment_id: id,
            resolution_type: kind,
            resolved_content_hash,
            content_ref,
            resolver: scene.actor.to_owned(),
            rationale: None,
        })
    };
    let mut all = Vec::new();
    for (named, kind) in
        [(&asked.take_source, ResolutionType::TakeSource), (&asked.take_target, ResolutionType::TakeTarget)]
    {
        for named in named {
            all.push(settle(scene.tree.find(Sought::Segment, named)?, kind, None)?);
        }
    }
    for custom in &asked.custom {
        let Some((named, path)) = custom.split_once('=') else {
            let message = format!("`{custom}` is not SEGMENT=FILE (`--custom`)");
            return Err(Error::new(ErrorKind::Usage, "custom_invalid", message).into());
        };
        let id = scene.tree.find(Sought::Segment, named)?;
        all.push(settle(id, ResolutionType::Custom, Some(Path::new(path)))?);
    }
    Ok(all)
}

/// What the merge has to settle: asked of the tree as it stands, nothing is written.
fn conflicts(merge: &ExecuteMerge, scene: &Scene<'_>) -> Result<Vec<ConflictSegment>, Stop> {
    let context = Context::new(now(), fresh_id()?, scene.actor);
    match scene.tree.apply(&Command::from(merge.clone()), &context) {
        Ok(Answer::Standing(Outcome::Conflicts(manifest))) => Ok(manifest.conflicts),
        // Whatever else it says, it says again to the merge itself.
        _ => Ok(Vec::new()),
    }
}
