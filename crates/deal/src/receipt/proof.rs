//! Proofs that an entry stands in a transcript (RFC 6962 2.1.1).

use alloc::vec::Vec;

use actum_canon::digest::Sha256;
use actum_canon::merkle::{self, RFC_6962};

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
        self.n.checked_sub(1).is_some_and(|index| {
            let proof = merkle::Proof { index, count: self.size, siblings: self.siblings.clone() };
            proof.verify(&RFC_6962, entry, root).is_ok()
        })
    }

    /// Takes the proof of the tree, which counts from 0.
    pub(super) fn new(n: u64, proof: merkle::Proof<Sha256>) -> Self {
        Self { n, size: proof.count, siblings: proof.siblings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_counted_from_one_and_only_whole_proofs_hold() {
        let entries: Vec<Vec<u8>> = (0..7).map(|n| [n].to_vec()).collect();
        let mut tree = merkle::Tree::new(RFC_6962);
        tree.extend(&entries);
        let root = tree.root().unwrap();
        for (n, entry) in (1..).zip(&entries) {
            let proof = Proof::new(n, tree.prove(n - 1, 7).unwrap());
            assert!(proof.holds(entry, root), "{n}");
            let moved = |n| Proof { n, ..proof.clone() }.holds(entry, root);
            assert!(!moved(0) && !moved(8), "{n}");
            let longer = [proof.siblings.clone(), [root].to_vec()].concat();
            assert!(!Proof { siblings: longer, ..proof.clone() }.holds(entry, root), "{n}");
            let shorter = proof.siblings[1..].to_vec();
            assert!(!Proof { siblings: shorter, ..proof.clone() }.holds(entry, root), "{n}");
        }
    }
}
