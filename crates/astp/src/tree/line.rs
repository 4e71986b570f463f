//! Lines: the ways along which Segments follow one another, with what each has taken in and replaced.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Spine;
use crate::id::Uuid;

/// What a line goes on from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parent {
    /// It is the main line of an Episode, and starts with it.
    Episode(Uuid),
    /// It leaves the main line of an Episode.
    Main(Uuid),
    /// It leaves a branch.
    Branch(Uuid),
}

/// A line, by what names it: the Episode, and its branch unless it is the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineName {
    /// The Episode.
    pub episode_id: Uuid,
    /// The branch; `None` for the main line.
    pub branch_id: Option<Uuid>,
}

/// The state of a line.
///
/// Its Segments are those of its parent up to where it leaves, then its own, in the order in which they came. Places are counted
/// from the start of the whole line.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) parent: Parent,
    /// How many Segments come before its own.
    pub(crate) base: u64,
    /// Its own Segments, with those it has taken in.
    pub(crate) segments: Vec<Uuid>,
    pub(crate) spine: Spine,
    /// For each replaced Segment, where on this line it was replaced, and by what.
    pub(crate) replaced: BTreeMap<Uuid, Vec<(u64, Uuid)>>,
    /// The replaced Segments in the order of this line.
    pub(crate) replacing: Vec<(u64, Uuid)>,
    /// How far it has taken in other lines: since which of its own places, and through which of theirs.
    pub(crate) taken: BTreeMap<LineName, Vec<(u64, u64)>>,
}

impl Line {
    pub(crate) const fn new(parent: Parent, base: u64, spine: Spine) -> Self {
        Self {
            parent,
            base,
            segments: Vec::new(),
            spine,
            replaced: BTreeMap::new(),
            replacing: Vec::new(),
            taken: BTreeMap::new(),
        }
    }

    /// How many Segments it has, with those before its own.
    pub(crate) fn len(&self) -> u64 {
        self.base + self.segments.len() as u64
    }

    /// Through which place of another line this one had taken it in, as seen at one of its own places.
    pub(crate) fn taken_at(&self, other: LineName, place: u64) -> Option<u64> {
        self.taken.get(&other)?.iter().rev().find(|(since, _)| *since <= place).map(|(_, through)| *through)
    }

    /// Records that the Segment at a place of this line takes the place of others.
    pub(crate) fn replace(&mut self, replaced: &[Uuid], by: Uuid, at: u64) {
        for old in replaced {
            self.replaced.entry(*old).or_default().push((at, by));
            self.replacing.push((at, *old));
        }
    }
}
