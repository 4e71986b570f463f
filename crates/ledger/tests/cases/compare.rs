//! A ledger against what was kept elsewhere: cut, grown, rewritten at any place.

use actum_canon::digest::sha256;
use actum_ledger::compare::{Comparison, Parting, compare, first_difference, parting};
use actum_ledger::proof::{head_at, verify_consistency};
use actum_ledger::{Checkpoint, Head, Memory, Read};

use crate::support::sample::{grow, ledger};

const ORIGIN: &str = "example.org/ledger";

/// The same first entries, then others.
fn rewritten(at: u64, size: u64) -> Memory {
    let mut memory = ledger(at, "word");
    grow(&mut memory, size - at, "other");
    memory
}

fn against(memory: &Memory, head: Head) -> Comparison {
    compare(memory, ORIGIN, &Checkpoint::new(ORIGIN, head).unwrap()).unwrap()
}

#[test]
fn a_ledger_is_the_same_has_grown_was_cut_or_was_rewritten() {
    let checkpoint = ledger(13, "word").head().unwrap();
    for size in 0..20 {
        let memory = ledger(size, "word");
        let head = memory.head().unwrap();
        match against(&memory, checkpoint) {
            Comparison::Truncated { head: found } => assert!(size < 13 && found == head),
            Comparison::Same => assert_eq!(size, 13),
            Comparison::Grown { head: found, proof } => {
                assert!(size > 13 && found == head);
                assert_eq!(verify_consistency(&proof, &checkpoint, &head), Ok(()));
            }
            other => panic!("{size}: {other:?}"),
        }
        for at in 0..size.min(13) {
            let memory = rewritten(at, size);
            let (head, compared) = (memory.head().unwrap(), against(&memory, checkpoint));
            if size < 13 {
                assert_eq!(compared, Comparison::Truncated { head });
            } else {
                let found = head_at(&memory, 13).unwrap();
                assert_eq!(compared, Comparison::Rewritten { head, found }, "at {at} of {size}");
            }
        }
    }
}

#[test]
fn the_same_size_with_another_last_entry_is_rewritten() {
    let checkpoint = ledger(8, "word").head().unwrap();
    let memory = rewritten(7, 8);
    assert!(matches!(against(&memory, checkpoint), Comparison::Rewritten { .. }));
}

#[test]
fn another_origin_is_another_ledger() {
    let memory = ledger(3, "word");
    let checkpoint = Checkpoint::new("example.org/another", memory.head().unwrap()).unwrap();
    assert_eq!(compare(&memory, ORIGIN, &checkpoint).unwrap(), Comparison::OtherOrigin);
}

#[test]
fn an_empty_checkpoint_is_before_every_ledger() {
    assert_eq!(against(&Memory::new(), Head::empty()), Comparison::Same);
    assert!(matches!(against(&ledger(5, "word"), Head::empty()), Comparison::Grown { .. }));
    let forged = Head { size: 0, root: sha256(b"other") };
    assert!(matches!(against(&ledger(5, "word"), forged), Comparison::Rewritten { .. }));
}

#[test]
fn heads_of_the_past_say_between_which_of_them_the_ledger_parts() {
    let original = ledger(30, "word");
    let mut heads: Vec<Head> = [25, 3, 30, 11, 12, 20].map(|size| head_at(&original, size).unwrap()).to_vec();
    assert_eq!(parting(&original, &mut heads).unwrap(), None);
    assert_eq!(parting(&ledger(40, "word"), &mut heads).unwrap(), None);
    let cases = [(0, 0, 3), (2, 0, 3), (3, 3, 11), (10, 3, 11), (11, 11, 12), (19, 12, 20), (29, 25, 30)];
    for (at, holds, fails) in cases {
        let found = parting(&rewritten(at, 33), &mut heads).unwrap();
        assert_eq!(found, Some(Parting { holds, fails }), "rewritten at {at}");
    }
    assert_eq!(parting(&ledger(12, "word"), &mut heads).unwrap(), Some(Parting { holds: 12, fails: 20 }));
    assert_eq!(parting(&original, &mut []).unwrap(), None);
}

#[test]
fn two_copies_differ_first_where_they_do() {
    let original = ledger(33, "word");
    for at in 0..33 {
        assert_eq!(first_difference(&original, &rewritten(at, 40)).unwrap(), Some(at));
        assert_eq!(first_difference(&rewritten(at, 33), &original).unwrap(), Some(at));
    }
    for size in 0..40 {
        assert_eq!(first_difference(&original, &ledger(size, "word")).unwrap(), None);
    }
}
