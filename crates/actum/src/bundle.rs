//! Opens a profile bundle: the manifest and the registry files it names, as bytes by name (TMPA 8.1).
//!
//! A path that is there wins over the name of a profile that comes with this program ([`profiles`]).
//!
//! Not here: what the bytes mean; `tmpa` parses them, checks their digests and refuses what does not fit.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use actum_tmpa::profile::{BundleFiles, Profile, ProfileError, registry_files};
use actum_tmpa::{InputBundle, ReaderIdentity};

use crate::error::{Error, ErrorKind};
use crate::input::read_regular;
use crate::profiles;
use crate::project::{self, Projections, Workspaces};

/// The manifest's name inside a bundle folder.
pub(crate) const MANIFEST: &str = "profile.json";

/// A profile's files as they lie on disk, read once, or as they are built in.
#[derive(Clone, Debug)]
pub struct Bundle {
    manifest: String,
    /// `None` where the files are built in.
    folder: Option<PathBuf>,
    is_folder: bool,
    files: Vec<(String, Vec<u8>)>,
}

impl Bundle {
    /// Reads the bundle at `path`: a folder that holds `profile.json`, or the manifest itself; where nothing is there,
    /// the shipped profile of that name.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where `path` does not exist, [`ErrorKind::Input`] where it holds no profile,
    /// [`ErrorKind::Storage`] where a file cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => return shipped(path).ok_or_else(|| absent(path, error)),
        };
        let is_folder = metadata.is_dir();
        let (folder, manifest) = if is_folder { (path.to_path_buf(), MANIFEST.into()) } else { split(path)? };
        let place = folder.join(&manifest);
        let bytes = match read_regular(&place) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(no_manifest(path)),
            read => read?,
        };
        let names = registry_files(&bytes).map_err(|error| refuse(&folder.join(&manifest), error))?;
        let mut files = vec![(manifest.clone(), bytes)];
        for name in names {
            if let Some(bytes) = read_registry(&folder, &name)? {
                files.push((name, bytes));
            }
        }
        Ok(Self { manifest, folder: Some(folder), is_folder, files })
    }

    /// The bundle with these files, of which none lies anywhere.
    pub(crate) fn built_in<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Self {
        let files = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
        Self { manifest: MANIFEST.to_owned(), folder: None, is_folder: false, files: files.collect() }
    }

    /// Checks the files and makes the profile that a reading is fixed by.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] with file, place and rule where the profile cannot be used.
    pub fn profile(&self) -> Result<Profile, Error> {
        let files = BundleFiles::new(&self.manifest, self.files.iter().cloned());
        let manifest = self.folder.as_deref().unwrap_or(Path::new("")).join(&self.manifest);
        let profile = Profile::load(&files).map_err(|error| refuse(&manifest, error))?;
        project::check(&profile, &manifest)?;
        Ok(profile)
    }

    /// Where files of other kinds are evidence under this profile, if it projects FCoP workspaces.
    pub(crate) fn workspaces(&self) -> Option<Workspaces> {
        self.profile().ok().and_then(|profile| Projections::of(&profile).workspaces())
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

    /// The files by the names that they have in a folder: the manifest is `profile.json` there, whatever it was called.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files().map(|(name, bytes)| (if name == self.manifest { MANIFEST } else { name }, bytes))
    }

    /// The folder that the files lie in, where the profile was named as a folder.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref().filter(|_| self.is_folder)
    }

    /// Where each file lies; nowhere where they are built in.
    pub(crate) fn places(&self) -> impl Iterator<Item = PathBuf> {
        let folder = self.folder.as_deref();
        self.files.iter().filter_map(move |(name, _)| Some(folder?.join(name)))
    }
}

/// The shipped profile that a path names which leads nowhere.
fn shipped(path: &Path) -> Option<Bundle> {
    let name = path.to_str()?;
    profiles::SHIPPED.iter().find(|shipped| shipped.name == name).map(profiles::Shipped::bundle)
}

fn absent(path: &Path, error: io::Error) -> Error {
    let names: Vec<_> = profiles::SHIPPED.iter().map(|shipped| format!("`{}`", shipped.name)).collect();
    Error::io("open", path, error)
        .hint(format!("these profiles come with this program, by name: {}", names.join(", ")))
        .hint("`actum profile new DIR` writes a starter profile")
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
    match read_regular(&place) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether `name` stays inside the folder on every system.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut components = Path::new(name).components();
    let single = matches!((components.next(), components.next()), (Some(Component::Normal(_)), None));
    single && !name.contains(['/', '\\', ':', '\0'])
}

fn no_manifest(path: &Path) -> Error {
    let message = format!("`{}` holds no `{MANIFEST}`", path.display());
    let error = Error::new(ErrorKind::Input, "profile_missing", message);
    let error = match shipped(path) {
        // A path that is there is what is meant, whatever else has its name.
        Some(_) => error.hint(format!(
            "what is there hides the shipped profile of that name: ask from another folder, or write it out with \
             `actum profile new --from {} DIR` and name that",
            path.display()
        )),
        None => error,
    };
    error
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
        let hidden = no_manifest(Path::new("agent-team"));
        assert!(hidden.hints().any(|hint| hint.contains("hides the shipped profile")));
        assert!(!no_manifest(folder.path()).hints().any(|hint| hint.contains("hides")));
        let absent = folder.path().join("absent");
        assert_eq!(Bundle::open(&absent).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_name_stands_for_a_shipped_profile_where_no_path_has_it() {
        let bundle = Bundle::open(Path::new("agent-team")).unwrap();
        bundle.profile().unwrap();
        assert_eq!((bundle.folder(), bundle.places().count()), (None, 0));
        let nested = Bundle::open(Path::new("absent/agent-team")).unwrap_err();
        assert_eq!(nested.kind(), ErrorKind::NotFound);
    }
}
