//! The profile that lies beside a ledger.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::place;
use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::output::sync_folder;

/// The profile's folder, in that of the ledger.
const PROFILE: &str = "profile";

/// Where the profile of a ledger is, if `path` is a ledger that has one.
pub fn profile_of(path: &Path) -> Option<PathBuf> {
    let database = place::recognize(path)?;
    let profile = place::folder(&database).join(PROFILE);
    profile.is_dir().then_some(profile)
}

pub(super) fn open(ledger: &Path) -> Result<Bundle, Error> {
    let profile = ledger.join(PROFILE);
    if profile.is_dir() {
        return Bundle::open(&profile);
    }
    let message = format!("the ledger in `{}` has no profile of its own", ledger.display());
    Err(Error::new(ErrorKind::NotFound, "profile_missing", message)
        .hint("name one: `--profile DIR`; `actum init --profile DIR` gives it to the ledger"))
}

/// Copies a profile beside the ledger, whole or not at all.
pub(super) fn adopt(ledger: &Path, profile: &Bundle) -> Result<bool, Error> {
    let place = ledger.join(PROFILE);
    if place.is_dir() {
        return same(&place, profile);
    }
    let beside = write_beside(ledger, profile).map_err(|error| Error::lost("write", &place, error))?;
    match fs::rename(&beside, &place) {
        Ok(()) => sync_folder(&place).map(|()| true),
        Err(error) => {
            let _ = fs::remove_dir_all(&beside);
            // Another process may have been faster.
            if place.is_dir() { same(&place, profile) } else { Err(Error::lost("write", &place, error)) }
        }
    }
}

/// A profile that is there stays; it is not written where it is the same, and another one is a conflict.
fn same(place: &Path, profile: &Bundle) -> Result<bool, Error> {
    let by_name = |files: &Bundle| -> BTreeMap<String, Vec<u8>> {
        files.named().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect()
    };
    if by_name(&Bundle::open(place)?) == by_name(profile) {
        return Ok(false);
    }
    let message = format!("the ledger has another profile already, in `{}`", place.display());
    Err(Error::new(ErrorKind::Conflict, "profile_exists", message)
        .hint("nothing was written; a reading can use any profile: `actum read --profile DIR`"))
}

fn write_beside(ledger: &Path, profile: &Bundle) -> io::Result<PathBuf> {
    let folder = new_folder(ledger)?;
    let written = profile.named().try_for_each(|(name, bytes)| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(folder.join(name))?;
        file.write_all(bytes)?;
        file.sync_all()
    });
    if let Err(error) = written {
        let _ = fs::remove_dir_all(&folder);
        return Err(error);
    }
    Ok(folder)
}

fn new_folder(ledger: &Path) -> io::Result<PathBuf> {
    for number in 0_u32.. {
        let folder = ledger.join(format!(".{PROFILE}.{}.{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
