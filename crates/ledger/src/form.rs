//! The JSON form of what travels: written canonically (RFC 8785), and read only so.
//!
//! One value has one sequence of bytes. Another order, another spelling of a number or a member more is another
//! document, and is refused.

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use actum_canon::digest::Sha256;
use actum_canon::encode::{JCS, Writer};
use actum_canon::json::{self, Kind, Limits, Parser, Value};

/// The greatest number of all: of entries in a ledger, and of anything counted. Every reader of JSON keeps it as an
/// integer (RFC 7493 2.2).
pub const MAX_SIZE: u64 = (1 << 53) - 1;

/// A value with one JSON form.
pub trait Form: Sized {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Never: the bytes go to memory.
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible>;

    /// Reads the value from a document; how that is spelled is looked at in [`Self::parse`].
    ///
    /// # Errors
    ///
    /// [`FormError`].
    fn read(value: Value<'_>) -> Result<Self, FormError>;

    /// Returns the canonical bytes.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Ok(()) = self.put(&mut Writer::new(&JCS, &mut bytes));
        bytes
    }

    /// Reads the canonical bytes; one line feed may follow.
    ///
    /// # Errors
    ///
    /// [`FormError`] says what is wrong.
    fn parse(bytes: &[u8]) -> Result<Self, FormError> {
        let mut parser = Parser::with_limits(Limits { bytes: MAX_DOCUMENT, ..Limits::default() });
        let value = Self::read(parser.parse(bytes).map_err(FormError::Json)?.root())?;
        let canonical = value.to_bytes();
        if bytes.strip_suffix(b"\n").unwrap_or(bytes) == canonical {
            Ok(value)
        } else {
            Err(FormError::Spelling)
        }
    }
}

/// The longest document that is read: an artifact of the greatest size, written as text, with what is said about it.
pub(crate) const MAX_DOCUMENT: usize = 64 * 1024 * 1024;

/// Refuses a value that is no object of exactly these members; those that may be absent come second.
pub(crate) fn members(
    value: Value<'_>,
    demanded: &[&'static str],
    optional: &[&'static str],
) -> Result<(), FormError> {
    if value.kind() != Kind::Object {
        return Err(FormError::Object);
    }
    for (name, _) in value.members() {
        if !demanded.iter().chain(optional).any(|known| *known == name) {
            return Err(FormError::Unknown(name.into_owned()));
        }
    }
    match demanded.iter().find(|name| value.get(name).is_none()) {
        Some(name) => Err(FormError::Member(name)),
        None => Ok(()),
    }
}

/// Reads a member; it must be there.
pub(crate) fn member<'v, T>(
    value: Value<'v>,
    name: &'static str,
    read: impl FnOnce(Value<'v>) -> Option<T>,
) -> Result<T, FormError> {
    value.get(name).and_then(read).ok_or(FormError::Member(name))
}

/// Reads a member that has a form of its own.
pub(crate) fn inner<T: Form>(value: Value<'_>, name: &'static str) -> Result<T, FormError> {
    T::read(value.get(name).ok_or(FormError::Member(name))?)
}

/// Reads a member that may be absent.
pub(crate) fn optional<'v, T>(
    value: Value<'v>,
    name: &'static str,
    read: impl FnOnce(Value<'v>) -> Option<T>,
) -> Result<Option<T>, FormError> {
    value.get(name).map(|value| read(value).ok_or(FormError::Member(name))).transpose()
}

pub(crate) fn text(value: Value<'_>) -> Option<String> {
    value.as_str().map(|text| text.into_owned())
}

pub(crate) fn digest(value: Value<'_>) -> Option<Sha256> {
    Sha256::parse(&value.as_str()?)
}

pub(crate) fn digests(value: Value<'_>) -> Option<Vec<Sha256>> {
    if value.kind() == Kind::Array { value.elements().map(digest).collect() } else { None }
}

/// Reads an integer from 0 to [`MAX_SIZE`].
pub(crate) fn number(value: Value<'_>) -> Option<u64> {
    value.as_number()?.as_u64().filter(|number| *number <= MAX_SIZE)
}

/// Reads a place in a ledger, which is below [`MAX_SIZE`].
pub(crate) fn index(value: Value<'_>) -> Option<u64> {
    number(value).filter(|index| *index < MAX_SIZE)
}

pub(crate) fn put_digest(digest: Sha256, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
    writer.string(core::str::from_utf8(&digest.to_ascii()).unwrap_or_default())
}

pub(crate) fn put_digests(digests: &[Sha256], writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
    writer.begin_array()?;
    for digest in digests {
        put_digest(*digest, writer)?;
    }
    writer.end_array()
}

/// Why bytes are not the form of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// They are no strict JSON.
    Json(json::Error),
    /// Where an object should be, there is none.
    Object,
    /// A member is missing or is not what it must be.
    Member(&'static str),
    /// A member that the form does not have.
    Unknown(String),
    /// The members are right, and are not spelled canonically.
    Spelling,
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Object => f.write_str("not an object"),
            Self::Member(name) => write!(f, "member `{name}` is missing or not what it must be"),
            Self::Unknown(name) => write!(f, "member `{}` is unknown", name.escape_debug()),
            Self::Spelling => f.write_str("not spelled canonically (RFC 8785)"),
        }
    }
}

impl core::error::Error for FormError {}
