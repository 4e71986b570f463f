//! A tree that answers for every earlier count too.

use alloc::vec::Vec;

use super::accumulator::Accumulator;
use super::proof::{Proof, Step, path};
use super::scheme::Scheme;
use crate::digest::Sha3;

/// A growing tree that keeps the root of every perfect subtree: below two digests for each leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    scheme: Scheme,
    /// `levels[k]` holds the roots of the perfect subtrees of 2^k leaves, from the left; never an odd one carried up.
    levels: Vec<Vec<Sha3>>,
}

impl Tree {
    /// Starts with no leaf.
    #[must_use]
    pub const fn new(scheme: Scheme) -> Self {
        Self { scheme, levels: Vec::new() }
    }

    /// Appends a leaf; O(1) digests on average, O(log n) at worst.
    pub fn push(&mut self, input: &[u8]) {
        let mut node = self.scheme.leaf(input);
        for height in 0.. {
            let Some(level) = self.levels.get_mut(height) else {
                self.levels.push(Vec::from([node]));
                return;
            };
            let left = if level.len() % 2 == 1 { level.last().copied() } else { None };
            level.push(node);
            match left {
                Some(left) => node = self.scheme.node(left, node),
                None => return,
            }
        }
    }

    /// Returns the number of leaves.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.levels.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// Returns the root of all leaves; `None` without one.
    #[must_use]
    pub fn root(&self) -> Option<Sha3> {
        self.root_through(self.count())
    }

    /// Returns the root that the tree had when it held the first `count` leaves.
    ///
    /// `None` for none, and for more than there are. O(log n) digests.
    #[must_use]
    pub fn root_through(&self, count: u64) -> Option<Sha3> {
        self.frontier(count)?.root()
    }

    /// Returns the frontier of the first `count` leaves, to go on from there; `None` for more than there are.
    #[must_use]
    pub fn frontier(&self, count: u64) -> Option<Accumulator> {
        let mut roots = Vec::new();
        for height in (0..u64::BITS).rev().filter(|height| count >> height & 1 == 1) {
            roots.push(self.subtree(height, (count >> height) - 1)?);
        }
        Accumulator::resume(self.scheme, count, roots)
    }

    /// Returns the proof that a leaf stands at `index` of the tree of the first `count` leaves.
    ///
    /// `None` where the index is not below the count, or the count is more than there are.
    #[must_use]
    pub fn prove(&self, index: u64, count: u64) -> Option<Proof> {
        if count > self.count() {
            return None;
        }
        let mut siblings = Vec::new();
        for (height, step) in (0..).zip(path(index, count)?) {
            match step {
                Step::Left(place) | Step::Right(place) => siblings.push(self.node(height, place, count)?),
                Step::Carried => {}
            }
        }
        Some(Proof { index, count, siblings })
    }

    /// Returns the node at a place of a level of the tree of the first `count` leaves.
    ///
    /// It spans the leaves from `place × 2^height` on; the last node of a level may span fewer than 2^height.
    fn node(&self, height: u32, place: u64, count: u64) -> Option<Sha3> {
        let first = place << height;
        if count - first >= 1 << height {
            return self.subtree(height, place);
        }
        // An incomplete last node is itself a tree, over the leaves from `first` on.
        let mut roots = Vec::new();
        let mut start = first;
        for height in (0..height).rev().filter(|height| (count - first) >> height & 1 == 1) {
            roots.push(self.subtree(height, start >> height)?);
            start += 1 << height;
        }
        Accumulator::resume(self.scheme, count - first, roots)?.root()
    }

    fn subtree(&self, height: u32, place: u64) -> Option<Sha3> {
        self.levels.get(usize::try_from(height).ok()?)?.get(usize::try_from(place).ok()?).copied()
    }
}

impl<L: AsRef<[u8]>> Extend<L> for Tree {
    fn extend<I: IntoIterator<Item = L>>(&mut self, leaves: I) {
        for leaf in leaves {
            self.push(leaf.as_ref());
        }
    }
}
