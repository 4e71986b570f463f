//! Why a file cannot be opened, or does not do what is asked.
//!
//! Not here: bytes that are not those that were appended. They are [`StoreError::Corrupt`], by entry and rule.

use core::error::Error;
use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use actum_ledger::StoreError;
use rusqlite::ErrorCode;

/// What kept a file from being opened, or from doing what was asked. Nothing was written.
#[derive(Debug)]
pub struct Failure {
    kind: FailureKind,
    path: PathBuf,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// The kinds of [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Nothing is there.
    Absent,
    /// What is there is no file of SQLite.
    NotSqlite,
    /// The making of the ledger was cut short; nothing was ever appended.
    Unfinished,
    /// Another application's file, or one whose tables or guards were altered: the reason.
    Foreign(&'static str),
    /// A newer program wrote it: the number of its schema.
    Newer(i64),
    /// It can be read and not written.
    ReadOnly,
    /// It has several names, so that another process may write beside it under another one.
    Linked,
    /// The path no longer names the file that was opened.
    Moved,
    /// Another process has held the file for a minute.
    Busy,
    /// No room is left.
    Full,
    /// SQLite finds the file damaged.
    Damaged,
    /// The file was opened where it cannot be locked, and was written meanwhile.
    Changed,
    /// The hold was ended by an earlier failure.
    Over,
    /// The medium failed.
    Medium,
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, path: &Path) -> Self {
        Self { kind, path: path.to_owned(), source: None }
    }

    pub(crate) fn because(path: &Path, reason: &'static str) -> Self {
        Self { kind: FailureKind::Medium, path: path.to_owned(), source: Some(reason.into()) }
    }

    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => FailureKind::Absent,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => FailureKind::Full,
            _ => FailureKind::Medium,
        };
        Self { kind, path: path.to_owned(), source: Some(error.into()) }
    }

    pub(crate) fn sqlite(path: &Path, error: rusqlite::Error) -> Self {
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => FailureKind::Busy,
            Some(ErrorCode::NotADatabase) => FailureKind::NotSqlite,
            Some(ErrorCode::DatabaseCorrupt) => FailureKind::Damaged,
            Some(ErrorCode::DiskFull) => FailureKind::Full,
            Some(ErrorCode::ReadOnly) => FailureKind::ReadOnly,
            _ => FailureKind::Medium,
        };
        Self { kind, path: path.to_owned(), source: Some(error.into()) }
    }

    /// Returns what kind of failure it is.
    #[must_use]
    pub const fn kind(&self) -> FailureKind {
        self.kind
    }

    /// Returns the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what can safely be done, where something can.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        Some(match self.kind {
            FailureKind::Unfinished => {
                "where nothing was ever appended, make it again in the same place; else keep the file and those beside it as they are, and go on in another place from an export or a copy"
            }
            FailureKind::Newer(_) => "read it with the program that wrote it; the file was not touched",
            FailureKind::ReadOnly => "open it to read, or append from where it can be written",
            FailureKind::Linked => "copy it with `export`, or append where it has one name",
            FailureKind::Moved | FailureKind::Changed => "open it again",
            FailureKind::Busy => "nothing was written; ask again when the other process is done",
            FailureKind::Full => {
                "nothing of this was acknowledged, and what was acknowledged before stands; make room and append again"
            }
            FailureKind::Damaged => {
                "keep a copy of the file and of those beside it, as they are; an export or a copy from before can be imported in another place"
            }
            FailureKind::Over => "let the hold go and ask again",
            FailureKind::Foreign(_) => "keep the file as it is; a ledger can be made in another place",
            FailureKind::Absent | FailureKind::NotSqlite | FailureKind::Medium => return None,
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.kind {
            FailureKind::Absent => write!(f, "`{path}` does not exist"),
            FailureKind::NotSqlite => write!(f, "`{path}` is no ledger: it is no file of SQLite"),
            FailureKind::Unfinished => {
                write!(f, "`{path}` is empty: its making was cut short, or what it held is gone")
            }
            FailureKind::Foreign(reason) => write!(f, "`{path}` is not kept as a ledger: {reason}"),
            FailureKind::Newer(version) => {
                write!(f, "`{path}` has schema {version}, which a newer program wrote")
            }
            FailureKind::ReadOnly => write!(f, "`{path}` cannot be written"),
            FailureKind::Linked => {
                write!(
                    f,
                    "`{path}` has more than one name, and whoever appends under another would not be seen"
                )
            }
            FailureKind::Moved => write!(f, "`{path}` is no longer the file that was opened"),
            FailureKind::Busy => {
                write!(f, "waited a minute for the process that holds the write lock of `{path}`")
            }
            FailureKind::Full => write!(f, "no room is left for `{path}`"),
            FailureKind::Damaged => write!(f, "SQLite finds `{path}` damaged"),
            FailureKind::Changed => write!(f, "`{path}` was written while it was read without a lock"),
            FailureKind::Over => write!(f, "the hold on `{path}` ended with an earlier failure"),
            FailureKind::Medium => write!(f, "`{path}` cannot be used"),
        }?;
        match &self.source {
            // Of the others the kind says it all.
            Some(source)
                if matches!(
                    self.kind,
                    FailureKind::NotSqlite | FailureKind::Damaged | FailureKind::Medium
                ) =>
            {
                write!(f, ": {source}")
            }
            _ => Ok(()),
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn Error + 'static))
    }
}

impl From<Failure> for StoreError {
    /// Keeps the failure as the medium's own words, so that it can be taken out again; but for a lock, which every
    /// store has a word for.
    fn from(failure: Failure) -> Self {
        match failure.kind {
            FailureKind::Busy => Self::Busy,
            _ => Self::medium(failure),
        }
    }
}
