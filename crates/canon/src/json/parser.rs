//! The door: limits, and the checks that concern the bytes as a whole.

use alloc::string::String;

use super::error::{Error, ErrorKind};
use super::reader::{Reader, Scratch};
use super::tape::{MAX_BYTES, Tape};
use super::value::Document;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What a parser takes in at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Arrays and objects that may be open at once.
    pub depth: usize,
    /// Bytes of a document. More than 2^27 − 1 (just below 128 MiB) are never taken, whatever stands here.
    pub bytes: usize,
}

impl Default for Limits {
    /// 128 levels and 16 MiB; a document of exactly either is taken.
    fn default() -> Self {
        Self { depth: 128, bytes: 16 * 1024 * 1024 }
    }
}

/// Parses documents one after the other, in memory that it keeps.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    limits: Limits,
    scratch: Scratch,
}

impl Parser {
    /// Makes a parser with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a parser with other limits.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits, scratch: Scratch::default() }
    }

    /// Parses a document.
    ///
    /// # Errors
    ///
    /// [`Error`] holds the first reason found for which the bytes are not a document. Size, byte order mark and
    /// UTF-8 are looked at first, for all bytes; then the text from its start.
    pub fn parse<'a>(&'a mut self, bytes: &'a [u8]) -> Result<Document<'a>, Error> {
        let limit = self.limits.bytes.min(MAX_BYTES);
        if bytes.len() > limit {
            return Err(Error { kind: ErrorKind::TooLarge, offset: limit, pointer: String::new() });
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            return Err(Error { kind: ErrorKind::ByteOrderMark, offset: 0, pointer: String::new() });
        }
        let text = match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Err(self.not_utf8(bytes, error.valid_up_to())),
        };
        let mut reader = Reader::new(text, self.limits.depth, &mut self.scratch);
        if let Err(fault) = reader.read() {
            return Err(Error { kind: fault.kind, offset: fault.offset, pointer: reader.pointer(fault) });
        }
        Ok(Document::new(Tape::new(&self.scratch.tape, text)))
    }

    /// Places the first byte that is not UTF-8 by reading what comes before it.
    #[cold]
    fn not_utf8(&mut self, bytes: &[u8], offset: usize) -> Error {
        let before = bytes.get(..offset).and_then(|before| core::str::from_utf8(before).ok());
        let mut reader = Reader::new(before.unwrap_or_default(), self.limits.depth, &mut self.scratch);
        let pointer = match reader.read() {
            Err(fault) if fault.kind == ErrorKind::UnexpectedEnd => reader.pointer(fault),
            _ => String::new(),
        };
        Error { kind: ErrorKind::NotUtf8, offset, pointer }
    }
}
