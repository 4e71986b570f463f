//! A ledger that no other process appends to meanwhile.

use actum_canon::digest::Sha256;
use actum_ledger::content::{Content, ContentDigest, ContentPlane, Erasure, Put, Stored, VisitDigest};
use actum_ledger::store::Visit;
use actum_ledger::{Append, Entry, Frontier, Head, Outcome, Plan, Read, StoreError};

use crate::failure::{Failure, FailureKind};
use crate::file::Purpose;
use crate::sqlite::Sqlite;

/// The write lock of a ledger: what is read stays the last word until this ends.
///
/// What is appended and put is one change: durable when [`Self::commit`] returns, gone where this is dropped before.
#[derive(Debug)]
pub struct Held<'s> {
    store: &'s mut Sqlite,
    open: bool,
    /// Whether content was erased, which must not survive in the log.
    erased: bool,
    /// What had been seen before.
    seen: Frontier,
}

impl Sqlite {
    /// Waits, for a minute at most, until no other process appends, and keeps the others waiting.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] after that minute; [`Failure`] where the ledger was opened to read, moved away, or cannot be
    /// written.
    pub fn hold(&mut self) -> Result<Held<'_>, StoreError> {
        if self.file.purpose == Purpose::Read {
            return Err(Failure::new(FailureKind::ReadOnly, &self.file.path).into());
        }
        let begun =
            self.file.connection.prepare_cached("BEGIN IMMEDIATE").and_then(|mut begin| begin.execute([]));
        begun.map_err(|error| self.failed(error))?;
        // Made first, so that the lock is given back on every way out.
        let seen = self.seen.borrow().clone();
        let held = Held { store: self, open: true, erased: false, seen };
        held.store.file.is_same()?;
        Ok(held)
    }
}

impl Held<'_> {
    /// Makes everything durable, and gives the lock back.
    ///
    /// # Errors
    ///
    /// [`StoreError`]. Nothing is then acknowledged; whether it was carried out, a later read tells.
    pub fn commit(mut self) -> Result<(), StoreError> {
        self.within(|store| {
            let commit =
                store.file.connection.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
            commit.map(drop).map_err(|error| store.failed(error))
        })?;
        self.open = false;
        if self.erased {
            self.take_log_in();
        }
        Ok(())
    }

    fn is_open(&self) -> Result<(), StoreError> {
        if self.open {
            return Ok(());
        }
        Err(Failure::new(FailureKind::Over, &self.store.file.path).into())
    }

    /// Does one thing inside the hold. A failure may have done half of it, so it ends the hold.
    fn within<T>(&mut self, act: impl FnOnce(&Sqlite) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.is_open()?;
        let done = act(self.store);
        if let Err(error) = &done {
            self.roll_back();
            self.make_room(error);
        }
        done
    }

    /// A log that was not taken in for long may be most of what fills the medium.
    fn make_room(&self, error: &StoreError) {
        if let StoreError::Medium(error) = error
            && error.downcast_ref::<Failure>().is_some_and(|failure| failure.kind() == FailureKind::Full)
        {
            self.take_log_in();
        }
    }

    /// Where somebody is in the way, this is done later, as ever.
    fn take_log_in(&self) {
        let _ = self.store.file.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    fn roll_back(&mut self) {
        self.open = false;
        // Some failures roll back by themselves. Where this fails too, closing the file does it.
        if !self.store.file.connection.is_autocommit() {
            let _ = self.store.file.connection.execute_batch("ROLLBACK");
        }
        // What was seen meanwhile may be gone.
        self.store.seen.replace(self.seen.clone());
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if self.open {
            self.roll_back();
        }
    }
}

impl Read for Held<'_> {
    fn head(&self) -> Result<Head, StoreError> {
        self.store.head()
    }

    fn frontier(&self) -> Result<Frontier, StoreError> {
        self.store.frontier()
    }

    fn entry(&self, index: u64) -> Result<Option<Entry>, StoreError> {
        self.store.entry(index)
    }

    fn entries(&self, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        self.store.entries(from, visit)
    }

    fn node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        self.store.node(height, place)
    }

    fn find_key(&self, key: &str) -> Result<Option<u64>, StoreError> {
        self.store.find_key(key)
    }
}

impl Append for Held<'_> {
    /// Carries out a plan inside the hold: durable with [`Held::commit`], not before.
    fn append(&mut self, plan: &Plan<'_>) -> Result<Outcome, StoreError> {
        self.within(|store| store.write(plan))
    }
}

/// Inside the hold: durable with [`Held::commit`], not before.
impl ContentPlane for Held<'_> {
    fn put(&mut self, content: &Content<'_>) -> Result<Put, StoreError> {
        self.within(|store| store.put_row(content))
    }

    fn get(&self, digest: &ContentDigest) -> Result<Stored, StoreError> {
        self.store.get(digest)
    }

    fn digests(&self, after: Option<ContentDigest>, visit: &mut VisitDigest<'_>) -> Result<(), StoreError> {
        self.store.digests(after, visit)
    }

    fn erase(&mut self, erasure: &Erasure) -> Result<(), StoreError> {
        self.erased = true;
        self.within(|store| store.erase_row(erasure))
    }
}
