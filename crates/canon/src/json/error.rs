//! Why bytes are not a document, and where.

use alloc::string::String;
use core::fmt;

/// The first reason found for which bytes are not a document, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub(super) kind: ErrorKind,
    pub(super) offset: usize,
    pub(super) pointer: String,
}

impl Error {
    /// Returns the kind of the reason.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the offset in bytes of the first byte that cannot stand, or of the end where bytes are missing.
    ///
    /// For a broken escape that is its backslash, for a broken number its first byte, for a repeated name the
    /// opening quote of the second one, for bytes beyond the size limit the limit.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the RFC 6901 pointer of the innermost value that was being read there.
    ///
    /// Between the values of an array or object, and in a name, that is the array or object; for a repeated
    /// name it is the second member.
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

/// The kinds of reasons for which bytes are not a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// More bytes than the limit.
    TooLarge,
    /// No value: nothing at all, or white space only.
    Empty,
    /// Bytes that are not UTF-8 (RFC 8259 8.1), encoded surrogates and overlong forms included.
    NotUtf8,
    /// A byte order mark in front (RFC 8259 8.1).
    ByteOrderMark,
    /// A byte that the grammar does not allow there (RFC 8259 2 to 5).
    Syntax,
    /// A control character below U+0020 inside a string (RFC 8259 7).
    ControlCharacter,
    /// A backslash that starts no escape (RFC 8259 7).
    InvalidEscape,
    /// An escaped surrogate without its partner (RFC 7493 2.1).
    LoneSurrogate,
    /// A number outside the grammar, such as `01`, `1.` or `1e` (RFC 8259 6).
    InvalidNumber,
    /// A member name that the object holds already (RFC 7493 2.3); looked for where the object ends.
    DuplicateName,
    /// Arrays and objects nested beyond the limit.
    TooDeep,
    /// Something other than white space after the value.
    TrailingData,
    /// The bytes end inside the value.
    UnexpectedEnd,
}

impl ErrorKind {
    /// Returns the name of the kind, in snake case. Names are stable: canonical results hold them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::Empty => "empty",
            Self::NotUtf8 => "not_utf8",
            Self::ByteOrderMark => "byte_order_mark",
            Self::Syntax => "syntax",
            Self::ControlCharacter => "control_character",
            Self::InvalidEscape => "invalid_escape",
            Self::LoneSurrogate => "lone_surrogate",
            Self::InvalidNumber => "invalid_number",
            Self::DuplicateName => "duplicate_name",
            Self::TooDeep => "too_deep",
            Self::TrailingData => "trailing_data",
            Self::UnexpectedEnd => "unexpected_end",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "more bytes than the limit",
            Self::Empty => "no value",
            Self::NotUtf8 => "not UTF-8",
            Self::ByteOrderMark => "byte order mark",
            Self::Syntax => "not JSON",
            Self::ControlCharacter => "control character in a string",
            Self::InvalidEscape => "invalid escape",
            Self::LoneSurrogate => "surrogate without its partner",
            Self::InvalidNumber => "invalid number",
            Self::DuplicateName => "repeated member name",
            Self::TooDeep => "nested beyond the limit",
            Self::TrailingData => "data after the value",
            Self::UnexpectedEnd => "unexpected end",
        })
    }
}
