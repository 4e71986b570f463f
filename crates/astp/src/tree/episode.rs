//! The state of one Episode.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::line::{Line, Parent};
use super::spine::Spine;
use crate::id::Uuid;
use crate::node::Episode;
use crate::value::EpisodeStatus;

#[derive(Debug, Clone)]
pub(super) struct EpisodeState {
    pub(super) episode: Episode,
    pub(super) status: EpisodeStatus,
    /// All Segments of all lines, in the order of their indices.
    pub(super) segments: Vec<Uuid>,
    /// The leaves among them: what a seal is made over (ASTP 5.6).
    pub(super) spine: Spine,
    /// The main line. Until a branch has a Segment of its own it is the same as all Segments, and keeps no list.
    pub(super) main: Line,
    pub(super) parted: bool,
    /// Members of the structural manifest, in the order in which they were written.
    pub(super) structure: Vec<Uuid>,
    pub(super) branches: Vec<Uuid>,
    pub(super) open_branches: BTreeSet<Uuid>,
    pub(super) open_asides: BTreeSet<Uuid>,
    pub(super) active_soliloquies: BTreeSet<Uuid>,
    pub(super) waiting_gates: BTreeSet<Uuid>,
    pub(super) signals: Vec<Uuid>,
    pub(super) seals: Vec<Uuid>,
    /// The reading with the greatest index, and the last one that was nominal.
    pub(super) last_fingerprint: Option<(u64, Uuid)>,
    pub(super) last_nominal: Option<(u64, Uuid)>,
}

impl EpisodeState {
    pub(super) fn new(episode: Episode, status: EpisodeStatus) -> Self {
        let main = Line::new(Parent::Episode(episode.episode_id), 0, Spine::default());
        Self {
            episode,
            status,
            segments: Vec::new(),
            spine: Spine::default(),
            main,
            parted: false,
            structure: Vec::new(),
            branches: Vec::new(),
            open_branches: BTreeSet::new(),
            open_asides: BTreeSet::new(),
            active_soliloquies: BTreeSet::new(),
            waiting_gates: BTreeSet::new(),
            signals: Vec::new(),
            seals: Vec::new(),
            last_fingerprint: None,
            last_nominal: None,
        }
    }

    /// Gives the main line a list of its own, from here on.
    pub(super) fn part(&mut self) {
        if self.parted {
            return;
        }
        self.parted = true;
        self.main.base = self.segments.len() as u64;
        if let Some(spine) = self.spine.fork(self.spine.count()) {
            self.main.spine = spine;
        }
    }
}
