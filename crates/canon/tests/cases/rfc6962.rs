//! RFC 6962 2.1 word by word, against what is computed from perfect subtrees; and what was published.

use actum_canon::digest::{Sha256, sha256};
use actum_canon::merkle::{Consistency, Proof, ProofError, RFC_6962, Tree};
use serde_json::Value;

use crate::checks::proof::check_consistency;

/// MTH of RFC 6962 2.1.
fn root(leaves: &[Vec<u8>]) -> Sha256 {
    match leaves {
        [] => sha256(b""),
        [one] => sha256(&[&[0], one.as_slice()].concat()),
        _ => {
            let (left, right) = leaves.split_at(split(leaves));
            sha256(&[&[1], root(left).as_bytes().as_slice(), root(right).as_bytes()].concat())
        }
    }
}

/// PATH of RFC 6962 2.1.1.
fn path(index: usize, leaves: &[Vec<u8>]) -> Vec<Sha256> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let (left, right) = leaves.split_at(split(leaves));
    if index < left.len() {
        [path(index, left), vec![root(right)]].concat()
    } else {
        [path(index - left.len(), right), vec![root(left)]].concat()
    }
}

/// SUBPROOF of RFC 6962 2.1.2.
fn consistency(earlier: usize, leaves: &[Vec<u8>], whole: bool) -> Vec<Sha256> {
    if earlier == leaves.len() {
        return if whole { Vec::new() } else { vec![root(leaves)] };
    }
    let (left, right) = leaves.split_at(split(leaves));
    if earlier <= left.len() {
        [consistency(earlier, left, whole), vec![root(right)]].concat()
    } else {
        [consistency(earlier - left.len(), right, false), vec![root(left)]].concat()
    }
}

/// The greatest power of two below the number of leaves.
fn split(leaves: &[Vec<u8>]) -> usize {
    leaves.len().next_power_of_two() / 2
}

fn tree(leaves: &[Vec<u8>]) -> Tree<Sha256> {
    let mut tree = Tree::new(RFC_6962);
    tree.extend(leaves);
    tree
}

#[test]
fn every_root_and_proof_of_up_to_64_leaves_is_the_defined_one() {
    let leaves: Vec<Vec<u8>> = (0..64).map(|n| format!("leaf {n}").into_bytes()).collect();
    let tree = tree(&leaves);
    assert_eq!(tree.root_through(0), Some(root(&[])));
    for count in 1..=64 {
        let some = &leaves[..count];
        let now = root(some);
        assert_eq!(tree.root_through(count as u64), Some(now), "{count}");
        for (index, leaf) in some.iter().enumerate() {
            let proof = tree.prove(index as u64, count as u64).unwrap();
            assert_eq!(proof.siblings, path(index, some), "{index} of {count}");
            assert_eq!(proof.verify(&RFC_6962, leaf, now), Ok(()));
        }
        for earlier in 1..=count {
            let proof = tree.prove_consistency(earlier as u64, count as u64).unwrap();
            assert_eq!(proof.nodes, consistency(earlier, some, true), "{earlier} of {count}");
            let before = (earlier as u64, root(&leaves[..earlier]));
            check_consistency(&RFC_6962, &tree, before, (count as u64, now));
        }
    }
}

#[test]
fn a_proof_of_growth_holds_for_its_own_two_roots_alone() {
    let leaves: Vec<Vec<u8>> = (0..20).map(|n| vec![n]).collect();
    let tree = tree(&leaves);
    let roots: Vec<Sha256> = (0..=20).map(|count| root(&leaves[..count])).collect();
    for count in 1..=20 {
        for earlier in 1..=count {
            let proof = tree.prove_consistency(earlier, count).unwrap();
            for before in 0..=20 {
                for now in 0..=20 {
                    let holds = proof.verify(&RFC_6962, roots[before], roots[now]).is_ok();
                    let own = (before, now) == (earlier as usize, count as usize);
                    let equal = earlier == count && before == now;
                    assert_eq!(holds, own || equal, "{earlier} of {count}: {before} of {now}");
                }
            }
        }
    }
}

#[test]
fn nothing_grew_into_anything_and_has_one_root() {
    let (empty, now) = (root(&[]), root(&[vec![1]]));
    let from_nothing = Consistency { earlier: 0, count: 1, nodes: Vec::new() };
    assert_eq!(from_nothing.verify(&RFC_6962, empty, now), Ok(()));
    assert_eq!(from_nothing.verify(&RFC_6962, now, now), Err(ProofError::Root));
    let still = Consistency { earlier: 0, count: 0, nodes: Vec::new() };
    assert_eq!(still.verify(&RFC_6962, empty, empty), Ok(()));
    assert_eq!(still.verify(&RFC_6962, empty, now), Err(ProofError::Root));
}

#[test]
fn the_published_roots_and_proofs_are_reached() {
    let vectors: Value = serde_json::from_str(include_str!("../../vectors/rfc6962.json")).unwrap();
    let list = |name: &str| vectors[name].as_array().unwrap().clone();
    let leaves: Vec<Vec<u8>> = list("leaves").iter().map(|leaf| bytes(leaf.as_str().unwrap())).collect();
    let tree = tree(&leaves);
    let roots: Vec<Sha256> = list("roots").iter().map(digest).collect();
    assert_eq!(roots.len(), 9);
    for (count, root) in (0..).zip(&roots) {
        assert_eq!(tree.root_through(count), Some(*root), "{count}");
    }
    let number = |vector: &Value, name: &str| vector[name].as_u64().unwrap();
    let digests = |vector: &Value, name: &str| vector[name].as_array().unwrap().iter().map(digest).collect();
    for vector in list("inclusion") {
        let (index, count) = (number(&vector, "index"), number(&vector, "count"));
        let published = Proof { index, count, siblings: digests(&vector, "siblings") };
        assert_eq!(tree.prove(index, count), Some(published), "{index} of {count}");
    }
    for vector in list("consistency") {
        let (earlier, count) = (number(&vector, "earlier"), number(&vector, "count"));
        let published = Consistency { earlier, count, nodes: digests(&vector, "nodes") };
        assert_eq!(published.verify(&RFC_6962, roots[earlier as usize], roots[count as usize]), Ok(()));
        assert_eq!(tree.prove_consistency(earlier, count), Some(published), "{earlier} of {count}");
    }
}

#[test]
fn a_repeated_last_leaf_and_an_inner_node_as_a_leaf_have_other_roots() {
    let [a, b, c] = [b"a", b"b", b"c"].map(|leaf| leaf.to_vec());
    assert_ne!(root(&[a.clone(), b.clone(), c.clone()]), root(&[a.clone(), b.clone(), c.clone(), c]));
    let inner = [sha256(&[&[0], a.as_slice()].concat()), sha256(&[&[0], b.as_slice()].concat())];
    let forged = inner.iter().flat_map(|digest| *digest.as_bytes()).collect();
    assert_ne!(tree(&[a, b]).root(), tree(&[forged]).root());
}

#[test]
fn a_proof_of_a_phantom_place_or_of_another_length_is_refused_before_anything_is_hashed() {
    let leaves: Vec<Vec<u8>> = (0..7).map(|n| vec![n]).collect();
    let tree = tree(&leaves);
    let proof = tree.prove(6, 7).unwrap();
    let now = tree.root().unwrap();
    let verify = |proof: Proof<Sha256>| proof.verify(&RFC_6962, &[6], now);
    assert_eq!(verify(proof.clone()), Ok(()));
    assert_eq!(verify(Proof { index: 7, ..proof.clone() }), Err(ProofError::Index));
    // One place further in a greater tree: the way is another, or longer.
    assert_eq!(verify(Proof { index: 7, count: 8, ..proof.clone() }), Err(ProofError::Siblings));
    let doubled = [vec![proof.siblings[0]], proof.siblings.clone()].concat();
    assert_eq!(verify(Proof { index: 7, count: 8, siblings: doubled.clone() }), Err(ProofError::Root));
    assert_eq!(verify(Proof { siblings: doubled, ..proof }), Err(ProofError::Siblings));
}

fn digest(text: &Value) -> Sha256 {
    Sha256::parse(&format!("sha256:{}", text.as_str().unwrap())).unwrap()
}

fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<char> = digits.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}
