//! What a transition does to a tree. Nothing here can be refused: it was checked before.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use actum_canon::digest::{Sha3, Sha3Hasher};

use super::episode::EpisodeState;
use super::{
    BranchState, Change, DepartureState, Line, LineName, MergeState, Outcome, Parent, SegmentResult,
    SegmentState, Settled, Transition, Tree,
};
use crate::construct;
use crate::id::Uuid;
use crate::node::{BranchPoint, Episode, Fingerprint, HitlEvent, MergePoint, Node, Segment};
use crate::value::{
    DepartureForkStatus, DetectionState, EpisodeStatus, ForkPointStatus, HitlNodeStatus, ReferenceType,
    RetentionTier,
};

impl Tree {
    /// Takes a transition in, whole.
    pub(crate) fn install(&mut self, transition: Transition) {
        let Transition { nodes, changes, audit, intent, outcome, .. } = transition;
        let record = self.records.len();
        self.used.insert(audit.audit_id);
        // What a merge takes in is known by its changes; the counts before have to be read first.
        let merge = nodes
            .iter()
            .find_map(|node| if let Node::MergePoint(point) = node { Some(point.clone()) } else { None });
        let merge = merge.map(|point| self.before_merge(&point, &changes));
        // What a line takes in comes before what a merge appends to it.
        for change in &changes {
            if let Change::LineTaken(taken) = change {
                let line = LineName { episode_id: taken.episode_id, branch_id: taken.branch_id };
                self.take(line, &taken.segments, &taken.settled);
            }
        }
        for node in nodes {
            self.install_node(node);
        }
        for change in changes {
            self.install_change(change);
        }
        if let Some((merge_id, mut state)) = merge {
            state.record = record;
            state.target_leaves_post = self.line_leaves(state.target);
            self.merges.insert(merge_id, state);
        }
        match &outcome {
            Outcome::Detection(detection) => {
                self.detections.insert(detection.segment_id, detection.clone());
            }
            Outcome::Segment(SegmentResult { detection: Some(detection), .. }) => {
                self.detections.insert(detection.segment_id, detection.clone());
            }
            _ => {}
        }
        if let Some(intent) = intent {
            for key in [intent.content_key, intent.request_key].into_iter().flatten() {
                self.intents.entry(key).or_insert_with(|| (intent.payload, outcome.clone()));
            }
        }
        self.head = Some(next_head(self.head, audit.record_hash));
        self.count += 1;
        self.chains.entry(audit.chain_key.clone()).or_default().push(record);
        self.records.push(audit);
    }

    fn before_merge(&self, point: &MergePoint, changes: &[Change]) -> (Uuid, MergeState) {
        let taking = changes.iter().find_map(|change| match change {
            Change::LineTaken(taken) => Some(taken.branch_id),
            _ => None,
        });
        let target = LineName { episode_id: point.target_episode_id, branch_id: taking.flatten() };
        let source =
            LineName { episode_id: point.source_episode_id, branch_id: Some(point.source_branch_id) };
        let leaves = self.line_leaves(target);
        let state = MergeState {
            point: point.merge_point_id,
            record: 0,
            source_leaves: self.line_leaves(source),
            target,
            target_leaves_pre: leaves,
            target_leaves_post: leaves,
        };
        (point.merge_id, state)
    }

    fn install_node(&mut self, node: Node) {
        if let Some(id) = node.id() {
            self.used.insert(id);
        }
        match &node {
            Node::Episode(episode) => return self.install_episode(episode.clone()),
            Node::Segment(segment) => return self.install_segment(segment.clone()),
            Node::Reference(reference) => {
                let edge = (reference.source, reference.reference_type, self.count);
                return self.referrers.entry(reference.target).or_default().push(edge);
            }
            Node::Principal(principal) => {
                self.principals.register(principal.principal_id.clone(), principal.kind);
                return;
            }
            Node::Policy(policy) => {
                self.policies.insert((policy.resource_type, policy.resource_id.clone()), policy.clone());
                return;
            }
            Node::WriteAhead(ahead) => {
                self.departures.entry(ahead.fork_id).or_default().ahead = Some(ahead.point.clone());
                return;
            }
            Node::BranchPoint(point) => self.install_branch(point),
            Node::BranchTerminus(terminus) => {
                if let Some(branch) = self.branches.get_mut(&terminus.branch_id) {
                    branch.terminus = Some(terminus.terminus_id);
                }
                if let Some(episode) = self.episodes.get_mut(&terminus.episode_id) {
                    episode.open_branches.remove(&terminus.branch_id);
                }
                self.structural(terminus.episode_id, terminus.terminus_id);
            }
            Node::ForkPoint(point) => {
                self.used.insert(point.fork_id);
                self.forks.entry(point.fork_id).or_default().points.push(point.fork_point_id);
                self.fork_points.insert(point.fork_point_id, ForkPointStatus::Active);
                self.origins.insert(point.episode_id, point.origin_segment_id);
                self.structural(point.origin_episode_id, point.fork_point_id);
            }
            Node::DepartureForkPoint(point) => {
                self.used.insert(point.fork_id);
                self.departures.entry(point.fork_id).or_default().point = Some(point.fork_point_id);
                self.origins.insert(point.fork_episode_id, point.origin_segment_id);
                self.structural(point.origin_episode_id, point.fork_point_id);
            }
            Node::ForkReturn(returned) => {
                self.departures.entry(returned.fork_id).or_default().returned = Some(returned.fork_return_id);
                self.structural(returned.origin_episode_id, returned.fork_return_id);
            }
            Node::ForkOrphanMarker(marker) => {
                self.departures.entry(marker.fork_id).or_default().marker =
                    Some(marker.fork_orphan_marker_id);
            }
            Node::MergePoint(point) => {
                self.used.insert(point.merge_id);
                self.structural(point.target_episode_id, point.merge_point_id);
            }
            Node::Aside(aside) => {
                self.asides.insert(aside.aside_id, None);
                if let Some(state) = self.episodes.get_mut(&aside.parent_episode_id) {
                    state.open_asides.insert(aside.aside_id);
                }
            }
            Node::AsideTerminus(terminus) => {
                self.asides.insert(terminus.aside_id, Some(terminus.aside_terminus_id));
                if let Some(state) = self.episodes.get_mut(&terminus.parent_episode_id) {
                    state.open_asides.remove(&terminus.aside_id);
                }
            }
            Node::Soliloquy(soliloquy) => {
                self.soliloquies.insert(soliloquy.soliloquy_id, None);
                if let Some(state) = self.episodes.get_mut(&soliloquy.parent_episode_id) {
                    state.active_soliloquies.insert(soliloquy.soliloquy_id);
                }
            }
            Node::SoliloquyConclusion(conclusion) => {
                self.soliloquies.insert(conclusion.soliloquy_id, Some(conclusion.conclusion_id));
                if let Some(state) = self.episodes.get_mut(&conclusion.parent_episode_id) {
                    state.active_soliloquies.remove(&conclusion.soliloquy_id);
                }
            }
            Node::HitlEvent(event) => self.install_gate(event),
            Node::Fingerprint(fingerprint) => self.install_fingerprint(fingerprint),
            Node::Signal(signal) => {
                if let Some(state) = self.episodes.get_mut(&signal.episode_id) {
                    state.signals.push(signal.signal_id);
                }
            }
            Node::Seal(seal) => {
                if let Some(state) = self.episodes.get_mut(&seal.episode_id) {
                    state.seals.push(seal.seal_id);
                }
            }
            Node::BranchReturn(_) => {}
        }
        if let Some(id) = node.id() {
            self.nodes.insert(id, node);
        }
    }

    fn structural(&mut self, episode: Uuid, node: Uuid) {
        if let Some(state) = self.episodes.get_mut(&episode) {
            state.structure.push(node);
        }
    }

    fn install_episode(&mut self, episode: Episode) {
        self.agents.insert(episode.agent_id.clone());
        if let Some(provenance) = &episode.provenance {
            self.used.insert(provenance.fork_id);
            let departure: &mut DepartureState = self.departures.entry(provenance.fork_id).or_default();
            departure.episode = Some(episode.episode_id);
            departure.status = Some(DepartureForkStatus::Active);
        }
        self.episodes.insert(episode.episode_id, EpisodeState::new(episode, EpisodeStatus::Active));
    }

    fn install_segment(&mut self, segment: Segment) {
        let leaf = if segment.retention_tier == RetentionTier::Persistent {
            construct::LEAF_V2.hash(&segment).ok()
        } else {
            None
        };
        let (id, branch_id) = (segment.segment_id, segment.branch_id);
        for old in &segment.supersedes {
            self.referrers.entry(*old).or_default().push((id, ReferenceType::Supersedes, self.count));
        }
        let Some(episode) = self.episodes.get_mut(&segment.episode_id) else { return };
        if branch_id.is_some() {
            episode.part();
        }
        episode.segments.push(id);
        if let Some(leaf) = leaf {
            episode.spine.push(leaf);
        }
        let (spine_leaves, all) = (episode.spine.count(), episode.segments.len() as u64);
        let parted = episode.parted;
        let line = match branch_id {
            None => &mut episode.main,
            Some(branch) => match self.branches.get_mut(&branch) {
                Some(branch) => &mut branch.line,
                None => return,
            },
        };
        let (place, leaves) = if parted {
            line.segments.push(id);
            if let Some(leaf) = leaf {
                line.spine.push(leaf);
            }
            (line.len(), line.spine.count())
        } else {
            (all, spine_leaves)
        };
        line.replace(&segment.supersedes, id, place);
        self.segments.insert(id, SegmentState { segment, place, leaves, spine_leaves });
    }

    fn install_branch(&mut self, point: &BranchPoint) {
        self.used.insert(point.branch_id);
        let source = self.segments.get(&point.source_segment_id);
        let (place, leaves) = source.map_or((0, 0), |state| (state.place, state.leaves));
        let parent = point.parent_branch_id.map_or(Parent::Main(point.episode_id), Parent::Branch);
        let name = LineName { episode_id: point.episode_id, branch_id: point.parent_branch_id };
        let spine = self.spine_through(name, leaves).unwrap_or_default();
        let state = BranchState {
            episode: point.episode_id,
            point: point.branch_point_id,
            terminus: None,
            line: Line::new(parent, place, spine),
        };
        self.branches.insert(point.branch_id, state);
        if let Some(episode) = self.episodes.get_mut(&point.episode_id) {
            episode.branches.push(point.branch_id);
            episode.open_branches.insert(point.branch_id);
        }
        self.structural(point.episode_id, point.branch_point_id);
    }

    fn install_gate(&mut self, event: &HitlEvent) {
        let waiting = event.status == HitlNodeStatus::Invoked;
        if let Some(state) = self.episodes.get_mut(&event.episode_id) {
            if waiting {
                state.waiting_gates.insert(event.hitl_event_id);
            } else {
                state.waiting_gates.remove(&event.hitl_event_id);
                state.structure.push(event.hitl_event_id);
            }
        }
    }

    fn install_fingerprint(&mut self, fingerprint: &Fingerprint) {
        self.fingerprints.insert(fingerprint.segment_id, fingerprint.fingerprint_id);
        let Some(state) = self.episodes.get_mut(&fingerprint.episode_id) else { return };
        let reading = Some((fingerprint.sequence_index, fingerprint.fingerprint_id));
        if reading > state.last_fingerprint.map(|(index, _)| (index, fingerprint.fingerprint_id)) {
            state.last_fingerprint = reading;
        }
        let nominal = fingerprint.detection_state == DetectionState::Nominal;
        if nominal && state.last_nominal.is_none_or(|(index, _)| index < fingerprint.sequence_index) {
            state.last_nominal = reading;
        }
    }

    fn install_change(&mut self, change: Change) {
        match change {
            Change::EpisodeMoved(moved) => {
                if let Some(state) = self.episodes.get_mut(&moved.episode_id) {
                    state.status = moved.status;
                }
            }
            Change::ForkPointSettled(settled) => {
                self.fork_points.insert(settled.fork_point_id, settled.status);
                let Some(Node::ForkPoint(point)) = self.nodes.get(&settled.fork_point_id) else { return };
                if settled.status == ForkPointStatus::Promoted
                    && let Some(fork) = self.forks.get_mut(&point.fork_id)
                {
                    fork.selected = Some(settled.fork_point_id);
                }
            }
            Change::DepartureMoved(moved) => {
                let departure = self.departures.entry(moved.fork_id).or_default();
                departure.status = Some(moved.status);
                departure.corrected |= moved.corrected_at.is_some();
            }
            Change::PointOrphaned(flag) => {
                self.departures.entry(flag.fork_id).or_default().point_orphaned = true
            }
            Change::EpisodeOrphaned(flag) => {
                self.departures.entry(flag.fork_id).or_default().episode_orphaned = true
            }
            // Taken in before the nodes.
            Change::LineTaken(_) => {}
        }
    }

    /// Lets a line take in Segments of other lines.
    fn take(&mut self, target: LineName, segments: &[Uuid], settled: &[Settled]) {
        if let (None, false, Some(episode)) =
            (target.branch_id, segments.is_empty(), self.episodes.get_mut(&target.episode_id))
        {
            episode.part();
        }
        let entering: Vec<_> = segments.iter().filter_map(|id| self.segments.get(id)).cloned().collect();
        let Some(line) = self.line_mut(target) else { return };
        let mut through: BTreeMap<LineName, u64> = BTreeMap::new();
        for state in entering {
            line.segments.push(state.segment.segment_id);
            if state.segment.retention_tier == RetentionTier::Persistent
                && let Ok(leaf) = construct::LEAF_V2.hash(&state.segment)
            {
                line.spine.push(leaf);
            }
            let place = line.len();
            line.replace(&state.segment.supersedes, state.segment.segment_id, place);
            let home = state.home();
            let through = through.entry(home).or_insert(0);
            *through = state.place.max(*through);
        }
        let at = line.len();
        for (home, place) in through {
            let taken = line.taken.entry(home).or_default();
            let before = taken.last().map_or(0, |(_, before)| *before);
            taken.push((at, place.max(before)));
        }
        for Settled { replaced, by } in settled {
            line.replace(&[*replaced], *by, at);
        }
    }

    fn line_mut(&mut self, name: LineName) -> Option<&mut Line> {
        match name.branch_id {
            None => self.episodes.get_mut(&name.episode_id).map(|state| &mut state.main),
            Some(branch) => self.branches.get_mut(&branch).map(|state| &mut state.line),
        }
    }
}

/// The hash over all records: of the hash before, and of the newest record.
pub(super) fn next_head(head: Option<Sha3>, record: Sha3) -> Sha3 {
    let mut hasher = Sha3Hasher::new();
    hasher.update(b"X-ACTUM-TREE:v1:");
    if let Some(head) = head {
        hasher.update(head.as_bytes());
    }
    hasher.update(record.as_bytes());
    hasher.finish()
}
