//! Where a ledger comes to be that is imported: beside its place, and in it only when all of it is there.
//!
//! Whoever is killed meanwhile leaves a hidden folder beside the place, which nobody looks into, and nothing in the place.
//! What came to the place in the meantime is never replaced.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::place;
use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::output::sync_folder;

/// A place of its own beside that of a ledger which is not there yet.
#[derive(Debug)]
pub(super) struct Arrival {
    /// Where the ledger will be.
    database: PathBuf,
    /// Where it is made.
    beside: PathBuf,
}

impl Arrival {
    /// Makes the place; `None` where a file is at the ledger's own, whatever it is.
    pub(super) fn at(path: &Path) -> Result<Option<Self>, Error> {
        let database = place::database(path);
        if fs::symlink_metadata(&database).is_ok() {
            return Ok(None);
        }
        // On the same medium; a folder that is made for it is made last.
        let near = place::folder(&database).ancestors().map(named).find(|near| near.is_dir());
        let near = near.unwrap_or(Path::new("."));
        let beside = new_folder(near).map_err(|error| Error::lost("make a folder in", near, error))?;
        Ok(Some(Self { database, beside }))
    }

    /// Where the ledger is made meanwhile.
    pub(super) fn database(&self) -> PathBuf {
        self.beside.join(self.database.file_name().unwrap_or_default())
    }

    /// The folder that it will have.
    pub(super) fn folder(&self) -> PathBuf {
        place::folder(&self.database).to_path_buf()
    }

    /// Puts the ledger into its place, closed and whole, with the profile that came along.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where something came to the place in the meantime, which stays;
    /// [`ErrorKind::Storage`] where the medium fails.
    pub(super) fn settle(self, profile: Option<&Bundle>) -> Result<(), Error> {
        let folder = place::folder(&self.database);
        let lost = |error| Error::lost("write", folder, error);
        let made = self.database();
        sync_folder(&made)?;
        if let Some(above) = folder.parent().map(named) {
            fs::create_dir_all(above).map_err(lost)?;
        }
        // The whole folder at once, where there is none.
        if !folder.exists() {
            if let Some(profile) = profile {
                super::profile::adopt(&self.beside, profile)?;
            }
            match publish(&self.beside, folder) {
                Ok(()) => return sync_folder(folder),
                Err(error) if is_taken(&error) => {}
                Err(error) => return Err(lost(error)),
            }
        }
        if let Some(profile) = profile {
            super::profile::adopt(folder, profile)?;
        }
        match whole(&made).and_then(|()| publish(&made, &self.database)) {
            Ok(()) => sync_folder(&self.database),
            Err(error) if is_taken(&error) => {
                let message = format!("something came to `{}` in the meantime", self.database.display());
                Err(Error::new(ErrorKind::Conflict, "ledger_other", message)
                    .hint("nothing was written; ask again"))
            }
            Err(error) => Err(lost(error)),
        }
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        // What was put into its place is not here any more; the rest nobody was told of.
        let _ = fs::remove_dir_all(&self.beside);
    }
}

/// The folder that a path stands for, where it has no name.
fn named(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty)
}

/// Gives a file or a folder its name, where nothing has it.
fn publish(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE).map_err(io::Error::from) {
            // Not every file system knows how.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {}
            done => return done,
        }
    }
    if from.is_dir() {
        // No system puts a folder in the place of a file, or of a folder that holds something.
        return fs::rename(from, to);
    }
    fs::hard_link(from, to)?;
    fs::remove_file(from)
}

/// Whether the file is all of the database: what was still in the log beside it would be left behind.
fn whole(database: &Path) -> io::Result<()> {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    match fs::metadata(log) {
        Ok(log) if log.len() > 0 => Err(io::Error::other("its log could not be taken in")),
        _ => Ok(()),
    }
}

fn new_folder(near: &Path) -> io::Result<PathBuf> {
    for number in 0_u32.. {
        let folder = near.join(format!(".actum-import.{}.{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
