//! A database that SQLite finds damaged, such as one that was cut: what can still be read of it, from the first entry on.
//!
//! Here: how far the entries go that hold, and the root that they lead to. Not here: mending. The file is only read.

use std::path::Path;

use actum_canon::digest::Sha256;
use actum_ledger::{Frontier, Head, StoreError};
use actum_store_sqlite::damaged;

use super::{failure, place};
use crate::error::Error;

/// What is left of a damaged ledger.
#[derive(Debug)]
pub struct Damage {
    /// What is wrong with the file.
    pub reason: String,
    /// The entries that can be read from the first one on without a gap, every digest recomputed, and the root that they
    /// lead to. A checkpoint or a receipt of that size says whether they are those of the ledger.
    pub holds: Head,
    /// What ended it there, where that is not the end of what can be read.
    pub ended: Option<String>,
}

/// Whether an error says that the file itself is damaged, so that a check of its entries cannot be had.
#[must_use]
pub fn is_damage(error: &Error) -> bool {
    matches!(error.code(), failure::DAMAGED | failure::EMPTIED)
}

/// Reads what can be read of a ledger of which `error` says that it is damaged.
pub fn survey(path: &Path, error: &Error) -> Damage {
    let database = place::database(path);
    let mut frontier = Frontier::empty();
    let read = damaged::survey(&database, &mut |entry| {
        frontier.push(entry.leaf(), |_: u32, _: u64, _: Sha256| {});
    });
    let ended = read.err().map(|error| match error {
        StoreError::Corrupt(corruption) => corruption.to_string(),
        error => failure::failed(&database, error).to_string(),
    });
    Damage { reason: error.to_string(), holds: frontier.head(), ended }
}
