//! Locks of a workspace: the same files, locked in the same way, as the published package takes (FCOP 4).

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use actum_fcop::write::Lock;

use crate::error::{Error, ErrorKind};

/// How long another process may hold a lock.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long is waited before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Takes all locks in their order; dropping them gives them back. The files are left behind, since removing one would let
/// two processes hold what both take for the same lock.
pub(super) fn take(root: &Path, locks: &[Lock]) -> Result<Vec<File>, Error> {
    locks.iter().map(|lock| one(&path(root, lock)?)).collect()
}

fn path(root: &Path, lock: &Lock) -> Result<PathBuf, Error> {
    let path = match lock {
        Lock::File(path) => root.join(path),
        Lock::Family(name) => std::env::temp_dir().join("fcop-v4-family-locks").join(name),
    };
    if let Some(folder) = path.parent() {
        make(folder).map_err(|error| Error::lost("make", folder, error))?;
    }
    Ok(path)
}

/// The folder is its owner's alone, as the published package makes it.
fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if folder.ends_with("fcop-v4-family-locks") {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

fn one(path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let file = options.open(path).map_err(|error| {
        let denied = error.kind() == std::io::ErrorKind::PermissionDenied;
        let lost = Error::lost("open", path, error);
        // Another lock than the one that the published package takes would keep nobody out.
        let whose =
            "this lock is the user's who took it first, as the published package has it; let that user go on";
        if denied { lost.hint(whose) } else { lost }
    })?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(Error::lost("lock", path, error)),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                let message = format!("another process has held `{}` for a minute", path.display());
                return Err(Error::new(ErrorKind::Conflict, "LOCK_RECOVERY_REQUIRED", message)
                    .hint("nothing was written; ask again when it is done"));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}
