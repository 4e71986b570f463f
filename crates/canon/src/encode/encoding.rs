//! The encodings that are published, each a value.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::error::{Error, ErrorKind};
use super::locate::{self, Located};
use super::number::Numbers;
use super::respell;
use super::walk::{Refused, Walk};
use crate::json::{self, Limits, NameOrder, Parser, Value};
use crate::order;

/// One canonical encoding: everything in which the published ones differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    order: NameOrder,
    numbers: Numbers,
    normal: bool,
    final_newline: bool,
}

/// The JSON Canonicalization Scheme (RFC 8785), refusing the numbers that it would change in value.
pub const JCS: Encoding =
    Encoding { order: NameOrder::Utf16, numbers: Numbers::Unchanged, normal: false, final_newline: false };

/// The JSON Canonicalization Scheme (RFC 8785) as any other implementation writes it: every number becomes the
/// nearest double. Only a number beyond the greatest double is refused.
pub const JCS_NEAREST: Encoding =
    Encoding { order: NameOrder::Utf16, numbers: Numbers::Nearest, normal: false, final_newline: false };

/// The stable JSON of TMPA Core S0.4 (`tmpa-s0.4-stable-json-1`).
///
/// The bytes of `JSON.stringify` over sorted members and a line feed, which belongs to every digest: names that
/// are array indices come first, by number ([`order::ecmascript`]).
pub const TMPA_S04: Encoding = Encoding {
    order: NameOrder::EcmaScript,
    numbers: Numbers::Unchanged,
    normal: false,
    final_newline: true,
};

/// The canonical JSON of ASTP 5.1.2: RFC 8785 once every string and name is in NFC.
///
/// An integer that is spelled out keeps its digits, however many; names that NFC makes equal are refused.
pub const ASTP: Encoding =
    Encoding { order: NameOrder::Utf16, numbers: Numbers::Digits, normal: true, final_newline: false };

impl Encoding {
    /// Appends the canonical bytes of a value, with the final newline where the encoding has one.
    ///
    /// # Errors
    ///
    /// [`Error`] places the first value, in canonical order, that the encoding refuses. `out` is then as before.
    pub fn write(&self, value: Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let before = out.len();
        out.reserve(value.span().len() + 1);
        let written =
            self.in_form(value, |value| Walk::new(self.order, self.numbers, &mut *out).value(value))?;
        self.finish(value, written, before, out)
    }

    /// Tells whether bytes are the canonical bytes of what they say; a stored document must be (ASTP 5.1.2).
    #[must_use]
    pub fn is_stored_form(&self, parser: &mut Parser, bytes: &[u8]) -> bool {
        let mut canonical = Vec::new();
        parser.parse(bytes).is_ok_and(|document| self.write(document.root(), &mut canonical).is_ok())
            && canonical == bytes
    }

    /// Does what [`Self::write`] does, and tells where some members of one object landed in `out`.
    ///
    /// The object is the value of the member `object` of `root`; a name that it lacks gives `None`, and so do all
    /// names where there is no such object.
    ///
    /// # Errors
    ///
    /// As [`Self::write`].
    pub fn write_located<const N: usize>(
        &self,
        root: Value<'_>,
        object: &str,
        names: [&str; N],
        out: &mut Vec<u8>,
    ) -> Result<[Option<Located>; N], Error> {
        let before = out.len();
        out.reserve(root.span().len() + 1);
        let located = self.in_form(root, |root| {
            let wanted = locate::find(root, object, names);
            locate::write(self.order, self.numbers, root, wanted, out)
        })?;
        let (located, written) = match located {
            Ok(located) => (located, Ok(())),
            Err(refused) => ([const { None }; N], Err(refused)),
        };
        self.finish(root, written, before, out)?;
        Ok(located)
    }

    /// Compares member names in the order in which the encoding writes them.
    #[must_use]
    pub fn compare_names(&self, a: &str, b: &str) -> Ordering {
        match self.order {
            NameOrder::Utf16 => order::utf16(a, b),
            NameOrder::EcmaScript => order::ecmascript(a, b),
        }
    }

    /// Tells whether text must be in NFC, and whether integers may be of any size.
    #[cfg(debug_assertions)]
    pub(super) fn demands(&self) -> (bool, bool) {
        (self.normal, self.numbers == Numbers::Digits)
    }

    /// Writes a value, or its twin in NFC where the encoding asks for one.
    ///
    /// The twin is the same document with other strings: its tokens are those of the value, and names that NFC
    /// makes equal are repeated names to its parser.
    fn in_form<T>(
        &self,
        value: Value<'_>,
        write: impl FnOnce(Value<'_>) -> Result<T, Refused>,
    ) -> Result<Result<T, Refused>, Error> {
        if !self.normal || respell::is_settled(value) {
            return Ok(write(value));
        }
        let twin = respell::in_nfc(value);
        let mut parser = Parser::with_limits(Limits { depth: usize::MAX, bytes: usize::MAX });
        match parser.parse(&twin) {
            Ok(document) => {
                let base = value.index();
                Ok(write(document.root()).map_err(|Refused(index)| Refused(base + index)))
            }
            Err(error) => Err(Error {
                kind: match error.kind() {
                    json::ErrorKind::DuplicateName => ErrorKind::DuplicateName,
                    _ => ErrorKind::TooLarge,
                },
                offset: value.span().start,
                pointer: value.pointer() + error.pointer(),
            }),
        }
    }

    pub(super) const fn final_bytes(&self) -> &'static [u8] {
        if self.final_newline { b"\n" } else { b"" }
    }

    fn finish(
        &self,
        value: Value<'_>,
        written: Result<(), Refused>,
        before: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        match written {
            Ok(()) => {
                out.extend_from_slice(self.final_bytes());
                Ok(())
            }
            Err(Refused(index)) => {
                out.truncate(before);
                let refused = value.at(index);
                Err(Error {
                    kind: ErrorKind::NumberOutOfRange,
                    offset: refused.span().start,
                    pointer: refused.pointer(),
                })
            }
        }
    }
}
