//! What is stored: the node kinds of the state tree, with their stored fields (ASTP 4, 19).
//!
//! A node is written once. What changes about it afterwards (the state of a fork, say) is no field of it; the tree derives
//! it from later transitions. The one exception that the specification makes is the gate (ASTP G-17): its conclusion
//! is written as a second node with the same identifier.
//!
//! Fields keep the published names. A field that the published models lack is marked *own* in its documentation and is
//! outside every published preimage.
//!
//! Not here: how a node's hashes are built (`construct`), and when it may be written (`operation`).

mod branch;
mod channel;
mod departure;
mod episode;
mod fields;
mod fork;
mod gate;
mod merge;
mod party;
mod seal;
mod segment;

pub use branch::{BranchPoint, BranchTerminus, MergeDelta};
pub use channel::{Aside, AsideTerminus, Soliloquy, SoliloquyConclusion, VisibilityPolicy};
pub use departure::{DepartureForkPoint, ForkOrphanMarker, ForkReturn, PriorSeal, WriteAhead};
pub use episode::{Episode, Provenance};
pub(crate) use fields::EndedAside;
pub use fork::ForkPoint;
pub use gate::HitlEvent;
pub use merge::{BranchReturn, MergePoint};
pub use party::Principal;
pub use seal::Seal;
pub use segment::{Fingerprint, Reference, Segment, Signal};

use crate::access::Policy;
use crate::id::Uuid;
use crate::value::variants;

/// The schema version that nodes carry.
pub const SCHEMA_VERSION: &str = "1.2.0";

/// The node type under which Segments are leaves (ASTP 5.2, G-5).
pub const SEGMENT: &str = "segment";

variants! {
    /// A stored node.
    Node {
        /// An Episode.
        Episode(Episode) = "episode",
        /// A Segment.
        Segment(Segment) = "segment",
        /// A Signal.
        Signal(Signal) = "signal",
        /// A reference from one Segment to another.
        Reference(Reference) = "reference",
        /// The start of a branch.
        BranchPoint(BranchPoint) = "branch_point",
        /// The end of a branch.
        BranchTerminus(BranchTerminus) = "branch_terminus",
        /// One alternative of a speculative fork.
        ForkPoint(ForkPoint) = "fork_point",
        /// The start of a departure.
        DepartureForkPoint(DepartureForkPoint) = "departure_fork_point",
        /// What the origin made of a departure.
        ForkReturn(ForkReturn) = "fork_return",
        /// A point that was about to be written elsewhere.
        WriteAhead(WriteAhead) = "write_ahead",
        /// The trace of an orphaned departure.
        ForkOrphanMarker(ForkOrphanMarker) = "fork_orphan_marker",
        /// A merge.
        MergePoint(MergePoint) = "merge_point",
        /// The way back from a merged branch.
        BranchReturn(BranchReturn) = "branch_return",
        /// The start of an aside.
        Aside(Aside) = "aside",
        /// The end of an aside.
        AsideTerminus(AsideTerminus) = "aside_terminus",
        /// The start of a soliloquy.
        Soliloquy(Soliloquy) = "soliloquy",
        /// The end of a soliloquy.
        SoliloquyConclusion(SoliloquyConclusion) = "soliloquy_conclusion",
        /// A gate, invoked or concluded.
        HitlEvent(HitlEvent) = "hitl_event",
        /// A reading of drift.
        Fingerprint(Fingerprint) = "fingerprint",
        /// A seal.
        Seal(Seal) = "seal",
        /// A party.
        Principal(Principal) = "principal",
        /// An access policy.
        Policy(Policy) = "policy",
    }
}

impl Node {
    /// The identifier of the node; `None` for what is named otherwise (references, principals, policies).
    #[must_use]
    pub const fn id(&self) -> Option<Uuid> {
        Some(match self {
            Self::Episode(node) => node.episode_id,
            Self::Segment(node) => node.segment_id,
            Self::Signal(node) => node.signal_id,
            Self::BranchPoint(node) => node.branch_point_id,
            Self::BranchTerminus(node) => node.terminus_id,
            Self::ForkPoint(node) => node.fork_point_id,
            Self::DepartureForkPoint(node) => node.fork_point_id,
            Self::ForkReturn(node) => node.fork_return_id,
            Self::ForkOrphanMarker(node) => node.fork_orphan_marker_id,
            Self::MergePoint(node) => node.merge_point_id,
            Self::BranchReturn(node) => node.edge_id,
            Self::Aside(node) => node.aside_id,
            Self::AsideTerminus(node) => node.aside_terminus_id,
            Self::Soliloquy(node) => node.soliloquy_id,
            Self::SoliloquyConclusion(node) => node.conclusion_id,
            Self::HitlEvent(node) => node.hitl_event_id,
            Self::Fingerprint(node) => node.fingerprint_id,
            Self::Seal(node) => node.seal_id,
            Self::Reference(_) | Self::WriteAhead(_) | Self::Principal(_) | Self::Policy(_) => return None,
        })
    }
}
