//! Idempotency keys.

use super::{Subject, artifact, frontier, keep, seen};
use crate::append::{AppendError, append};
use crate::artifact::Artifact;
use crate::plan::plan;
use crate::store::Outcome;

pub(super) fn a_key_is_found_and_belongs_to_one_entry(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    keep(ledger, &[artifact(b"a", "a"), keyed(b"b", "one"), keyed(b"c", "two"), artifact(b"d", "one")]);
    for (key, found) in [("one", Some(1)), ("two", Some(2)), ("three", None), ("", None), ("ONE", None)] {
        assert_eq!(ledger.find_key(key).expect("an answer"), found, "{key}");
    }
    subject.reopen();
    assert_eq!(subject.ledger().find_key("two").expect("an answer"), Some(2));
    seen(subject.ledger());
}

pub(super) fn a_plan_with_a_taken_key_is_refused_whole(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    keep(ledger, &[keyed(b"a", "one")]);
    let before = seen(ledger);
    let batch = [artifact(b"b", "b"), keyed(b"c", "two"), keyed(b"a", "one")];
    let plan = plan(&frontier(ledger), batch).expect("a plan");
    assert_eq!(ledger.append(&plan).expect("an outcome"), Outcome::Stale);
    assert_eq!(seen(ledger), before);
    assert_eq!(ledger.find_key("two").expect("an answer"), None);
}

pub(super) fn a_request_made_again_is_answered_by_its_first_receipt(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    let first = append(ledger, &[artifact(b"x", "x"), keyed(b"a", "one")]).expect("receipts");
    append(ledger, &[artifact(b"y", "y")]).expect("receipts");
    let batch = [keyed(b"b", "two"), keyed(b"a", "one"), artifact(b"z", "z"), keyed(b"b", "two")];
    let again = append(ledger, &batch).expect("receipts");
    assert_eq!(again.get(1), first.get(1));
    assert_eq!(again.first(), again.get(3));
    assert_eq!(again.iter().map(|receipt| receipt.index).collect::<alloc::vec::Vec<_>>(), [3, 1, 4, 3]);
    subject.reopen();
    let ledger = subject.ledger();
    assert_eq!(append(ledger, &batch).ok().as_ref().and_then(|receipts| receipts.get(1)), first.get(1));
    assert_eq!(seen(ledger).1.len(), 6);
}

pub(super) fn a_key_with_other_bytes_is_a_conflict_that_changes_nothing(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    keep(ledger, &[artifact(b"x", "x"), keyed(b"a", "one")]);
    let before = seen(ledger);
    let refused = append(ledger, &[artifact(b"y", "y"), keyed(b"b", "one")]);
    assert!(matches!(refused, Err(AppendError::KeyTaken { at: 1, index: 1 })), "{refused:?}");
    let refused = append(ledger, &[keyed(b"a", "two"), keyed(b"b", "two")]);
    assert!(matches!(refused, Err(AppendError::Plan(_))), "{refused:?}");
    assert_eq!(seen(ledger), before);
}

fn keyed<'a>(bytes: &'a [u8], key: &'a str) -> Artifact<'a> {
    Artifact { key: Some(key), ..artifact(bytes, "keyed") }
}
