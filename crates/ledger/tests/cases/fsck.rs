//! Checking a ledger: each kind of damage, alone and together, is found where it lies.

use std::ops::ControlFlow;

use actum_canon::digest::sha256;
use actum_ledger::fsck::fsck;
use actum_ledger::store::{Corruption, Place, Rule};
use actum_ledger::{Entry, Frontier, Head, Memory, Read};

use crate::support::damaged::Damaged;
use crate::support::sample::{grow, ledger};

fn findings<R: Read>(store: &R) -> Vec<(Place, Rule)> {
    let mut findings = Vec::new();
    let checked = fsck(store, &mut |Corruption { place, rule }| {
        findings.push((place, rule));
        ControlFlow::Continue(())
    });
    assert_eq!(checked.unwrap().findings, findings.len() as u64);
    findings
}

fn node(height: u32, place: u64) -> Place {
    Place::Node { height, place }
}

#[test]
fn nothing_is_found_in_a_ledger_of_any_size() {
    let mut memory = Memory::new();
    for size in 0..70 {
        assert_eq!(findings(&memory), [], "{size}");
        grow(&mut memory, 1, "word");
    }
    let checked = fsck(&memory, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((checked.entries, checked.head), (70, memory.head().unwrap()));
}

#[test]
fn every_node_that_is_another_or_missing_is_found_there_and_where_it_is_used() {
    let memory = ledger(13, "word");
    for height in 0..4 {
        for place in 0..13 >> height {
            for (changed, rule) in [(Some(sha256(b"other")), Rule::Node), (None, Rule::Present)] {
                let mut damaged = Damaged::new(memory.clone());
                damaged.nodes.insert((height, place), changed);
                let found = findings(&damaged);
                let own =
                    if height == 0 { (Place::Entry(place), Rule::Leaf) } else { (node(height, place), rule) };
                assert!(found.contains(&own), "{height}, {place}: {found:?}");
                // At most one more: the node above it, or the head.
                assert!(found.len() <= 2, "{height}, {place}: {found:?}");
                assert!(found.iter().all(|found| *found == own
                    || found.0 == node(height + 1, place / 2)
                    || found.0 == Place::Head));
            }
        }
    }
}

#[test]
fn another_entry_of_the_same_name_is_found_by_its_leaf() {
    let (memory, other) = (ledger(9, "word"), ledger(9, "other"));
    let mut damaged = Damaged::new(memory);
    damaged.entries.insert(4, other.entry(4).unwrap());
    assert_eq!(findings(&damaged), [(Place::Entry(4), Rule::Leaf)]);
}

#[test]
fn a_leaf_rewritten_with_its_entry_is_found_by_the_node_above() {
    let (memory, other) = (ledger(9, "word"), ledger(9, "other"));
    let entry = other.entry(4).unwrap().unwrap();
    let mut damaged = Damaged::new(memory);
    damaged.nodes.insert((0, 4), Some(entry.leaf()));
    damaged.entries.insert(4, Some(entry));
    assert_eq!(findings(&damaged), [(node(1, 2), Rule::Node)]);
}

#[test]
fn all_findings_are_reported_and_the_rest_is_checked() {
    let mut damaged = Damaged::new(ledger(20, "word"));
    damaged.entries.extend([(2, None), (3, None), (11, None), (19, None)]);
    damaged.nodes.insert((2, 3), Some(sha256(b"other")));
    damaged.keys.insert("entry-6".into(), Some(3));
    damaged.keys.insert("entry-9".into(), None);
    let checked = fsck(&damaged, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((checked.entries, checked.findings), (14, 8));
    let entry = |index| Place::Entry(index);
    assert_eq!(
        findings(&damaged),
        [
            (entry(2), Rule::Digest),
            (entry(3), Rule::Digest),
            (entry(6), Rule::Key),
            (entry(9), Rule::Key),
            (entry(11), Rule::Digest),
            (node(2, 3), Rule::Node),
            (node(3, 1), Rule::Node),
            (entry(19), Rule::Digest),
        ]
    );
}

#[test]
fn entries_that_are_passed_over_are_missing() {
    let mut damaged = Damaged::new(ledger(10, "word"));
    damaged.skipped = vec![0, 4, 5];
    let missing = |index| (Place::Entry(index), Rule::Present);
    assert_eq!(findings(&damaged), [missing(0), missing(4), missing(5)]);
    damaged.skipped = vec![7, 8, 9];
    assert_eq!(findings(&damaged)[0], (Place::Entries(7, 10), Rule::Present));
}

#[test]
fn an_entry_shown_out_of_order_is_found_once() {
    let memory = ledger(10, "word");
    let mut damaged = Damaged::new(memory.clone());
    damaged.entries.insert(5, memory.entry(2).unwrap());
    let found = findings(&damaged);
    assert_eq!(found, [(Place::Entry(2), Rule::Order), (Place::Entry(5), Rule::Present)]);
}

#[test]
fn a_head_or_frontier_that_does_not_follow_is_found() {
    let memory = ledger(6, "word");
    let head = memory.head().unwrap();
    let said = |head, frontier| {
        let mut damaged = Damaged::new(memory.clone());
        (damaged.head, damaged.frontier) = (head, frontier);
        findings(&damaged)
    };
    let wrong = (Place::Head, Rule::Root);
    assert_eq!(said(Some(Head { root: sha256(b"other"), ..head }), None), [wrong]);
    assert_eq!(said(Some(Head { size: 5, ..head }), None), [wrong]);
    let beyond = said(Some(Head { size: 1 << 52, ..head }), None);
    assert_eq!(beyond, [(Place::Entries(6, 1 << 52), Rule::Present)]);
    let other = ledger(6, "other").frontier().unwrap();
    assert_eq!(said(None, Some(other)), [wrong]);
    let longer = ledger(7, "word").frontier().unwrap();
    assert_eq!(said(None, Some(longer)), [wrong]);
}

#[test]
fn a_store_that_shows_no_entry_at_all_is_one_finding_and_not_endless() {
    for place in [Place::Head, Place::Content, node(3, 1)] {
        let mut damaged = Damaged::new(ledger(6, "word"));
        damaged.broken = Some((place, Rule::Readable));
        assert_eq!(findings(&damaged)[0], (place, Rule::Readable));
        assert!(findings(&damaged).len() <= 2);
    }
}

#[test]
fn whoever_has_seen_enough_ends_the_check() {
    let mut damaged = Damaged::new(ledger(30, "word"));
    damaged.entries.extend((0..30).map(|index| (index, None)));
    let mut seen = 0;
    let checked = fsck(&damaged, &mut |_| {
        seen += 1;
        if seen < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(checked.unwrap().findings, 3);
}

/// A ledger that grows between any two questions.
struct Growing(std::cell::RefCell<Memory>);

impl Read for Growing {
    fn head(&self) -> Result<Head, actum_ledger::StoreError> {
        grow(&mut self.0.borrow_mut(), 1, "word");
        self.0.borrow().head()
    }

    fn frontier(&self) -> Result<Frontier, actum_ledger::StoreError> {
        self.0.borrow().frontier()
    }

    fn entry(&self, index: u64) -> Result<Option<Entry>, actum_ledger::StoreError> {
        self.0.borrow().entry(index)
    }

    fn entries(
        &self,
        from: u64,
        visit: &mut actum_ledger::store::Visit<'_>,
    ) -> Result<(), actum_ledger::StoreError> {
        grow(&mut self.0.borrow_mut(), 1, "word");
        let memory = self.0.borrow().clone();
        memory.entries(from, visit)
    }

    fn node(
        &self,
        height: u32,
        place: u64,
    ) -> Result<Option<actum_canon::digest::Sha256>, actum_ledger::StoreError> {
        self.0.borrow().node(height, place)
    }

    fn find_key(&self, key: &str) -> Result<Option<u64>, actum_ledger::StoreError> {
        self.0.borrow().find_key(key)
    }
}

#[test]
fn what_is_appended_meanwhile_is_no_finding() {
    assert_eq!(findings(&Growing(ledger(6, "word").into())), []);
}
