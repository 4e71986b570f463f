//! The ledger on disk: a folder `.actum` that holds the record, and what stands beside it.
//!
//! - [`Ledger`]: made, found, opened, read and appended to. [`Held`]: the same while no other process appends.
//! - [`Intake`]: artifacts one after the other, durable in batches, each acknowledged when its entry is.
//!
//! | in the folder | what |
//! |---|---|
//! | `ledger.sqlite` | the record |
//! | `index.sqlite` | derived from it, rebuilt at any time, never an authority; may be absent |
//! | `profile` | the profile that readings of this ledger use where none is named; may be absent |
//!
//! Here: paths, the order of writing, and errors with what can safely be done. Not here: how a log is made and proved
//! (`actum-ledger`), how it is kept (`actum-store-sqlite`), and what entries say (the readings). Nothing removes, mends
//! or overwrites an entry: there is no code for it.

mod arrival;
pub mod checkpoint;
pub mod damage;
mod failure;
mod held;
mod intake;
mod lines;
pub(crate) mod place;
mod profile;
mod proof;
mod transfer;
pub mod verify;

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use actum_ledger::content::{ContentDigest, ContentPlane, Stored};
use actum_ledger::{Read, StoreError, fsck, proof as prove};
use actum_store_sqlite::Sqlite;

pub use actum_ledger::bundle::{Counts, Proof};
pub use actum_ledger::compare::Comparison;
pub use actum_ledger::{Artifact, Checkpoint, Entry, Form, Head, Receipt, Record};
pub use actum_ledger::{fsck::Checked as Examined, store::Corruption as Finding};

pub use held::Held;
pub use intake::{Acknowledged, Intake};
pub use place::{FOLDER, find, is_ledger, within};
pub use profile::profile_of;
pub use transfer::{Imported, import};

use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::output::sync_folder;

/// A ledger, open.
///
/// ```
/// use actum::ledger::{Artifact, Ledger};
///
/// # let home = std::env::temp_dir().join(format!("actum-ledger-doc-{}", std::process::id()));
/// # let _ = std::fs::remove_dir_all(&home);
/// let mut ledger = Ledger::init(&home)?;
/// let note = Artifact { source_id: None, media_type: "text/plain", bytes: b"done", key: Some("note-1") };
/// let receipts = ledger.append(&[note])?;
///
/// // The entry is durable now. The same request again is answered by the same receipt.
/// assert_eq!(ledger.append(&[note])?, receipts);
/// assert_eq!(ledger.head()?.size, 1);
/// assert_eq!(ledger.entry(0)?.bytes(), b"done");
/// # std::fs::remove_dir_all(&home)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    database: PathBuf,
    store: Sqlite,
}

impl Ledger {
    /// Makes a ledger in the folder `.actum` of `home`, which may be that folder itself, or opens the one that is there; [`Self::is_new`] tells which.
    /// Folders are made where they are missing. It is durable when this returns.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where what is there is no ledger, which is not touched; [`ErrorKind::Storage`] where the
    /// medium fails.
    pub fn init(home: &Path) -> Result<Self, Error> {
        match home.file_name() {
            Some(name) if name == FOLDER => Self::init_at(home),
            None if home == Path::new(".") => Self::init_at(Path::new(FOLDER)),
            _ => Self::init_at(&home.join(FOLDER)),
        }
    }

    /// The same at the ledger's own path: its folder, or its database file.
    pub(crate) fn init_at(path: &Path) -> Result<Self, Error> {
        let database = place::database(path);
        let folder = place::folder(&database);
        let there = folder.is_dir();
        fs::create_dir_all(folder).map_err(|error| Error::lost("make", folder, error))?;
        if !there {
            sync_folder(folder)?;
        }
        if place::is_emptied(&database) {
            return Err(failure::emptied(&database));
        }
        Sqlite::create(&database).map(|store| Self::with(database, store)).map_err(failure::unopened)
    }

    /// Opens a ledger to read and append; `path` is its folder, its database file, or the folder that holds `.actum`.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is none, [`ErrorKind::Input`] where a newer program wrote it or it is none,
    /// [`ErrorKind::Storage`] where the medium fails.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let database = place::named(path)?;
        match Sqlite::open(&database) {
            Ok(store) => Ok(Self::with(database, store)),
            Err(_) if place::is_emptied(&database) => Err(failure::emptied(&database)),
            Err(failure) => Err(failure::unopened(failure)),
        }
    }

    /// Opens a ledger to read, where even the medium may be read-only.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_to_read(path: &Path) -> Result<Self, Error> {
        let database = place::named(path)?;
        match Sqlite::open_to_read(&database) {
            Ok(store) => Ok(Self::with(database, store)),
            Err(_) if place::is_emptied(&database) => Err(failure::emptied(&database)),
            Err(failure) => Err(failure::unopened(failure)),
        }
    }

    fn with(database: PathBuf, store: Sqlite) -> Self {
        Self { database, store }
    }

    /// Tells whether opening it made it.
    pub fn is_new(&self) -> bool {
        self.store.is_new()
    }

    /// The folder that holds the record and what stands beside it.
    pub fn folder(&self) -> &Path {
        place::folder(&self.database)
    }

    /// The file that holds the record. Nobody but this type may open it while a ledger is open: closing any other handle
    /// of the file gives up the locks that this process has on it.
    pub fn database(&self) -> &Path {
        &self.database
    }

    /// What the user of this place should know, in one line: that it is on a network, for example.
    pub fn notice(&self) -> Option<&str> {
        self.store.notice()
    }

    /// The store beneath, for what the core asks of any store.
    pub fn store(&self) -> &Sqlite {
        &self.store
    }

    /// Size and root, as of now.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`] where the record cannot be read or is not as it was written, here and in every other
    /// method.
    pub fn head(&self) -> Result<Head, Error> {
        self.store.head().map_err(|error| self.failed(error))
    }

    /// The head that the ledger had with so many entries.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it never had as many.
    pub fn head_at(&self, size: u64) -> Result<Head, Error> {
        let now = self.head()?;
        if size > now.size {
            let message = format!("`{}` has {} entries, not {size}", self.folder().display(), now.size);
            return Err(Error::new(ErrorKind::NotFound, "size_unknown", message));
        }
        prove::head_at(&self.store, size).map_err(|error| self.failed(error))
    }

    /// One entry. Its digest is recomputed.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where the ledger has not so many.
    pub fn entry(&self, index: u64) -> Result<Entry, Error> {
        let entry = self.store.entry(index).map_err(|error| self.failed(error))?;
        entry.ok_or_else(|| {
            let message = format!("`{}` has no entry {index}", self.folder().display());
            Error::new(ErrorKind::NotFound, "entry_unknown", message).hint("`actum log` lists the entries")
        })
    }

    /// Shows the entries from an index on, in order and without a gap, until the visitor breaks: all those that the
    /// ledger holds when the call begins.
    ///
    /// # Errors
    /// Of `visit`, which ends it.
    pub fn entries(
        &self,
        from: u64,
        visit: impl FnMut(Entry) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        visited(&self.store, from, visit).map_err(|error| self.failed(error))
    }

    /// Shows the entries of a run that the ledger holds for certain.
    pub(crate) fn run(
        &self,
        run: Range<u64>,
        mut show: impl FnMut(&Entry) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut next = run.start;
        self.entries(run.start, |entry| {
            if next >= run.end {
                return Ok(ControlFlow::Break(()));
            }
            next += 1;
            show(&entry)?;
            Ok(if next < run.end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        if next == run.end {
            return Ok(());
        }
        let message = format!("`{}` has no entry {next} any more", self.database.display());
        Err(Error::new(ErrorKind::Storage, "ledger_shrunk", message)
            .hint("nothing was changed; keep a copy of the folder as it is"))
    }

    /// The entry with an idempotency key.
    ///
    /// # Errors
    /// Of the record alone.
    pub fn find_key(&self, key: &str) -> Result<Option<Entry>, Error> {
        let found = self.store.find_key(key).map_err(|error| self.failed(error))?;
        found.map(|index| self.entry(index)).transpose()
    }

    /// The receipt that an entry got when it was appended.
    ///
    /// # Errors
    /// Of the record alone.
    pub fn receipt(&self, entry: &Entry) -> Result<Receipt, Error> {
        prove::receipt(&self.store, entry).map_err(|error| self.failed(error))
    }

    /// Appends a batch, whole or not at all, and returns one receipt for each artifact, in order. They are durable.
    ///
    /// An artifact whose idempotency key the ledger holds is not appended again: it gets the first receipt.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where an artifact is beyond a limit, [`ErrorKind::Conflict`] where a key stands for other
    /// bytes, or another process does not let go of the ledger for a minute; [`ErrorKind::Storage`] where the medium
    /// fails. Nothing is acknowledged then.
    pub fn append(&mut self, artifacts: &[Artifact<'_>]) -> Result<Vec<Receipt>, Error> {
        let mut held = self.hold()?;
        let receipts = held.append(artifacts)?;
        held.commit()?;
        Ok(receipts)
    }

    /// Appends a batch behind this head and no other: `None`, and nothing written, where the ledger has moved on.
    ///
    /// # Errors
    /// As [`Self::append`].
    pub fn append_at(
        &mut self,
        head: &Head,
        artifacts: &[Artifact<'_>],
    ) -> Result<Option<Vec<Receipt>>, Error> {
        let mut held = self.hold()?;
        if held.head()? != *head {
            return Ok(None);
        }
        let receipts = held.append(artifacts)?;
        held.commit()?;
        Ok(Some(receipts))
    }

    /// Waits, for a minute at most, until no other process appends, and keeps the others waiting.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] after that minute, [`ErrorKind::Storage`] where the record cannot be written.
    pub fn hold(&mut self) -> Result<Held<'_>, Error> {
        Held::of(&mut self.store, &self.database)
    }

    /// Takes artifacts one after the other, and makes them durable in batches.
    pub fn intake<'l>(&'l mut self, acknowledge: &'l mut Acknowledged<'l>) -> Intake<'l> {
        Intake::new(self, acknowledge)
    }

    /// Content of the content plane; `None` where none is kept under this digest, or none any more.
    ///
    /// # Errors
    /// Of the record alone.
    pub fn content(&self, digest: &ContentDigest) -> Result<Option<Vec<u8>>, Error> {
        match self.store.get(digest).map_err(|error| self.failed(error))? {
            Stored::Kept(bytes) => Ok(Some(bytes)),
            Stored::Absent | Stored::Erased => Ok(None),
        }
    }

    /// Recomputes every digest of the record and of the content beside it, and goes on after each finding. Nothing is
    /// mended.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`] where the record cannot be read at all.
    pub fn fsck(&self, report: &mut dyn FnMut(&Finding)) -> Result<Examined, Error> {
        let checked = fsck::fsck(&self.store, &mut |found| {
            report(&found);
            ControlFlow::Continue(())
        });
        let mut checked = checked.map_err(|error| self.failed(error))?;
        let contents = self.store.digests(None, &mut |digest| match self.store.get(&digest) {
            Err(StoreError::Corrupt(found)) => {
                checked.findings += 1;
                report(&found);
                Ok(ControlFlow::Continue(()))
            }
            read => read.map(|_| ControlFlow::Continue(())),
        });
        contents.map(|()| checked).map_err(|error| self.failed(error))
    }

    /// The entries as evidence: a fixed set, whatever is appended later.
    ///
    /// # Errors
    /// Of the record alone.
    pub fn evidence(&self) -> Result<Evidence, Error> {
        let mut evidence = Evidence::default();
        evidence.push_ledger(&self.database, self.head()?.size);
        Ok(evidence)
    }

    /// The ledger's own profile.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where it has none, else as [`Bundle::open`].
    pub fn profile(&self) -> Result<Bundle, Error> {
        profile::open(self.folder())
    }

    /// Gives the ledger a profile, where it has none; tells whether it did. It is there whole or not at all.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where it has another one, which stays; [`ErrorKind::Storage`] where the medium fails.
    pub fn adopt(&self, profile: &Bundle) -> Result<bool, Error> {
        profile::adopt(self.folder(), profile)
    }

    fn failed(&self, error: StoreError) -> Error {
        failure::failed(&self.database, error)
    }
}

/// Shows entries to a visitor whose errors are this crate's.
fn visited(
    store: &dyn Read,
    from: u64,
    mut visit: impl FnMut(Entry) -> Result<ControlFlow<()>, Error>,
) -> Result<(), StoreError> {
    // A visitor's error travels through the store as the medium's, and comes out again as it was.
    store.entries(from, &mut |entry| visit(entry).map_err(StoreError::medium))
}
