//! The frontier of a growing tree.

use alloc::vec::Vec;

use super::scheme::Scheme;
use crate::digest::Sha3;

/// A tree of which only the frontier is kept: a copy costs O(log n), so every count that matters can keep its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    scheme: Scheme,
    count: u64,
    /// Roots of the perfect subtrees, one for each bit of the count, largest first.
    frontier: Vec<Sha3>,
}

impl Accumulator {
    /// Starts with no leaf.
    #[must_use]
    pub const fn new(scheme: Scheme) -> Self {
        Self { scheme, count: 0, frontier: Vec::new() }
    }

    /// Starts with the frontier of a tree of so many leaves, largest subtree first.
    ///
    /// `None` where there is not one root for each bit of the count. That the roots are right cannot be seen here.
    #[must_use]
    pub fn resume(scheme: Scheme, count: u64, frontier: Vec<Sha3>) -> Option<Self> {
        (u32::try_from(frontier.len()) == Ok(count.count_ones())).then_some(Self { scheme, count, frontier })
    }

    /// Appends a leaf; O(1) digests on average, O(log n) at worst.
    pub fn push(&mut self, input: &[u8]) {
        let mut node = self.scheme.leaf(input);
        // Each trailing one of the count is a subtree of the size that the new one has now.
        for _ in 0..self.count.trailing_ones() {
            if let Some(left) = self.frontier.pop() {
                node = self.scheme.node(left, node);
            }
        }
        self.frontier.push(node);
        self.count += 1;
    }

    /// Returns the root; `None` without a leaf, as a tree of none has no root (ASTP 5.4).
    #[must_use]
    pub fn root(&self) -> Option<Sha3> {
        let mut subtrees = self.frontier.iter().rev().copied();
        let smallest = subtrees.next()?;
        Some(subtrees.fold(smallest, |right, left| self.scheme.node(left, right)))
    }

    /// Returns the number of leaves.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the roots of the perfect subtrees, largest first.
    #[must_use]
    pub fn frontier(&self) -> &[Sha3] {
        &self.frontier
    }
}

impl<L: AsRef<[u8]>> Extend<L> for Accumulator {
    fn extend<I: IntoIterator<Item = L>>(&mut self, leaves: I) {
        for leaf in leaves {
            self.push(leaf.as_ref());
        }
    }
}
