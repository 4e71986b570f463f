//! Branches, forks, departures and merges, each with what is derived about it.

use alloc::vec::Vec;

use super::{DepartureState, ForkState, LineName, Tree};
use crate::audit::AuditRecord;
use crate::id::Uuid;
use crate::node::{
    BranchPoint, BranchTerminus, DepartureForkPoint, Episode, ForkOrphanMarker, ForkPoint, ForkReturn,
    MergePoint, Node,
};
use crate::value::{BranchState, BranchTerminusType, DepartureForkStatus, ForkPointStatus};

/// A branch, with its derived state (ASTP 19.2.4).
#[derive(Debug, Clone, Copy)]
pub struct BranchView<'a> {
    /// Where it starts.
    pub point: &'a BranchPoint,
    /// Where it ends.
    pub terminus: Option<&'a BranchTerminus>,
    /// Its state.
    pub state: BranchState,
}

/// A fork, with the derived states of its alternatives.
#[derive(Debug, Clone)]
pub struct ForkView<'a> {
    /// The alternatives, in order.
    pub points: Vec<(&'a ForkPoint, ForkPointStatus)>,
    /// The promoted point.
    pub selected: Option<Uuid>,
}

/// A departure, as far as its parts are stored.
#[derive(Debug, Clone, Copy)]
pub struct DepartureView<'a> {
    /// Its point, on the origin.
    pub point: Option<&'a DepartureForkPoint>,
    /// Its Episode.
    pub episode: Option<&'a Episode>,
    /// Its state; `None` while it has no Episode.
    pub status: Option<DepartureForkStatus>,
    /// Whether the state was corrected by recovery.
    pub corrected: bool,
    /// Its return.
    pub returned: Option<&'a ForkReturn>,
    /// The marker of its being orphaned; no part of it.
    pub marker: Option<&'a ForkOrphanMarker>,
    /// The point as another store had written it ahead.
    pub ahead: Option<&'a DepartureForkPoint>,
    /// Whether its point is flagged for want of an Episode.
    pub point_orphaned: bool,
    /// Whether its Episode is flagged for want of an origin.
    pub episode_orphaned: bool,
}

/// A merge, and where its lines stood when it was made.
#[derive(Debug, Clone, Copy)]
pub struct MergeView<'a> {
    /// The point.
    pub point: &'a MergePoint,
    /// The audit record.
    pub record: &'a AuditRecord,
    /// The line that took the branch in.
    pub target: LineName,
    /// How many leaves the branch's line had.
    pub source_leaves: u64,
    /// How many leaves the target had before.
    pub target_leaves_pre: u64,
    /// How many it had after.
    pub target_leaves_post: u64,
}

impl Tree {
    /// A branch.
    #[must_use]
    pub fn branch(&self, id: Uuid) -> Option<BranchView<'_>> {
        let state = self.branches.get(&id)?;
        let Some(Node::BranchPoint(point)) = self.nodes.get(&state.point) else { return None };
        let terminus = state.terminus.and_then(|id| match self.nodes.get(&id) {
            Some(Node::BranchTerminus(terminus)) => Some(terminus),
            _ => None,
        });
        let state = terminus.map_or(BranchState::Active, |terminus| match terminus.terminus_type {
            BranchTerminusType::Merged => BranchState::Merged,
            BranchTerminusType::Abandoned => BranchState::Abandoned,
        });
        Some(BranchView { point, terminus, state })
    }

    /// The branches of an Episode, in the order in which they were made.
    pub fn branches(&self, episode: Uuid) -> impl Iterator<Item = BranchView<'_>> {
        let ids = self.episodes.get(&episode).map_or(&[][..], |state| state.branches.as_slice());
        ids.iter().filter_map(|id| self.branch(*id))
    }

    /// The branches of an Episode that are open, by identifier.
    pub fn open_branches(&self, episode: Uuid) -> impl Iterator<Item = Uuid> {
        self.episodes.get(&episode).into_iter().flat_map(|state| state.open_branches.iter().copied())
    }

    /// A fork.
    #[must_use]
    pub fn fork(&self, id: Uuid) -> Option<ForkView<'_>> {
        let ForkState { points, selected } = self.forks.get(&id)?;
        let points = points.iter().filter_map(|id| match self.nodes.get(id) {
            Some(Node::ForkPoint(point)) => {
                Some((point, self.fork_points.get(id).copied().unwrap_or(ForkPointStatus::Active)))
            }
            _ => None,
        });
        Some(ForkView { points: points.collect(), selected: *selected })
    }

    /// A departure. Markers are beside it, not part of it (FO-004).
    #[must_use]
    pub fn departure(&self, id: Uuid) -> Option<DepartureView<'_>> {
        self.departures.get(&id).map(|state| self.departure_view(state))
    }

    /// The departures that have a point or a return: the registry, without markers (FO-004).
    pub fn departures(&self) -> impl Iterator<Item = (Uuid, DepartureView<'_>)> {
        self.departures.iter().map(|(id, state)| (*id, self.departure_view(state)))
    }

    fn departure_view<'a>(&'a self, state: &'a DepartureState) -> DepartureView<'a> {
        let stored = |id: Option<Uuid>| id.and_then(|id| self.nodes.get(&id));
        DepartureView {
            point: match stored(state.point) {
                Some(Node::DepartureForkPoint(point)) => Some(point),
                _ => None,
            },
            episode: state.episode.and_then(|id| self.episode(id)),
            status: state.status,
            corrected: state.corrected,
            returned: match stored(state.returned) {
                Some(Node::ForkReturn(returned)) => Some(returned),
                _ => None,
            },
            marker: match stored(state.marker) {
                Some(Node::ForkOrphanMarker(marker)) => Some(marker),
                _ => None,
            },
            ahead: state.ahead.as_ref(),
            point_orphaned: state.point_orphaned,
            episode_orphaned: state.episode_orphaned,
        }
    }

    /// A merge.
    #[must_use]
    pub fn merge(&self, id: Uuid) -> Option<MergeView<'_>> {
        let state = self.merges.get(&id)?;
        Some(MergeView {
            point: self.merge_point(state.point)?,
            record: self.records.get(state.record)?,
            target: state.target,
            source_leaves: state.source_leaves,
            target_leaves_pre: state.target_leaves_pre,
            target_leaves_post: state.target_leaves_post,
        })
    }
}
