//! Merkle trees and proofs: against a tree built level by level, and with every part of a proof changed.

use actum_canon::digest::{Sha3, sha3};
use actum_canon::merkle::{ASTP_4X, ASTP_V2, Accumulator, Proof, Scheme, Tree, sibling_count};

/// Takes the bytes as a leaf count, an index, an earlier count, and a proof that somebody made up.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Some((numbers, rest)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let [count, index, earlier, which] = numbers.map(u64::from);
    let scheme = if which % 2 == 0 { ASTP_V2 } else { ASTP_4X };
    check_made_up(&scheme, rest);
    if count == 0 {
        return false;
    }
    let leaves = leaves(count, rest);
    check_tree(&scheme, &leaves, index % count, 1 + earlier % count);
    true
}

/// Leaves that the bytes decide, some of them equal.
fn leaves(count: u64, seed: &[u8]) -> Vec<Sha3> {
    (0..count)
        .map(|at| sha3(&[seed.get(at as usize % seed.len().max(1)).copied().unwrap_or(0), (at % 7) as u8]))
        .collect()
}

pub(crate) fn check_tree(scheme: &Scheme<Sha3>, leaves: &[Sha3], index: u64, earlier: u64) {
    let mut accumulator = Accumulator::new(*scheme);
    let mut tree = Tree::new(*scheme);
    assert_eq!((accumulator.root(), tree.root(), tree.root_through(0)), (None, None, None));
    for leaf in leaves {
        accumulator.push(leaf.as_bytes());
        tree.push(leaf.as_bytes());
        assert_eq!(accumulator.root(), tree.root());
    }
    let count = leaves.len() as u64;
    let root = naive(scheme, leaves);
    assert_eq!((accumulator.count(), tree.count()), (count, count));
    assert_eq!(accumulator.root(), Some(root));
    assert!(accumulator.frontier().len() <= 64);

    let early_leaves = &leaves[..earlier as usize];
    let early_root = naive(scheme, early_leaves);
    assert_eq!(tree.root_through(earlier), Some(early_root));
    assert_eq!(tree.root_through(count + 1), None);
    let mut resumed = tree.frontier(earlier).unwrap();
    resumed.extend(leaves[earlier as usize..].iter().map(Sha3::as_bytes));
    assert_eq!(resumed, accumulator);

    check_proof(scheme, &tree, leaves, index, count, root);
    if index < earlier {
        check_proof(scheme, &tree, leaves, index, earlier, early_root);
    }
    assert_eq!(tree.prove(count, count), None);
    assert_eq!(tree.prove(count, count + 1), None);
    assert_eq!(tree.prove(0, 0), None);
}

fn check_proof(
    scheme: &Scheme<Sha3>,
    tree: &Tree<Sha3>,
    leaves: &[Sha3],
    index: u64,
    count: u64,
    root: Sha3,
) {
    let proof = tree.prove(index, count).unwrap();
    let leaf = leaves[index as usize];
    assert_eq!(sibling_count(index, count), Some(proof.siblings.len()));
    assert_eq!(proof.verify(scheme, leaf.as_bytes(), root), Ok(()));

    let fails =
        |proof: &Proof<Sha3>, leaf: Sha3, root: Sha3| proof.verify(scheme, leaf.as_bytes(), root).is_err();
    assert!(fails(&proof, flip(leaf), root) && fails(&proof, leaf, flip(root)));
    for at in 0..proof.siblings.len() {
        let mut other = proof.clone();
        other.siblings[at] = flip(other.siblings[at]);
        assert!(fails(&other, leaf, root), "sibling {at}");
        let mut other = proof.clone();
        other.siblings.remove(at);
        assert!(fails(&other, leaf, root), "without sibling {at}");
    }
    let longer = Proof { siblings: [proof.siblings.clone(), vec![root]].concat(), ..proof.clone() };
    assert!(fails(&longer, leaf, root));
    // Another place of the same leaf verifies nowhere but where the tree really has it.
    for other in 0..count {
        let moved = Proof { index: other, ..proof.clone() };
        if !fails(&moved, leaf, root) {
            assert_eq!(leaves[other as usize], leaf, "moved from {index} to {other} of {count}");
        }
    }
    assert!(fails(&Proof { index: count, ..proof.clone() }, leaf, root));
    assert!(fails(&Proof { count: index, ..proof.clone() }, leaf, root));
}

/// A proof from nowhere is refused, at any index and count, without work beyond its length.
fn check_made_up(scheme: &Scheme<Sha3>, bytes: &[u8]) {
    let (chunks, rest) = bytes.as_chunks::<32>();
    let siblings: Vec<Sha3> = chunks.iter().copied().map(Sha3::from_bytes).collect();
    let number = |at: usize| {
        rest.get(at..at + 8).map_or(u64::MAX, |bytes| u64::from_be_bytes(bytes.try_into().unwrap()))
    };
    for (index, count) in
        [(number(0), number(8)), (0, number(0)), (number(0), u64::MAX), (u64::MAX - 1, u64::MAX)]
    {
        let proof = Proof { index, count, siblings: siblings.clone() };
        assert!(proof.verify(scheme, rest, sha3(rest)).is_err());
        assert_eq!(sibling_count(index, count).is_some(), index < count);
    }
}

fn flip(digest: Sha3) -> Sha3 {
    let mut bytes = *digest.as_bytes();
    bytes[31] ^= 1;
    Sha3::from_bytes(bytes)
}

/// The root by the definition: level for level, the odd one carried up.
pub(crate) fn naive(scheme: &Scheme<Sha3>, leaves: &[Sha3]) -> Sha3 {
    let mut level: Vec<Sha3> = leaves.iter().map(|leaf| scheme.leaf(leaf.as_bytes())).collect();
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| if let [left, right] = pair { scheme.node(*left, *right) } else { pair[0] })
            .collect();
    }
    level[0]
}
