//! A ledger that no other process appends to meanwhile.

use std::ops::ControlFlow;
use std::path::Path;

use actum_ledger::content::{Content, ContentPlane, Put};
use actum_ledger::{Artifact, Entry, Head, Read, Receipt, append};
use actum_store_sqlite::Sqlite;

use super::{failure, visited};
use crate::error::{Error, ErrorKind};

/// The one writer of a ledger: what is read stays the last word until this ends.
///
/// What is appended is one change, durable when [`Self::commit`] returns, gone where this is dropped before.
#[derive(Debug)]
pub struct Held<'l> {
    store: actum_store_sqlite::Held<'l>,
    database: &'l Path,
}

impl<'l> Held<'l> {
    pub(super) fn of(store: &'l mut Sqlite, database: &'l Path) -> Result<Self, Error> {
        let store = store.hold().map_err(|error| failure::failed(database, error))?;
        Ok(Self { store, database })
    }

    /// Size and root.
    ///
    /// # Errors
    /// As [`Ledger::head`](super::Ledger::head).
    pub fn head(&self) -> Result<Head, Error> {
        self.store.head().map_err(|error| failure::failed(self.database, error))
    }

    /// Shows entries; as [`Ledger::entries`](super::Ledger::entries).
    ///
    /// # Errors
    /// Of `visit`, which ends it, and of the record.
    pub fn entries(
        &self,
        from: u64,
        visit: impl FnMut(Entry) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        visited(&self.store, from, visit).map_err(|error| failure::failed(self.database, error))
    }

    /// Appends a batch. The receipts hold once [`Self::commit`] has returned, and not before.
    ///
    /// # Errors
    /// As [`Ledger::append`](super::Ledger::append).
    pub fn append(&mut self, artifacts: &[Artifact<'_>]) -> Result<Vec<Receipt>, Error> {
        append(&mut self.store, artifacts)
            .map_err(|error| failure::unappended(self.database, error, artifacts))
    }

    /// Keeps content that an entry names by digest, in the same change.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] where it was erased before: an erasure is for good.
    pub fn keep(&mut self, content: &Content<'_>) -> Result<(), Error> {
        if self.put(content)? {
            return Ok(());
        }
        let message = format!("the content `{}` was erased, which is for good", content.digest());
        Err(Error::new(ErrorKind::Refused, "content_erased", message).hint("nothing was written"))
    }

    /// Keeps content in the same change; `false` where it was erased before, and stays erased.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`] where the medium fails.
    pub fn put(&mut self, content: &Content<'_>) -> Result<bool, Error> {
        let put = self.store.put(content).map_err(|error| failure::failed(self.database, error))?;
        Ok(put == Put::Kept)
    }

    /// Makes everything durable, and lets the others go on.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`]: nothing is acknowledged then; whether it was carried out, a later read tells.
    pub fn commit(self) -> Result<(), Error> {
        let Self { store, database } = self;
        store.commit().map_err(|error| failure::failed(database, error))
    }
}
