//! What a node says of other nodes, against a tree.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::construct::{ASIDE_TERMINUS_V2, DELIBERATION_CHAIN_V2, Input};
use crate::id::Uuid;
use crate::node::{
    AsideTerminus, BranchPoint, BranchTerminus, DepartureForkPoint, EndedAside, ForkPoint, ForkReturn, Node,
    Segment, SoliloquyConclusion,
};
use crate::tree::Tree;

/// A link that does not hold: the field, and what is wrong with it.
pub(super) type Loose = (&'static str, String);

/// The links of a node that do not hold.
pub(super) fn loose(tree: &Tree, node: &Node) -> Vec<Loose> {
    let mut links = Links { tree, loose: Vec::new() };
    match node {
        Node::Segment(segment) => links.segment(segment),
        Node::BranchPoint(point) => links.branch(point),
        Node::BranchTerminus(terminus) => links.terminus(terminus),
        Node::ForkPoint(point) => links.fork(point),
        Node::DepartureForkPoint(point) => links.departure(point),
        Node::ForkReturn(returned) => links.returned(returned),
        Node::Aside(aside) => {
            links.parent(aside.parent_segment_id, aside.parent_episode_id, aside.parent_hash)
        }
        Node::AsideTerminus(terminus) => links.aside_end(terminus),
        Node::Soliloquy(soliloquy) => {
            links.parent(soliloquy.parent_segment_id, soliloquy.parent_episode_id, soliloquy.parent_hash);
        }
        Node::SoliloquyConclusion(conclusion) => links.conclusion(conclusion),
        Node::HitlEvent(event) => {
            links.demand("episode_id", tree.episode(event.episode_id).is_some(), || {
                "no such Episode is stored".into()
            });
        }
        _ => {}
    }
    links.loose
}

struct Links<'t> {
    tree: &'t Tree,
    loose: Vec<Loose>,
}

impl Links<'_> {
    fn demand(&mut self, field: &'static str, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.loose.push((field, message()));
        }
    }

    fn same(&mut self, field: &'static str, stored: Sha3, belongs: Option<Sha3>, whose: &str) {
        self.demand(field, belongs == Some(stored), || match belongs {
            Some(belongs) => format!("is `{stored}`, and {whose} is `{belongs}`"),
            None => format!("is `{stored}`, and there is no such thing as {whose}"),
        });
    }

    fn of_episode(&mut self, field: &'static str, segment: Uuid, episode: Uuid) {
        let stored = self.tree.segment(segment).map(|segment| segment.episode_id);
        self.demand(field, stored == Some(episode), || {
            format!("Episode `{episode}` has no Segment `{segment}`")
        });
    }

    fn segment(&mut self, segment: &Segment) {
        let stored =
            self.tree.segment_at(segment.episode_id, segment.sequence_index).map(|stored| stored.segment_id);
        self.demand("sequence_index", stored == Some(segment.segment_id), || {
            format!(
                "another Segment or none stands at {} of Episode `{}`",
                segment.sequence_index, segment.episode_id
            )
        });
    }

    fn branch(&mut self, point: &BranchPoint) {
        self.of_episode("source_segment_id", point.source_segment_id, point.episode_id);
        let root = self.tree.spine_root_through(point.source_segment_id);
        self.same(
            "spine_merkle_snapshot",
            point.spine_merkle_snapshot,
            root,
            "the spine root through the source Segment",
        );
    }

    fn terminus(&mut self, terminus: &BranchTerminus) {
        let branch = self.tree.branch(terminus.branch_id);
        let point = branch.map(|branch| branch.point.content_hash);
        self.same("branch_point_hash", terminus.branch_point_hash, point, "the hash of the branch's point");
        let episode = branch.map(|branch| branch.point.episode_id);
        self.demand("episode_id", episode == Some(terminus.episode_id), || {
            "the branch is of another Episode".into()
        });
    }

    fn fork(&mut self, point: &ForkPoint) {
        self.of_episode("origin_segment_id", point.origin_segment_id, point.origin_episode_id);
        let siblings = self.tree.fork(point.fork_id);
        let one_fork = siblings.is_some_and(|fork| {
            fork.points.len() as u64 == point.sibling_count
                && fork.points.iter().all(|(other, _)| other.fork_objective == point.fork_objective)
        });
        self.demand("fork_id", one_fork, || "the alternatives of the fork do not agree with this one".into());
    }

    fn departure(&mut self, point: &DepartureForkPoint) {
        self.of_episode("origin_segment_id", point.origin_segment_id, point.origin_episode_id);
        let provenance =
            self.tree.episode(point.fork_episode_id).and_then(|episode| episode.provenance.as_ref());
        // A point whose Episode was never stored is an orphan, which the tree marks; it is not a loose link.
        if let Some(provenance) = provenance {
            let tip = Some(provenance.fork_origin_spine_tip_hash);
            self.same(
                "spine_tip_hash_at_departure",
                point.spine_tip_hash_at_departure,
                tip,
                "the tip that its Episode has",
            );
            self.demand("fork_id", provenance.fork_id == point.fork_id, || {
                format!("the Episode belongs to departure `{}`", provenance.fork_id)
            });
        }
    }

    fn returned(&mut self, returned: &ForkReturn) {
        let departure = self.tree.departure(returned.fork_id);
        let episode = departure.as_ref().and_then(|departure| departure.episode);
        self.demand(
            "fork_episode_id",
            episode.is_some_and(|episode| episode.episode_id == returned.fork_episode_id),
            || "it is not the Episode of the departure".into(),
        );
        let origin = episode.and_then(|episode| episode.provenance.as_ref());
        let origin = origin.map(|provenance| provenance.fork_origin_episode_id);
        self.demand("origin_episode_id", origin == Some(returned.origin_episode_id), || {
            "it is not the origin of the departure".into()
        });
    }

    fn parent(&mut self, segment: Uuid, episode: Uuid, hash: Sha3) {
        self.of_episode("parent_segment_id", segment, episode);
        let content = self.tree.segment(segment).map(|segment| segment.content_hash);
        self.same("parent_hash", hash, content, "the content hash of the parent Segment");
    }

    fn aside_end(&mut self, terminus: &AsideTerminus) {
        let aside = self.tree.aside(terminus.aside_id).map(|aside| aside.content_hash);
        let computed =
            aside.and_then(|aside| ASIDE_TERMINUS_V2.hash(&EndedAside { terminus, aside_hash: aside }).ok());
        self.same(
            "final_content_hash",
            terminus.final_content_hash,
            computed,
            "the hash over the terminus and its aside",
        );
    }

    fn conclusion(&mut self, conclusion: &SoliloquyConclusion) {
        self.of_episode(
            "merged_into_segment_id",
            conclusion.merged_into_segment_id,
            conclusion.parent_episode_id,
        );
        let contents =
            conclusion.deliberation_chain.iter().map(|id| Some(self.tree.segment(*id)?.content_hash));
        let computed = contents.collect::<Option<Vec<_>>>().and_then(|contents| {
            let fields = [
                ("soliloquy_id", conclusion.soliloquy_id.into()),
                ("deliberation_content_hashes", Input::Hashes(&contents)),
            ];
            DELIBERATION_CHAIN_V2.hash(&fields).ok()
        });
        self.same(
            "deliberation_chain_hash",
            conclusion.deliberation_chain_hash,
            computed,
            "the hash over its Segments",
        );
    }
}
