//! The hashes that a node carries, from its own fields.

use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::construct::{
    ASIDE_V2, BRANCH_POINT, BRANCH_TERMINUS, DEPARTURE_FORK_POINT, FORK_ORPHAN_MARKER, FORK_POINT,
    FORK_RETURN, HITL_CONTEXT_V2, MERGE_POINT, Refused, SOLILOQUY_CONCLUSION_V2, SOLILOQUY_V2,
};
use crate::node::Node;
use crate::rule::Rule;
use crate::seal::{gate_hash, resolution_hash};
use crate::value::HitlNodeStatus;

/// A hash that a node carries: its field, what is stored, and what the other fields give.
pub(super) type Carried = (&'static str, Option<Sha3>, Result<Sha3, Refused>);

/// The hashes of a node that follow from its own fields.
pub(super) fn carried(node: &Node) -> Vec<Carried> {
    let one = |field, stored, computed| Vec::from([(field, Some(stored), computed)]);
    match node {
        Node::BranchPoint(point) => one("content_hash", point.content_hash, BRANCH_POINT.hash(point)),
        Node::BranchTerminus(terminus) => {
            one("content_hash", terminus.content_hash, BRANCH_TERMINUS.hash(terminus))
        }
        Node::ForkPoint(point) => one("content_hash", point.content_hash, FORK_POINT.hash(point)),
        Node::DepartureForkPoint(point) => {
            one("content_hash", point.content_hash, DEPARTURE_FORK_POINT.hash(point))
        }
        Node::ForkReturn(returned) => one("content_hash", returned.content_hash, FORK_RETURN.hash(returned)),
        Node::ForkOrphanMarker(marker) => {
            one("content_hash", marker.content_hash, FORK_ORPHAN_MARKER.hash(marker))
        }
        Node::MergePoint(point) => one("content_hash", point.content_hash, MERGE_POINT.hash(point)),
        Node::Aside(aside) => one("content_hash", aside.content_hash, ASIDE_V2.hash(aside)),
        Node::Soliloquy(soliloquy) => {
            one("content_hash", soliloquy.content_hash, SOLILOQUY_V2.hash(soliloquy))
        }
        Node::SoliloquyConclusion(conclusion) => {
            let computed = SOLILOQUY_CONCLUSION_V2.hash(conclusion);
            one("conclusion_content_hash", conclusion.conclusion_content_hash, computed)
        }
        Node::HitlEvent(event) => {
            let mut carried = one("context_hash", event.context_hash, HITL_CONTEXT_V2.hash(event));
            if event.status != HitlNodeStatus::Invoked {
                carried.push(("resolution_hash", event.resolution_hash, resolution_hash(event)));
                carried.push(("node_hash", event.node_hash, gate_hash(event)));
            }
            carried
        }
        _ => Vec::new(),
    }
}

/// The rule under which a kind of node is written.
pub(super) const fn rule(node: &Node) -> Rule {
    match node {
        Node::BranchPoint(_) => Rule::Branch,
        Node::BranchTerminus(_) => Rule::Terminus,
        Node::ForkPoint(_) => Rule::ForkIntent,
        Node::DepartureForkPoint(_) | Node::WriteAhead(_) => Rule::G30,
        Node::ForkReturn(_) => Rule::G35,
        Node::ForkOrphanMarker(_) => Rule::Marker,
        Node::MergePoint(_) | Node::BranchReturn(_) => Rule::G24,
        Node::Aside(_) | Node::AsideTerminus(_) => Rule::G25,
        Node::Soliloquy(_) => Rule::Soliloquy,
        Node::SoliloquyConclusion(_) => Rule::Conclusion,
        Node::HitlEvent(_) => Rule::G17,
        Node::Seal(_) => Rule::G40,
        Node::Fingerprint(_) => Rule::Detection,
        Node::Segment(_) => Rule::Lineage,
        Node::Episode(_) | Node::Signal(_) | Node::Reference(_) | Node::Principal(_) | Node::Policy(_) => {
            Rule::Known
        }
    }
}
