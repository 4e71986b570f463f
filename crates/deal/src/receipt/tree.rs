//! The Merkle tree of RFC 6962 2.1 over SHA-256, growing at its right end.

use alloc::vec::Vec;

use actum_canon::digest::{self, Sha256, Sha256Hasher};

use super::proof::Proof;

/// A tree that keeps the root of every perfect subtree: below two digests for each leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// `levels[k]` holds the roots of the perfect subtrees of 2^k leaves, from the left.
    levels: Vec<Vec<Sha256>>,
}

/// The digest of a leaf.
pub(super) fn leaf(bytes: &[u8]) -> Sha256 {
    hash(&[&[0], bytes])
}

/// The digest of an inner node.
pub(super) fn node(left: Sha256, right: Sha256) -> Sha256 {
    hash(&[&[1], left.as_bytes(), right.as_bytes()])
}

fn hash(parts: &[&[u8]]) -> Sha256 {
    let mut hasher = Sha256Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finish()
}

impl Tree {
    /// Appends a leaf: two digests on average.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let mut right = leaf(bytes);
        let mut height = 0;
        loop {
            let Some(level) = self.levels.get_mut(height) else {
                self.levels.push([right].into());
                return;
            };
            let left = level.last().copied().filter(|_| level.len() % 2 == 1);
            level.push(right);
            match left {
                Some(left) => right = node(left, right),
                None => return,
            }
            height += 1;
        }
    }

    fn size(&self) -> u64 {
        self.levels.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// The root over all leaves.
    pub(super) fn root(&self) -> Sha256 {
        self.range(0, self.size()).unwrap_or_else(|| digest::sha256(b""))
    }

    /// The proof that leaf `n`, counted from 1, stands among the first `size`.
    pub(super) fn prove(&self, n: u64, size: u64) -> Option<Proof> {
        let index = n.checked_sub(1).filter(|index| *index < size && size <= self.size())?;
        let mut siblings = Vec::new();
        let (mut place, mut width, mut height) = (index, size, 0);
        while width > 1 {
            let sibling = place ^ 1;
            if sibling < width {
                let first = sibling << height;
                siblings.push(self.range(first, (size - first).min(1 << height))?);
            }
            (place, width, height) = (place / 2, width.div_ceil(2), height + 1);
        }
        Some(Proof { n, size, siblings })
    }

    /// The root over `count` leaves from `first` on, which is a multiple of the next power of two.
    fn range(&self, first: u64, count: u64) -> Option<Sha256> {
        let mut start = first;
        let mut roots = Vec::new();
        for height in (0..u64::BITS).rev().filter(|height| count >> height & 1 == 1) {
            let level = self.levels.get(usize::try_from(height).ok()?)?;
            roots.push(*level.get(usize::try_from(start >> height).ok()?)?);
            start += 1 << height;
        }
        roots.into_iter().rev().reduce(|right, left| node(left, right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// RFC 6962 2.1 word by word.
    fn defined(leaves: &[Vec<u8>]) -> Sha256 {
        match leaves {
            [] => digest::sha256(b""),
            [one] => leaf(one),
            _ => {
                let split = leaves.len().next_power_of_two() / 2;
                node(defined(&leaves[..split]), defined(&leaves[split..]))
            }
        }
    }

    #[test]
    fn roots_and_proofs_are_those_of_rfc_6962_for_every_size() {
        let leaves: Vec<Vec<u8>> = (0..40).map(|n| format!("leaf {n}").into_bytes()).collect();
        let mut tree = Tree::default();
        assert_eq!(tree.root(), defined(&[]));
        for (count, bytes) in (1_u64..).zip(&leaves) {
            tree.push(bytes);
            assert_eq!(tree.root(), defined(&leaves[..size_of_list(count)]), "{count}");
        }
        for size in 1..=40 {
            let root = defined(&leaves[..size_of_list(size)]);
            for n in 1..=size {
                let proof = tree.prove(n, size).unwrap();
                assert!(proof.holds(&leaves[size_of_list(n) - 1], root), "{n} of {size}");
                assert!(!proof.holds(b"another leaf", root), "{n} of {size}");
                let mut longer = proof.clone();
                longer.siblings.push(root);
                assert!(!longer.holds(&leaves[size_of_list(n) - 1], root), "{n} of {size}");
                let mut shorter = proof.clone();
                assert!(
                    shorter.siblings.pop().is_none() || !shorter.holds(&leaves[size_of_list(n) - 1], root)
                );
            }
            assert_eq!((tree.prove(0, size), tree.prove(size + 1, size)), (None, None));
        }
        assert_eq!(tree.prove(1, 41), None);
    }

    fn size_of_list(count: u64) -> usize {
        usize::try_from(count).unwrap()
    }
}
