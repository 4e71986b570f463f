//! `json.dumps` of CPython, as far as published constructions use it.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::float::repr;
use crate::json::{Elements, Kind, Members, Number, Value};

/// How `json.dumps` is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dumps {
    /// `separators=(",", ":")` instead of a space behind each.
    pub compact: bool,
    /// `ensure_ascii`: escapes for everything beyond `~`.
    pub ascii: bool,
    /// `sort_keys`: members by the code points of their names instead of as they come.
    pub sorted: bool,
    /// Numbers with a point or exponent become strings that hold their `repr`.
    pub float_text: bool,
}

impl Dumps {
    /// Appends a value.
    ///
    /// # Errors
    ///
    /// [`NotFinite`] for a number beyond the greatest double, which `json.dumps` writes as no JSON.
    pub fn value(&self, value: Value<'_>, out: &mut Vec<u8>) -> Result<(), NotFinite> {
        let mut open: Vec<Frame<'_>> = Vec::new();
        let mut next = Some(value);
        loop {
            if let Some(value) = next.take() {
                match value.kind() {
                    Kind::Null => out.extend_from_slice(b"null"),
                    Kind::Boolean => self.boolean(value.as_bool() == Some(true), out),
                    Kind::Number => self.number(value.as_number(), out)?,
                    Kind::String => self.string(&value.as_str().unwrap_or_default(), out),
                    Kind::Array => {
                        out.push(b'[');
                        open.push(Frame { first: true, children: Children::Elements(value.elements()) });
                    }
                    Kind::Object => {
                        out.push(b'{');
                        open.push(Frame { first: true, children: self.members(value) });
                    }
                }
            }
            let Some(frame) = open.last_mut() else {
                return Ok(());
            };
            let Some((name, child)) = frame.children.next() else {
                out.push(if matches!(frame.children, Children::Elements(_)) { b']' } else { b'}' });
                open.pop();
                continue;
            };
            if !frame.first {
                self.item_separator(out);
            }
            frame.first = false;
            if let Some(name) = name {
                self.name(&name, out);
            }
            next = Some(child);
        }
    }

    /// Appends what stands between elements and between members.
    pub fn item_separator(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.compact { b"," } else { b", " });
    }

    /// Appends a member name and what stands behind it.
    pub fn name(&self, name: &str, out: &mut Vec<u8>) {
        self.string(name, out);
        out.extend_from_slice(if self.compact { b":" } else { b": " });
    }

    /// Appends a string.
    pub fn string(&self, text: &str, out: &mut Vec<u8>) {
        out.push(b'"');
        for c in text.chars() {
            match c {
                '"' => out.extend_from_slice(b"\\\""),
                '\\' => out.extend_from_slice(b"\\\\"),
                '\n' => out.extend_from_slice(b"\\n"),
                '\r' => out.extend_from_slice(b"\\r"),
                '\t' => out.extend_from_slice(b"\\t"),
                '\u{8}' => out.extend_from_slice(b"\\b"),
                '\u{C}' => out.extend_from_slice(b"\\f"),
                c if c < ' ' || (self.ascii && c > '~') => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        out.extend_from_slice(alloc::format!("\\u{unit:04x}").as_bytes());
                    }
                }
                c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        out.push(b'"');
    }

    fn boolean(&self, truth: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(if truth { b"true" } else { b"false" });
    }

    fn number(&self, number: Option<Number<'_>>, out: &mut Vec<u8>) -> Result<(), NotFinite> {
        let number = number.ok_or(NotFinite)?;
        let spelling = number.as_str();
        if !spelling.contains(['.', 'e', 'E']) {
            out.extend_from_slice(if spelling == "-0" { b"0" } else { spelling.as_bytes() });
            return Ok(());
        }
        let text = repr(number.to_f64()).ok_or(NotFinite)?;
        if self.float_text {
            self.string(&text, out);
        } else {
            out.extend_from_slice(text.as_bytes());
        }
        Ok(())
    }

    fn members<'a>(&self, object: Value<'a>) -> Children<'a> {
        if !self.sorted {
            return Children::Members(object.members());
        }
        let mut members: Vec<_> = object.members().collect();
        members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Children::Sorted(members.into_iter())
    }
}

struct Frame<'a> {
    first: bool,
    children: Children<'a>,
}

enum Children<'a> {
    Elements(Elements<'a>),
    Members(Members<'a>),
    Sorted(vec::IntoIter<(Cow<'a, str>, Value<'a>)>),
}

impl<'a> Children<'a> {
    fn next(&mut self) -> Option<(Option<Cow<'a, str>>, Value<'a>)> {
        match self {
            Self::Elements(elements) => Some((None, elements.next()?)),
            Self::Members(members) => members.next().map(|(name, value)| (Some(name), value)),
            Self::Sorted(members) => members.next().map(|(name, value)| (Some(name), value)),
        }
    }
}

/// A number is beyond the greatest double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("number that a double does not hold")
    }
}

impl core::error::Error for NotFinite {}
