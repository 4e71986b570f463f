//! Why a value has no canonical bytes, and where.

use alloc::string::String;
use core::fmt;

/// A value that an encoding refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub(super) kind: ErrorKind,
    pub(super) offset: usize,
    pub(super) pointer: String,
}

impl Error {
    /// Returns the kind of the refusal.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the offset in bytes of the value in the document's source; where the fault is in the text, that of
    /// the value that was to be written.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the RFC 6901 pointer of the value in its document.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}, in `{}`", self.kind, self.offset, self.pointer)
    }
}

impl core::error::Error for Error {}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// A number that a double does not hold (RFC 7493 2.2).
    NumberOutOfRange,
    /// Two names of one object that NFC makes equal (ASTP 5.1.2).
    DuplicateName,
    /// A document that NFC makes longer than any that is read.
    TooLarge,
}

impl ErrorKind {
    /// Returns the name of the kind, in snake case. Names are stable: canonical results hold them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NumberOutOfRange => "number_out_of_range",
            Self::DuplicateName => "duplicate_name",
            Self::TooLarge => "too_large",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NumberOutOfRange => "number that a double does not hold",
            Self::DuplicateName => "names that are equal in NFC",
            Self::TooLarge => "more bytes than are ever read, in NFC",
        })
    }
}
