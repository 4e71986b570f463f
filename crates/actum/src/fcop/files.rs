//! The files of a workspace that a command may rest on; everything else below its folder is left unread.

use std::fs;
use std::path::Path;

use crate::error::{Error, ErrorKind};
use crate::input::read_regular;

/// Folders of the workspace that hold envelopes and receipts.
const FOLDERS: [&str; 5] = ["_lifecycle", "reports", "issues", "reviews", "operations"];

/// Refuses a workspace whose folders are links, or no folders: what is written through one lies where no reader looks.
pub(super) fn sound(root: &Path) -> Result<(), Error> {
    let prefix = prefix(root);
    let inner = ["_lifecycle"].into_iter().chain(actum_fcop::write::FOLDERS);
    let names = inner.map(|name| format!("{prefix}{name}")).chain([prefix.trim_end_matches('/').to_owned()]);
    for path in names.filter(|name| !name.is_empty()).map(|name| root.join(name)) {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => {
                let message = format!("`{}` is no folder of its own", path.display());
                return Err(Error::new(ErrorKind::Refused, "UNSUPPORTED_FILESYSTEM", message).hint(
                    "nothing was written; a workspace lies in one place, without symbolic links in it",
                ));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Error::lost("read", &path, error)),
        }
    }
    Ok(())
}

/// What the paths of a workspace begin with, below the folder in which it was found.
fn prefix(root: &Path) -> &'static str {
    if root.join("fcop/fcop.json").is_file() { "fcop/" } else { "" }
}

/// Reads them, by their path below `root`. Symbolic links are not followed; a file that goes away while it is read, as one
/// does whose TASK goes on, is left out: whoever holds the lock reads again.
pub(super) fn read(root: &Path) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let prefix = prefix(root);
    let mut files = Vec::new();
    let manifest = format!("{prefix}fcop.json");
    let path = root.join(&manifest);
    files.push((manifest, read_regular(&path)?));
    let mut open: Vec<String> = FOLDERS.iter().map(|name| format!("{prefix}{name}")).collect();
    while let Some(folder) = open.pop() {
        let path = root.join(&folder);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(Error::lost("read", &path, error)),
        };
        for entry in entries {
            let entry = entry.map_err(|error| Error::lost("read", &path, error))?;
            // What has no name in Unicode is no envelope and no receipt.
            let Ok(name) = entry.file_name().into_string() else { continue };
            let id = format!("{folder}/{name}");
            let kind = entry.file_type().map_err(|error| Error::lost("read", &path, error))?;
            if kind.is_dir() {
                open.push(id);
            } else if kind.is_file() && actum_fcop::claims(&id) {
                match fs::read(entry.path()) {
                    Ok(bytes) => files.push((id, bytes)),
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => return Err(Error::lost("read", &entry.path(), error)),
                }
            }
        }
    }
    Ok(files)
}
