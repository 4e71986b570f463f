//! The state tree: what all transitions so far have written, and the questions that can be asked of it.
//!
//! - A [`Transition`] is everything that one operation writes. It is the only thing that changes a tree.
//! - A [`Context`] says who asks, when, and under which identifiers.
//! - A [`Refusal`] says why an operation is not executed; a [`Fault`] why a transition does not belong here.
//!
//! No question looks at all Segments: roots come from lists of perfect subtrees, everything else from maps.
//!
//! Not here: the operations (`operation`, which also has `Tree::apply` and `Tree::commit`), seals and proofs.

mod context;
mod episode;
mod history;
mod install;
mod line;
mod lineage;
mod outcome;
mod read;
mod refusal;
mod roots;
mod spine;
mod transition;
mod view;

pub use context::{Context, Ids, Lease, Leases};
pub use line::LineName;
pub use lineage::CommonAncestor;
pub use outcome::{
    AbandonResult, AsideResult, BranchResult, ConflictManifest, ConflictSegment, DepartureForkResult,
    DepartureStep, DetectionResult, EpisodeResult, ForkResult, ForkReturnResult, GateResult, MergeResult,
    OrphanResult, Outcome, Recorded, RefusedResult, ResolveForkResult, SealResult, SegmentResult,
    SoliloquyResult,
};
pub use refusal::{Fault, Refusal};
pub use transition::{
    Answer, Change, DepartureMoved, Draft, EpisodeMoved, EpisodeOrphaned, ForkPointSettled, Intent,
    LineTaken, PointOrphaned, Settled, Step, Transition, Unreadable, node_digest,
};
pub use view::{BranchView, DepartureView, ForkView, MergeView};

pub(crate) use lineage::Holding;
pub(crate) use transition::{Basis, digest};

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::access::{Policy, Principals};
use crate::audit::AuditRecord;
use crate::id::Uuid;
use crate::node::{Node, Segment};
use crate::value::{AccessResourceType, DepartureForkStatus, ForkPointStatus, ReferenceType};
use episode::EpisodeState;
use line::{Line, Parent};
use spine::Spine;

/// A state tree in memory.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// How many transitions it has.
    count: u64,
    /// What they were: the hash over the hash before and the newest audit record.
    head: Option<Sha3>,
    episodes: BTreeMap<Uuid, EpisodeState>,
    segments: BTreeMap<Uuid, SegmentState>,
    /// Every other node that has an identifier.
    nodes: BTreeMap<Uuid, Node>,
    /// Every identifier that was ever given out.
    used: BTreeSet<Uuid>,
    branches: BTreeMap<Uuid, BranchState>,
    forks: BTreeMap<Uuid, ForkState>,
    fork_points: BTreeMap<Uuid, ForkPointStatus>,
    departures: BTreeMap<Uuid, DepartureState>,
    merges: BTreeMap<Uuid, MergeState>,
    /// The Segment that an Episode was forked or departed from.
    origins: BTreeMap<Uuid, Uuid>,
    asides: BTreeMap<Uuid, Option<Uuid>>,
    soliloquies: BTreeMap<Uuid, Option<Uuid>>,
    /// Who refers to a Segment.
    referrers: BTreeMap<Uuid, Vec<(Uuid, ReferenceType, u64)>>,
    fingerprints: BTreeMap<Uuid, Uuid>,
    detections: BTreeMap<Uuid, DetectionResult>,
    records: Vec<AuditRecord>,
    chains: BTreeMap<String, Vec<usize>>,
    intents: BTreeMap<Sha3, (Sha3, Outcome)>,
    principals: Principals,
    /// The agents that Episodes belong to.
    agents: BTreeSet<String>,
    policies: BTreeMap<(AccessResourceType, String), Policy>,
}

/// A Segment and where it stands.
#[derive(Debug, Clone)]
struct SegmentState {
    segment: Segment,
    /// How many Segments its line has through it.
    place: u64,
    /// How many leaves its line has through it.
    leaves: u64,
    /// How many leaves its Episode has through it.
    spine_leaves: u64,
}

impl SegmentState {
    /// The line that it was written on.
    const fn home(&self) -> LineName {
        LineName { episode_id: self.segment.episode_id, branch_id: self.segment.branch_id }
    }
}

#[derive(Debug, Clone)]
struct BranchState {
    episode: Uuid,
    point: Uuid,
    terminus: Option<Uuid>,
    line: Line,
}

#[derive(Debug, Clone, Default)]
struct ForkState {
    points: Vec<Uuid>,
    selected: Option<Uuid>,
}

#[derive(Debug, Clone, Default)]
struct DepartureState {
    point: Option<Uuid>,
    episode: Option<Uuid>,
    status: Option<DepartureForkStatus>,
    corrected: bool,
    returned: Option<Uuid>,
    marker: Option<Uuid>,
    ahead: Option<crate::node::DepartureForkPoint>,
    point_orphaned: bool,
    episode_orphaned: bool,
}

/// A merge, and where its lines stood.
#[derive(Debug, Clone)]
struct MergeState {
    point: Uuid,
    record: usize,
    source_leaves: u64,
    target: LineName,
    target_leaves_pre: u64,
    target_leaves_post: u64,
}

impl Tree {
    /// A tree without any transition.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn basis(&self) -> Basis {
        Basis { count: self.count, head: self.head.unwrap_or(Sha3::from_bytes([0; 32])) }
    }
}
