//! What goes into a construction: values by name, from a node of ours or from JSON.

use alloc::borrow::Cow;
use alloc::string::String;

use actum_canon::digest::Sha3;
use actum_canon::json::Value;

use crate::id::Uuid;

/// Values by the names that the tables use.
pub trait Fields {
    /// Returns a value; `None` where there is none of that name, which a construction that lists it refuses.
    fn field(&self, name: &str) -> Option<Input<'_>>;
}

/// One value.
#[derive(Clone, Debug)]
pub enum Input<'a> {
    /// Absent: NULL in a typed list that allows it, nothing in a joined one.
    Null,
    /// Text, taken as it is.
    Text(Cow<'a, str>),
    /// An integer from 0.
    Uint(u64),
    /// An identifier.
    Uuid(Uuid),
    /// Microseconds since 1970-01-01T00:00:00Z.
    Micros(i64),
    /// A digest.
    Hash(Sha3),
    /// A truth value.
    Bool(bool),
    /// A double.
    Float(f64),
    /// Texts in order.
    Texts(&'a [String]),
    /// Identifiers in order.
    Uuids(&'a [Uuid]),
    /// Digests in order.
    Hashes(&'a [Sha3]),
    /// A JSON value, from which each kind is read in its written form.
    Json(Value<'a>),
}

impl Fields for Value<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        self.get(name).map(Input::Json)
    }
}

impl Fields for [(&str, Input<'_>)] {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        self.iter().find(|(given, _)| *given == name).map(|(_, input)| input.clone())
    }
}

impl<const N: usize> Fields for [(&str, Input<'_>); N] {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        self.as_slice().field(name)
    }
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Input<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<u64> for Input<'_> {
    fn from(integer: u64) -> Self {
        Self::Uint(integer)
    }
}

impl From<Uuid> for Input<'_> {
    fn from(id: Uuid) -> Self {
        Self::Uuid(id)
    }
}

impl From<Sha3> for Input<'_> {
    fn from(digest: Sha3) -> Self {
        Self::Hash(digest)
    }
}

impl From<bool> for Input<'_> {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl<'a, T: Into<Self>> From<Option<T>> for Input<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}
