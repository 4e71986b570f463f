//! The steps of a plan as system calls (FCOP 4, atomicity): each durable before it is over, none replacing what it did not
//! expect.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use actum_canon::digest::sha256;
use actum_fcop::write::Step;

use crate::error::{Error, ErrorKind};

/// Names that are tried where an earlier process left its temporary behind.
const NAMES: u32 = 1000;

/// Carries out one step.
pub(super) fn out(root: &Path, step: &Step) -> Result<(), Error> {
    match step {
        Step::Publish { temporary, path, bytes } => publish(root, temporary, path, bytes),
        Step::Advance { temporary, path, from, bytes } => {
            let target = root.join(path);
            let now = sha256(&fs::read(&target).map_err(|error| Error::lost("read", &target, error))?);
            if now == sha256(bytes) {
                return Ok(());
            }
            if now != *from {
                return Err(doubt(&target));
            }
            let temporary = prepared(root, temporary, bytes)?;
            fs::rename(&temporary, &target).map_err(|error| Error::lost("write", &target, error))?;
            settle(&target)
        }
        Step::Leave { path, digest } => {
            let source = root.join(path);
            match fs::read(&source) {
                Ok(bytes) if sha256(&bytes) == *digest => {}
                Ok(_) => return Err(doubt(&source)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                Err(error) => return Err(Error::lost("read", &source, error)),
            }
            fs::remove_file(&source).map_err(|error| Error::lost("leave", &source, error))?;
            settle(&source)
        }
    }
}

/// Publishes a file where none is: never by replacing, and whole or not at all.
pub(super) fn publish(root: &Path, temporary: &str, path: &str, bytes: &[u8]) -> Result<(), Error> {
    let target = root.join(path);
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(|error| Error::lost("make", folder, error))?;
    }
    let temporary = prepared(root, temporary, bytes)?;
    let linked = fs::hard_link(&temporary, &target);
    let settled = match linked {
        Ok(()) => settle(&target),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => same(&target, bytes),
        Err(error)
            if error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(NOT_PERMITTED) =>
        {
            let message =
                format!("`{}` is on a file system that cannot publish without replacing", target.display());
            Err(Error::new(ErrorKind::Refused, "UNSUPPORTED_FILESYSTEM", message).because(error))
        }
        Err(error) => Err(Error::lost("write", &target, error)),
    };
    // Whatever became of it, the temporary is this process's own and has done its work.
    let left = fs::remove_file(&temporary).map_err(|error| Error::lost("write", &temporary, error));
    settled.and(left)
}

/// `EPERM`, which file systems without hard links give.
const NOT_PERMITTED: i32 = 1;

/// A file that is there already is what was wanted, or it is in the way.
fn same(target: &Path, bytes: &[u8]) -> Result<(), Error> {
    let there = fs::read(target).map_err(|error| Error::lost("read", target, error))?;
    if there == bytes {
        return settle(target);
    }
    let message = format!("TARGET_ALREADY_EXISTS_DIFFERENT: `{}` is another file", target.display());
    Err(Error::new(ErrorKind::Refused, "TARGET_ALREADY_EXISTS_DIFFERENT", message))
}

fn doubt(path: &Path) -> Error {
    let message = format!("RECOVERY_REQUIRED: `{}` changed under the lock", path.display());
    Error::new(ErrorKind::Refused, "RECOVERY_REQUIRED", message).hint(
        "somebody writes to the workspace without taking its locks; look at both copies before you go on",
    )
}

/// A temporary with these bytes, on the medium. Its name is the planned one, or one beside it.
fn prepared(root: &Path, temporary: &str, bytes: &[u8]) -> Result<PathBuf, Error> {
    let planned = root.join(temporary);
    for number in 0..NAMES {
        let path = match number {
            0 => planned.clone(),
            number => planned.with_extension(format!("{number}.tmp")),
        };
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(Error::lost("write", &path, error)),
        };
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        if let Err(error) = written {
            // A full disk: what was begun helps nobody.
            let _ = fs::remove_file(&path);
            return Err(Error::lost("write", &path, error));
        }
        return Ok(path);
    }
    let message = format!("no name is free beside `{}`", planned.display());
    Err(Error::new(ErrorKind::Storage, "unwritable", message))
}

/// Puts the folder's entry for a file on the medium.
fn settle(path: &Path) -> Result<(), Error> {
    let Some(folder) = path.parent() else { return Ok(()) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| Error::lost("synchronize", folder, error))
}
