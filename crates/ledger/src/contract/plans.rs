//! A plan is carried out whole, once, behind the head that it was made for.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Subject, all, artifact, fill, frontier, keep, seen};
use crate::frontier::Frontier;
use crate::memory::Memory;
use crate::plan::plan;
use crate::store::{Append, Outcome, Read};

pub(super) fn a_plan_is_carried_out_once(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    let plan = plan(&frontier(ledger), [artifact(b"a", "a")]).expect("a plan");
    assert_eq!(ledger.append(&plan).expect("an outcome"), Outcome::Appended);
    let after = seen(ledger);
    assert_eq!(ledger.append(&plan).expect("an outcome"), Outcome::Stale);
    assert_eq!(seen(ledger), after);
}

pub(super) fn a_plan_for_another_ledger_of_the_same_size_changes_nothing(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 5);
    let mut other = Memory::new();
    fill(&mut other, 4);
    keep(&mut other, &[artifact(b"other", "other")]);
    refuses(ledger, &other.frontier().expect("a frontier"));
}

pub(super) fn a_plan_from_before_or_from_beyond_the_head_changes_nothing(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 3);
    let before = frontier(ledger);
    fill(ledger, 1);
    refuses(ledger, &before);
    refuses(ledger, &Frontier::empty());
    let mut beyond = Memory::new();
    fill(&mut beyond, 5);
    refuses(ledger, &beyond.frontier().expect("a frontier"));
}

pub(super) fn an_empty_plan_changes_nothing(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 2);
    let (before, stale) = (seen(ledger), Frontier::empty());
    let empty = |frontier: &Frontier| plan(frontier, []).expect("a plan");
    assert_eq!(ledger.append(&empty(&frontier(ledger))).expect("an outcome"), Outcome::Appended);
    assert_eq!(ledger.append(&empty(&stale)).expect("an outcome"), Outcome::Stale);
    assert_eq!(seen(ledger), before);
}

pub(super) fn a_batch_is_what_its_artifacts_are_one_by_one(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    let mut singly = Memory::new();
    let names: Vec<String> = (0..70).map(|index| alloc::format!("entry-{index}")).collect();
    let mut rest = names.as_slice();
    for size in [1, 2, 3, 0, 31, 1, 32] {
        let (batch, behind) = rest.split_at(size);
        rest = behind;
        let artifacts: Vec<_> = batch.iter().map(|name| artifact(name.as_bytes(), name)).collect();
        keep(ledger, &artifacts);
    }
    fill(&mut singly, 70);
    assert_eq!(seen(ledger), seen(&singly));
}

fn refuses(ledger: &mut dyn Append, frontier: &Frontier) {
    let before = seen(ledger);
    let plan = plan(frontier, [artifact(b"a", "a"), artifact(b"b", "b")]).expect("a plan");
    assert_eq!(ledger.append(&plan).expect("an outcome"), Outcome::Stale);
    assert_eq!(seen(ledger), before);
    assert_eq!(all(ledger), before.1);
}
