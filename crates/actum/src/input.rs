//! Reads one file, or standard input where it is named `-`, whole.

use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

use crate::error::{Error, ErrorKind};

/// The most that is read, in bytes.
pub(crate) const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads a file, or standard input for `-`, up to 64 MiB.
///
/// # Errors
/// [`ErrorKind::NotFound`] where it does not exist, [`ErrorKind::Input`] where it is larger or no regular file,
/// [`ErrorKind::Storage`] where it cannot be read.
pub fn read_input(path: &Path) -> Result<Vec<u8>, Error> {
    read_at_most(path, LARGEST)
}

/// Reads a file, or standard input for `-`, up to so many bytes; errors as of [`read_input`].
pub(crate) fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().take(most + 1).read_to_end(&mut bytes)
    } else {
        open_regular(path)?.take(most + 1).read_to_end(&mut bytes)
    };
    read.map_err(|error| Error::lost("read", path, error))?;
    if bytes.len() as u64 > most {
        let message = format!("`{}` is larger than {most} bytes", path.display());
        return Err(Error::new(ErrorKind::Input, "input_too_large", message));
    }
    Ok(bytes)
}

/// Opens a regular file, and nothing else.
pub(crate) fn open_regular(path: &Path) -> Result<File, Error> {
    regular(path)?;
    File::open(path).map_err(|error| Error::io("open", path, error))
}

/// Reads a regular file whole, whatever its length.
///
/// # Errors
/// As `regular`, and [`ErrorKind::Storage`] where it cannot be read.
pub fn read_regular(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes).map_err(|error| Error::lost("read", path, error))?;
    Ok(bytes)
}

/// Refuses what is no regular file before it is opened: opening a pipe would wait for its other end.
pub(crate) fn regular(path: &Path) -> Result<Metadata, Error> {
    let metadata = fs::metadata(path).map_err(|error| Error::io("open", path, error))?;
    if metadata.is_file() {
        return Ok(metadata);
    }
    let message =
        format!("`{}` is {}, where a regular file is asked for", path.display(), word(metadata.file_type()));
    let error = Error::new(ErrorKind::Input, "not_a_file", message);
    Err(if metadata.is_dir() { error } else { error.hint(PIPED) })
}

/// What may be given in place of a pipe.
pub(crate) const PIPED: &str =
    "a regular file can be read, and standard input where the command takes `-` for it";

/// What a path is that is no regular file, in words.
pub(crate) fn word(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a folder" } else { "something else" }
}
