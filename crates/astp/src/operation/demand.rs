//! What several operations demand, with the refusal that each gives.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;

use actum_canon::digest::Sha3;

use crate::construct::{Construction, Fields};
use crate::id::{Instant, Uuid};
use crate::node::{Episode, Segment};
use crate::rule::Rule;
use crate::tree::{BranchView, Context, Refusal, Tree};
use crate::value::{BranchState, EpisodeStatus, is_blank};

/// Demands a context in which every hash can be made.
pub(super) fn context(context: &Context) -> Result<(), Refusal> {
    let at = &context.at;
    let whole = at.to_micros().is_some_and(|micros| micros >= 0 && Instant::from_micros(micros) == *at);
    if !whole {
        return Err(Refusal::new(Rule::Moment, "at", format!("`{at}` is no such moment")));
    }
    text(Rule::Text, "actor", &context.actor)
}

/// Refuses a text that says nothing: empty, or white space throughout.
///
/// # Errors
///
/// The given rule and field.
pub fn text(rule: Rule, field: &'static str, text: &str) -> Result<(), Refusal> {
    if is_blank(text) { Err(Refusal::new(rule, field, "it is blank")) } else { Ok(()) }
}

/// Demands an Episode that is stored.
pub(super) fn episode<'a>(tree: &'a Tree, id: Uuid, field: &'static str) -> Result<&'a Episode, Refusal> {
    tree.episode(id).ok_or_else(|| Refusal::new(Rule::Known, field, format!("no Episode `{id}` is stored")))
}

/// Demands an Episode that takes new structure: `ACTIVE` or `PENDING_HITL` (ASTP G-1).
pub(super) fn writable<'a>(tree: &'a Tree, id: Uuid, field: &'static str) -> Result<&'a Episode, Refusal> {
    let found = episode(tree, id, field)?;
    status(tree, id, field, EpisodeStatus::is_writable)?;
    Ok(found)
}

/// Demands an Episode that takes last contributions: as [`writable`], or `CLOSING` (ASTP 4.4.1).
pub(super) fn unclosed<'a>(tree: &'a Tree, id: Uuid, field: &'static str) -> Result<&'a Episode, Refusal> {
    let found = episode(tree, id, field)?;
    status(tree, id, field, |status| status.is_writable() || status == EpisodeStatus::Closing)?;
    Ok(found)
}

fn status(
    tree: &Tree,
    id: Uuid,
    field: &'static str,
    allowed: fn(EpisodeStatus) -> bool,
) -> Result<(), Refusal> {
    match tree.episode_status(id) {
        Some(status) if allowed(status) => Ok(()),
        Some(status) => Err(Refusal::new(Rule::G1, field, format!("Episode `{id}` is {status}"))),
        None => Err(Refusal::new(Rule::Known, field, format!("no Episode `{id}` is stored"))),
    }
}

/// Demands a stored Segment of an Episode.
pub(super) fn segment<'a>(
    tree: &'a Tree,
    id: Uuid,
    episode: Uuid,
    rule: Rule,
    field: &'static str,
) -> Result<&'a Segment, Refusal> {
    match tree.segment(id) {
        Some(segment) if segment.episode_id == episode => Ok(segment),
        Some(segment) => {
            let message =
                format!("Segment `{id}` belongs to Episode `{}`, not to `{episode}`", segment.episode_id);
            Err(Refusal::new(rule, field, message))
        }
        None => Err(Refusal::new(rule, field, format!("no Segment `{id}` is stored"))),
    }
}

/// Demands stored Segments of an Episode, none named twice.
pub(super) fn segments(tree: &Tree, ids: &[Uuid], episode: Uuid, field: &'static str) -> Result<(), Refusal> {
    let mut named = BTreeSet::new();
    for id in ids {
        segment(tree, *id, episode, Rule::Known, field)?;
        if !named.insert(*id) {
            return Err(Refusal::new(Rule::Known, field, format!("Segment `{id}` is named twice")));
        }
    }
    Ok(())
}

/// Demands a branch that is stored and open.
pub(super) fn open_branch<'a>(
    tree: &'a Tree,
    id: Uuid,
    field: &'static str,
) -> Result<BranchView<'a>, Refusal> {
    let branch = tree
        .branch(id)
        .ok_or_else(|| Refusal::new(Rule::Known, field, format!("no branch `{id}` is stored")))?;
    if branch.state == BranchState::Active {
        Ok(branch)
    } else {
        Err(Refusal::new(Rule::Terminus, field, format!("branch `{id}` is {}", branch.state)))
    }
}

/// Stamps the 4.x hash of a node that is being written; refuses fields that a joined preimage would leave ambiguous.
pub(super) fn stamp(construction: &Construction, node: &dyn Fields) -> Result<Sha3, Refusal> {
    construction.stamp(node).map_err(|refused| {
        let mut refusal = Refusal::construction(&refused);
        refusal.field = field_name(refused.field.as_deref());
        refusal
    })
}

/// Demands that the v2 hash of a node can be made, so that its Episode can be sealed with it (ASTP 5.7.1).
pub(super) fn member(construction: &Construction, node: &dyn Fields) -> Result<(), Refusal> {
    construction.hash(node).map(|_| ()).map_err(|refused| {
        Refusal::new(Rule::SpineState, field_name(refused.field.as_deref()), refused.to_string())
    })
}

fn field_name(name: Option<&str>) -> &'static str {
    const NAMES: &[&str] = &[
        "initiator",
        "returned_by",
        "fork_objective",
        "synthesis_summary",
        "initiated_by",
        "timestamp",
        "recovery_action",
    ];
    NAMES.iter().copied().find(|known| Some(*known) == name).unwrap_or("content_hash")
}

/// Whole milliseconds between two moments; 0 where the clock went back.
pub(super) fn elapsed(from: &Instant, to: &Instant) -> u64 {
    match (from.to_milliseconds(), to.to_milliseconds()) {
        (Some(from), Some(to)) => to.saturating_sub(from),
        _ => 0,
    }
}

/// Tells whether the actor is the agent of an Episode or one of its participants, who may act for it.
pub(super) fn acts_for(episode: &Episode, actor: &str) -> bool {
    episode.agent_id == actor || episode.participants.iter().any(|participant| participant == actor)
}
