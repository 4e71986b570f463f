//! Which file a path names.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::failure::{Failure, FailureKind};

/// What stays the same while a file is the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

/// What differs once a file, or the log beside it, was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamps {
    file: Stamp,
    /// `None` where nothing stands in the log.
    log: Option<Stamp>,
    journal: Option<Stamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    written: Option<SystemTime>,
}

/// Looks at what a path names, before it is opened: to open a pipe would be to wait for its other end.
///
/// # Errors
/// An absent path, one that is no regular file, and whatever the system says.
pub(crate) fn regular(path: &Path) -> Result<fs::Metadata, Failure> {
    let metadata = fs::metadata(path).map_err(|error| Failure::io(path, error))?;
    if metadata.is_file() { Ok(metadata) } else { Err(Failure::new(FailureKind::NotSqlite, path)) }
}

impl Identity {
    #[cfg(unix)]
    pub(crate) fn of(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { device: metadata.dev(), inode: metadata.ino() }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(_: &fs::Metadata) -> Self {
        Self {}
    }
}

impl Stamps {
    /// # Errors
    /// Where the file cannot be looked at.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        let file = Stamp::of(&regular(path)?);
        // The log stands beside the file itself, not beside a link to it.
        let file_itself = fs::canonicalize(path).map_err(|error| Failure::io(path, error))?;
        let beside = |end: &str| {
            let mut name = file_itself.clone().into_os_string();
            name.push(end);
            fs::metadata(name).ok().filter(|found| found.len() > 0).as_ref().map(Stamp::of)
        };
        Ok(Self { file, log: beside("-wal"), journal: beside("-journal") })
    }

    /// Tells whether a rollback journal stands beside the file: somebody writes, or died over it.
    pub(crate) fn has_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Tells whether something stands in the log.
    pub(crate) fn has_log(&self) -> bool {
        self.log.is_some()
    }
}

impl Stamp {
    fn of(metadata: &fs::Metadata) -> Self {
        // The time that the medium keeps is compared with itself, never with a clock.
        Self { length: metadata.len(), written: metadata.modified().ok() }
    }
}

/// Tells whether a file has more than one name. SQLite keeps its log under the name by which a file was opened, so that
/// two names of one file have two logs.
#[cfg(unix)]
pub(crate) fn is_linked(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.nlink() > 1
}

#[cfg(not(unix))]
pub(crate) fn is_linked(_: &fs::Metadata) -> bool {
    false
}
