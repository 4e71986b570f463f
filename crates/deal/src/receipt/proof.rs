//! Proofs that an entry stands in a transcript (RFC 6962 2.1.1).

use alloc::vec::Vec;

use actum_canon::digest::Sha256;
use actum_canon::merkle::{Side, sides};

use super::tree::{leaf, node};

/// The siblings on the way from an entry to the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number of the entry, from 1.
    pub n: u64,
    /// How many entries the root is over.
    pub size: u64,
    /// The siblings, that of the entry first.
    pub siblings: Vec<Sha256>,
}

impl Proof {
    /// Tells whether the proof leads from the canonical bytes of an entry to the root.
    #[must_use]
    pub fn holds(&self, entry: &[u8], root: Sha256) -> bool {
        let Some(sides) = self.n.checked_sub(1).and_then(|index| sides(index, self.size)) else {
            return false;
        };
        let mut siblings = self.siblings.iter();
        let mut reached = leaf(entry);
        for side in sides {
            let Some(sibling) = siblings.next() else {
                return false;
            };
            reached = match side {
                Side::Left => node(*sibling, reached),
                Side::Right => node(reached, *sibling),
            };
        }
        siblings.next().is_none() && reached == root
    }
}
