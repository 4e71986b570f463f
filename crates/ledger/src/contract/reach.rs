//! What is there, what is not, and how it is asked for.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Subject, fill, from, model};
use crate::proof::{self, verify_consistency, verify_inclusion};
use crate::store::{Read, StoreError};

pub(super) fn every_node_and_proof_is_that_of_the_model_at_every_size(subject: &mut dyn Subject) {
    for _ in 0..37 {
        let ledger = subject.ledger();
        fill(ledger, 1);
        let model = model(ledger);
        let size = ledger.head().expect("a head").size;
        for height in 0..8 {
            for place in 0..=(size >> height) {
                let node = ledger.node(height, place).expect("an answer");
                assert_eq!(
                    node,
                    model.node(height, place).expect("an answer"),
                    "{height}, {place} of {size}"
                );
            }
        }
        let index = size / 2;
        let (proven, wanted) = (proof::inclusion(ledger, index, size), proof::inclusion(&model, index, size));
        assert_eq!(proven.expect("a proof"), wanted.expect("a proof"));
    }
}

pub(super) fn whatever_lies_outside_is_not_there(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 6);
    for index in [6, 7, 1 << 40, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX] {
        assert_eq!(ledger.entry(index).expect("an answer"), None, "{index}");
        assert_eq!(ledger.node(0, index).expect("an answer"), None, "{index}");
        assert_eq!(from(ledger, index).len(), 0, "{index}");
    }
    let outside =
        [(1, 3), (2, 1), (3, 0), (53, 0), (63, 1), (64, 0), (200, 0), (u32::MAX, u64::MAX), (1, u64::MAX)];
    for (height, place) in outside {
        assert_eq!(ledger.node(height, place).expect("an answer"), None, "{height}, {place}");
    }
    assert!(proof::head_at(ledger, 7).is_err(), "no head of more entries than there are");
}

pub(super) fn a_visitor_begins_where_it_asks_and_ends_when_it_breaks(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 9);
    let indexes: Vec<u64> = from(ledger, 4).iter().map(|entry| entry.index()).collect();
    assert_eq!(indexes, [4, 5, 6, 7, 8]);
    let mut shown = Vec::new();
    let ended = ledger.entries(2, &mut |entry| {
        shown.push(entry.index());
        Ok(if entry.index() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    ended.expect("the call ends well");
    assert_eq!(shown, [2, 3, 4, 5]);
}

pub(super) fn what_a_visitor_cannot_do_is_the_error_of_the_call(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 3);
    let mut shown = 0;
    let ended = ledger.entries(0, &mut |_| {
        shown += 1;
        Err(StoreError::medium("the pipe is closed"))
    });
    assert_eq!((shown, ended.map_err(|error| error.to_string())), (1, Err("the pipe is closed".into())));
    fill(ledger, 1);
}

pub(super) fn receipts_hold_against_every_later_head(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 11);
    let receipts: Vec<_> =
        from(ledger, 0).iter().map(|entry| proof::receipt(ledger, entry).expect("a receipt")).collect();
    for size in 1..=11 {
        let head = proof::head_at(ledger, size).expect("a head");
        for receipt in receipts.iter().filter(|receipt| receipt.index < size) {
            let inclusion =
                proof::inclusion(ledger, receipt.index, size).expect("an answer").expect("a proof");
            assert_eq!(verify_inclusion(&inclusion, receipt.leaf, &head), Ok(()));
            let earlier = receipt.head();
            let grown = proof::consistency(ledger, earlier.size, size).expect("an answer").expect("a proof");
            assert_eq!(verify_consistency(&grown, &earlier, &head), Ok(()));
        }
    }
}
