//! The one pass over a text: a loop with its own stack of frames (RFC 8259 2 to 5).

use alloc::string::String;
use alloc::vec::Vec;

use super::duplicate::{self, Keyed};
use super::error::ErrorKind;
use super::frame::{Fault, Frame, Open, Place};
use super::key::{starts_with_digit, window};
use super::scan;
use super::tape::{
    ECMASCRIPT_INSIDE, ECMASCRIPT_NAMES, ESCAPED, INHERITED, TIGHT, Tag, Tape, Token, UTF16_INSIDE,
    UTF16_NAMES, VERBATIM,
};
use crate::order;

/// Memory that a parser keeps between documents.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub(super) tape: Vec<Token>,
    outer: Vec<Frame>,
    names: Vec<Keyed>,
}

/// Tokens and names that are kept room for, however small the documents are.
const KEPT: usize = 1 << 16;

impl Scratch {
    /// Empties the memory, and gives back what one great document left and this one cannot need.
    fn begin(&mut self, bytes: usize) {
        self.tape.clear();
        self.outer.clear();
        self.names.clear();
        self.tape.shrink_to(bytes.max(KEPT));
        self.names.shrink_to(bytes.max(KEPT));
    }
}

pub(super) struct Reader<'s, 'a> {
    text: &'a str,
    bytes: &'a [u8],
    depth: usize,
    frame: Frame,
    scratch: &'s mut Scratch,
}

// The offset of the next byte travels as an argument and a result: kept in the reader, it would go through memory
// at every step.
impl<'s, 'a> Reader<'s, 'a> {
    pub(super) fn new(text: &'a str, depth: usize, scratch: &'s mut Scratch) -> Self {
        scratch.begin(text.len());
        Self { text, bytes: text.as_bytes(), depth, frame: Frame::DOCUMENT, scratch }
    }

    /// Spells the pointer of a fault that reading has just returned.
    pub(super) fn pointer(&self, fault: Fault) -> String {
        fault.pointer(&self.scratch.outer, &self.frame, Tape::new(&self.scratch.tape, self.text))
    }

    /// Reads the whole text into the tape.
    pub(super) fn read(&mut self) -> Result<(), Fault> {
        let mut at = scan::space(self.bytes, 0);
        if at == self.bytes.len() {
            return Err(Fault::new(ErrorKind::Empty, at, Place::Itself));
        }
        loop {
            at = self.value(at)?;
            match self.advance(at)? {
                Some(next) => at = next,
                None => return Ok(()),
            }
        }
    }

    /// Reads a scalar, or opens arrays and objects down to the first scalar or to an empty one.
    #[inline]
    fn value(&mut self, mut at: usize) -> Result<usize, Fault> {
        loop {
            let byte = self.bytes.get(at);
            return match byte {
                Some(b'"') => {
                    let (end, facts) = scan::string(self.bytes, at)?;
                    Ok(self.scalar(Tag::String, facts, at, end))
                }
                Some(b'{') => {
                    at = self.open(Open::Object, at)?;
                    if self.bytes.get(at) != Some(&b'}') {
                        at = self.name(at)?;
                        continue;
                    }
                    self.close(at)
                }
                Some(b'[') => {
                    at = self.open(Open::Array, at)?;
                    if self.bytes.get(at) != Some(&b']') {
                        continue;
                    }
                    self.close(at)
                }
                Some(b'-' | b'0'..=b'9') => {
                    let (end, facts) = scan::number(self.bytes, at)?;
                    Ok(self.scalar(Tag::Number, facts, at, end))
                }
                Some(b't') => self.literal(Tag::True, b"true", at),
                Some(b'f') => self.literal(Tag::False, b"false", at),
                Some(b'n') => self.literal(Tag::Null, b"null", at),
                _ => Err(Fault::unexpected(byte, at, Place::Child)),
            };
        }
    }

    /// Goes from the end of a value to the start of the next, closing what ends between; none at the end.
    #[inline]
    fn advance(&mut self, mut at: usize) -> Result<Option<usize>, Fault> {
        loop {
            at = self.skip(at);
            let byte = self.bytes.get(at);
            match (self.frame.open, byte) {
                (Open::Object, Some(b',')) => {
                    at = self.skip(at + 1);
                    return self.name(at).map(Some);
                }
                (Open::Array, Some(b',')) => return Ok(Some(self.skip(at + 1))),
                (Open::Object, Some(b'}')) | (Open::Array, Some(b']')) => at = self.close(at)?,
                (Open::Document, None) => return Ok(None),
                (Open::Document, Some(_)) => {
                    return Err(Fault::new(ErrorKind::TrailingData, at, Place::Itself));
                }
                _ => return Err(Fault::unexpected(byte, at, Place::Itself)),
            }
        }
    }

    #[inline]
    fn skip(&mut self, at: usize) -> usize {
        let past = scan::space(self.bytes, at);
        if past != at {
            self.frame.facts &= !TIGHT;
        }
        past
    }

    #[inline]
    fn scalar(&mut self, tag: Tag, facts: u32, start: usize, end: usize) -> usize {
        self.scratch.tape.push(Token::new(tag, facts, start, end - start));
        self.frame.count += 1;
        if facts & VERBATIM == 0 {
            self.frame.facts &= !TIGHT;
        }
        end
    }

    fn literal(&mut self, tag: Tag, word: &[u8], at: usize) -> Result<usize, Fault> {
        let end = scan::literal(self.bytes, at, word)?;
        Ok(self.scalar(tag, VERBATIM, at, end))
    }

    fn open(&mut self, open: Open, at: usize) -> Result<usize, Fault> {
        if self.scratch.outer.len() >= self.depth {
            return Err(Fault::new(ErrorKind::TooDeep, at, Place::Child));
        }
        let frame = Frame::new(open, self.scratch.tape.len());
        self.scratch.tape.extend([Token::new(frame.tag(), 0, at, 0), Token::NULL]);
        self.scratch.outer.push(self.frame);
        self.frame = frame;
        Ok(self.skip(at + 1))
    }

    fn close(&mut self, at: usize) -> Result<usize, Fault> {
        let frame = self.frame;
        let end = at + 1;
        let next = self.scratch.tape.len();
        if let Some([head, tail]) = self.scratch.tape.get_mut(frame.head..frame.head + 2) {
            *head = Token::new(frame.tag(), 0, head.at(), frame.count);
            *tail = Token::tail(next, end, frame.facts);
        }
        if frame.facts & (UTF16_NAMES | ECMASCRIPT_NAMES) == 0 {
            self.refuse_duplicates()?;
        }
        self.frame = self.scratch.outer.pop().unwrap_or(Frame::DOCUMENT);
        self.frame.count += 1;
        self.frame.facts &= frame.facts | !INHERITED;
        Ok(end)
    }

    #[inline(never)]
    fn refuse_duplicates(&mut self) -> Result<(), Fault> {
        let tape = Tape::new(&self.scratch.tape, self.text);
        match duplicate::find(tape, self.frame.head, &mut self.scratch.names) {
            Some(name) => {
                Err(Fault::new(ErrorKind::DuplicateName, tape.span(name).start, Place::Member(name)))
            }
            None => Ok(()),
        }
    }

    /// Reads a member's name and the colon behind it.
    #[inline]
    fn name(&mut self, start: usize) -> Result<usize, Fault> {
        let byte = self.bytes.get(start);
        if byte != Some(&b'"') {
            return Err(Fault::unexpected(byte, start, Place::Itself));
        }
        let (end, facts) = scan::string(self.bytes, start).map_err(|fault| fault.within(Place::Itself))?;
        let name = self.scratch.tape.len();
        self.scratch.tape.push(Token::new(Tag::String, facts, start, end - start));
        if facts & VERBATIM == 0 {
            self.frame.facts &= !TIGHT;
        }
        if self.frame.facts & (UTF16_NAMES | ECMASCRIPT_NAMES) != 0 {
            let key = match facts & ESCAPED {
                0 => window(self.bytes, start + 1, end - start - 2),
                _ => Tape::new(&self.scratch.tape, self.text).key(name),
            };
            self.note_order(name, key);
        }
        self.frame.name = name;

        let at = self.skip(end);
        let byte = self.bytes.get(at);
        if byte != Some(&b':') {
            return Err(Fault::unexpected(byte, at, Place::Itself));
        }
        Ok(self.skip(at + 1))
    }

    /// Takes back what a name and the one before it refute. Names ascend strictly or not at all.
    #[inline]
    fn note_order(&mut self, name: usize, key: u64) {
        let frame = &mut self.frame;
        if frame.count > 0 {
            let index_like = starts_with_digit(key) || starts_with_digit(frame.key);
            if key == frame.key || index_like {
                let tape = Tape::new(&self.scratch.tape, self.text);
                frame.facts &= undisputed(tape, frame.name, name);
            } else if key < frame.key {
                frame.facts &= !(UTF16_NAMES | UTF16_INSIDE | ECMASCRIPT_NAMES | ECMASCRIPT_INSIDE);
            }
        }
        frame.key = key;
    }
}

/// Returns the facts that two names in a row leave standing.
#[inline(never)]
fn undisputed(tape: Tape<'_>, earlier: usize, later: usize) -> u32 {
    let mut left = u32::MAX;
    if tape.compare_names(earlier, later).is_ge() {
        left &= !(UTF16_NAMES | UTF16_INSIDE);
    }
    if order::ecmascript(&tape.text(earlier), &tape.text(later)).is_ge() {
        left &= !(ECMASCRIPT_NAMES | ECMASCRIPT_INSIDE);
    }
    left
}

#[cfg(test)]
mod tests {
    use crate::json::{NameOrder, Parser};

    #[test]
    fn canonical_form_is_noted_exactly() {
        for (source, utf16, ecmascript) in [
            (" 1 ", true, true),
            ("1.0", false, false),
            ("-0", false, false),
            (r#""\n\u0001""#, true, true),
            (r#""\u000a""#, false, false),
            (r#"{"a":1,"b":[{},[]]}"#, true, true),
            (r#"{"a":1, "b":2}"#, false, false),
            (r#"{"a":[ ]}"#, false, false),
            (r#"{"b":1,"a":2}"#, false, false),
            (r#"[{"b":1,"a":2}]"#, false, false),
            (r#"[{"b":1,"a":2},{}]"#, false, false),
            (r#"{"\u0061":1}"#, false, false),
            (r#"{"9":1,"10":2}"#, false, true),
            (r#"{"10":2,"9":1}"#, true, false),
            (r#"{"9":1,"!":2}"#, false, true),
            (r#"{"!":2,"9":1}"#, true, false),
            (r#"{"01":1,"1":2}"#, true, false),
            (r#"{"1":2,"01":1,"a":3}"#, false, true),
            (r#"{"x":{"9":1,"10":2},"y":0}"#, false, true),
            (r#"{"abcdefgh1":1,"abcdefgh2":2}"#, true, true),
            (r#"{"abcdefgh2":1,"abcdefgh1":2}"#, false, false),
            ("{\"\u{1F600}\":1,\"\u{FB33}\":2}", true, true),
            ("{\"\u{FB33}\":2,\"\u{1F600}\":1}", false, false),
        ] {
            let mut parser = Parser::new();
            let tape = parser.parse(source.as_bytes()).unwrap().root().tape();
            let noted = [NameOrder::Utf16, NameOrder::EcmaScript].map(|order| tape.is_canonical(0, order));
            assert_eq!(noted, [utf16, ecmascript], "{source}");
        }
    }
}
