//! The frontier of a growing tree.

use alloc::vec::Vec;

use super::scheme::Scheme;
use crate::digest::Digest;

/// A tree of which only the frontier is kept: a copy costs O(log n), so every count that matters can keep its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator<D> {
    scheme: Scheme<D>,
    count: u64,
    /// Roots of the perfect subtrees, one for each bit of the count, largest first.
    frontier: Vec<D>,
}

impl<D: Digest> Accumulator<D> {
    /// Starts with no leaf.
    #[must_use]
    pub const fn new(scheme: Scheme<D>) -> Self {
        Self { scheme, count: 0, frontier: Vec::new() }
    }

    /// Starts with the frontier of a tree of so many leaves, largest subtree first.
    ///
    /// `None` where there is not one root for each bit of the count. That the roots are right cannot be seen here.
    #[must_use]
    pub fn resume(scheme: Scheme<D>, count: u64, frontier: Vec<D>) -> Option<Self> {
        (u32::try_from(frontier.len()) == Ok(count.count_ones())).then_some(Self { scheme, count, frontier })
    }

    /// The same for whoever has collected one root for each bit.
    pub(super) const fn over(scheme: Scheme<D>, count: u64, frontier: Vec<D>) -> Self {
        Self { scheme, count, frontier }
    }

    /// Appends a leaf; O(1) digests on average, O(log n) at worst.
    pub fn push(&mut self, input: &[u8]) {
        self.push_leaf(self.scheme.leaf(input), |_, _, _| {});
    }

    /// Appends a leaf that is digested already, and shows the root of every perfect subtree that it completes: height,
    /// place from the left, root. The leaf itself, at height 0, comes first.
    pub fn push_leaf(&mut self, leaf: D, mut completed: impl FnMut(u32, u64, D)) {
        let mut node = leaf;
        completed(0, self.count, node);
        // Each trailing one of the count is a subtree of the size that the new one has now.
        for height in 1..=self.count.trailing_ones() {
            if let Some(left) = self.frontier.pop() {
                node = self.scheme.node(left, node);
                completed(height, self.count >> height, node);
            }
        }
        self.frontier.push(node);
        self.count += 1;
    }

    /// Returns the root; that of no leaf is [`Scheme::empty`].
    #[must_use]
    pub fn root(&self) -> Option<D> {
        let mut subtrees = self.frontier.iter().rev().copied();
        let Some(smallest) = subtrees.next() else {
            return self.scheme.empty();
        };
        Some(subtrees.fold(smallest, |right, left| self.scheme.node(left, right)))
    }

    /// Returns the number of leaves.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the roots of the perfect subtrees, largest first.
    #[must_use]
    pub fn frontier(&self) -> &[D] {
        &self.frontier
    }
}

impl<D: Digest, L: AsRef<[u8]>> Extend<L> for Accumulator<D> {
    fn extend<I: IntoIterator<Item = L>>(&mut self, leaves: I) {
        for leaf in leaves {
            self.push(leaf.as_ref());
        }
    }
}
