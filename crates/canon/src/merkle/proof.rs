//! Proofs that a leaf stands at an index of a tree of so many leaves (RFC 6962 2.1.1; ASTP 9.2).

use alloc::vec::Vec;
use core::fmt;

use super::scheme::Scheme;
use crate::digest::Digest;

/// The siblings on the way from a leaf to the root.
///
/// The index and the count say on which level there is one and on which side it stands; a proof carries no directions
/// that could lie. The count itself is not bound: any count that gives the same way verifies with the same root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<D> {
    /// Where the leaf stands, from 0.
    pub index: u64,
    /// How many leaves the tree has.
    pub count: u64,
    /// The siblings, that of the leaf first; levels on which the node is carried up have none.
    pub siblings: Vec<D>,
}

impl<D: Digest> Proof<D> {
    /// Checks the proof for a leaf input and a root.
    ///
    /// # Errors
    ///
    /// [`ProofError`] says what does not fit; the shape is checked before anything is hashed.
    pub fn verify(&self, scheme: &Scheme<D>, input: &[u8], root: D) -> Result<(), ProofError> {
        self.verify_leaf(scheme, scheme.leaf(input), root)
    }

    /// Does what [`Self::verify`] does for a leaf that is digested already.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`].
    pub fn verify_leaf(&self, scheme: &Scheme<D>, leaf: D, root: D) -> Result<(), ProofError> {
        let expected = sibling_count(self.index, self.count).ok_or(ProofError::Index)?;
        if self.siblings.len() != expected {
            return Err(ProofError::Siblings);
        }
        let mut siblings = self.siblings.iter().copied();
        let mut node = leaf;
        for step in path(self.index, self.count).ok_or(ProofError::Index)? {
            node = match step {
                Step::Left(_) => scheme.node(siblings.next().ok_or(ProofError::Siblings)?, node),
                Step::Right(_) => scheme.node(node, siblings.next().ok_or(ProofError::Siblings)?),
                Step::Carried => node,
            };
        }
        if node == root { Ok(()) } else { Err(ProofError::Root) }
    }
}

/// Returns how many siblings a proof has; `None` where the index is not below the count.
#[must_use]
pub fn sibling_count(index: u64, count: u64) -> Option<usize> {
    sides(index, count).map(Iterator::count)
}

/// Where a sibling stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left of the node.
    Left,
    /// Right of the node.
    Right,
}

/// Returns on which side each sibling of a proof stands, that of the leaf first.
///
/// `None` where the index is not below the count.
#[must_use]
pub fn sides(index: u64, count: u64) -> Option<impl Iterator<Item = Side>> {
    let sides = path(index, count)?.filter_map(|step| match step {
        Step::Left(_) => Some(Side::Left),
        Step::Right(_) => Some(Side::Right),
        Step::Carried => None,
    });
    Some(sides)
}

/// What happens to a node on its level; the place is that of its sibling.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Left(u64),
    Right(u64),
    Carried,
}

/// Returns the steps from a leaf up to the root; `None` where the index is not below the count.
pub(super) fn path(index: u64, count: u64) -> Option<impl Iterator<Item = Step>> {
    let (mut place, mut width) = (index, count);
    (index < count).then(|| {
        core::iter::from_fn(move || {
            if width <= 1 {
                return None;
            }
            let step = match place % 2 {
                1 => Step::Left(place - 1),
                _ if place + 1 == width => Step::Carried,
                _ => Step::Right(place + 1),
            };
            (place, width) = (place / 2, width.div_ceil(2));
            Some(step)
        })
    })
}

/// Why a proof does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The index is not below the count, or the earlier count is above it.
    Index,
    /// These counts ask for another number of nodes.
    Siblings,
    /// The way leads to another root.
    Root,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Index => "index lies outside the leaf count",
            Self::Siblings => "number of nodes does not fit the counts",
            Self::Root => "the nodes lead to another root",
        })
    }
}

impl core::error::Error for ProofError {}
