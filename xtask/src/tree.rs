//! The files of the checkout, without build output and hidden folders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Folders of build output and of a fuzzer's work, by the end of their path; they are not part of the project.
const SKIPPED: [&str; 3] = ["target", "fuzz/artifacts", "fuzz/corpus"];

/// Every file and folder under `folder`, sorted; folders come before what they hold.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(current) = waiting.pop() {
        let listing = fs::read_dir(&current).map_err(|error| Failure::file(&current, &error))?;
        for entry in listing {
            let entry = entry.map_err(|error| Failure::file(&current, &error))?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let kind = entry.file_type().map_err(|error| Failure::file(&entry.path(), &error))?;
            if kind.is_dir() {
                if name.starts_with('.') || SKIPPED.iter().any(|end| entry.path().ends_with(end)) {
                    continue;
                }
                waiting.push(entry.path());
            }
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// The Rust files under `folder`, sorted; none when the folder does not exist.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = entries(folder)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    Ok(files)
}

/// The text of a file.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::file(path, &error))
}

/// `path` as it is written in a complaint: relative to the checkout, with `/`.
pub(crate) fn shown(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let names: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_crate_is_found_and_build_output_is_not() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = rust_files(own).unwrap();
        assert!(files.contains(&own.join("src/tree.rs")));
        assert!(files.iter().all(|path| !path.iter().any(|name| name == "target")));
    }

    #[test]
    fn an_absent_folder_has_no_rust_files() {
        assert!(rust_files(Path::new("no/such/folder")).unwrap().is_empty());
    }

    #[test]
    fn paths_are_shown_relative_to_the_checkout() {
        assert_eq!(shown(Path::new("/a/b"), Path::new("/a/b/c/d.rs")), "c/d.rs");
    }
}
