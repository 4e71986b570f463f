//! Strict reading of manifests: every member is known, of the right kind, and a refusal names its place.

use std::borrow::Cow;
use std::fmt;

use actum_canon::digest::Sha256;
use actum_canon::encode::TMPA_S04;
use actum_canon::json::{Kind, Limits, Parser, Value};

/// Why a document of a suite cannot be used: where, and which rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pointer: String,
    message: String,
}

impl Refusal {
    pub(super) fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }

    pub(super) fn at(value: Value<'_>, message: impl Into<String>) -> Self {
        Self::new(value.pointer(), message)
    }

    /// The RFC 6901 pointer of the value that cannot stand.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            out.write_str(&self.message)
        } else {
            write!(out, "at `{}`: {}", self.pointer, self.message)
        }
    }
}

impl std::error::Error for Refusal {}

/// What the judge itself reads at most. A subject's envelope may be as deep as a source (TMPA 4.2 leaves the limit to
/// profiles), and an observation nests it a little further.
pub(super) const LIMITS: Limits = Limits { depth: 192, bytes: 127 << 20 };

/// Parses a document and hands its root on.
pub(super) fn document<T>(
    bytes: &[u8],
    read: impl FnOnce(Value<'_>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let mut parser = Parser::with_limits(LIMITS);
    let document = parser.parse(bytes).map_err(|error| {
        Refusal::new(error.pointer(), format!("{} at byte {}", error.kind(), error.offset()))
    })?;
    read(document.root())
}

/// Checks that `value` is an object of `known` members and nothing else.
pub(super) fn object(value: Value<'_>, known: &[&str]) -> Result<(), Refusal> {
    if value.kind() != Kind::Object {
        return Err(Refusal::at(value, "must be an object"));
    }
    match value.members().find(|(name, _)| !known.contains(&name.as_ref())) {
        Some((name, member)) => Err(Refusal::at(member, format!("the member `{name}` is unknown"))),
        None => Ok(()),
    }
}

pub(super) fn member<'a>(value: Value<'a>, name: &str) -> Result<Value<'a>, Refusal> {
    value.get(name).ok_or_else(|| Refusal::at(value, format!("the member `{name}` is missing")))
}

/// The text that `value` is, which may not be empty.
pub(super) fn as_text(value: Value<'_>) -> Result<String, Refusal> {
    let text = value.as_str().ok_or_else(|| Refusal::at(value, "must be a string"))?;
    if text.is_empty() { Err(Refusal::at(value, "must not be empty")) } else { Ok(text.into_owned()) }
}

pub(super) fn text(value: Value<'_>, name: &str) -> Result<String, Refusal> {
    as_text(member(value, name)?)
}

/// A text that has to be one particular word.
pub(super) fn word(value: Value<'_>, name: &str, expected: &str) -> Result<(), Refusal> {
    let found = member(value, name)?;
    match found.as_str() {
        Some(text) if text == expected => Ok(()),
        _ => Err(Refusal::at(found, format!("must be `{expected}`"))),
    }
}

pub(super) fn as_digest(value: Value<'_>) -> Result<Sha256, Refusal> {
    let digest = value.as_str().and_then(|text| Sha256::parse(&text));
    digest.ok_or_else(|| Refusal::at(value, "must be `sha256:` and 64 lower-case hexadecimal digits"))
}

pub(super) fn digest(value: Value<'_>, name: &str) -> Result<Sha256, Refusal> {
    as_digest(member(value, name)?)
}

pub(super) fn boolean(value: Value<'_>, name: &str) -> Result<bool, Refusal> {
    let found = member(value, name)?;
    found.as_bool().ok_or_else(|| Refusal::at(found, "must be true or false"))
}

pub(super) fn as_integer(value: Value<'_>) -> Result<u64, Refusal> {
    let number = value.as_number().and_then(|number| number.as_u64());
    number.ok_or_else(|| Refusal::at(value, "must be an integer from 0 to 2^53 - 1"))
}

/// The elements of a member that is an array.
pub(super) fn elements<'a>(
    value: Value<'a>,
    name: &str,
) -> Result<impl Iterator<Item = Value<'a>> + use<'a>, Refusal> {
    let found = member(value, name)?;
    if found.kind() == Kind::Array {
        Ok(found.elements())
    } else {
        Err(Refusal::at(found, "must be an array"))
    }
}

pub(super) fn texts(value: Value<'_>, name: &str) -> Result<Vec<String>, Refusal> {
    elements(value, name)?.map(as_text).collect()
}

/// A path inside its folder on every system: relative, `/` between the parts, no `.` or `..`.
pub(super) fn path(value: Value<'_>, name: &str) -> Result<String, Refusal> {
    let found = member(value, name)?;
    let path = as_text(found)?;
    let plain = |part: &str| {
        !matches!(part, "" | "." | "..") && !part.contains(['\\', ':']) && !part.contains(char::is_control)
    };
    if path.split('/').all(plain) {
        Ok(path)
    } else {
        Err(Refusal::at(found, "must be a relative path with `/` between its parts, without `.` and `..`"))
    }
}

/// The canonical bytes of a value, without the final line feed; the encoding refuses numbers that it would change.
pub(super) fn canonical(value: Value<'_>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    TMPA_S04.write(value, &mut bytes).ok()?;
    bytes.pop();
    Some(bytes)
}

/// As [`canonical`], for a manifest, where such a number is a refusal.
pub(super) fn fixed(value: Value<'_>) -> Result<Vec<u8>, Refusal> {
    canonical(value).ok_or_else(|| Refusal::at(value, "holds a number that canonical bytes would change"))
}

/// The text of a member where it is one.
pub(super) fn lenient<'a>(value: Value<'a>, name: &str) -> Option<Cow<'a, str>> {
    value.get(name)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, read: impl FnOnce(Value<'_>) -> Result<(), Refusal>) -> String {
        document(text.as_bytes(), read).unwrap_err().to_string()
    }

    #[test]
    fn a_refusal_names_place_and_rule() {
        assert_eq!(
            refused(r#"{"a":1,"b":2}"#, |root| object(root, &["a"])),
            "at `/b`: the member `b` is unknown"
        );
        assert_eq!(refused("[]", |root| object(root, &[])), "must be an object");
        assert_eq!(refused("{}", |root| text(root, "a").map(drop)), "the member `a` is missing");
        assert_eq!(refused(r#"{"a":""}"#, |root| text(root, "a").map(drop)), "at `/a`: must not be empty");
        assert_eq!(refused(r#"{"a":{"b":1},}"#, |_| Ok(())), "not JSON at byte 13");
    }

    #[test]
    fn a_path_never_leaves_its_folder() {
        let path_of = |path_text: &str| {
            let text = format!("{{\"p\":\"{path_text}\"}}");
            document(text.as_bytes(), |root| path(root, "p"))
        };
        assert_eq!(path_of("a/b-1/c.json").unwrap(), "a/b-1/c.json");
        for bad in ["", "/a", "a/", "a//b", "./a", "a/..", "c:/x", "a\\\\b", "a\\u0000"] {
            assert!(path_of(bad).is_err(), "{bad}");
        }
    }
}
