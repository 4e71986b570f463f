//! What happened to an episode, in order and in lanes: one row for each thing that was written.
//!
//! The order is that of the audit chain, so that a picture shows nothing that the record does not say.

use std::collections::BTreeMap;

use actum::tree::id::Uuid;
use actum::tree::node::{Node, Segment};
use actum::tree::tree::Tree;
use actum::tree::value::BranchTerminusType;

use super::short;
use crate::render::escape::plain;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A segment on the spine.
    Segment,
    /// A segment off the spine.
    Ephemeral,
    /// A branch starts; the other lane is the branch's.
    Branch,
    /// A branch comes in; the other lane is the branch's.
    Merge,
    /// A branch is given up.
    Abandoned,
    /// A seal.
    Seal,
    /// Anything else that is written beside the line.
    Mark,
}

/// One thing that was written.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) what: What,
    /// The lane that it stands in; the main line is lane 0.
    pub(crate) lane: usize,
    /// The lane that it opens or takes in.
    pub(crate) other: Option<usize>,
    /// The lanes that are open while it is written.
    pub(crate) open: Vec<bool>,
    pub(crate) id: String,
    pub(crate) words: String,
}

/// The lanes while the story is told.
#[derive(Default)]
struct Lanes {
    open: Vec<bool>,
    of: BTreeMap<Uuid, usize>,
}

impl Lanes {
    fn take(&mut self, branch: Uuid) -> usize {
        let free = self.open.iter().position(|open| !open).unwrap_or(self.open.len());
        if free == self.open.len() {
            self.open.push(true);
        } else if let Some(lane) = self.open.get_mut(free) {
            *lane = true;
        }
        self.of.insert(branch, free);
        free
    }

    fn give_back(&mut self, branch: Uuid) {
        if let Some(open) = self.of.get(&branch).and_then(|lane| self.open.get_mut(*lane)) {
            *open = false;
        }
    }

    fn lane(&self, branch: Option<Uuid>) -> usize {
        branch.and_then(|branch| self.of.get(&branch)).copied().unwrap_or(0)
    }
}

/// Tells the story of an episode.
pub(crate) fn tell(tree: &Tree, episode: Uuid) -> Vec<Row> {
    let mut lanes = Lanes { open: vec![true], of: BTreeMap::new() };
    let mut rows = Vec::new();
    for record in tree.chain(&episode.to_string()) {
        let touched = || record.affected_nodes.iter().filter_map(|id| Uuid::parse(id));
        match record.delta_type.as_str() {
            "X_FINGERPRINT_RECORDED" | "X_REFERENCE_RECORDED" => continue,
            "FORK_RESOLVED" => {
                if let Some(selected) = touched().next() {
                    rows.push(mark(
                        &lanes,
                        short(selected),
                        format!("fork resolved: {}", because(record.explicit_reason.as_deref())),
                    ));
                }
                continue;
            }
            "X_GATE_CONCLUDED" => {
                if let Some(gate) = touched().next().and_then(|id| tree.gate(id)) {
                    let how = gate
                        .decision
                        .map_or_else(|| gate.status.to_string(), |decision| decision.to_string());
                    rows.push(mark(&lanes, short(gate.hitl_event_id), format!("gate {}", plain(&how))));
                }
                continue;
            }
            _ => {}
        }
        for id in touched() {
            if let Some(segment) = tree.segment(id) {
                if segment.episode_id == episode {
                    rows.push(self::segment(&lanes, segment));
                }
            } else if let Some(node) = tree.node(id) {
                rows.extend(told(tree, &mut lanes, node));
            }
        }
    }
    rows
}

fn because(reason: Option<&str>) -> String {
    plain(reason.unwrap_or("no reason given"))
}

fn segment(lanes: &Lanes, segment: &Segment) -> Row {
    let ephemeral = segment.retention_tier != actum::tree::value::RetentionTier::Persistent;
    let kind = segment.segment_type.to_string().to_ascii_lowercase();
    let replaced: Vec<String> = segment.supersedes.iter().map(|id| short(*id)).collect();
    let instead =
        if replaced.is_empty() { String::new() } else { format!(", instead of {}", replaced.join(", ")) };
    Row {
        what: if ephemeral { What::Ephemeral } else { What::Segment },
        lane: lanes.lane(segment.branch_id),
        other: None,
        open: lanes.open.clone(),
        id: short(segment.segment_id),
        words: format!("{} {kind} by {}{instead}", segment.sequence_index, plain(&segment.author)),
    }
}

fn mark(lanes: &Lanes, id: String, words: String) -> Row {
    Row { what: What::Mark, lane: 0, other: None, open: lanes.open.clone(), id, words }
}

/// The row of a node, and what it does to the lanes.
fn told(tree: &Tree, lanes: &mut Lanes, node: &Node) -> Option<Row> {
    let row = match node {
        Node::BranchPoint(point) => {
            let lane = lanes.lane(point.parent_branch_id);
            let other = lanes.take(point.branch_id);
            let words = format!("branch `{}`, {}", plain(&point.branch_label), point.branch_type);
            Row {
                what: What::Branch,
                lane,
                other: Some(other),
                open: lanes.open.clone(),
                id: short(point.branch_id),
                words,
            }
        }
        Node::BranchTerminus(terminus) if terminus.terminus_type == BranchTerminusType::Abandoned => {
            let lane = lanes.lane(Some(terminus.branch_id));
            let open = lanes.open.clone();
            lanes.give_back(terminus.branch_id);
            let words = format!("abandoned: {}", because(terminus.abandonment_reason.as_deref()));
            Row { what: What::Abandoned, lane, other: None, open, id: short(terminus.branch_id), words }
        }
        Node::MergePoint(point) => {
            let target = tree.merge(point.merge_id).and_then(|merge| merge.target.branch_id);
            let other = lanes.lane(Some(point.source_branch_id));
            let open = lanes.open.clone();
            lanes.give_back(point.source_branch_id);
            let words = format!("merged `{}`, {}", plain(&point.merge_summary), point.merge_type);
            Row {
                what: What::Merge,
                lane: lanes.lane(target),
                other: Some(other),
                open,
                id: short(point.merge_id),
                words,
            }
        }
        Node::Seal(seal) => Row {
            what: What::Seal,
            lane: 0,
            other: None,
            open: lanes.open.clone(),
            id: short(seal.seal_id),
            words: format!("sealed, root {}", seal.episode_root_hash),
        },
        Node::ForkPoint(point) => {
            let words = format!(
                "alternative {} of `{}`: `{}`, episode {}",
                point.sibling_index,
                plain(&point.fork_objective),
                plain(&point.fork_intent),
                short(point.episode_id)
            );
            mark(lanes, short(point.fork_point_id), words)
        }
        Node::DepartureForkPoint(point) => {
            let words = format!(
                "departure `{}` to episode {}",
                plain(&point.fork_objective),
                short(point.fork_episode_id)
            );
            mark(lanes, short(point.fork_id), words)
        }
        Node::ForkReturn(returned) => {
            let words = format!("returned, {}: {}", returned.return_type, plain(&returned.synthesis_summary));
            mark(lanes, short(returned.fork_id), words)
        }
        Node::Aside(aside) => {
            let who = format!("{} with {}", plain(&aside.initiated_by_human), plain(&aside.target_agent_id));
            mark(lanes, short(aside.aside_id), format!("aside `{}` of {who}", plain(&aside.aside_label)))
        }
        Node::AsideTerminus(terminus) => {
            let how = terminus.termination_status.to_string().to_ascii_lowercase();
            mark(lanes, short(terminus.aside_id), format!("aside {how}: {}", plain(&terminus.close_reason)))
        }
        Node::Soliloquy(soliloquy) => {
            let words = format!("soliloquy `{}`", plain(&soliloquy.soliloquy_purpose));
            mark(lanes, short(soliloquy.soliloquy_id), words)
        }
        Node::SoliloquyConclusion(conclusion) => {
            let how = conclusion.termination_status.to_string().to_ascii_lowercase();
            let words = format!("soliloquy {how}: {}", plain(&conclusion.conclusion_summary));
            mark(lanes, short(conclusion.soliloquy_id), words)
        }
        Node::HitlEvent(gate) => {
            let words = format!("gate {} asked by {}", gate.gate_type, plain(&gate.requesting_agent));
            mark(lanes, short(gate.hitl_event_id), words)
        }
        // The way back and the terminus of a merge are told by the merge; the rest is no part of a line.
        _ => return None,
    };
    Some(row)
}

/// The arrows between rows, by their places: along each lane, into the lane that a row opens, and out of the one that it
/// takes in.
pub(crate) fn arrows(rows: &[Row]) -> Vec<(usize, usize)> {
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    let mut arrows = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        if let Some(before) = last.insert(row.lane, place) {
            arrows.push((before, place));
        }
        match (row.what, row.other) {
            (What::Branch, Some(other)) => {
                last.insert(other, place);
            }
            (What::Merge, Some(other)) => {
                if let Some(before) = last.remove(&other) {
                    arrows.push((before, place));
                }
            }
            (What::Abandoned, _) => {
                last.remove(&row.lane);
            }
            _ => {}
        }
    }
    arrows.sort_unstable();
    arrows.dedup();
    arrows
}
