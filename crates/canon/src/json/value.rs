//! Reading a parsed document: values are small copies that point into the tape.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::number::Number;
use super::pointer;
use super::tape::{Tag, Tape};

/// A parsed document. Lives as long as the parser is not used again.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    tape: Tape<'a>,
}

impl<'a> Document<'a> {
    pub(super) const fn new(tape: Tape<'a>) -> Self {
        Self { tape }
    }

    /// Returns the one value that the document is.
    #[must_use]
    pub const fn root(&self) -> Value<'a> {
        Value { tape: self.tape, index: 0 }
    }

    /// Returns the bytes that were parsed, white space around the value included.
    #[must_use]
    pub const fn source(&self) -> &'a [u8] {
        self.tape.source().as_bytes()
    }
}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Document").field(&self.tape.source()).finish()
    }
}

/// The kinds of values (RFC 8259 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// One value of a document.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    tape: Tape<'a>,
    index: usize,
}

impl<'a> Value<'a> {
    pub(crate) const fn tape(self) -> Tape<'a> {
        self.tape
    }

    /// The index of its token; for a member's value, the token before it is the name.
    pub(crate) const fn index(self) -> usize {
        self.index
    }

    /// Returns the value of the same document whose token has this index.
    pub(crate) const fn at(self, index: usize) -> Self {
        Self { tape: self.tape, index }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.tape.tag(self.index) {
            Tag::Null => Kind::Null,
            Tag::False | Tag::True => Kind::Boolean,
            Tag::Number => Kind::Number,
            Tag::String => Kind::String,
            Tag::Array => Kind::Array,
            Tag::Object => Kind::Object,
        }
    }

    /// Returns the truth value of a boolean.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.tape.tag(self.index) {
            Tag::False => Some(false),
            Tag::True => Some(true),
            _ => None,
        }
    }

    /// Returns what a string stands for; borrowed where its spelling has no escape.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        (self.tape.tag(self.index) == Tag::String).then(|| self.tape.text(self.index))
    }

    /// Returns a number.
    #[must_use]
    pub fn as_number(self) -> Option<Number<'a>> {
        (self.tape.tag(self.index) == Tag::Number).then(|| Number::new(self.tape.spelling(self.index)))
    }

    /// Returns the elements of an array in order; none for any other kind.
    #[must_use]
    pub fn elements(self) -> Elements<'a> {
        let is_array = self.tape.tag(self.index) == Tag::Array;
        Elements { tape: self.tape, next: self.index + 2, left: if is_array { self.len() } else { 0 } }
    }

    /// Returns the members of an object in source order; none for any other kind.
    #[must_use]
    pub fn members(self) -> Members<'a> {
        let is_object = self.tape.tag(self.index) == Tag::Object;
        Members { tape: self.tape, next: self.index + 2, left: if is_object { self.len() } else { 0 } }
    }

    /// Returns the value of the member with this name. Linear in the members, whatever they hold.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'a>> {
        let mut members = self.members();
        while let Some((at, value)) = members.step() {
            if self.tape.is_name(at, name) {
                return Some(value);
            }
        }
        None
    }

    /// Returns the number of elements or members; 0 for a scalar.
    #[must_use]
    pub fn len(self) -> usize {
        self.tape.count(self.index)
    }

    /// Tells whether there are no elements or members; true for a scalar.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the range of bytes in the source that spells the value.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.tape.span(self.index)
    }

    /// Returns the RFC 6901 pointer of the value in its document. Linear in the document.
    #[must_use]
    pub fn pointer(self) -> String {
        pointer::of(self.tape, self.index)
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Value").field(&self.tape.spelling(self.index)).finish()
    }
}

/// The elements of an array, in order.
#[derive(Clone)]
pub struct Elements<'a> {
    tape: Tape<'a>,
    next: usize,
    left: usize,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        self.left = self.left.checked_sub(1)?;
        let value = Value { tape: self.tape, index: self.next };
        self.next = self.tape.next(self.next);
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Elements<'_> {}

impl fmt::Debug for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The members of an object, in source order, with their names decoded.
#[derive(Clone)]
pub struct Members<'a> {
    tape: Tape<'a>,
    next: usize,
    left: usize,
}

impl<'a> Members<'a> {
    /// Returns the name's token and the value.
    pub(crate) fn step(&mut self) -> Option<(usize, Value<'a>)> {
        self.left = self.left.checked_sub(1)?;
        let name = self.next;
        self.next = self.tape.next(name + 1);
        Some((name, Value { tape: self.tape, index: name + 1 }))
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, value) = self.step()?;
        Some((self.tape.text(name), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Members<'_> {}

impl fmt::Debug for Members<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}
