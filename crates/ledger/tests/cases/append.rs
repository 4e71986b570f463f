//! Appending where others are faster, and erasing where a process dies in between.

use actum_canon::digest::{Sha256, sha256};
use actum_ledger::content::{self, Content, ContentDigest, ContentPlane, Stored, TOMBSTONE, Tombstone};
use actum_ledger::store::Visit;
use actum_ledger::{
    Append, AppendError, Artifact, Entry, Fault, Form, Frontier, Head, Memory, Outcome, Plan, PlanError,
    Read, StoreError, append,
};

use crate::support::sample::{artifact, grow, ledger};

/// A ledger to which another process appends just before we do.
struct Overtaken {
    memory: Memory,
    /// What the other appends, the last one first.
    others: Vec<Artifact<'static>>,
    /// Refuses whatever comes.
    stubborn: bool,
}

impl Read for Overtaken {
    fn head(&self) -> Result<Head, StoreError> {
        self.memory.head()
    }

    fn frontier(&self) -> Result<Frontier, StoreError> {
        self.memory.frontier()
    }

    fn entry(&self, index: u64) -> Result<Option<Entry>, StoreError> {
        self.memory.entry(index)
    }

    fn entries(&self, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        self.memory.entries(from, visit)
    }

    fn node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        self.memory.node(height, place)
    }

    fn find_key(&self, key: &str) -> Result<Option<u64>, StoreError> {
        self.memory.find_key(key)
    }
}

impl Append for Overtaken {
    fn append(&mut self, plan: &Plan<'_>) -> Result<Outcome, StoreError> {
        if let Some(other) = self.others.pop() {
            append(&mut self.memory, &[other]).unwrap();
        }
        if self.stubborn { Ok(Outcome::Stale) } else { self.memory.append(plan) }
    }
}

fn overtaken(others: &[Artifact<'static>]) -> Overtaken {
    Overtaken { memory: ledger(4, "word"), others: others.to_vec(), stubborn: false }
}

#[test]
fn a_batch_lands_behind_whoever_was_faster() {
    let mut store = overtaken(&[artifact(b"x", "x"), artifact(b"y", "y"), artifact(b"z", "z")]);
    let receipts = append(&mut store, &[artifact(b"a", "a"), artifact(b"b", "b")]).unwrap();
    assert_eq!(receipts.iter().map(|receipt| receipt.index).collect::<Vec<_>>(), [7, 8]);
    assert_eq!(store.entry(8).unwrap().unwrap().source_id(), "b");
    assert_eq!(receipts[1].head(), store.head().unwrap());
}

#[test]
fn a_key_that_another_process_took_meanwhile_is_answered_by_its_receipt() {
    let same = Artifact { key: Some("k"), ..artifact(b"same", "same") };
    let mut store = overtaken(&[same]);
    let receipts = append(&mut store, &[artifact(b"a", "a"), same]).unwrap();
    assert_eq!(receipts.iter().map(|receipt| receipt.index).collect::<Vec<_>>(), [5, 4]);
    let mut store = overtaken(&[Artifact { bytes: b"other", ..same }]);
    let refused = append(&mut store, &[artifact(b"a", "a"), same]);
    assert!(matches!(refused, Err(AppendError::KeyTaken { at: 1, index: 4 })));
    assert_eq!(store.head().unwrap().size, 5);
}

#[test]
fn a_store_that_refuses_what_fits_is_not_asked_for_ever() {
    let mut store = overtaken(&[]);
    store.stubborn = true;
    assert!(matches!(append(&mut store, &[artifact(b"a", "a")]), Err(AppendError::Store(_))));
}

#[test]
fn one_artifact_beyond_the_limits_keeps_the_whole_batch_out() {
    let mut memory = ledger(2, "word");
    let before = memory.head().unwrap();
    let good = artifact(b"a", "a");
    let bad = Artifact { media_type: "plain", ..good };
    let refused = append(&mut memory, &[good, good, bad]);
    let fault = PlanError::Artifact { at: 2, fault: Fault::MediaType };
    assert!(matches!(refused, Err(AppendError::Plan(error)) if error == fault));
    assert_eq!(memory.head().unwrap(), before);
    assert_eq!(append(&mut memory, &[]).unwrap(), []);
    assert_eq!(memory.head().unwrap(), before);
}

#[test]
fn erasing_is_finished_by_the_next_call_and_leaves_one_tombstone() {
    let mut memory = ledger(1, "word");
    let digest = ContentDigest::Sha256(sha256(b"secret"));
    memory.put(&Content::new(digest, b"secret").unwrap()).unwrap();
    let tombstone = Tombstone::new(digest, "asked for").unwrap();
    // The process died when the tombstone stood and the content was still there.
    let mut dead = memory.clone();
    let receipt = content::erase(&mut dead, &tombstone).unwrap();
    dead.put(&Content::new(digest, b"secret").unwrap()).unwrap();
    for _ in 0..2 {
        assert_eq!(content::erase(&mut dead, &tombstone).unwrap(), receipt);
        assert_eq!(dead.get(&digest).unwrap(), Stored::Erased);
    }
    assert_eq!(dead.head().unwrap().size, 2);
    let entry = dead.entry(1).unwrap().unwrap();
    assert_eq!((entry.media_type(), Tombstone::parse(entry.bytes())), (TOMBSTONE, Ok(tombstone)));
    assert_eq!(
        entry.bytes(),
        format!(r#"{{"erased":"{}","reason":"asked for"}}"#, sha256(b"secret")).as_bytes()
    );
}

#[test]
fn what_is_no_tombstone_erases_nothing() {
    let digest = sha256(b"secret");
    let texts = [
        format!(r#"{{"erased":"{digest}"}}"#),
        format!(r#"{{"erased":"{digest}","reason":""}}"#),
        format!(r#"{{"erased":"{digest}","reason":"a","more":1}}"#),
        format!(r#"{{"reason":"a","erased":"{digest}"}}"#),
        r#"{"erased":"secret","reason":"a"}"#.into(),
    ];
    for text in texts {
        let mut memory = Memory::new();
        append(&mut memory, &[Artifact { media_type: TOMBSTONE, ..artifact(text.as_bytes(), "a") }]).unwrap();
        assert!(content::Erasure::of(&memory.entry(0).unwrap().unwrap()).is_err(), "{text}");
    }
    let mut memory = Memory::new();
    let bytes = Tombstone::new(ContentDigest::Sha256(digest), "a").unwrap().to_bytes();
    append(&mut memory, &[artifact(&bytes, "a")]).unwrap();
    assert!(content::Erasure::of(&memory.entry(0).unwrap().unwrap()).is_err(), "another media type");
    grow(&mut memory, 1, "word");
}
