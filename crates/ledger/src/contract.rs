//! What every store of ledgers promises, as tests: a list of functions that fail by a panic.
//!
//! A crate with a store runs each of [`TESTS`] over a new and empty ledger of its own. What needs several processes, a
//! full disk or a damaged file is tested there.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

mod content;
mod keys;
mod order;
mod plans;
mod reach;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::artifact::Artifact;
use crate::content::ContentPlane;
use crate::entry::Entry;
use crate::frontier::Frontier;
use crate::fsck::fsck;
use crate::memory::Memory;
use crate::plan::plan;
use crate::store::{Append, Outcome};

/// A ledger under test.
pub trait Subject {
    /// Returns the ledger.
    fn ledger(&mut self) -> &mut dyn Append;

    /// Closes the ledger and opens it again.
    fn reopen(&mut self);

    /// Returns the content plane of the ledger, if it has one.
    fn content(&mut self) -> Option<&mut dyn ContentPlane> {
        None
    }
}

impl Subject for Memory {
    fn ledger(&mut self) -> &mut dyn Append {
        self
    }

    fn reopen(&mut self) {}

    fn content(&mut self) -> Option<&mut dyn ContentPlane> {
        Some(self)
    }
}

/// One promise.
#[derive(Clone, Copy)]
pub struct Test {
    /// The promise, as the name of a test.
    pub name: &'static str,
    /// Looks at it, over a new and empty ledger.
    pub run: fn(&mut dyn Subject),
}

impl fmt::Debug for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! tests {
    ($($module:ident::$name:ident,)*) => {
        &[$(Test { name: stringify!($name), run: $module::$name },)*]
    };
}

/// All of them.
pub const TESTS: &[Test] = tests![
    order::an_empty_ledger_has_the_head_of_no_entries,
    order::entries_come_back_in_order_and_byte_for_byte,
    order::any_bytes_and_any_names_within_the_limits_come_back,
    order::an_artifact_of_the_greatest_size_is_kept,
    order::equal_bytes_are_entries_of_their_own,
    order::a_reopened_ledger_is_the_same_and_goes_on,
    plans::a_plan_is_carried_out_once,
    plans::a_plan_for_another_ledger_of_the_same_size_changes_nothing,
    plans::a_plan_from_before_or_from_beyond_the_head_changes_nothing,
    plans::an_empty_plan_changes_nothing,
    plans::a_batch_is_what_its_artifacts_are_one_by_one,
    keys::a_key_is_found_and_belongs_to_one_entry,
    keys::a_plan_with_a_taken_key_is_refused_whole,
    keys::a_request_made_again_is_answered_by_its_first_receipt,
    keys::a_key_with_other_bytes_is_a_conflict_that_changes_nothing,
    reach::every_node_and_proof_is_that_of_the_model_at_every_size,
    reach::whatever_lies_outside_is_not_there,
    reach::a_visitor_begins_where_it_asks_and_ends_when_it_breaks,
    reach::what_a_visitor_cannot_do_is_the_error_of_the_call,
    reach::receipts_hold_against_every_later_head,
    content::content_is_kept_and_found_by_either_digest,
    content::content_goes_with_its_tombstone_and_does_not_come_back,
];

fn artifact<'a>(bytes: &'a [u8], source_id: &'a str) -> Artifact<'a> {
    Artifact { source_id: Some(source_id), media_type: "text/plain", bytes, key: None }
}

/// Appends by a plan of its own, which must fit.
fn keep(ledger: &mut dyn Append, artifacts: &[Artifact<'_>]) {
    let plan = plan(&frontier(ledger), artifacts.iter().copied()).expect("the artifacts are within limits");
    let outcome = ledger.append(&plan).expect("the store can append");
    assert_eq!(outcome, Outcome::Appended, "a plan behind the head is carried out");
    assert_eq!(ledger.head().expect("a head"), plan.after(), "the head is that of the plan");
}

/// Appends so many small entries, one by one.
fn fill(ledger: &mut dyn Append, count: u64) {
    let first = frontier(ledger).size();
    for index in first..first + count {
        let name = alloc::format!("entry-{index}");
        keep(ledger, &[artifact(name.as_bytes(), &name)]);
    }
}

fn frontier(ledger: &dyn Append) -> Frontier {
    ledger.frontier().expect("a frontier")
}

fn all(ledger: &dyn Append) -> Vec<Entry> {
    from(ledger, 0)
}

fn from(ledger: &dyn Append, index: u64) -> Vec<Entry> {
    let mut entries = Vec::new();
    let shown = ledger.entries(index, &mut |entry| {
        entries.push(entry);
        Ok(ControlFlow::Continue(()))
    });
    shown.expect("entries are shown");
    entries
}

/// Everything that can be seen of a ledger, and that it holds.
fn seen(ledger: &dyn Append) -> (Frontier, Vec<Entry>) {
    let mut findings: Vec<String> = Vec::new();
    let checked = fsck(ledger, &mut |found| {
        findings.push(alloc::format!("{found}"));
        ControlFlow::Continue(())
    });
    let checked = checked.expect("the ledger can be checked");
    assert_eq!(findings, Vec::<String>::new(), "nothing is found");
    let (frontier, entries) = (frontier(ledger), all(ledger));
    assert_eq!(checked.entries, entries.len() as u64, "every entry was checked");
    assert_eq!(ledger.head().expect("a head"), frontier.head(), "the head is that of the frontier");
    (frontier, entries)
}

/// The same entries in memory.
fn model(ledger: &dyn Append) -> Memory {
    let mut memory = Memory::new();
    for entry in all(ledger) {
        let (media_type, bytes) = (entry.media_type(), entry.bytes());
        let artifact = Artifact { source_id: Some(entry.source_id()), media_type, bytes, key: entry.key() };
        keep(&mut memory, &[artifact]);
    }
    memory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_in_memory_keeps_every_promise() {
        for test in TESTS {
            (test.run)(&mut Memory::new());
        }
    }
}
