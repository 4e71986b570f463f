//! Where a ledger is: its folder, the database in it, and the nearest one above a place.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind};
use crate::input::word;

/// The folder of a ledger inside the folder that it records.
pub const FOLDER: &str = ".actum";

/// The record, in its folder.
const DATABASE: &str = "ledger.sqlite";

/// What is derived from the record, beside it.
pub(crate) const INDEX: &str = "index.sqlite";

/// The ending by which a file that is named is taken for a ledger. It is never opened to find out: see
/// [`Ledger::database`](super::Ledger::database).
const ENDING: &str = "sqlite";

/// The database that a path means: the file itself, the one in it, or the one in its `.actum`.
pub(crate) fn database(path: &Path) -> PathBuf {
    if is_database(path) {
        return path.to_path_buf();
    }
    let (own, below) = (path.join(DATABASE), path.join(FOLDER).join(DATABASE));
    if !own.is_file() && below.is_file() { below } else { own }
}

/// The same, where the path is a folder, or a file that says by its name that it is a database.
///
/// # Errors
/// [`ErrorKind::Input`] where something else is there, which is not opened.
pub(super) fn named(path: &Path) -> Result<PathBuf, Error> {
    match fs::metadata(path) {
        Ok(there) if !there.is_dir() && !is_database(path) => {
            let what = if there.is_file() { "another file" } else { word(there.file_type()) };
            let message = format!("`{}` is no ledger, but {what}", path.display());
            Err(Error::new(ErrorKind::Input, "ledger_unusable", message)
                .hint("a ledger is named by its folder, or by its file, which ends in `.sqlite`"))
        }
        _ => Ok(database(path)),
    }
}

/// The folder of a database.
pub(crate) fn folder(database: &Path) -> &Path {
    database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether the database is empty although an index was derived from it once: it held entries then, and they are gone.
pub(super) fn is_emptied(database: &Path) -> bool {
    fs::metadata(database).is_ok_and(|data| data.len() == 0) && folder(database).join(INDEX).exists()
}

/// The database, where a path among evidence is a ledger: a folder that holds one, or a file that says so by its name.
pub(crate) fn recognize(path: &Path) -> Option<PathBuf> {
    let database = if is_database(path) { path.to_path_buf() } else { path.join(DATABASE) };
    database.is_file().then_some(database)
}

/// The ledger that a person means by a path: the one in its `.actum`, where the path is no ledger itself.
pub fn within(path: &Path) -> PathBuf {
    let below = path.join(FOLDER);
    if !is_ledger(path) && is_ledger(&below) { below } else { path.to_path_buf() }
}

/// Whether a path among evidence is a ledger.
pub fn is_ledger(path: &Path) -> bool {
    recognize(path).is_some()
}

fn is_database(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)) && !path.is_dir()
}

/// Finds the ledger of a place: the folder `.actum` in it, or in the nearest folder above that has one.
///
/// # Errors
/// [`ErrorKind::NotFound`] where there is none, or where the nearest holds no ledger: another one further above is not
/// what was meant.
pub fn find(from: &Path) -> Result<PathBuf, Error> {
    let start = fs::canonicalize(from).map_err(|error| Error::io("open", from, error))?;
    let nearest = start.ancestors().map(|folder| folder.join(FOLDER)).find(|folder| folder.is_dir());
    match nearest {
        Some(folder) if folder.join(DATABASE).is_file() => Ok(folder),
        Some(folder) => Err(none(format!("`{}` holds no ledger yet", folder.display()))),
        None => Err(none(format!("there is no `{FOLDER}` in `{}` or above", start.display()))),
    }
}

fn none(message: String) -> Error {
    Error::new(ErrorKind::NotFound, "ledger_missing", message)
        .hint("`actum init` makes a ledger here; `--ledger PATH` names one elsewhere")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_ledger_is_found_and_an_unfinished_one_hides_those_above() {
        let place = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(place.path()).unwrap();
        let deep = top.join("a/b");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(find(&deep).unwrap_err().kind(), ErrorKind::NotFound);
        fs::create_dir(top.join(FOLDER)).unwrap();
        fs::write(top.join(FOLDER).join(DATABASE), "").unwrap();
        assert_eq!(find(&deep).unwrap(), top.join(FOLDER));
        fs::create_dir(top.join("a/.actum")).unwrap();
        let error = find(&deep).unwrap_err();
        assert!(error.to_string().contains("a/.actum` holds no ledger yet"), "{error}");
    }

    #[test]
    fn a_ledger_is_named_by_its_folder_its_file_or_the_folder_around_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join(FOLDER);
        let file = folder.join(DATABASE);
        assert_eq!(database(&folder), file, "where there is nothing yet, a folder is the ledger's own");
        assert_eq!(recognize(&folder), None);
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "").unwrap();
        for path in [&folder, &file, &place.path().to_path_buf()] {
            assert_eq!(database(path), file);
        }
        assert_eq!(recognize(&folder), Some(file.clone()));
        assert_eq!(recognize(&file), Some(file));
        assert_eq!(recognize(place.path()), None, "a folder around a ledger is read as a folder");
    }
}
