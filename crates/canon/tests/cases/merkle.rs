//! Merkle trees: every size up to where all shapes have been seen, and random ones beyond.

use crate::checks::proof::{check, check_tree, naive};
use actum_canon::digest::{Sha3, sha3};
use actum_canon::merkle::{ASTP_4X, ASTP_V2, Accumulator, RFC_6962, Tree};
use proptest::collection::vec;
use proptest::prelude::*;

fn leaves(count: u64) -> Vec<Sha3> {
    (0..count).map(|at| sha3(&at.to_be_bytes())).collect()
}

#[test]
fn every_leaf_of_every_small_tree_is_proven_and_no_other() {
    for count in 1..=20 {
        let leaves = leaves(count);
        for index in 0..count {
            check_tree(&ASTP_V2, &leaves, index, 1 + index);
            check_tree(&ASTP_4X, &leaves, index, 1 + index);
            check_tree(&RFC_6962, &leaves, index, 1 + index);
        }
    }
}

#[test]
fn every_earlier_root_is_the_root_that_was() {
    let leaves = leaves(300);
    let mut tree = Tree::new(ASTP_V2);
    tree.extend(leaves.iter().map(Sha3::as_bytes));
    for earlier in 1..=300 {
        assert_eq!(tree.root_through(earlier as u64), Some(naive(&ASTP_V2, &leaves[..earlier])));
    }
}

#[test]
fn a_frontier_fits_its_count_or_is_none() {
    let frontier = leaves(3);
    assert!(Accumulator::resume(ASTP_V2, 7, frontier.clone()).is_some());
    for count in [0, 1, 3, 6, 15, u64::MAX] {
        assert_eq!(Accumulator::resume(ASTP_V2, count, frontier.clone()), None, "{count}");
    }
    assert_eq!(Accumulator::resume(ASTP_V2, 0, Vec::new()).unwrap().root(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn arbitrary_bytes_are_a_tree_and_a_proof_from_nowhere(bytes in vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn trees_of_any_size_agree_with_their_definition(count in 1_u64..600, index in any::<u64>(), earlier in any::<u64>()) {
        check_tree(&ASTP_V2, &leaves(count), index % count, 1 + earlier % count);
        check_tree(&RFC_6962, &leaves(count), index % count, 1 + earlier % count);
    }
}
