//! Taking in what another store has written, and recovery of the departures that it left in pieces (ASTP 19.3.7).
//!
//! Nothing is deleted, and nothing that stands is written again. The one late write is that of a point which the other store had
//! written ahead whole, and only where it fits its origin.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{affected, command_delta, demand, nothing, orphan};
use crate::command::{Adopt, RecoverOrphan};
use crate::construct::{self, Construction, Fields};
use crate::id::Uuid;
use crate::node::{DepartureForkPoint, Episode, ForkOrphanMarker, Node, PriorSeal, SCHEMA_VERSION, Segment};
use crate::rule::Rule;
use crate::tree::{
    Change, Context, DepartureMoved, DepartureView, Draft, EpisodeOrphaned, Ids, OrphanResult, Outcome,
    PointOrphaned, Recorded, Refusal, Step, Tree,
};
use crate::value::{CaughtBy, DepartureForkStatus, ForkOrphanClass, Json, OrphanClass, Stored, TriggerType};

/// What is done about an orphan.
struct Action {
    name: &'static str,
    review: bool,
    nodes: Vec<Node>,
    changes: Vec<Change>,
}

impl Action {
    const fn new(name: &'static str, review: bool) -> Self {
        Self { name, review, nodes: Vec::new(), changes: Vec::new() }
    }
}

pub(super) fn recover(
    tree: &Tree,
    command: &RecoverOrphan,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let fork_id = command.fork_id;
    let view = tree
        .departure(fork_id)
        .ok_or_else(|| Refusal::new(Rule::Known, "fork_id", format!("no departure `{fork_id}` is stored")))?;
    if let Some(marker) = view.marker {
        return Ok(Step::Standing(result(marker)));
    }
    let Some(orphan_class) = orphan::class(tree, &view, &context.at, command.stale_after_ms) else {
        return Err(Refusal::new(Rule::Marker, "fork_id", format!("departure `{fork_id}` is no orphan")));
    };
    let Some(origin_episode_id) = orphan::origin(&view) else {
        return Err(Refusal::new(
            Rule::Marker,
            "fork_id",
            format!("nothing says what departure `{fork_id}` left"),
        ));
    };
    let action = match orphan_class {
        OrphanClass::ClassA => flag_point(&view),
        OrphanClass::ClassB => anchor(tree, &view, context),
        OrphanClass::ClassC => correct(&view, context),
        OrphanClass::ClassD => Action::new("NOTIFIED", false),
    };
    let (fork_orphan_marker_id, audit_id) = (ids.draw()?, ids.draw()?);
    let mut marker = ForkOrphanMarker {
        fork_orphan_marker_id,
        fork_id,
        origin_episode_id,
        orphan_class,
        sequence_index: place(tree, &view),
        detection_run_id: command.detection_run_id,
        recovery_action: action.name.to_string(),
        requires_operator_review: action.review,
        detected_at: context.at.clone(),
        content_hash: Sha3::from_bytes([0; 32]),
        schema_version: SCHEMA_VERSION.to_string(),
    };
    marker.content_hash = demand::stamp(&construct::FORK_ORPHAN_MARKER, &marker)?;
    let outcome = result(&marker);
    let mut nodes = action.nodes;
    nodes.push(Node::ForkOrphanMarker(marker));
    Ok(Step::Write(Box::new(Draft {
        // A chain beside the Episode's, so that its head stays where it is (FO-002).
        chain_key: format!("orphan-recovery:{origin_episode_id}"),
        delta_type: "X_ORPHAN_RECOVERED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: format!("orphan-recovery-{fork_id}"),
        trigger: TriggerType::SystemAutomatic,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: command_delta(command.store()),
        reverse: nothing(),
        affected: affected([fork_id]),
        reason: Some(format!("{orphan_class}: {}", action.name)),
        audit_id,
        nodes,
        changes: action.changes,
        outcome,
    })))
}

fn result(marker: &ForkOrphanMarker) -> Outcome {
    Outcome::Orphan(OrphanResult {
        fork_id: marker.fork_id,
        orphan_class: marker.orphan_class,
        fork_orphan_marker_id: marker.fork_orphan_marker_id,
        recovery_action: marker.recovery_action.clone(),
        requires_operator_review: marker.requires_operator_review,
    })
}

/// The place in the origin that an orphan concerns.
fn place(tree: &Tree, view: &DepartureView<'_>) -> u64 {
    let anchor = view.episode.and_then(|episode| episode.provenance.as_ref()?.fork_anchor_index);
    let segment = view.point.and_then(|point| tree.segment(point.origin_segment_id));
    anchor.or(segment.map(|segment| segment.sequence_index)).unwrap_or(0)
}

/// Class A: the point stays, flagged.
fn flag_point(view: &DepartureView<'_>) -> Action {
    let mut action = Action::new("FLAGGED", true);
    if let Some(point) = view.point {
        let flag = PointOrphaned { fork_id: point.fork_id, fork_point_id: point.fork_point_id };
        action.changes.push(Change::PointOrphaned(flag));
    }
    action
}

/// Class B: the point is written late where it fits, and nothing is written where it does not.
fn anchor(tree: &Tree, view: &DepartureView<'_>, context: &Context) -> Action {
    let Some((episode, provenance)) =
        view.episode.and_then(|episode| Some((episode, episode.provenance.as_ref()?)))
    else {
        return Action::new("ESCALATED", true);
    };
    let origin = provenance.fork_origin_episode_id;
    if tree.episode(origin).is_none() {
        let mut action = Action::new("UNANCHORED", true);
        action.changes.push(Change::EpisodeOrphaned(EpisodeOrphaned {
            fork_id: provenance.fork_id,
            episode_id: episode.episode_id,
            class: ForkOrphanClass::Unanchored,
        }));
        return action;
    }
    let Some(ahead) = view.ahead.filter(|point| fits(tree, episode, point)) else {
        return Action::new("ESCALATED", true);
    };
    let mut point = ahead.clone();
    point.retroactive = Some(true);
    point.orphan_recovery_timestamp = Some(context.at.clone());
    point.prior_seal = tree.seals(origin).next_back().map(|seal| PriorSeal {
        episode_root_hash: seal.episode_root_hash,
        sealed_at: seal.sealed_at.clone(),
    });
    let mut action = Action::new("POINT_WRITTEN", false);
    action.nodes.push(Node::DepartureForkPoint(point));
    action
}

/// Tells whether a point that was written ahead belongs to its Episode, and its tip to the origin (FO-006).
fn fits(tree: &Tree, episode: &Episode, point: &DepartureForkPoint) -> bool {
    let Some(provenance) = &episode.provenance else { return false };
    let (origin, tip) = (provenance.fork_origin_episode_id, provenance.fork_origin_spine_tip_hash);
    let Some(anchor) = provenance.fork_anchor_index.and_then(|index| tree.segment_at(origin, index)) else {
        return false;
    };
    point.fork_id == provenance.fork_id
        && point.fork_episode_id == episode.episode_id
        && point.origin_episode_id == origin
        && point.origin_segment_id == anchor.segment_id
        && point.spine_tip_hash_at_departure == tip
        && point.fork_creation_trigger == provenance.fork_creation_trigger
        && point.timestamp_utc == provenance.fork_created_at
        && episode.context_note.as_deref() == Some(point.fork_objective.as_str())
        && episode.initiated_by.as_deref() == Some(point.initiator.as_str())
        && !tree.is_used(point.fork_point_id)
        && recomputes(&construct::DEPARTURE_FORK_POINT, point, point.content_hash)
        && tip_of(tree, origin, anchor, tip)
        && recorded(tree, point)
}

/// Tells whether a hash was the tip of an Episode at or after a Segment: a root of its spine, or a record of its chain.
fn tip_of(tree: &Tree, origin: Uuid, anchor: &Segment, tip: Sha3) -> bool {
    let from = tree.spine_leaves_through(anchor.segment_id).unwrap_or(u64::MAX);
    let roots =
        (from..=tree.spine_leaves(origin)).any(|leaves| tree.spine_root_at(origin, leaves) == Some(tip));
    roots || tree.chain(&origin.to_string()).any(|record| record.record_hash == tip)
}

/// Tells whether the origin's chain, where it has a record of the departure, says the same.
fn recorded(tree: &Tree, point: &DepartureForkPoint) -> bool {
    let fork = point.fork_id.to_string();
    let chain = point.origin_episode_id.to_string();
    tree.chain(&chain).all(|record| {
        let mut parser = actum_canon::json::Parser::new();
        let Ok(delta) = parser.parse(record.forward_delta.as_bytes()) else { return false };
        let delta = delta.root();
        let member = |name| delta.get(name).and_then(|value| value.as_str());
        record.delta_type != "DEPARTURE_FORK_CREATED"
            || member("fork_id").as_deref() != Some(fork.as_str())
            || (member("fork_episode_id").as_deref() == Some(point.fork_episode_id.to_string().as_str())
                && member("spine_tip_hash_at_departure").as_deref()
                    == Some(point.spine_tip_hash_at_departure.to_string().as_str()))
    })
}

/// Class C: a return outweighs an Episode that is still active, and nothing outweighs one that was given up.
fn correct(view: &DepartureView<'_>, context: &Context) -> Action {
    let fork = view.returned.map(|returned| returned.fork_id);
    match (view.status, fork) {
        (Some(DepartureForkStatus::Active), Some(fork_id)) => {
            let mut action = Action::new("STATUS_CORRECTED", false);
            action.changes.push(Change::DepartureMoved(DepartureMoved {
                fork_id,
                status: DepartureForkStatus::Completed,
                corrected_at: Some(context.at.clone()),
            }));
            action
        }
        _ => Action::new("ESCALATED", true),
    }
}

pub(super) fn adopt(
    tree: &Tree,
    command: &Adopt,
    context: &Context,
    ids: &mut Ids<'_>,
) -> Result<Step, Refusal> {
    let mut greatest: alloc::collections::BTreeMap<Uuid, Option<u64>> = alloc::collections::BTreeMap::new();
    let mut touched = Vec::new();
    for node in &command.nodes {
        if let Some(id) = node.id() {
            ids.take(id, "nodes")?;
            touched.push(id);
        }
        match node {
            Node::Episode(episode) => {
                adopt_episode(tree, episode)?;
                greatest.insert(episode.episode_id, None);
            }
            Node::Segment(segment) => adopt_segment(&mut greatest, segment)?,
            Node::DepartureForkPoint(point) => {
                unparted(tree, point.fork_id, |view| view.point.is_some())?;
                recompute(&construct::DEPARTURE_FORK_POINT, point, point.content_hash)?;
                demand::member(&construct::DEPARTURE_FORK_POINT_V2, point)?;
            }
            Node::ForkReturn(returned) => {
                unparted(tree, returned.fork_id, |view| view.returned.is_some())?;
                recompute(&construct::FORK_RETURN, returned, returned.content_hash)?;
                demand::member(&construct::FORK_RETURN_V2, returned)?;
            }
            Node::WriteAhead(ahead) => {
                recompute(&construct::DEPARTURE_FORK_POINT, &ahead.point, ahead.point.content_hash)?;
            }
            other => {
                let message = format!("a `{}` is not taken in this way", other.name());
                return Err(Refusal::new(Rule::Adoption, "nodes", message));
            }
        }
    }
    let audit_id = ids.draw()?;
    let moved = |state: &crate::command::AdoptedState| {
        Change::DepartureMoved(DepartureMoved {
            fork_id: state.fork_id,
            status: state.status,
            corrected_at: None,
        })
    };
    Ok(Step::Write(Box::new(Draft {
        chain_key: String::from("adoption"),
        delta_type: "X_NODES_ADOPTED",
        agent_id: context.actor.clone(),
        human_actor: context.human.clone(),
        session: String::from("adoption"),
        trigger: TriggerType::SystemAutomatic,
        caught_by: CaughtBy::System,
        detection_window_open: false,
        forward: Json::map([("states", command.states.store())]),
        reverse: nothing(),
        affected: affected(touched),
        reason: None,
        audit_id,
        nodes: command.nodes.clone(),
        changes: command.states.iter().map(moved).collect(),
        outcome: Outcome::Recorded(Recorded { audit_record_id: audit_id }),
    })))
}

fn adopt_episode(tree: &Tree, episode: &Episode) -> Result<(), Refusal> {
    match &episode.provenance {
        Some(provenance) => unparted(tree, provenance.fork_id, |view| view.episode.is_some()),
        None => Ok(()),
    }
}

/// Segments come with their Episode, in the order of their indices, on its main line.
fn adopt_segment(
    greatest: &mut alloc::collections::BTreeMap<Uuid, Option<u64>>,
    segment: &Segment,
) -> Result<(), Refusal> {
    let id = segment.segment_id;
    let refuse = |rule, message: String| Err(Refusal::new(rule, "nodes", message));
    let Some(last) = greatest.get_mut(&segment.episode_id) else {
        return refuse(Rule::Adoption, format!("Segment `{id}` comes without its Episode before it"));
    };
    if segment.branch_id.is_some() || !segment.supersedes.is_empty() {
        return refuse(Rule::Adoption, format!("Segment `{id}` is not of a plain main line"));
    }
    if last.is_some_and(|last| last >= segment.sequence_index) {
        return refuse(
            Rule::G3,
            format!("Segment `{id}` has index {}, which is not above the last", segment.sequence_index),
        );
    }
    *last = Some(segment.sequence_index);
    demand::member(&construct::LEAF_V2, segment)
}

fn unparted(tree: &Tree, fork_id: Uuid, has: fn(&DepartureView<'_>) -> bool) -> Result<(), Refusal> {
    match tree.departure(fork_id) {
        Some(view) if has(&view) => {
            Err(Refusal::new(Rule::Fresh, "nodes", format!("departure `{fork_id}` has this part already")))
        }
        _ => Ok(()),
    }
}

fn recompute(construction: &Construction, node: &dyn Fields, stored: Sha3) -> Result<(), Refusal> {
    if recomputes(construction, node, stored) {
        return Ok(());
    }
    Err(Refusal::new(Rule::Adoption, "nodes", format!("content hash `{stored}` does not recompute")))
}

fn recomputes(construction: &Construction, node: &dyn Fields, stored: Sha3) -> bool {
    construction.hash(node).is_ok_and(|hash| hash == stored)
}
