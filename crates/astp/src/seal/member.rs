//! Structural members, each by the hash that a seal commits to (ASTP 5.7.1).

use actum_canon::digest::Sha3;

use crate::construct::{
    BRANCH_POINT_V2, BRANCH_TERMINUS_V2, DEPARTURE_FORK_POINT_V2, FORK_POINT_V2, FORK_RETURN_V2, Fields,
    HITL_CONTEXT_V2, HITL_NODE_V2, HITL_RESOLUTION_V2, Input, MERGE_POINT_V2, Refused,
};
use crate::id::Uuid;
use crate::node::{HitlEvent, Node};
use crate::value::HitlNodeStatus;

/// Returns the hash of a structural member, from its stored fields alone; `None` for a node that is none.
///
/// A gate is a member once it is concluded. Markers, readings, asides, soliloquies and audit records never are.
///
/// # Errors
///
/// [`Refused`] names the field for which the node cannot be a member, and so its Episode cannot be sealed.
pub fn member_hash(node: &Node) -> Option<Result<Sha3, Refused>> {
    Some(match node {
        Node::BranchPoint(point) => BRANCH_POINT_V2.hash(point),
        Node::BranchTerminus(terminus) => BRANCH_TERMINUS_V2.hash(terminus),
        Node::ForkPoint(point) => FORK_POINT_V2.hash(point),
        Node::DepartureForkPoint(point) => DEPARTURE_FORK_POINT_V2.hash(point),
        Node::ForkReturn(returned) => FORK_RETURN_V2.hash(returned),
        Node::MergePoint(point) => MERGE_POINT_V2.hash(point),
        Node::HitlEvent(event) if event.status != HitlNodeStatus::Invoked => gate_hash(event),
        _ => return None,
    })
}

/// Returns the Episode whose structure a member is part of; `None` for a node that is none (ASTP 5.7.1, 19.6).
///
/// A fork, a departure and its return sit on the origin, a merge on its target.
#[must_use]
pub const fn home(node: &Node) -> Option<Uuid> {
    Some(match node {
        Node::BranchPoint(point) => point.episode_id,
        Node::BranchTerminus(terminus) => terminus.episode_id,
        Node::ForkPoint(point) => point.origin_episode_id,
        Node::DepartureForkPoint(point) => point.origin_episode_id,
        Node::ForkReturn(returned) => returned.origin_episode_id,
        Node::MergePoint(point) => point.target_episode_id,
        Node::HitlEvent(event) => event.episode_id,
        _ => return None,
    })
}

/// Returns the hash over both ends of a concluded gate, from its stored fields and not from its stored hashes.
///
/// # Errors
///
/// [`Refused`] names the field that a conclusion wants and that is not there.
pub fn gate_hash(event: &HitlEvent) -> Result<Sha3, Refused> {
    HITL_NODE_V2.hash(&[
        ("context_hash", HITL_CONTEXT_V2.hash(event)?.into()),
        ("resolution_hash", resolution_hash(event)?.into()),
    ])
}

/// Returns the hash of a gate's conclusion. What timed out has no decision, and is hashed as `timed_out`.
///
/// # Errors
///
/// As [`gate_hash`].
pub fn resolution_hash(event: &HitlEvent) -> Result<Sha3, Refused> {
    HITL_RESOLUTION_V2.hash(&Concluded(event))
}

struct Concluded<'a>(&'a HitlEvent);

impl Fields for Concluded<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        match name {
            "decision" if self.0.decision.is_none() && self.0.status == HitlNodeStatus::TimedOut => {
                Some(self.0.status.as_str().into())
            }
            _ => self.0.field(name),
        }
    }
}
