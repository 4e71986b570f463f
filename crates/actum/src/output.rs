//! Writes a file that is there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind};

/// Writes `bytes` to `path`, in place of what is there, and makes the folder where it is missing.
///
/// A reader sees the old file or the new one; on failure the old one stays. What is there and no file, such as a pipe
/// or a device, is written to: only a file can be replaced. A symbolic link goes on pointing where it does.
///
/// # Errors
/// [`ErrorKind::Usage`] where `path` names no file, [`ErrorKind::Storage`] where the medium fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_streamed(path, |out| out.write_all(bytes).map_err(|error| Error::lost("write", path, error)))
}

/// The same of what is made while it is written; gives what `make` gives.
///
/// # Errors
/// As [`write_whole`], and of `make`: the old file stays then.
pub fn write_streamed<T>(
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Error> {
    let Some(name) = path.file_name() else {
        let message = format!("`{}` is no usable file name", path.display());
        return Err(Error::new(ErrorKind::Usage, "output_name", message));
    };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Error::lost("make", folder, error))?;
    }
    let lost = |error| Error::lost("write", path, error);
    let file = match fs::metadata(path) {
        Ok(there) if !there.is_file() => return pour(path, make),
        Ok(_) => fs::canonicalize(path).map_err(lost)?,
        Err(_) => path.to_path_buf(),
    };
    let name = file.file_name().unwrap_or(name);
    let (beside, new) = beside(&file, name).map_err(lost)?;
    let made = fill(new, path, make);
    let placed = made.and_then(|made| fs::rename(&beside, &file).map(|()| made).map_err(lost));
    if placed.is_err() {
        let _ = fs::remove_file(&beside);
    }
    let made = placed?;
    sync_folder(&file)?;
    Ok(made)
}

/// Writes a new file and tells whether it did: where anything has the name already, nothing is written.
///
/// # Errors
/// [`ErrorKind::Storage`] where the medium fails; what was written of the file by then stays.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, Error> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Error::lost("make", folder, error))?;
    }
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        opened => opened.map_err(|error| Error::lost("write", path, error))?,
    };
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|error| Error::lost("write", path, error))?;
    sync_folder(path).map(|()| true)
}

/// As [`write_whole`], where no file has the name yet: what was kept is not replaced by what is made now.
///
/// # Errors
/// As [`write_whole`]; [`ErrorKind::Conflict`] where a file is there, which stays.
pub fn write_kept(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    keep_streamed(path, |out| out.write_all(bytes).map_err(|error| Error::lost("write", path, error)))
}

/// The same of what is made while it is written; gives what `make` gives.
///
/// # Errors
/// As [`write_kept`], and of `make`.
pub fn keep_streamed<T>(
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Error> {
    if fs::metadata(path).is_ok_and(|there| there.is_file()) {
        let message = format!("`{}` is already there", path.display());
        return Err(Error::new(ErrorKind::Conflict, "output_exists", message).hint(
            "nothing was written; name another file: what was kept earlier can show what happened since",
        ));
    }
    write_streamed(path, make)
}

/// Writes to what takes bytes without keeping them in a place of its own.
fn pour<T>(path: &Path, make: impl FnOnce(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
    let lost = |error| Error::lost("write", path, error);
    let mut out = BufWriter::new(OpenOptions::new().write(true).open(path).map_err(lost)?);
    let made = make(&mut out)?;
    out.flush().map_err(lost)?;
    Ok(made)
}

/// Fills a new file, durably.
fn fill<T>(
    file: File,
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Error> {
    let lost = |error| Error::lost("write", path, error);
    let mut out = BufWriter::new(file);
    let made = make(&mut out)?;
    out.flush().map_err(lost)?;
    out.get_ref().sync_all().map_err(lost)?;
    Ok(made)
}

/// Makes sure that the file's name is on the medium too.
pub(crate) fn sync_folder(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Elsewhere a folder cannot be opened, and names are written through.
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| Error::lost("write", folder, error))?;
    }
    Ok(())
}

/// Makes a new file in the same folder.
fn beside(path: &Path, name: &std::ffi::OsStr) -> io::Result<(PathBuf, File)> {
    for number in 0_u32.. {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.{number}", std::process::id()));
        let beside = path.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (beside, file)),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("deep/er/file.json");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_takes_bytes_and_is_no_file_stays_what_it_is() {
        use std::io::Read;
        use std::os::unix::net::UnixListener;

        let place = tempfile::tempdir().unwrap();
        // A socket cannot be opened, so it is refused; what matters is that it is not replaced.
        let socket = place.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        assert_eq!(write_whole(&socket, b"x").unwrap_err().kind(), ErrorKind::Storage);
        assert!(!fs::metadata(&socket).unwrap().is_file());

        let (mut reader, writer) = io::pipe().unwrap();
        let end = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        write_whole(Path::new(&end), b"whole").unwrap();
        drop(writer);
        let mut taken = String::new();
        reader.read_to_string(&mut taken).unwrap();
        assert_eq!(taken, "whole");
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_goes_on_pointing_at_the_file_that_is_replaced() {
        let place = tempfile::tempdir().unwrap();
        let (file, link) = (place.path().join("file"), place.path().join("link"));
        fs::write(&file, b"one").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write_whole(&link, b"two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"two");
    }

    #[test]
    fn what_cannot_be_a_file_is_refused_and_nothing_is_left() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("folder")).unwrap();
        let error = write_whole(&place.path().join("folder"), b"x").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage);
        assert_eq!(write_whole(Path::new(".."), b"x").unwrap_err().kind(), ErrorKind::Usage);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }
}
