//! Makes messages (DEAL 3): JSON objects whose members stand in the order in which they were given.
//!
//! The order is kept because it can mean something: the order of a checklist is the order of its items (DEAL 6.9).

use std::path::Path;

use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::{Kind, Limits, Parser};

use crate::error::{Error, ErrorKind};
use crate::input::read_input;

/// A JSON object in the making.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object {
    text: String,
}

impl Object {
    /// An object without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// A message of this type from this sender.
    pub fn message(kind: &str, from: &str) -> Self {
        Self::new().string("type", kind).string("from", from)
    }

    /// Adds a member whose value is a string.
    #[must_use]
    pub fn string(self, name: &str, value: &str) -> Self {
        let value = quoted(value);
        self.raw(name, &value)
    }

    /// Adds a member whose value is a number.
    #[must_use]
    pub fn number(self, name: &str, value: u64) -> Self {
        self.raw(name, &value.to_string())
    }

    /// Adds a member whose value is true or false.
    #[must_use]
    pub fn boolean(self, name: &str, value: bool) -> Self {
        self.raw(name, if value { "true" } else { "false" })
    }

    /// Adds a member whose value is an array of strings.
    #[must_use]
    pub fn strings<S: AsRef<str>>(self, name: &str, values: &[S]) -> Self {
        self.array(name, values.iter().map(|value| quoted(value.as_ref())))
    }

    /// Adds a member whose value is an array of JSON values.
    #[must_use]
    pub fn array(self, name: &str, values: impl IntoIterator<Item = String>) -> Self {
        let values: Vec<_> = values.into_iter().collect();
        self.raw(name, &format!("[{}]", values.join(",")))
    }

    /// Adds a member whose value is an object.
    #[must_use]
    pub fn object(self, name: &str, value: &Self) -> Self {
        let value = value.to_json();
        self.raw(name, &value)
    }

    /// Adds a member whose value is JSON text that was checked before, such as [`Value`]'s.
    #[must_use]
    pub fn raw(mut self, name: &str, value: &str) -> Self {
        self.text.push(if self.text.is_empty() { '{' } else { ',' });
        self.text.push_str(&quoted(name));
        self.text.push(':');
        self.text.push_str(value);
        self
    }

    /// Adds a member where there is a value for it.
    #[must_use]
    pub fn maybe<T>(self, value: Option<T>, add: impl FnOnce(Self, T) -> Self) -> Self {
        match value {
            Some(value) => add(self, value),
            None => self,
        }
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The JSON text.
    pub fn to_json(&self) -> String {
        if self.text.is_empty() { "{}".into() } else { format!("{}}}", self.text) }
    }
}

/// JSON text in canonical form (RFC 8785); text that has none, as it is.
pub fn canonical(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parser = Parser::with_limits(Limits { depth: 128, bytes: usize::MAX });
    let written =
        parser.parse(text.as_bytes()).is_ok_and(|one| JCS_NEAREST.write(one.root(), &mut bytes).is_ok());
    if !written {
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

/// A JSON value that somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value(String);

impl Value {
    /// Takes JSON as it is, and anything else as text. What begins like an object, an array or a string must be one.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where it begins so and is not.
    pub fn typed(text: &str) -> Result<Self, Error> {
        let error = match Parser::new().parse(text.as_bytes()) {
            Ok(_) => return Ok(Self(text.trim().to_owned())),
            Err(error) => error,
        };
        if text.trim_start().starts_with(['{', '[', '"']) {
            let message = format!("`{text}` begins like JSON and is none");
            return Err(Error::new(ErrorKind::Usage, "value_invalid", message).because(error));
        }
        Ok(Self(quoted(text)))
    }

    /// Reads a file that is one JSON value.
    ///
    /// # Errors
    /// As [`read_input`], and [`ErrorKind::Input`] where it is none.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = read_input(path)?;
        let refuse =
            || Error::new(ErrorKind::Input, "json_invalid", format!("`{}` is not JSON", path.display()));
        Parser::new().parse(&bytes).map_err(|error| refuse().because(error))?;
        Ok(Self(str::from_utf8(&bytes).map_err(|_| refuse())?.trim().to_owned()))
    }

    /// The JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }

    /// The canonical bytes, which digests are of (RFC 8785).
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where a number is beyond all doubles.
    pub fn canonical(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let mut parser = Parser::new();
        let written = parser
            .parse(self.0.as_bytes())
            .ok()
            .map(|document| JCS_NEAREST.write(document.root(), &mut bytes));
        match written {
            Some(Ok(())) => Ok(bytes),
            _ => Err(Error::new(
                ErrorKind::Usage,
                "value_invalid",
                format!("`{}` has no canonical form", self.0),
            )),
        }
    }
}

/// Adds a last member to the text of an object that lacks it.
///
/// # Errors
/// [`ErrorKind::Input`] where the bytes are no JSON object, or the member is there.
pub(super) fn with_member(object: &[u8], name: &str, value: &str) -> Result<Vec<u8>, Error> {
    let refuse = |what: &str| Error::new(ErrorKind::Input, "message_invalid", format!("the message {what}"));
    let mut parser = Parser::new();
    let document = parser.parse(object).map_err(|error| refuse("is not JSON").because(error))?;
    let root = document.root();
    if root.kind() != Kind::Object {
        return Err(refuse("is no object"));
    }
    if root.get(name).is_some() {
        return Err(refuse(&format!("has a member `{name}` already")));
    }
    let open = root.span().end.saturating_sub(1);
    let mut text = object.get(..open).unwrap_or_default().to_vec();
    if !root.is_empty() {
        text.push(b',');
    }
    text.extend_from_slice(format!("{}:{value}}}", quoted(name)).as_bytes());
    Ok(text)
}

fn quoted(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len() + 2);
    let Ok(()) = Writer::new(&JCS_NEAREST, &mut bytes).string(text);
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order_and_strings_are_escaped() {
        let inner = Object::new().raw("b", "1").raw("a", "true");
        let message = Object::message("Offer", "C\"")
            .number("n", 7)
            .strings("list", &["x", "y\n"])
            .object("inner", &inner)
            .object("empty", &Object::new())
            .maybe(None::<u64>, |object, value| object.number("absent", value));
        assert_eq!(
            message.to_json(),
            r#"{"type":"Offer","from":"C\"","n":7,"list":["x","y\n"],"inner":{"b":1,"a":true},"empty":{}}"#
        );
    }

    #[test]
    fn what_is_typed_is_json_or_else_text() {
        for (typed, json) in [
            ("7", "7"),
            (" true ", "true"),
            ("{\"a\": 1}", "{\"a\": 1}"),
            ("plain text", "\"plain text\""),
            ("1 2", "\"1 2\""),
            ("", "\"\""),
        ] {
            assert_eq!(Value::typed(typed).unwrap().as_json(), json);
        }
        for typed in ["{\"a\":1", "[1,]", "\"open", "{\"a\":1,\"a\":2}"] {
            assert_eq!(Value::typed(typed).unwrap_err().kind(), ErrorKind::Usage, "{typed}");
        }
    }

    #[test]
    fn a_member_is_added_to_an_object_and_to_nothing_else() {
        let added = |object: &str| with_member(object.as_bytes(), "sig", "1");
        assert_eq!(added("{ }\n").unwrap(), b"{ \"sig\":1}");
        assert_eq!(added(" {\"a\":{}} ").unwrap(), b" {\"a\":{},\"sig\":1}");
        for refused in ["[]", "{", "{\"s\\u0069g\":1}", ""] {
            assert_eq!(added(refused).unwrap_err().kind(), ErrorKind::Input, "{refused}");
        }
    }
}
