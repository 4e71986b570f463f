//! The edge error: why a question could not be asked, in six kinds that every surface maps by one `match`.
//!
//! Not here: judgments. An invalid record is a result, never an error (TMPA 8.4).

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::path::Path;

/// The six ways in which a question cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request itself is malformed.
    Usage,
    /// What the request names is there but cannot be used for the question: a bad profile, a bad listing.
    Input,
    /// What the request names is not there.
    NotFound,
    /// Something else is already in that place.
    Conflict,
    /// A rule forbids it.
    Refused,
    /// The medium failed: unreadable, full, too large to hold.
    Storage,
}

/// Why a question could not be asked, with lines that say what would help.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    code: &'static str,
    message: String,
    hints: Vec<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// Makes an error; `code` is stable and machine-readable, `message` a lower-case fragment for people.
    pub fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self { kind, code, message: message.into(), hints: Vec::new(), source: None }
    }

    /// Adds a line that says what would help.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Keeps the error beneath this one.
    #[must_use]
    pub fn because(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// The kind, which decides exit code and status.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// A stable word for machines, such as `profile_invalid`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Lines that say what would help; none of them ever suggests removing anything.
    pub fn hints(&self) -> impl Iterator<Item = &str> {
        self.hints.iter().map(String::as_str)
    }

    /// A failure of the medium at `path`; an absent path becomes [`ErrorKind::NotFound`].
    pub(crate) fn io(doing: &str, path: &Path, error: io::Error) -> Self {
        let shown = path.display();
        if error.kind() == io::ErrorKind::NotFound {
            return Self::new(ErrorKind::NotFound, "path_missing", format!("`{shown}` does not exist"))
                .because(error);
        }
        Self::lost(doing, path, error)
    }

    /// A failure of the medium at a `path` that was there before, so that even its absence is a failure.
    pub(crate) fn lost(doing: &str, path: &Path, error: io::Error) -> Self {
        let message = format!("cannot {doing} `{}`", path.display());
        Self::new(ErrorKind::Storage, "unreadable", message).because(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_path_is_not_found_and_any_other_failure_is_storage() {
        let absent = Error::io("read", Path::new("x"), io::Error::from(io::ErrorKind::NotFound));
        assert_eq!(absent.kind(), ErrorKind::NotFound);
        assert_eq!(absent.to_string(), "`x` does not exist");
        let denied = Error::io("read", Path::new("x"), io::Error::from(io::ErrorKind::PermissionDenied));
        assert_eq!(denied.kind(), ErrorKind::Storage);
        assert!(denied.source().is_some());
    }

    #[test]
    fn hints_keep_their_order() {
        let error = Error::new(ErrorKind::Usage, "none", "nothing").hint("first").hint("second");
        assert_eq!(error.hints().collect::<Vec<_>>(), ["first", "second"]);
    }
}
