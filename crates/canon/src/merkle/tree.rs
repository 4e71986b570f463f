//! A tree that answers for every earlier count too.

use alloc::vec::Vec;

use super::accumulator::Accumulator;
use super::consistency::Consistency;
use super::proof::Proof;
use super::scheme::Scheme;
use super::subtree;
use crate::digest::Digest;

/// A growing tree that keeps the root of every perfect subtree: below two digests for each leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<D> {
    scheme: Scheme<D>,
    /// `levels[k]` holds the roots of the perfect subtrees of 2^k leaves, from the left; never an odd one carried up.
    levels: Vec<Vec<D>>,
}

impl<D: Digest> Tree<D> {
    /// Starts with no leaf.
    #[must_use]
    pub const fn new(scheme: Scheme<D>) -> Self {
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

    /// Returns the root of all leaves; that of none is [`Scheme::empty`].
    #[must_use]
    pub fn root(&self) -> Option<D> {
        self.root_through(self.count())
    }

    /// Returns the root that the tree had when it held the first `count` leaves.
    ///
    /// `None` for more than there are. O(log n) digests.
    #[must_use]
    pub fn root_through(&self, count: u64) -> Option<D> {
        self.frontier(count)?.root()
    }

    /// Returns the frontier of the first `count` leaves, to go on from there; `None` for more than there are.
    #[must_use]
    pub fn frontier(&self, count: u64) -> Option<Accumulator<D>> {
        subtree::frontier(self.scheme, count, |height, place| self.subtree(height, place)).ok()
    }

    /// Returns the proof that a leaf stands at `index` of the tree of the first `count` leaves.
    ///
    /// `None` where the index is not below the count, or the count is more than there are.
    #[must_use]
    pub fn prove(&self, index: u64, count: u64) -> Option<Proof<D>> {
        if count > self.count() {
            return None;
        }
        subtree::prove(self.scheme, index, count, |height, place| self.subtree(height, place)).ok()?
    }

    /// Returns the proof that the first `earlier` leaves are a prefix of the first `count` (RFC 6962 2.1.2).
    ///
    /// `None` where `earlier` is more than `count`, or that is more than there are.
    #[must_use]
    pub fn prove_consistency(&self, earlier: u64, count: u64) -> Option<Consistency<D>> {
        if count > self.count() {
            return None;
        }
        subtree::prove_consistency(self.scheme, earlier, count, |height, place| self.subtree(height, place))
            .ok()?
    }

    fn subtree(&self, height: u32, place: u64) -> Result<D, Missing> {
        let level = usize::try_from(height).ok().and_then(|height| self.levels.get(height));
        let root = usize::try_from(place).ok().and_then(|place| level?.get(place));
        root.copied().ok_or(Missing)
    }
}

/// The tree has fewer leaves.
struct Missing;

impl<D: Digest, L: AsRef<[u8]>> Extend<L> for Tree<D> {
    fn extend<I: IntoIterator<Item = L>>(&mut self, leaves: I) {
        for leaf in leaves {
            self.push(leaf.as_ref());
        }
    }
}
