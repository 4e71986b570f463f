//! Merkle trees and proofs: against a tree built level by level, and with every part of a proof changed.

use actum_canon::digest::{Digest, Sha3, sha3};
use actum_canon::merkle::{
    ASTP_4X, ASTP_V2, Accumulator, Consistency, Proof, RFC_6962, Scheme, Tree, sibling_count,
};

/// Takes the bytes as a leaf count, an index, an earlier count, and a proof that somebody made up.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Some((numbers, rest)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let [count, index, earlier, which] = numbers.map(u64::from);
    match which % 3 {
        0 => check_under(&ASTP_V2, count, index, earlier, rest),
        1 => check_under(&ASTP_4X, count, index, earlier, rest),
        _ => check_under(&RFC_6962, count, index, earlier, rest),
    }
}

fn check_under<D: Digest>(scheme: &Scheme<D>, count: u64, index: u64, earlier: u64, rest: &[u8]) -> bool {
    check_made_up(scheme, rest);
    if count == 0 {
        return false;
    }
    check_tree(scheme, &leaves(count, rest), index % count, 1 + earlier % count);
    true
}

/// Leaves that the bytes decide, some of them equal.
fn leaves(count: u64, seed: &[u8]) -> Vec<Sha3> {
    (0..count)
        .map(|at| sha3(&[seed.get(at as usize % seed.len().max(1)).copied().unwrap_or(0), (at % 7) as u8]))
        .collect()
}

pub(crate) fn check_tree<D: Digest>(scheme: &Scheme<D>, leaves: &[Sha3], index: u64, earlier: u64) {
    let mut accumulator = Accumulator::new(*scheme);
    let mut tree = Tree::new(*scheme);
    let none = scheme.empty();
    assert_eq!((accumulator.root(), tree.root(), tree.root_through(0)), (none, none, none));
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
    check_consistency(scheme, &tree, (earlier, early_root), (count, root));

    check_proof(scheme, &tree, leaves, index, count, root);
    if index < earlier {
        check_proof(scheme, &tree, leaves, index, earlier, early_root);
    }
    assert_eq!(tree.prove(count, count), None);
    assert_eq!(tree.prove(count, count + 1), None);
    assert_eq!(tree.prove(0, 0), None);
}

fn check_proof<D: Digest>(
    scheme: &Scheme<D>,
    tree: &Tree<D>,
    leaves: &[Sha3],
    index: u64,
    count: u64,
    root: D,
) {
    let proof = tree.prove(index, count).unwrap();
    let leaf = leaves[index as usize];
    assert_eq!(sibling_count(index, count), Some(proof.siblings.len()));
    assert_eq!(proof.verify(scheme, leaf.as_bytes(), root), Ok(()));

    let fails = |proof: &Proof<D>, leaf: Sha3, root: D| proof.verify(scheme, leaf.as_bytes(), root).is_err();
    assert!(fails(&proof, other(leaf), root) && fails(&proof, leaf, other(root)));
    for at in 0..proof.siblings.len() {
        let mut changed = proof.clone();
        changed.siblings[at] = other(changed.siblings[at]);
        assert!(fails(&changed, leaf, root), "sibling {at}");
        let mut shorter = proof.clone();
        shorter.siblings.remove(at);
        assert!(fails(&shorter, leaf, root), "without sibling {at}");
    }
    let longer = Proof { siblings: [proof.siblings.clone(), vec![root]].concat(), ..proof.clone() };
    assert!(fails(&longer, leaf, root));
    // Another place of the same leaf verifies nowhere but where the tree really has it.
    for place in 0..count {
        let moved = Proof { index: place, ..proof.clone() };
        if !fails(&moved, leaf, root) {
            assert_eq!(leaves[place as usize], leaf, "moved from {index} to {place} of {count}");
        }
    }
    assert!(fails(&Proof { index: count, ..proof.clone() }, leaf, root));
    assert!(fails(&Proof { count: index, ..proof.clone() }, leaf, root));
}

/// A proof from nowhere is refused, at any index and count, without work beyond its length.
fn check_made_up<D: Digest>(scheme: &Scheme<D>, bytes: &[u8]) {
    let (chunks, rest) = bytes.as_chunks::<32>();
    let siblings: Vec<D> = chunks.iter().map(|chunk| D::of_parts(&[chunk])).collect();
    let root = D::of_parts(&[rest]);
    let number = |at: usize| {
        rest.get(at..at + 8).map_or(u64::MAX, |bytes| u64::from_be_bytes(bytes.try_into().unwrap()))
    };
    for (index, count) in
        [(number(0), number(8)), (0, number(0)), (number(0), u64::MAX), (u64::MAX - 1, u64::MAX)]
    {
        let proof = Proof { index, count, siblings: siblings.clone() };
        assert!(proof.verify(scheme, rest, root).is_err());
        assert_eq!(sibling_count(index, count).is_some(), index < count);
        let growth = Consistency { earlier: index, count, nodes: siblings.clone() };
        assert!(growth.verify(scheme, other(root), root).is_err());
    }
}

/// Both counts have the roots that they had, and no other pair of roots of the tree passes.
pub(crate) fn check_consistency<D: Digest>(
    scheme: &Scheme<D>,
    tree: &Tree<D>,
    (earlier, before): (u64, D),
    (count, root): (u64, D),
) {
    let proof = tree.prove_consistency(earlier, count).unwrap();
    assert_eq!(proof.verify(scheme, before, root), Ok(()));

    let fails = |proof: &Consistency<D>, before: D, root: D| proof.verify(scheme, before, root).is_err();
    assert!(fails(&proof, other(before), root) && fails(&proof, before, other(root)));
    assert_eq!(fails(&proof, root, before), earlier != count);
    for at in 0..proof.nodes.len() {
        let mut changed = proof.clone();
        changed.nodes[at] = other(changed.nodes[at]);
        assert!(fails(&changed, before, root), "node {at}");
        let mut shorter = proof.clone();
        shorter.nodes.remove(at);
        assert!(fails(&shorter, before, root), "without node {at}");
    }
    let longer = Consistency { nodes: [proof.nodes.clone(), vec![root]].concat(), ..proof.clone() };
    assert!(fails(&longer, before, root));
    assert!(fails(&Consistency { earlier: count + 1, ..proof.clone() }, before, root));
    assert_eq!(tree.prove_consistency(count + 1, count), None);
    assert_eq!(tree.prove_consistency(earlier, tree.count() + 1), None);
}

fn other<D: Digest>(digest: D) -> D {
    D::of_parts(&[digest.as_bytes()])
}

/// The root by the definition: level for level, the odd one carried up.
pub(crate) fn naive<D: Digest>(scheme: &Scheme<D>, leaves: &[Sha3]) -> D {
    let mut level: Vec<D> = leaves.iter().map(|leaf| scheme.leaf(leaf.as_bytes())).collect();
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| if let [left, right] = pair { scheme.node(*left, *right) } else { pair[0] })
            .collect();
    }
    level[0]
}
