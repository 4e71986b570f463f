//! The lock of a journal, and whether the file that was locked is still the one that its name means.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, ErrorKind};

/// How long another process may hold the lock.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long is waited before the lock is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Locks a file by `attempt`, waiting for the others.
pub(super) fn wait(
    file: &File,
    path: &Path,
    attempt: impl Fn(&File) -> Result<(), TryLockError>,
) -> Result<(), Error> {
    let start = Instant::now();
    loop {
        match attempt(file) {
            Ok(()) => return same(file, path),
            Err(TryLockError::Error(error)) => return Err(Error::lost("lock", path, error)),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                let message = format!("another process has held `{}` for a minute", path.display());
                return Err(Error::new(ErrorKind::Conflict, "journal_busy", message)
                    .hint("nothing was written; ask again when it is done"));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}

/// Refuses a file that was moved away while its lock was waited for: what is appended to it, nobody would find.
fn same(file: &File, path: &Path) -> Result<(), Error> {
    let held = file.metadata().map_err(|error| Error::lost("read", path, error))?;
    let named = fs::metadata(path).map_err(|error| Error::io("read", path, error))?;
    if identity(&held) == identity(&named) {
        return Ok(());
    }
    let message = format!("`{}` is no longer the file that was opened", path.display());
    Err(Error::new(ErrorKind::Conflict, "journal_replaced", message)
        .hint("nothing was written; open it again"))
}

#[cfg(unix)]
fn identity(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) {}

/// Refuses what is no regular file before it is opened: opening a pipe would wait for its other end.
pub(super) fn regular(path: &Path) -> Result<(), Error> {
    let metadata = fs::metadata(path).map_err(|error| Error::io("open", path, error))?;
    if metadata.is_file() {
        return Ok(());
    }
    let message = format!("`{}` is no regular file", path.display());
    Err(Error::new(ErrorKind::Input, "journal_invalid", message))
}
