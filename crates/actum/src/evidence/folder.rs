//! Finds the evidence below a folder by name, without following any link.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use actum_fcop::WORKSPACE_MARKS;

use super::{Evidence, Framing, JSON, Taken, media_type, name};
use crate::bundle::Bundle;
use crate::error::Error;

/// The places of the profile, which is not evidence.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    folder: Option<PathBuf>,
    files: BTreeSet<PathBuf>,
}

impl LeftOut {
    pub(super) fn new(profile: Option<&Bundle>) -> Self {
        let Some(bundle) = profile else {
            return Self::default();
        };
        Self {
            folder: bundle.folder().and_then(|folder| fs::canonicalize(folder).ok()),
            files: bundle.places().filter_map(|place| fs::canonicalize(place).ok()).collect(),
        }
    }

    /// Whether the file at `place`, resolved, is one of the profile's own.
    pub(super) fn is_file(&self, place: &Path) -> bool {
        self.files.contains(place)
    }
}

/// A folder still to be listed.
struct Pending {
    path: PathBuf,
    /// The same folder without any link in it, to be held against the profile's places.
    place: Option<PathBuf>,
    id: String,
    foreign: bool,
    /// Whether it lies in a workspace, or is one.
    workspace: bool,
}

/// Adds the evidence below `root` with ids that begin with `prefix`.
pub(super) fn walk(
    root: &Path,
    prefix: &str,
    left_out: &LeftOut,
    taken: Taken,
    into: &mut Evidence,
) -> Result<(), Error> {
    let place = fs::canonicalize(root).ok();
    let workspace = taken.is_workspace();
    let root = Pending { path: root.to_path_buf(), place, id: prefix.to_owned(), foreign: false, workspace };
    let mut pending = vec![root];
    while let Some(mut folder) = pending.pop() {
        folder.workspace |= taken.has_workspaces() && is_workspace(&folder.path);
        let entries = fs::read_dir(&folder.path).map_err(|error| Error::lost("list", &folder.path, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| Error::lost("list", &folder.path, error))?;
            visit(&entry, &folder, left_out, taken, into, &mut pending)?;
        }
    }
    Ok(())
}

/// Whether a folder is a workspace for what it holds. A link is followed nowhere, and so marks nothing.
fn is_workspace(folder: &Path) -> bool {
    let marked = |name| fs::symlink_metadata(folder.join(name)).is_ok_and(|found| !found.is_symlink());
    WORKSPACE_MARKS.into_iter().any(marked)
}

fn visit(
    entry: &DirEntry,
    folder: &Pending,
    left_out: &LeftOut,
    taken: Taken,
    into: &mut Evidence,
    pending: &mut Vec<Pending>,
) -> Result<(), Error> {
    let name = entry.file_name();
    // What a writer of FCoP left behind tells about an operation that was not finished.
    let kept = folder.workspace && name.as_encoded_bytes().starts_with(b".fcop");
    if name.as_encoded_bytes().starts_with(b".") && !kept {
        into.notes.hidden += 1;
        return Ok(());
    }
    let mut id = folder.id.clone();
    if !id.is_empty() && !id.ends_with('/') {
        id.push('/');
    }
    let foreign = name::encode(&name, &mut id) || folder.foreign;
    let path = entry.path();
    let place = folder.place.as_ref().map(|place| place.join(&name));
    let kind = entry.file_type().map_err(|error| Error::lost("look at", &path, error))?;
    if kind.is_symlink() {
        into.notes.symlinks.push(id);
    } else if kind.is_dir() {
        if place.is_some() && place == left_out.folder {
            into.notes.profile.push(id);
        } else {
            pending.push(Pending { path, place, id, foreign, workspace: folder.workspace });
        }
    } else if !kind.is_file() {
        into.notes.special.push(id);
    } else if place.is_some_and(|place| left_out.is_file(&place)) {
        into.notes.profile.push(id);
    } else if let Some((framing, media_type)) = taken.file(&id, folder.workspace) {
        if foreign {
            into.notes.renamed.push(id.clone());
        }
        into.push_file(path, id, media_type, framing);
    } else {
        into.notes.others += 1;
    }
    Ok(())
}

impl Taken {
    /// How a file below a folder is taken, and as what, if it is; `workspace` where it lies in one.
    fn file(self, id: &str, workspace: bool) -> Option<(Framing, &'static str)> {
        // Whoever opens the file of a ledger and closes it again takes away the locks that this process has on it.
        if is_database(id) {
            return None;
        }
        if let Some(framing) = framing(id) {
            return Some((framing, JSON));
        }
        let whole = match self {
            Self::Files => true,
            Self::Evidence | Self::Artifacts => false,
            // Only who holds a lock may open it.
            Self::Workspace => !actum_fcop::is_lock(id),
            Self::Mixed { .. } => actum_fcop::is_envelope(id) || workspace && actum_fcop::speaks(id),
        };
        whole.then(|| (Framing::Whole, media_type(id)))
    }
}

/// Whether a file is one of SQLite by its name, or one that SQLite keeps beside it.
fn is_database(id: &str) -> bool {
    let ending = id.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    ending == "sqlite" || ending.starts_with("sqlite-")
}

/// How a file of this name holds evidence, if it does; the case of the extension does not matter.
pub(super) fn framing(id: &str) -> Option<Framing> {
    let (_, extension) = id.rsplit_once('.')?;
    if extension.eq_ignore_ascii_case("json") {
        Some(Framing::Whole)
    } else if extension.eq_ignore_ascii_case("jsonl") || extension.eq_ignore_ascii_case("ndjson") {
        Some(Framing::Lines)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Scope};
    use super::*;

    fn ids(evidence: &Evidence) -> Vec<&str> {
        evidence.items.iter().map(|item| item.id.as_str()).collect()
    }

    fn folder_of(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, b"{}").unwrap();
        }
        folder
    }

    #[test]
    fn evidence_is_found_at_any_depth_and_the_rest_is_counted() {
        let folder =
            folder_of(&["b.json", "a/deep/er/c.JSONL", "a/d.ndjson", "README.md", ".git/x.json", ".e.json"]);
        let evidence = Evidence::gather(&[folder.path()], Options::default()).unwrap();
        assert_eq!(ids(&evidence), ["a/d.ndjson", "a/deep/er/c.JSONL", "b.json"]);
        assert_eq!((evidence.notes().others, evidence.notes().hidden), (1, 2));
    }

    #[test]
    fn what_is_kept_is_of_the_kind_that_its_name_says() {
        let folder =
            folder_of(&["b.json", "notes.md", ".hidden.md", "blob", "x/ledger.sqlite", "x/a.SQLITE-shm"]);
        let taken = |paths: &[PathBuf], scope| {
            let evidence = Evidence::gather(paths, Options { scope, ..Options::default() }).unwrap();
            let items = evidence.items.iter();
            items.map(|item| format!("{} {}", item.id, item.media_type)).collect::<Vec<_>>()
        };
        let (root, notes) = ([folder.path().to_path_buf()], [folder.path().join("notes.md")]);
        assert_eq!(taken(&root, Scope::Artifacts), ["b.json application/json"]);
        let all = ["b.json application/json", "blob application/octet-stream", "notes.md text/markdown"];
        assert_eq!(taken(&root, Scope::Files), all);
        assert_eq!(taken(&notes, Scope::Artifacts), ["notes.md text/markdown"]);
        assert_eq!(taken(&notes, Scope::Evidence), ["notes.md application/json"]);
    }

    #[test]
    fn several_paths_are_prefixes_and_a_file_named_twice_is_read_once() {
        let folder = folder_of(&["one/x.json", "two/x.json", "plain.txt"]);
        let at = |name: &str| folder.path().join(name);
        let root = name::encode_path(folder.path()).0;
        let paths = [at("one"), at("two/./x.json"), at("one/x.json"), at("plain.txt")];
        let evidence = Evidence::gather(&paths, Options::default()).unwrap();
        let expected = ["one/x.json", "plain.txt", "two/x.json"].map(|name| format!("{root}/{name}"));
        assert_eq!(ids(&evidence), expected);
        assert_eq!(evidence.notes().repeated, 1);
        let single = Evidence::gather(&[at("plain.txt")], Options::default()).unwrap();
        assert_eq!(ids(&single), ["plain.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_reported_and_never_followed() {
        let outside = folder_of(&["secret.json"]);
        let folder = folder_of(&["real.json"]);
        let link = |target: &Path, name: &str| {
            std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
        };
        link(&outside.path().join("secret.json"), "file.json");
        link(outside.path(), "folder");
        link(folder.path(), "loop");
        link(Path::new("/nowhere"), "dangling.json");
        let evidence = Evidence::gather(&[folder.path()], Options::default()).unwrap();
        assert_eq!(ids(&evidence), ["real.json"]);
        assert_eq!(evidence.notes().symlinks, ["dangling.json", "file.json", "folder", "loop"]);
    }
}
