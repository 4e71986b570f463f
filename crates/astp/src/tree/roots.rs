//! Roots: of an Episode's spine, and of its lines, through any place.

use actum_canon::digest::Sha3;

use super::{Line, LineName, Parent, Spine, Tree};
use crate::id::Uuid;
use crate::node::Segment;

impl Tree {
    /// The root of an Episode's spine as it stands (ASTP 5.7.1); `None` without a leaf.
    #[must_use]
    pub fn spine_root(&self, episode: Uuid) -> Option<Sha3> {
        self.episodes.get(&episode)?.spine.root()
    }

    /// The root that an Episode's spine has with one more leaf.
    #[must_use]
    pub fn spine_root_with(&self, episode: Uuid, leaf: Sha3) -> Option<Sha3> {
        let spine = &self.episodes.get(&episode)?.spine;
        let mut next = spine.fork(spine.count())?;
        next.push(leaf);
        next.root()
    }

    /// The root of the spine of a Segment's Episode through that Segment (ASTP 5.7.1).
    #[must_use]
    pub fn spine_root_through(&self, segment: Uuid) -> Option<Sha3> {
        let state = self.segments.get(&segment)?;
        self.episodes.get(&state.segment.episode_id)?.spine.root_through(state.spine_leaves)
    }

    /// How many leaves the spine of a Segment's Episode has through that Segment.
    #[must_use]
    pub fn spine_leaves_through(&self, segment: Uuid) -> Option<u64> {
        self.segments.get(&segment).map(|state| state.spine_leaves)
    }

    /// How many leaves the spine of an Episode has.
    #[must_use]
    pub fn spine_leaves(&self, episode: Uuid) -> u64 {
        self.episodes.get(&episode).map_or(0, |state| state.spine.count())
    }

    /// The root that an Episode's spine had when it had `leaves` leaves.
    #[must_use]
    pub fn spine_root_at(&self, episode: Uuid, leaves: u64) -> Option<Sha3> {
        self.episodes.get(&episode)?.spine.root_through(leaves)
    }

    /// The root of a line.
    #[must_use]
    pub fn line_root(&self, line: LineName) -> Option<Sha3> {
        self.line_root_at(line, self.line_leaves(line))
    }

    /// How many leaves a line has.
    #[must_use]
    pub fn line_leaves(&self, line: LineName) -> u64 {
        self.spine_of(line).map_or(0, Spine::count)
    }

    /// The root that a line had when it had `leaves` leaves.
    #[must_use]
    pub fn line_root_at(&self, line: LineName, leaves: u64) -> Option<Sha3> {
        let mut line = line;
        loop {
            let spine = self.spine_of(line)?;
            if leaves >= spine.base() {
                return spine.root_through(leaves);
            }
            match self.line(line)?.parent {
                Parent::Episode(episode) => return self.spine_root_at(episode, leaves),
                Parent::Main(episode_id) => line = LineName { episode_id, branch_id: None },
                Parent::Branch(branch) => line.branch_id = Some(branch),
            }
        }
    }

    /// The Segments that a line has of its own, with those it has taken in, from a place on. Places count from 1.
    pub fn line_segments(&self, line: LineName, after: u64) -> impl Iterator<Item = &Segment> {
        let (base, own) = self.own(line);
        // A main line that has parted from its Episode has its first Segments in common with it.
        let episode = self.episodes.get(&line.episode_id).filter(|_| line.branch_id.is_none());
        let first = episode.map_or(&[][..], |state| &state.segments).iter().take(index(base));
        let skip = if line.branch_id.is_none() { after } else { after.saturating_sub(base) };
        first.chain(own).skip(index(skip)).filter_map(|id| self.segment(*id))
    }

    pub(super) fn line(&self, name: LineName) -> Option<&Line> {
        match name.branch_id {
            None => self.episodes.get(&name.episode_id).map(|state| &state.main),
            Some(branch) => self
                .branches
                .get(&branch)
                .filter(|state| state.episode == name.episode_id)
                .map(|state| &state.line),
        }
    }

    pub(super) fn spine_of(&self, name: LineName) -> Option<&Spine> {
        match self.episodes.get(&name.episode_id) {
            Some(state) if name.branch_id.is_none() && !state.parted => Some(&state.spine),
            _ => self.line(name).map(|line| &line.spine),
        }
    }

    /// Where the own Segments of a line start, and which they are.
    pub(super) fn own(&self, name: LineName) -> (u64, &[Uuid]) {
        match self.episodes.get(&name.episode_id) {
            Some(state) if name.branch_id.is_none() && !state.parted => (0, &state.segments),
            _ => self.line(name).map_or((0, &[]), |line| (line.base, &line.segments)),
        }
    }

    pub(super) fn line_len(&self, name: LineName) -> u64 {
        let (base, own) = self.own(name);
        base + own.len() as u64
    }
}

/// A count as an index; what no index can be is beyond every list.
fn index(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
