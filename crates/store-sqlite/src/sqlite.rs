//! A ledger in a file, opened.

use std::cell::RefCell;
use std::path::Path;

use actum_ledger::Frontier;

use crate::failure::Failure;
use crate::file::{File, Purpose};

/// A ledger in one file of SQLite.
///
/// A handle is used by one thread at a time; several handles, in one process or many, may have the file open.
#[derive(Debug)]
pub struct Sqlite {
    pub(crate) file: File,
    /// The last frontier that was seen, which spares looking it up again, and which later ones have to continue.
    pub(crate) seen: RefCell<Frontier>,
}

impl Sqlite {
    /// Makes a ledger, durably, or opens the one that is there; [`Self::is_new`] tells which. The folder must be there.
    ///
    /// # Errors
    /// [`Failure`]. What is there and is no ledger is not touched.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        File::open(path, Purpose::Create).map(Self::with)
    }

    /// Opens a ledger to read and append. An older schema is brought forward, in one transaction.
    ///
    /// # Errors
    /// [`Failure`]; a ledger that a newer program wrote is not touched.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        File::open(path, Purpose::Append).map(Self::with)
    }

    /// Opens a ledger to read: also where the folder or the medium cannot be written, and a file that was copied without
    /// what stood beside it.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn open_to_read(path: &Path) -> Result<Self, Failure> {
        File::open(path, Purpose::Read).map(Self::with)
    }

    pub(crate) fn with(file: File) -> Self {
        Self { file, seen: RefCell::new(Frontier::empty()) }
    }

    /// Tells whether opening it made it.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.file.made
    }

    /// Returns the file, as an absolute path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Returns what SQLite finds wrong with the pages of the file, in its own words, a hundred findings at most. It reads
    /// all of the file.
    ///
    /// [`fsck`](actum_ledger::fsck) says whether entries hold; this says also where room is lost, and whether content is
    /// there that its index does not lead to, of which the tree knows nothing.
    ///
    /// # Errors
    /// [`Failure`], where SQLite cannot even begin.
    pub fn inspect(&self) -> Result<Vec<String>, Failure> {
        let look = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self.file.connection.prepare("PRAGMA integrity_check(100)")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        let mut findings = look().map_err(|error| self.file.failed(error))?;
        findings.retain(|finding| finding != "ok");
        Ok(findings)
    }

    /// Returns what the user of this place should know, in one line.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.file.notice.as_deref()
    }
}
