//! What a store could not do, as an edge error: kind, and what can safely be done.

use std::path::Path;

use actum_ledger::store::{Corruption, Place};
use actum_ledger::{AppendError, Artifact, PlanError, StoreError};
use actum_store_sqlite::{Failure, FailureKind};

use crate::error::{Error, ErrorKind};

/// The code of a file that SQLite finds damaged.
pub(super) const DAMAGED: &str = "ledger_damaged";

/// The code of a file that is empty, and was not.
pub(super) const EMPTIED: &str = "ledger_emptied";

/// Why a file could not be opened as a ledger.
pub(super) fn unopened(failure: Failure) -> Error {
    let (kind, code) = match failure.kind() {
        FailureKind::Absent | FailureKind::Unfinished => (ErrorKind::NotFound, "ledger_missing"),
        FailureKind::NotSqlite | FailureKind::Foreign(_) | FailureKind::Newer(_) => {
            (ErrorKind::Input, "ledger_unusable")
        }
        FailureKind::Linked => (ErrorKind::Refused, "ledger_linked"),
        FailureKind::Moved | FailureKind::Changed => (ErrorKind::Conflict, "ledger_moved"),
        FailureKind::Busy => (ErrorKind::Conflict, "ledger_busy"),
        FailureKind::Damaged => (ErrorKind::Storage, DAMAGED),
        FailureKind::ReadOnly | FailureKind::Full | FailureKind::Over | FailureKind::Medium => {
            (ErrorKind::Storage, "ledger_storage")
        }
    };
    let error = Error::new(kind, code, failure.to_string());
    let error = match failure.kind() {
        FailureKind::Damaged => error.hint("`actum fsck` says up to where its entries can still be read"),
        _ => error,
    };
    match (failure.hint(), kind) {
        (Some(hint), _) => error.hint(hint),
        (None, ErrorKind::NotFound) => {
            error.hint("`actum init` makes a ledger; `--ledger PATH` names one elsewhere")
        }
        (None, _) => error,
    }
}

/// The record was there, and is an empty file now.
pub(super) fn emptied(database: &Path) -> Error {
    let message = format!("`{}` is empty, and was not: what it held is gone", database.display());
    Error::new(ErrorKind::Storage, EMPTIED, message)
        .hint("keep the folder as it is; an export or a copy from before can be imported in another place")
}

/// Why a store did not answer; what a visitor of entries returned comes out as it was.
pub(super) fn failed(database: &Path, error: StoreError) -> Error {
    let shown = database.display();
    match error {
        // Content may be absent without harm to the record; whoever asked knows what it means that it is another.
        StoreError::Corrupt(Corruption { place: Place::Content, .. }) => {
            let message = format!("`{shown}` holds content that is not what its digest says");
            Error::new(ErrorKind::Storage, "content_changed", message)
        }
        StoreError::Corrupt(corruption) => {
            let message = format!("`{shown}` is not as it was written: {corruption}");
            Error::new(ErrorKind::Storage, "ledger_corrupt", message)
                .hint("nothing was changed; keep a copy of the folder as it is")
                .hint("`actum fsck` says what else does not hold, and `actum log` lists what does")
        }
        StoreError::Busy => {
            let message = format!("another process has held `{shown}` for a minute");
            Error::new(ErrorKind::Conflict, "ledger_busy", message)
                .hint("nothing was written; ask again when it is done")
        }
        StoreError::Medium(error) => match error.downcast::<Error>() {
            Ok(own) => *own,
            Err(error) => match error.downcast::<Failure>() {
                Ok(failure) => unopened(*failure),
                Err(error) => Error::new(ErrorKind::Storage, "ledger_storage", format!("`{shown}`: {error}")),
            },
        },
    }
}

/// The code of an idempotency key that stands for other bytes.
pub(super) const KEY_TAKEN: &str = "key_taken";

/// Why a batch was not appended.
pub(super) fn unappended(database: &Path, error: AppendError, artifacts: &[Artifact<'_>]) -> Error {
    let name = |at: usize| match artifacts.get(at).and_then(|artifact| artifact.source_id) {
        Some(id) => format!("`{id}`"),
        None => format!("artifact {}", at.saturating_add(1)),
    };
    match error {
        AppendError::Store(error) => failed(database, error),
        AppendError::KeyTaken { at, index } => {
            let message =
                format!("{}: its idempotency key stands for the other bytes of entry {index}", name(at));
            Error::new(ErrorKind::Conflict, KEY_TAKEN, message)
                .hint(format!("it was not appended; `actum show {index}` shows what the key stands for"))
        }
        AppendError::Plan(PlanError::RepeatedKey { at, first }) => {
            let message =
                format!("{}: its idempotency key stands for the other bytes of {}", name(at), name(first));
            Error::new(ErrorKind::Conflict, KEY_TAKEN, message).hint("it was not appended")
        }
        AppendError::Plan(PlanError::Artifact { at, fault }) => {
            Error::new(ErrorKind::Input, "artifact_invalid", format!("{}: {fault}", name(at)))
        }
        AppendError::Plan(error @ PlanError::Full { .. }) => {
            Error::new(ErrorKind::Refused, "ledger_full", error.to_string())
        }
    }
}
