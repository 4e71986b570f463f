//! Canonical bytes of values and of objects without some members (DEAL 2.3; RFC 8785).

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use actum_canon::digest::{self, Sha256};
use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::Value;

use crate::error::Rule;

/// Appends the canonical bytes of a value.
///
/// # Errors
///
/// A number is beyond the greatest double.
pub(crate) fn write(value: Value<'_>, out: &mut Vec<u8>) -> Result<(), Rule> {
    JCS_NEAREST.write(value, out).map_err(|_| Rule::NumberOutOfRange)
}

/// Returns the canonical bytes of a value.
///
/// # Errors
///
/// As [`write()`].
pub(crate) fn bytes(value: Value<'_>) -> Result<Vec<u8>, Rule> {
    let mut out = Vec::new();
    write(value, &mut out)?;
    Ok(out)
}

/// Returns the digest of a value's canonical bytes.
///
/// # Errors
///
/// As [`write()`].
pub(crate) fn digest(value: Value<'_>) -> Result<Sha256, Rule> {
    Ok(digest::sha256(&bytes(value)?))
}

/// A member of an object, and where its canonical bytes stand.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) value: Value<'a>,
    /// The name with its quotes, the colon and the value.
    whole: Range<usize>,
    /// The value.
    bare: Range<usize>,
}

/// An object whose canonical bytes were written once, so that parts of it can be compared and digested.
#[derive(Debug)]
pub(crate) struct Object<'a> {
    /// In canonical order.
    members: Vec<Member<'a>>,
    bytes: Vec<u8>,
}

impl<'a> Object<'a> {
    /// Writes an object into `bytes`, which is emptied first and can be had back by [`Self::into_bytes`].
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub(crate) fn new(object: Value<'a>, mut bytes: Vec<u8>) -> Result<Self, Rule> {
        bytes.clear();
        bytes.reserve(object.span().len());
        let mut members: Vec<Member<'a>> =
            object.members().map(|(name, value)| Member { name, value, whole: 0..0, bare: 0..0 }).collect();
        members.sort_unstable_by(|a, b| JCS_NEAREST.compare_names(&a.name, &b.name));
        bytes.push(b'{');
        for (index, member) in members.iter_mut().enumerate() {
            if index > 0 {
                bytes.push(b',');
            }
            let start = bytes.len();
            let Ok(()) = Writer::new(&JCS_NEAREST, &mut bytes).string(&member.name);
            bytes.push(b':');
            let bare = bytes.len();
            write(member.value, &mut bytes)?;
            member.whole = start..bytes.len();
            member.bare = bare..bytes.len();
        }
        bytes.push(b'}');
        Ok(Self { members, bytes })
    }

    /// The canonical bytes of the whole object.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives the buffer back.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.member(name).map(|member| member.value)
    }

    /// Returns the canonical bytes of a member's value.
    pub(crate) fn bytes_of(&self, name: &str) -> Option<&[u8]> {
        self.member(name).and_then(|member| self.bytes.get(member.bare.clone()))
    }

    /// Appends the canonical bytes of the object without the members that `left_out` tells.
    pub(crate) fn write_without(&self, left_out: impl Fn(&str) -> bool, out: &mut Vec<u8>) {
        self.write_parts(left_out, out, |_, _| ());
    }

    /// Does what [`Self::write_without`] does, and tells where each value landed in `out`.
    pub(crate) fn write_parts(
        &self,
        left_out: impl Fn(&str) -> bool,
        out: &mut Vec<u8>,
        mut landed: impl FnMut(&str, Range<usize>),
    ) {
        out.push(b'{');
        let mut first = true;
        for member in self.members.iter().filter(|member| !left_out(&member.name)) {
            if !first {
                out.push(b',');
            }
            first = false;
            out.extend_from_slice(self.bytes.get(member.whole.clone()).unwrap_or_default());
            landed(&member.name, out.len() - member.bare.len()..out.len());
        }
        out.push(b'}');
    }

    /// Returns the digest of what [`Self::write_without`] writes.
    pub(crate) fn digest_without(&self, left_out: impl Fn(&str) -> bool) -> Sha256 {
        if !self.members.iter().any(|member| left_out(&member.name)) {
            return digest::sha256(&self.bytes);
        }
        let mut out = Vec::with_capacity(self.bytes.len());
        self.write_without(left_out, &mut out);
        digest::sha256(&out)
    }

    fn member(&self, name: &str) -> Option<&Member<'a>> {
        self.members.iter().find(|member| member.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    fn object(source: &str, check: impl FnOnce(Object<'_>)) {
        let mut parser = Parser::new();
        let document = parser.parse(source.as_bytes()).unwrap();
        check(Object::new(document.root(), Vec::new()).unwrap());
    }

    #[test]
    fn an_object_is_written_as_rfc_8785_has_it() {
        let source = "{\"\u{FB33}\":1e2, \"\u{1F600}\":[ ], \"b\\u0061\":{\"z\":1,\"a\":2}, \"\":null}";
        object(source, |object| {
            let mut parser = Parser::new();
            let whole = bytes(parser.parse(source.as_bytes()).unwrap().root()).unwrap();
            assert_eq!(object.bytes(), whole);
            assert_eq!(object.bytes_of("ba"), Some(&br#"{"a":2,"z":1}"#[..]));
        });
    }

    #[test]
    fn members_are_left_out_with_their_commas() {
        object(r#"{"c":3,"a":1,"b":2}"#, |object| {
            for (left_out, rest) in [
                ("", r#"{"a":1,"b":2,"c":3}"#),
                ("a", r#"{"b":2,"c":3}"#),
                ("b", r#"{"a":1,"c":3}"#),
                ("abc", "{}"),
            ] {
                let mut out = Vec::new();
                object.write_without(|name| left_out.contains(name), &mut out);
                assert_eq!(out, rest.as_bytes());
                assert_eq!(object.digest_without(|name| left_out.contains(name)), digest::sha256(&out));
            }
        });
    }
}
