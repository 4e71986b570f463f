//! Writing a parsed value: a loop with its own stack. What is canonical already is copied in one piece.

use alloc::vec::Vec;
use core::ops::Range;

use super::members::{self, Member};
use super::number::{self, Numbers};
use super::text;
use crate::json::{Kind, NameOrder, Tape, Value};

/// The value at which writing stopped: its token.
pub(super) struct Refused(pub(super) usize);

/// What the positions of a frame count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Children {
    /// Tokens of an array.
    Elements,
    /// Tokens of an object whose names stand in order.
    Members,
    /// Places among the sorted members.
    Sorted,
}

/// An array or object that is being written.
struct Frame {
    children: Children,
    first: usize,
    next: usize,
    end: usize,
}

pub(super) struct Walk<'o> {
    order: NameOrder,
    numbers: Numbers,
    pub(super) out: &'o mut Vec<u8>,
    frames: Vec<Frame>,
    /// Members of the open objects that had to be sorted, outer objects first.
    sorted: Vec<Member>,
}

impl<'o> Walk<'o> {
    pub(super) const fn new(order: NameOrder, numbers: Numbers, out: &'o mut Vec<u8>) -> Self {
        Self { order, numbers, out, frames: Vec::new(), sorted: Vec::new() }
    }

    /// Appends a value.
    pub(super) fn value(&mut self, root: Value<'_>) -> Result<(), Refused> {
        let above = self.frames.len();
        self.begin(root)?;
        while self.frames.len() > above {
            if let Some(child) = self.next_child(root.tape()) {
                self.begin(root.at(child))?;
            }
        }
        Ok(())
    }

    /// Appends the members of an object through `member`, which gets the walk, the place and the value.
    ///
    /// `member` writes the comma, the name and the value itself.
    pub(super) fn each_member<'a>(
        &mut self,
        object: Value<'a>,
        mut member: impl FnMut(&mut Self, bool, Value<'a>) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let range = self.sort(object);
        self.out.push(b'{');
        for place in range.clone() {
            if let Some(sorted) = self.sorted.get(place) {
                let value = object.at(sorted.name + 1);
                member(self, place == range.start, value)?;
            }
        }
        self.out.push(b'}');
        self.sorted.truncate(range.start);
        Ok(())
    }

    /// Appends a comma unless the member is the first, its name and the colon.
    pub(super) fn name(&mut self, first: bool, tape: Tape<'_>, name: usize) {
        if !first {
            self.out.push(b',');
        }
        if tape.is_canonical(name, self.order) {
            self.out.extend_from_slice(tape.spelling(name).as_bytes());
        } else {
            let Ok(()) = text::put(&tape.text(name), self.out);
        }
        self.out.push(b':');
    }

    fn sort(&mut self, object: Value<'_>) -> Range<usize> {
        let start = self.sorted.len();
        members::sort(object, self.order, &mut self.sorted);
        start..self.sorted.len()
    }

    /// Appends a scalar or a canonical value whole, or opens an array or object.
    fn begin(&mut self, value: Value<'_>) -> Result<(), Refused> {
        let (tape, index) = (value.tape(), value.index());
        if tape.is_canonical(index, self.order) {
            self.out.extend_from_slice(tape.spelling(index).as_bytes());
            return Ok(());
        }
        match value.kind() {
            Kind::Array => self.open(b'[', Children::Elements, tape.inside(index)),
            Kind::Object if tape.has_sorted_names(index, self.order) => {
                self.open(b'{', Children::Members, tape.inside(index));
            }
            Kind::Object => {
                let range = self.sort(value);
                self.open(b'{', Children::Sorted, range);
            }
            Kind::String => {
                let Ok(()) = text::put(&tape.text(index), self.out);
            }
            Kind::Number => {
                if let Some(spelled) = value.as_number() {
                    number::put(spelled, self.numbers, self.out).map_err(|_| Refused(index))?;
                }
            }
            // These have one spelling each and were copied above.
            Kind::Null | Kind::Boolean => {}
        }
        Ok(())
    }

    fn open(&mut self, bracket: u8, children: Children, range: Range<usize>) {
        self.out.push(bracket);
        self.frames.push(Frame { children, first: range.start, next: range.start, end: range.end });
    }

    /// Leads up to the next child of the innermost frame, or closes the frame.
    fn next_child(&mut self, tape: Tape<'_>) -> Option<usize> {
        let frame = self.frames.last_mut()?;
        let (children, place, first) = (frame.children, frame.next, frame.next == frame.first);
        if place >= frame.end {
            if children == Children::Sorted {
                self.sorted.truncate(frame.first);
            }
            self.out.push(if children == Children::Elements { b']' } else { b'}' });
            self.frames.pop();
            return None;
        }
        let value = match children {
            Children::Elements => place,
            Children::Members => place + 1,
            Children::Sorted => self.sorted.get(place)?.name + 1,
        };
        frame.next = if children == Children::Sorted { place + 1 } else { tape.next(value) };
        if children != Children::Elements {
            self.name(first, tape, value - 1);
        } else if !first {
            self.out.push(b',');
        }
        Some(value)
    }
}
