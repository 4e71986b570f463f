//! Reads one file, or standard input where it is named `-`, whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::{Error, ErrorKind};

/// The most that is read, in bytes.
pub(crate) const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads a file, or standard input for `-`, up to 64 MiB.
///
/// # Errors
/// [`ErrorKind::NotFound`] where it does not exist, [`ErrorKind::Input`] where it is larger,
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
        let file = File::open(path).map_err(|error| Error::io("open", path, error))?;
        file.take(most + 1).read_to_end(&mut bytes)
    };
    read.map_err(|error| Error::lost("read", path, error))?;
    if bytes.len() as u64 > most {
        let message = format!("`{}` is larger than {most} bytes", path.display());
        return Err(Error::new(ErrorKind::Input, "input_too_large", message));
    }
    Ok(bytes)
}
