//! Proofs that a tree only grew (RFC 6962 2.1.2).

use alloc::vec::Vec;

use super::proof::ProofError;
use super::scheme::Scheme;
use crate::digest::Digest;

/// The nodes from which both the root over the first leaves and the root over all of them follow.
///
/// Both counts say which nodes these are; as with an inclusion proof there is no direction that could lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consistency<D> {
    /// How many leaves the smaller tree has.
    pub earlier: u64,
    /// How many leaves the greater tree has.
    pub count: u64,
    /// The nodes, deepest first; none for equal counts and for an empty smaller tree.
    pub nodes: Vec<D>,
}

impl<D: Digest> Consistency<D> {
    /// Checks that the tree with the one root is a prefix of that with the other.
    ///
    /// A tree of no leaves is a prefix of every tree; its root must be [`Scheme::empty`].
    ///
    /// # Errors
    ///
    /// [`ProofError`] says what does not fit; the number of nodes is checked before anything is hashed.
    pub fn verify(&self, scheme: &Scheme<D>, earlier: D, root: D) -> Result<(), ProofError> {
        if self.earlier > self.count {
            return Err(ProofError::Index);
        }
        if self.nodes.len() != parts(self.earlier, self.count).count() {
            return Err(ProofError::Siblings);
        }
        let holds = |holds| if holds { Ok(()) } else { Err(ProofError::Root) };
        if self.earlier == self.count {
            return holds(earlier == root && (self.count > 0 || scheme.empty() == Some(root)));
        }
        if self.earlier == 0 {
            return holds(scheme.empty() == Some(earlier));
        }
        let mut nodes = self.nodes.iter().copied();
        // A perfect smaller tree is a node itself, and its root is at hand.
        let first = if self.earlier.is_power_of_two() { Some(earlier) } else { nodes.next() };
        let first = first.ok_or(ProofError::Siblings)?;
        let (mut before, mut now) = (first, first);
        let height = self.earlier.trailing_zeros();
        let (mut place, mut last) = ((self.earlier - 1) >> height, (self.count - 1) >> height);
        while last > 0 {
            if place % 2 == 1 {
                let left = nodes.next().ok_or(ProofError::Siblings)?;
                (before, now) = (scheme.node(left, before), scheme.node(left, now));
            } else if place < last {
                now = scheme.node(now, nodes.next().ok_or(ProofError::Siblings)?);
            }
            (place, last) = (place / 2, last / 2);
        }
        holds(before == earlier && now == root)
    }
}

/// Leaves from `first` on, whose root is one node of a proof.
pub(super) struct Part {
    pub(super) first: u64,
    pub(super) span: u64,
}

/// The nodes of a proof, deepest first: the last perfect subtree of the smaller tree, unless that is all of it, then
/// the siblings on its way up to the root of the greater tree.
pub(super) fn parts(earlier: u64, count: u64) -> impl Iterator<Item = Part> {
    let empty = earlier == 0 || earlier >= count;
    let height = earlier.trailing_zeros();
    let own = (!empty && !earlier.is_power_of_two())
        .then(|| Part { first: earlier - (1 << height), span: 1 << height });
    let (mut place, mut level) = if empty { (0, u64::BITS) } else { ((earlier - 1) >> height, height) };
    let siblings = core::iter::from_fn(move || {
        loop {
            if level >= u64::BITS || (count - 1) >> level == 0 {
                return None;
            }
            let sibling = place ^ 1;
            let first = sibling << level;
            let part = Part { first, span: count.saturating_sub(first).min(1 << level) };
            (place, level) = (place / 2, level + 1);
            if part.span > 0 {
                return Some(part);
            }
        }
    });
    own.into_iter().chain(siblings)
}
