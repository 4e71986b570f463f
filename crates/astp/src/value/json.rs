//! Values that the tree builds before they are written.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::encode::{self, Writer};
use actum_canon::json::Parser;

/// A value that is built by code, and so of bounded depth.
///
/// Names are ASCII, so that their order as text is the order of RFC 8785.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer(u64),
    /// A finite number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Map(BTreeMap<&'static str, Json>),
}

impl Json {
    /// A string.
    #[must_use]
    pub fn text(text: impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    /// An object of the given members.
    #[must_use]
    pub fn map<const N: usize>(members: [(&'static str, Self); N]) -> Self {
        Self::Map(members.into_iter().collect())
    }

    /// A string for each item.
    #[must_use]
    pub fn texts<T: ToString>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Self::text).collect())
    }

    /// Adds a member to an object; to anything else, nothing.
    pub fn insert(&mut self, name: &'static str, value: Self) {
        if let Self::Map(members) = self {
            members.insert(name, value);
        }
    }

    /// Appends the canonical bytes (RFC 8785), every string letter by letter as it is.
    ///
    /// No normalisation: the 4.x hashes are over the very letters, and a journal must give them back.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let mut writer = Writer::new(&encode::JCS, bytes);
        // Nothing can be refused: the sink is memory, and the promises of the writer are kept by this type.
        let _ = self.put(&mut writer);
        let _ = writer.finish();
    }

    /// Returns the canonical text of ASTP 5.1.2, in which an audit record keeps its deltas.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        if !bytes.is_ascii() {
            let mut normal = Vec::with_capacity(bytes.len());
            let mut parser = Parser::new();
            if let Ok(document) = parser.parse(&bytes)
                && encode::ASTP.write(document.root(), &mut normal).is_ok()
            {
                bytes = normal;
            }
        }
        String::from_utf8(bytes).unwrap_or_default()
    }

    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), core::convert::Infallible> {
        // The depth is that of the types that are stored, not of any input.
        match self {
            Self::Null => writer.null(),
            Self::Bool(value) => writer.boolean(*value),
            Self::Integer(value) if *value <= MAX_SAFE => writer.integer(*value),
            Self::Integer(value) => writer.raw(value.to_string().as_bytes()),
            Self::Number(value) => writer.raw(&spelled(*value)),
            Self::Text(text) => writer.string(text),
            Self::List(items) => {
                writer.begin_array()?;
                for item in items {
                    item.put(writer)?;
                }
                writer.end_array()
            }
            Self::Map(members) => {
                writer.begin_object()?;
                for (name, value) in members {
                    writer.name(name)?;
                    value.put(writer)?;
                }
                writer.end_object()
            }
        }
    }
}

const MAX_SAFE: u64 = (1 << 53) - 1;

/// A double in the spelling of ECMAScript; what is not finite becomes `null`, and no stored field lets it come here.
fn spelled(value: f64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let text = alloc::format!("{value:e}");
    let mut parser = Parser::new();
    match parser.parse(text.as_bytes()) {
        Ok(document) if encode::JCS_NEAREST.write(document.root(), &mut bytes).is_ok() => bytes,
        _ => Vec::from(*b"null"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(json: &Json) -> String {
        let mut bytes = Vec::new();
        json.write(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn names_are_sorted_and_letters_stay_as_they_are() {
        let json = Json::map([("b", Json::Integer(u64::MAX)), ("a", Json::text("cafe\u{301} \u{7f}\"\n"))]);
        assert_eq!(written(&json), "{\"a\":\"cafe\u{301} \u{7f}\\\"\\n\",\"b\":18446744073709551615}");
        assert_eq!(json.canonical(), "{\"a\":\"caf\u{e9} \u{7f}\\\"\\n\",\"b\":18446744073709551615}");
    }

    #[test]
    fn numbers_are_spelled_as_ecmascript_does() {
        for (value, text) in [
            (0.233, "0.233"),
            (-0.0, "0"),
            (1e21, "1e+21"),
            (5e-324, "5e-324"),
            (2.0, "2"),
            (f64::NAN, "null"),
        ] {
            assert_eq!(written(&Json::Number(value)), text);
        }
    }
}
