//! The profiles that come with this program: built in, named wherever a profile is asked for, and written out to begin with.
//!
//! Not here: what they say; each has a README beside its files.

use std::fs;
use std::io;
use std::path::Path;

use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};
use crate::output::write_new;

/// A profile that is built in.
#[derive(Debug)]
pub struct Shipped {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// What it is for, in one line.
    pub purpose: &'static str,
    files: &'static [(&'static str, &'static str)],
}

macro_rules! files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name)))),*]
    };
}

/// All of them, in the order of their names.
pub const SHIPPED: &[Shipped] = &[
    Shipped {
        name: "agent-team",
        purpose: "tasks that agents claim for a time, report, have reviewed, and hand on",
        files: files!["../../profiles/agent-team":
            "profile.json", "types.json", "lifecycle.json", "charter.json", "roles.json", "relations.json", "integrity.json",
            "README.md",
        ],
    },
    Shipped {
        name: "fcop-2",
        purpose: "FCoP workspaces of versions 0.7 to 2, whose folders say where a task stands",
        files: files!["../../profiles/fcop-2":
            "profile.json", "types.json", "lifecycle.json", "fact.json", "roles.json", "relations.json",
            "integrity.json", "fcop.json", "README.md",
        ],
    },
    Shipped {
        name: "fcop-3.2",
        purpose: "FCoP workspaces of version 3, with recorded transitions",
        files: files!["../../profiles/fcop-3.2":
            "profile.json", "types.json", "lifecycle.json", "fact.json", "roles.json", "relations.json",
            "integrity.json", "fcop.json", "README.md",
        ],
    },
    Shipped {
        name: "fcop-4.0",
        purpose: "FCoP workspaces of version 4, with digests, receipts and authorizations",
        files: files!["../../profiles/fcop-4.0":
            "profile.json", "types.json", "lifecycle.json", "fact.json", "roles.json", "relations.json",
            "integrity.json", "fcop.json", "README.md",
        ],
    },
    Shipped {
        name: "one-record",
        purpose: "the starter's tasks and FCoP workspaces, with the deals and the episodes that they are done in",
        files: files!["../../profiles/one-record":
            "profile.json", "types.json", "work.json", "deal.json", "episode.json", "fcop-task.json",
            "fcop-fact.json", "roles.json", "relations.json", "integrity.json", "fcop.json", "README.md",
        ],
    },
    Shipped {
        name: "starter",
        purpose: "a small profile to begin one of your own with",
        files: files!["starter":
            "profile.json", "types.json", "lifecycle.json", "roles.json", "relations.json", "integrity.json", "README.md",
        ],
    },
];

impl Shipped {
    /// The files of the profile, as a reading takes them.
    #[must_use]
    pub fn bundle(&self) -> Bundle {
        let registries = self.files.iter().filter(|(name, _)| name.ends_with(".json"));
        Bundle::built_in(registries.map(|&(name, text)| (name, text.as_bytes())))
    }
}

/// Writes the shipped profile of this name into `folder`, which is made where it does not exist; gives the names of the
/// files.
///
/// # Errors
/// [`ErrorKind::NotFound`] where no profile has this name. [`ErrorKind::Refused`] where any of the files is already
/// there: nothing is written then. [`ErrorKind::Storage`] where the medium fails.
pub fn write(name: &str, folder: &Path) -> Result<Vec<&'static str>, Error> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name).ok_or_else(|| {
        let names: Vec<_> = SHIPPED.iter().map(|shipped| format!("`{}`", shipped.name)).collect();
        Error::new(
            ErrorKind::NotFound,
            "profile_unknown",
            format!("no profile `{name}` comes with this program"),
        )
        .hint(format!("there are {}", names.join(", ")))
    })?;
    if let Some((name, _)) =
        shipped.files.iter().find(|(name, _)| folder.join(name).symlink_metadata().is_ok())
    {
        return Err(already_there(folder, name));
    }
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            let message = format!("`{}` is not a folder", folder.display());
            Error::new(ErrorKind::Refused, "not_a_folder", message).because(error)
        }
        _ => Error::io("make", folder, error),
    })?;
    for (name, text) in shipped.files {
        if !write_new(&folder.join(name), text.as_bytes())? {
            return Err(already_there(folder, name));
        }
    }
    Ok(shipped.files.iter().map(|(name, _)| *name).collect())
}

/// Writes the starter profile; as [`write()`].
///
/// # Errors
/// As [`write()`].
pub fn write_starter(folder: &Path) -> Result<Vec<&'static str>, Error> {
    write("starter", folder)
}

fn already_there(folder: &Path, name: &str) -> Error {
    let message = format!("`{}` is already there; nothing was written", folder.join(name).display());
    Error::new(ErrorKind::Refused, "profile_exists", message)
        .hint("name a folder that does not hold a profile yet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_profile_loads_as_it_is_built_in_and_as_it_is_written() {
        for shipped in SHIPPED {
            let built_in = shipped.bundle().profile().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let names = write(shipped.name, &folder.path().join("deep/er")).unwrap();
            assert!(names.contains(&"README.md"), "{}", shipped.name);
            assert_eq!(fs::read_dir(folder.path().join("deep/er")).unwrap().count(), names.len());
            let written = Bundle::open(&folder.path().join("deep/er")).unwrap().profile().unwrap();
            assert_eq!(written.inputs(), built_in.inputs());
        }
        assert!(SHIPPED.is_sorted_by_key(|shipped| shipped.name));
        assert_eq!(write("absent", Path::new("x")).unwrap_err().kind(), ErrorKind::NotFound);
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
