//! Why a check could not be made at all, as opposed to what it found.

use std::fmt;
use std::io;
use std::path::Path;

/// A sentence fragment for the person at the terminal.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// A file or folder at `path` could not be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self(format!("`{}`: {error}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
