//! What the reader knows about each array and object that it stands in.

use alloc::string::String;

use super::error::ErrorKind;
use super::pointer::{push_index, push_name};
use super::tape::{ALL_FACTS, Tag, Tape};

/// What is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Document,
    Array,
    Object,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) open: Open,
    /// Token of its head.
    pub(super) head: usize,
    /// Children finished.
    pub(super) count: usize,
    /// What holds for all that was read inside so far.
    pub(super) facts: u32,
    /// Token and key of the last name read.
    pub(super) name: usize,
    pub(super) key: u64,
}

impl Frame {
    pub(super) const DOCUMENT: Self = Self::new(Open::Document, 0);

    pub(super) const fn new(open: Open, head: usize) -> Self {
        Self { open, head, count: 0, facts: ALL_FACTS, name: 0, key: 0 }
    }

    pub(super) const fn tag(&self) -> Tag {
        match self.open {
            Open::Object => Tag::Object,
            _ => Tag::Array,
        }
    }
}

/// Where a fault lies, seen from the innermost frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// In the array or object itself: a bracket, a separator, a name.
    Itself,
    /// In the child that is being read.
    Child,
    /// In the member whose name has this token.
    Member(usize),
}

/// A reason to stop, before its pointer is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) kind: ErrorKind,
    pub(super) offset: usize,
    pub(super) place: Place,
}

impl Fault {
    pub(super) const fn new(kind: ErrorKind, offset: usize, place: Place) -> Self {
        Self { kind, offset, place }
    }

    /// Returns the fault that a byte at `offset` is, or that its absence is.
    pub(super) const fn unexpected(byte: Option<&u8>, offset: usize, place: Place) -> Self {
        let kind = if byte.is_none() { ErrorKind::UnexpectedEnd } else { ErrorKind::Syntax };
        Self { kind, offset, place }
    }

    pub(super) const fn within(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// Spells the pointer of the place, given the frames from the outside in.
    pub(super) fn pointer(self, outer: &[Frame], inner: &Frame, tape: Tape<'_>) -> String {
        let mut pointer = String::new();
        for frame in outer {
            push_child(&mut pointer, frame, tape);
        }
        match self.place {
            Place::Itself => {}
            Place::Child => push_child(&mut pointer, inner, tape),
            Place::Member(name) => push_member(&mut pointer, name, tape),
        }
        pointer
    }
}

fn push_child(pointer: &mut String, frame: &Frame, tape: Tape<'_>) {
    match frame.open {
        Open::Document => {}
        Open::Array => push_index(pointer, frame.count),
        Open::Object => push_member(pointer, frame.name, tape),
    }
}

fn push_member(pointer: &mut String, name: usize, tape: Tape<'_>) {
    push_name(pointer, &tape.text(name));
}
