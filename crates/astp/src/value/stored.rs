//! How a typed value is stored as JSON, and read back strictly.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::Sha3;
use actum_canon::json::{Kind, Value};

use super::Json;
use crate::id::{Instant, Uuid};

/// A value with one stored form.
pub trait Stored: Sized {
    /// Returns the stored form.
    fn store(&self) -> Json;

    /// Reads the stored form.
    ///
    /// # Errors
    ///
    /// [`Unread`] for every other form of the same value, so that writing what was read gives the same bytes.
    fn read(value: Value<'_>) -> Result<Self, Unread>;

    /// Whether the value is left out of the object that would hold it.
    fn is_absent(&self) -> bool {
        false
    }

    /// What an absent member means, if it may be absent.
    fn absent() -> Option<Self> {
        None
    }
}

/// Where a stored form does not fit, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The place, as a JSON pointer from the value that was to be read.
    pub pointer: String,
    /// What belongs there.
    pub expected: &'static str,
}

impl Unread {
    /// The value itself does not fit.
    #[must_use]
    pub const fn new(expected: &'static str) -> Self {
        Self { pointer: String::new(), expected }
    }

    /// The same, seen from one level above.
    #[must_use]
    pub fn under(self, place: impl fmt::Display) -> Self {
        Self { pointer: format!("/{place}{}", self.pointer), expected: self.expected }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at `{}`", self.expected, self.pointer)
    }
}

impl core::error::Error for Unread {}

impl Stored for bool {
    fn store(&self) -> Json {
        Json::Bool(*self)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        value.as_bool().ok_or(Unread::new("`true` or `false`"))
    }
}

impl Stored for u64 {
    fn store(&self) -> Json {
        Json::Integer(*self)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        let number = value.as_number().ok_or(Unread::new("an integer"))?;
        number.as_str().parse().map_err(|_| Unread::new("an integer from 0 to 2^64 - 1"))
    }
}

impl Stored for f64 {
    fn store(&self) -> Json {
        // There is one zero in JSON, so that the sign would not be read back.
        Json::Number(if *self == 0.0 { 0.0 } else { *self })
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        let number = value.as_number().ok_or(Unread::new("a number"))?;
        let read = number.to_f64();
        if read.is_finite() { Ok(read) } else { Err(Unread::new("a finite number")) }
    }
}

impl Stored for String {
    fn store(&self) -> Json {
        Json::Text(self.clone())
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        value.as_str().map(|text| text.into_owned()).ok_or(Unread::new("a string"))
    }
}

impl Stored for Uuid {
    fn store(&self) -> Json {
        Json::text(self)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        let text = value.as_str().ok_or(Unread::new("a UUID"))?;
        let read = Self::parse(&text).ok_or(Unread::new("a UUID"))?;
        if text.bytes().any(|letter| letter.is_ascii_uppercase()) {
            return Err(Unread::new("a UUID in lower case"));
        }
        Ok(read)
    }
}

impl Stored for Sha3 {
    fn store(&self) -> Json {
        Json::text(self)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        value
            .as_str()
            .and_then(|text| Self::parse(&text))
            .ok_or(Unread::new("64 lower-case hexadecimal digits"))
    }
}

impl Stored for Instant {
    fn store(&self) -> Json {
        Json::text(self)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        let text = value.as_str().ok_or(Unread::new("a date-time"))?;
        let read = Self::parse(&text).ok_or(Unread::new("a date-time"))?;
        if read.to_string() != *text {
            return Err(Unread::new("a date-time in UTC with `Z` and no trailing zeros"));
        }
        Ok(read)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::store)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        T::read(value).map(Some)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Stored> Stored for Box<T> {
    fn store(&self) -> Json {
        T::store(self)
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        T::read(value).map(Self::new)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self) -> Json {
        Json::List(self.iter().map(T::store).collect())
    }

    fn read(value: Value<'_>) -> Result<Self, Unread> {
        if value.kind() != Kind::Array {
            return Err(Unread::new("an array"));
        }
        value
            .elements()
            .enumerate()
            .map(|(at, element)| T::read(element).map_err(|unread| unread.under(at)))
            .collect()
    }
}

/// The members of an object that are still to be read; names of the wrong spelling are left over and refused.
pub(crate) struct Members<'a> {
    left: BTreeMap<String, Value<'a>>,
}

impl<'a> Members<'a> {
    pub(crate) fn of(value: Value<'a>) -> Result<Self, Unread> {
        if value.kind() != Kind::Object {
            return Err(Unread::new("an object"));
        }
        Ok(Self { left: value.members().map(|(name, value)| (name.into_owned(), value)).collect() })
    }

    pub(crate) fn take<T: Stored>(&mut self, name: &'static str) -> Result<T, Unread> {
        match self.left.remove(name) {
            Some(value) => {
                let read = T::read(value).map_err(|unread| unread.under(name))?;
                if read.is_absent() { Err(Unread::new("no such member").under(name)) } else { Ok(read) }
            }
            None => T::absent().ok_or_else(|| Unread::new("a member").under(name)),
        }
    }

    pub(crate) fn end(self) -> Result<(), Unread> {
        match self.left.into_keys().next() {
            Some(name) => Err(Unread::new("no such member").under(name)),
            None => Ok(()),
        }
    }

    /// The only member, where there is one alone.
    pub(crate) fn only(self) -> Result<(String, Value<'a>), Unread> {
        let mut members = self.left.into_iter();
        match (members.next(), members.next()) {
            (Some(member), None) => Ok(member),
            _ => Err(Unread::new("an object of one member")),
        }
    }
}
