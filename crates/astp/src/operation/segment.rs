//! Segments, and what hangs on them (ASTP 3.4.1, 5.6; G-1 to G-4, G-29).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{affected, command_delta, demand, gate, intercept};
use crate::command::{AppendSegment, AppendSignal};
use crate::construct;
use crate::node::{Node, Reference, SCHEMA_VERSION, Segment, Signal};
use crate::rule::Rule;
use crate::tree::{Context, Draft, Ids, LineName, Outcome, Recorded, Refusal, SegmentResult, Step, Tree};
use crate::value::{CaughtBy, Json, RetentionTier, Stored, TriggerType};

pub(super) fn append(
    tree: &Tree,
    command: &AppendSegment,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let episode_id = command.episode_id;
    let episode = demand::unclosed(tree, episode_id, "episode_id")?;
    line(tree, command)?;
    let sequence_index = index(tree, command)?;
    demand::text(Rule::Text, "content_ref", &command.content_ref)?;
    superseded(tree, command)?;

    let segment_id = ids.draw()?;
    // A fingerprint is drawn for only where there is a reading, so that the order of identifiers is what the command says.
    let fingerprint_id = command.fingerprint.as_ref().map(|_| ids.draw()).transpose()?;
    let reading = command.fingerprint.as_ref();
    let read = intercept::read(
        tree,
        episode,
        segment_id,
        sequence_index,
        reading,
        fingerprint_id.unwrap_or(segment_id),
        &context.at,
    )?;
    let audit_id = ids.draw()?;

    let segment = Segment {
        segment_id,
        episode_id,
        branch_id: command.branch_id,
        schema_version: SCHEMA_VERSION.to_string(),
        segment_type: command.segment_type,
        sequence_index,
        content_hash: command.content_hash,
        content_ref: command.content_ref.clone(),
        authored_at: context.at.clone(),
        author: context.actor.clone(),
        retention_tier: command.retention_tier,
        supersedes: command.supersedes.clone(),
        signal_versions_read: command.signal_versions_read.clone(),
        pending_hitl_ref: gate::advisory(tree, episode_id),
    };
    let spine_root = root_with(tree, &segment)?;
    let mut nodes = Vec::from([Node::Segment(segment)]);
    let mut detection = None;
    if let Some((fingerprint, result)) = read {
        nodes.push(Node::Fingerprint(fingerprint));
        detection = Some(result);
    }
    Ok(Step::Write(Box::new(Draft {
        chain_key: episode_id.to_string(),
        delta_type: "X_SEGMENT_APPENDED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("episode-{episode_id}"),
        trigger: TriggerType::SystemAutomatic,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: Json::map([
            ("segment_id", Json::text(segment_id)),
            ("sequence_index", Json::Integer(sequence_index)),
            ("content_hash", Json::text(command.content_hash)),
        ]),
        reverse: Json::map([("append_superseding", Json::text(segment_id))]),
        affected: affected([segment_id]),
        reason: None,
        audit_id,
        nodes,
        changes: Vec::new(),
        outcome: Outcome::Segment(SegmentResult {
            segment_id,
            episode_id,
            sequence_index,
            spine_root,
            detection,
            audit_record_id: audit_id,
        }),
    })))
}

/// The root that the Episode's spine has with one more Segment.
fn root_with(tree: &Tree, segment: &Segment) -> Result<Option<actum_canon::digest::Sha3>, Refusal> {
    if segment.retention_tier == RetentionTier::Ephemeral {
        return Ok(tree.spine_root(segment.episode_id));
    }
    let leaf = construct::LEAF_V2.hash(segment).map_err(|refused| Refusal::construction(&refused))?;
    Ok(tree.spine_root_with(segment.episode_id, leaf))
}

fn line(tree: &Tree, command: &AppendSegment) -> Result<(), Refusal> {
    let Some(branch_id) = command.branch_id else { return Ok(()) };
    let branch = demand::open_branch(tree, branch_id, "branch_id")?;
    if branch.point.episode_id != command.episode_id {
        let message = format!("branch `{branch_id}` is of Episode `{}`", branch.point.episode_id);
        return Err(Refusal::new(Rule::Lineage, "branch_id", message));
    }
    Ok(())
}

/// ASTP G-3: greater than every index of the Episode, whatever the line.
fn index(tree: &Tree, command: &AppendSegment) -> Result<u64, Refusal> {
    let greatest = tree.greatest_index(command.episode_id);
    let next = match greatest {
        None => 0,
        Some(greatest) => greatest
            .checked_add(1)
            .ok_or_else(|| Refusal::new(Rule::G3, "sequence_index", "no greater index exists"))?,
    };
    match (command.sequence_index, greatest) {
        (Some(index), Some(greatest)) if index <= greatest => {
            Err(Refusal::new(Rule::G3, "sequence_index", format!("{index} is not above {greatest}")))
        }
        (Some(index), _) => Ok(index),
        (None, _) => Ok(next),
    }
}

/// A Segment takes the place of earlier Segments of its own line, each named once; those stay as they are (ASTP G-2).
fn superseded(tree: &Tree, command: &AppendSegment) -> Result<(), Refusal> {
    let line = LineName { episode_id: command.episode_id, branch_id: command.branch_id };
    let mut named = alloc::collections::BTreeSet::new();
    for id in &command.supersedes {
        demand::segment(tree, *id, command.episode_id, Rule::G2, "supersedes")?;
        if !tree.shows(line, *id) {
            return Err(Refusal::new(
                Rule::Lineage,
                "supersedes",
                format!("Segment `{id}` is not on this line"),
            ));
        }
        if !named.insert(*id) {
            return Err(Refusal::new(Rule::G2, "supersedes", format!("Segment `{id}` is named twice")));
        }
    }
    Ok(())
}

pub(super) fn signal(
    tree: &Tree,
    command: &AppendSignal,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let episode_id = command.episode_id;
    demand::unclosed(tree, episode_id, "episode_id")?;
    demand::text(Rule::Text, "signal_source", &command.signal_source)?;
    let (signal_id, audit_id) = (ids.draw()?, ids.draw()?);
    let signal = Signal {
        signal_id,
        episode_id,
        signal_type: command.signal_type,
        signal_source: command.signal_source.clone(),
        received_at: context.at.clone(),
        content_hash: command.content_hash,
        placement: command.placement,
    };
    let forward = command_delta(command.store());
    let reverse = Json::map([("delete_signal_id", Json::text(signal_id))]);
    Ok(recorded(
        context,
        episode_id,
        audit_id,
        "X_SIGNAL_APPENDED",
        (forward, reverse),
        affected([signal_id]),
        signal.into(),
    ))
}

pub(super) fn refer(
    tree: &Tree,
    command: &Reference,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let source = tree.segment(command.source).ok_or_else(|| {
        Refusal::new(Rule::Known, "source", format!("no Segment `{}` is stored", command.source))
    })?;
    let episode_id = source.episode_id;
    demand::unclosed(tree, episode_id, "source")?;
    if tree.segment(command.target).is_none() {
        return Err(Refusal::new(
            Rule::Known,
            "target",
            format!("no Segment `{}` is stored", command.target),
        ));
    }
    let audit_id = ids.draw()?;
    let forward = command_delta(command.store());
    let reverse = Json::map([("delete_reference", Json::text(command.source))]);
    let touched = affected([command.source, command.target]);
    Ok(recorded(
        context,
        episode_id,
        audit_id,
        "X_REFERENCE_RECORDED",
        (forward, reverse),
        touched,
        command.clone().into(),
    ))
}

fn recorded(
    context: &Context,
    episode: crate::id::Uuid,
    audit_id: crate::id::Uuid,
    delta_type: &'static str,
    (forward, reverse): (Json, Json),
    affected: Vec<String>,
    node: Node,
) -> Step {
    Step::Write(Box::new(Draft {
        chain_key: episode.to_string(),
        delta_type,
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("episode-{episode}"),
        trigger: TriggerType::SystemAutomatic,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward,
        reverse,
        affected,
        reason: None,
        audit_id,
        nodes: Vec::from([node]),
        changes: Vec::new(),
        outcome: Outcome::Recorded(Recorded { audit_record_id: audit_id }),
    }))
}
