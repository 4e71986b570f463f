//! A complete profile to begin with, and the only thing that this crate ever writes.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::error::{Error, ErrorKind};

macro_rules! starter {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../starter/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = starter![
    "profile.json",
    "types.json",
    "lifecycle.json",
    "roles.json",
    "relations.json",
    "integrity.json",
    "README.md",
];

/// Writes the starter profile into `folder`, which is made where it does not exist; gives the names of the files.
///
/// # Errors
/// [`ErrorKind::Refused`] where any of the files is already there: nothing is written then.
/// [`ErrorKind::Storage`] where the medium fails.
pub fn write_starter(folder: &Path) -> Result<Vec<&'static str>, Error> {
    if let Some((name, _)) = FILES.iter().find(|(name, _)| folder.join(name).symlink_metadata().is_ok()) {
        return Err(already_there(folder, name));
    }
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            let message = format!("`{}` is not a folder", folder.display());
            Error::new(ErrorKind::Refused, "not_a_folder", message).because(error)
        }
        _ => Error::io("make", folder, error),
    })?;
    for (name, text) in FILES {
        write_new(&folder.join(name), text).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => already_there(folder, name),
            _ => Error::io("write", &folder.join(name), error),
        })?;
    }
    Ok(FILES.iter().map(|(name, _)| *name).collect())
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn already_there(folder: &Path, name: &str) -> Error {
    let message = format!("`{}` is already there; nothing was written", folder.join(name).display());
    Error::new(ErrorKind::Refused, "profile_exists", message)
        .hint("name a folder that does not hold a profile yet")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::Bundle;

    #[test]
    fn the_starter_is_a_profile_that_loads() {
        let folder = tempfile::tempdir().unwrap();
        let names = write_starter(&folder.path().join("deep/er")).unwrap();
        assert_eq!(names.len(), 7);
        Bundle::open(&folder.path().join("deep/er")).unwrap().profile().unwrap();
    }

    #[test]
    fn an_existing_file_is_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("roles.json"), "mine").unwrap();
        let error = write_starter(folder.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1);
        assert_eq!(fs::read(folder.path().join("roles.json")).unwrap(), b"mine");
    }
}
