//! Orphaned departures: what whole writes cannot leave behind, found among nodes that another store has written
//! (ASTP 19.3.7).
//!
//! Looking is nobody's duty (FO-008) and writes nothing. Here is what counts as an orphan; `recover` says what is done about it.

use alloc::vec::Vec;

use crate::id::{Instant, Uuid};
use crate::tree::{DepartureView, Tree};
use crate::value::{DepartureForkStatus, OrphanClass};

/// An orphaned departure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orphan {
    /// The departure.
    pub fork_id: Uuid,
    /// What is wrong.
    pub class: OrphanClass,
    /// The Episode that it left, as far as anything says so.
    pub origin_episode_id: Option<Uuid>,
}

/// The orphaned departures of a tree, by identifier; those that have their marker already are among them.
///
/// An active departure counts as stale where nothing was written in it for `stale_after_ms` milliseconds before `at`; without that number,
/// none does.
#[must_use]
pub fn orphans(tree: &Tree, at: &Instant, stale_after_ms: Option<u64>) -> Vec<Orphan> {
    let classified = |(fork_id, view)| {
        let class = class(tree, &view, at, stale_after_ms)?;
        Some(Orphan { fork_id, class, origin_episode_id: origin(&view) })
    };
    tree.departures().filter_map(classified).collect()
}

/// What is wrong with a departure, the gravest first.
pub(super) fn class(
    tree: &Tree,
    view: &DepartureView<'_>,
    at: &Instant,
    stale_after_ms: Option<u64>,
) -> Option<OrphanClass> {
    let Some(episode) = view.episode else {
        // A point that was only written ahead is not on the origin's spine yet.
        return (view.point.is_some() || view.returned.is_some()).then_some(OrphanClass::ClassA);
    };
    if view.point.is_none() {
        return Some(OrphanClass::ClassB);
    }
    if view.returned.is_some() && view.status != Some(DepartureForkStatus::Completed) {
        return Some(OrphanClass::ClassC);
    }
    let stale = stale_after_ms.is_some_and(|limit| still_for(tree, episode.episode_id, at) > limit);
    (view.status == Some(DepartureForkStatus::Active) && stale).then_some(OrphanClass::ClassD)
}

pub(super) fn origin(view: &DepartureView<'_>) -> Option<Uuid> {
    let provenance = view.episode.and_then(|episode| episode.provenance.as_ref());
    provenance
        .map(|provenance| provenance.fork_origin_episode_id)
        .or(view.point.map(|point| point.origin_episode_id))
        .or(view.returned.map(|returned| returned.origin_episode_id))
}

/// For how many milliseconds nothing was written in an Episode.
fn still_for(tree: &Tree, episode: Uuid, at: &Instant) -> u64 {
    let segment = tree.greatest_index(episode).and_then(|index| tree.segment_at(episode, index));
    let opened = tree.episode(episode).map(|episode| &episode.opened_at);
    let recorded = tree
        .chain(&alloc::string::ToString::to_string(&episode))
        .next_back()
        .map(|record| &record.wall_clock_time);
    let last = [segment.map(|segment| &segment.authored_at), opened, recorded].into_iter().flatten().max();
    last.map_or(0, |last| super::demand::elapsed(last, at))
}
