//! Opens a profile bundle: the manifest and the registry files it names, as bytes by name (TMPA 8.1).
//!
//! Not here: what the bytes mean; `tmpa` parses them, checks their digests and refuses what does not fit.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use actum_tmpa::profile::{BundleFiles, Profile, ProfileError, registry_files};
use actum_tmpa::{InputBundle, ReaderIdentity};

use crate::error::{Error, ErrorKind};

/// The manifest's name inside a bundle folder.
const MANIFEST: &str = "profile.json";

/// A profile's files as they lie on disk, read once.
#[derive(Debug)]
pub struct Bundle {
    manifest: String,
    folder: PathBuf,
    is_folder: bool,
    files: Vec<(String, Vec<u8>)>,
}

impl Bundle {
    /// Reads the bundle at `path`: a folder that holds `profile.json`, or the manifest itself.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where `path` does not exist, [`ErrorKind::Input`] where it holds no profile,
    /// [`ErrorKind::Storage`] where a file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let metadata = fs::metadata(path).map_err(|error| {
            Error::io("open", path, error).hint("`actum profile new DIR` writes a starter profile")
        })?;
        let is_folder = metadata.is_dir();
        let (folder, manifest) = if is_folder { (path.to_path_buf(), MANIFEST.into()) } else { split(path)? };
        let place = folder.join(&manifest);
        let bytes = match fs::read(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(no_manifest(path)),
            read => read.map_err(|error| Error::io("read", &place, error))?,
        };
        let names = registry_files(&bytes).map_err(|error| refuse(&folder.join(&manifest), error))?;
        let mut files = vec![(manifest.clone(), bytes)];
        for name in names {
            if let Some(bytes) = read_registry(&folder, &name)? {
                files.push((name, bytes));
            }
        }
        Ok(Self { manifest, folder, is_folder, files })
    }

    /// Checks the files and makes the profile that a reading is fixed by.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] with file, place and rule where the profile cannot be used.
    pub fn profile(&self) -> Result<Profile, Error> {
        let files = BundleFiles::new(&self.manifest, self.files.iter().cloned());
        Profile::load(&files).map_err(|error| refuse(&self.folder.join(&self.manifest), error))
    }

    /// The fixed input of a reading by `reader` under this profile.
    ///
    /// # Errors
    /// As [`Bundle::profile`].
    pub fn input(&self, reader: ReaderIdentity) -> Result<InputBundle, Error> {
        Ok(InputBundle::new(self.profile()?, reader))
    }

    /// The files that were read, manifest first, by their name in the bundle.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// The folder that the files lie in, where the profile was named as a folder.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.is_folder.then_some(self.folder.as_path())
    }

    /// Where each file lies.
    pub(crate) fn places(&self) -> impl Iterator<Item = PathBuf> {
        self.files.iter().map(|(name, _)| self.folder.join(name))
    }
}

/// The folder and the name of a manifest that was named itself.
fn split(path: &Path) -> Result<(PathBuf, String), Error> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| {
        Error::new(ErrorKind::Input, "profile_name", format!("`{}` is no usable file name", path.display()))
    })?;
    Ok((path.parent().unwrap_or(Path::new("")).to_path_buf(), name.to_owned()))
}

/// Reads one registry; an absent one is left to the profile's own check, which knows who named it.
fn read_registry(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, Error> {
    if !is_plain(name) {
        return Ok(None);
    }
    let place = folder.join(name);
    match fs::read(&place) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", &place, error)),
    }
}

/// Whether `name` stays inside the folder on every system.
fn is_plain(name: &str) -> bool {
    let mut components = Path::new(name).components();
    let single = matches!((components.next(), components.next()), (Some(Component::Normal(_)), None));
    single && !name.contains(['/', '\\', ':', '\0'])
}

fn no_manifest(path: &Path) -> Error {
    let message = format!("`{}` holds no `{MANIFEST}`", path.display());
    Error::new(ErrorKind::Input, "profile_missing", message)
        .hint("name a folder that holds `profile.json`, or the profile's file itself")
        .hint("`actum profile new DIR` writes a starter profile")
}

fn refuse(manifest: &Path, error: ProfileError) -> Error {
    let message = format!("the profile `{}` cannot be used", manifest.display());
    Error::new(ErrorKind::Input, "profile_invalid", message).because(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_name_never_leaves_the_folder() {
        assert!(is_plain("types.json"));
        for name in ["", ".", "..", "../types.json", "a/b.json", "/etc/passwd", "a\\b", "c:x"] {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn a_folder_without_manifest_is_bad_input_and_an_absent_folder_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Bundle::open(folder.path()).unwrap_err().kind(), ErrorKind::Input);
        let absent = folder.path().join("absent");
        assert_eq!(Bundle::open(&absent).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
