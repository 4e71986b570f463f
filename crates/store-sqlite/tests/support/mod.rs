//! Whole ledgers, looked at from all sides, and processes that append to them.

#[cfg(unix)]
pub(crate) mod child;

use std::ops::ControlFlow;
use std::path::Path;

use actum_ledger::{Artifact, Entry, Memory, Read, Receipt, StoreError, proof};
use actum_store_sqlite::{Failure, FailureKind, Sqlite};

/// A folder on a medium in memory, where there is one: what is tested there does not depend on the medium, and waits
/// thousands of times for it.
pub(crate) fn quick() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

pub(crate) fn artifact<'a>(bytes: &'a [u8], key: Option<&'a str>) -> Artifact<'a> {
    Artifact { source_id: None, media_type: "text/plain", bytes, key }
}

/// Every entry from one on.
pub(crate) fn all(store: &dyn Read, from: u64) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::new();
    let mut visit = |entry| {
        entries.push(entry);
        Ok(ControlFlow::Continue(()))
    };
    store.entries(from, &mut visit)?;
    Ok(entries)
}

/// How many times as much a test that samples is to do.
pub(crate) fn effort() -> usize {
    std::env::var("ACTUM_TEST_EFFORT").map_or(1, |effort| effort.parse().unwrap())
}

/// What kind of failure a store gave.
pub(crate) fn failure(error: StoreError) -> FailureKind {
    match error {
        StoreError::Medium(error) => error.downcast::<Failure>().unwrap().kind(),
        other => panic!("{other}"),
    }
}

/// Holds everything that a file says against a ledger in memory that has taken in the same entries, and returns it.
/// Nothing is trusted but the entries themselves.
pub(crate) fn whole(path: &Path) -> Memory {
    let store = Sqlite::open_to_read(path).unwrap();
    let mut memory = Memory::new();
    for entry in all(&store, 0).unwrap() {
        let artifact = Artifact {
            source_id: Some(entry.source_id()),
            media_type: entry.media_type(),
            bytes: entry.bytes(),
            key: entry.key(),
        };
        actum_ledger::append(&mut memory, &[artifact]).unwrap();
        assert!(entry.key().is_none_or(|key| store.find_key(key).unwrap() == Some(entry.index())));
    }
    let head = memory.head().unwrap();
    assert_eq!(store.head().unwrap(), head);
    for height in 0..12 {
        for place in 0..=head.size >> height {
            assert_eq!(store.node(height, place).unwrap(), memory.node(height, place).unwrap());
        }
    }
    memory
}

/// Holds a receipt against a ledger.
pub(crate) fn holds(ledger: &dyn Read, receipt: &Receipt) -> bool {
    ledger
        .entry(receipt.index)
        .unwrap()
        .is_some_and(|entry| proof::receipt(ledger, &entry).unwrap() == *receipt)
}
