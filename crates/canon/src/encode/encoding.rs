//! The encodings that are published, each a value.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::error::{Error, ErrorKind};
use super::locate::{self, Located};
use super::number::Numbers;
use super::walk::{Refused, Walk};
use crate::json::{NameOrder, Value};
use crate::order;

/// One canonical encoding: everything in which the published ones differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    order: NameOrder,
    numbers: Numbers,
    final_newline: bool,
}

/// The JSON Canonicalization Scheme (RFC 8785), refusing the numbers that it would change in value.
pub const JCS: Encoding =
    Encoding { order: NameOrder::Utf16, numbers: Numbers::Unchanged, final_newline: false };

/// The JSON Canonicalization Scheme (RFC 8785) as any other implementation writes it: every number becomes the
/// nearest double. Only a number beyond the greatest double is refused.
pub const JCS_NEAREST: Encoding =
    Encoding { order: NameOrder::Utf16, numbers: Numbers::Nearest, final_newline: false };

/// The stable JSON of TMPA Core S0.4 (`tmpa-s0.4-stable-json-1`).
///
/// The bytes of `JSON.stringify` over sorted members and a line feed, which belongs to every digest: names that
/// are array indices come first, by number ([`order::ecmascript`]).
pub const TMPA_S04: Encoding =
    Encoding { order: NameOrder::EcmaScript, numbers: Numbers::Unchanged, final_newline: true };

impl Encoding {
    /// Appends the canonical bytes of a value, with the final newline where the encoding has one.
    ///
    /// # Errors
    ///
    /// [`Error`] places the first value, in canonical order, that the encoding refuses. `out` is then as before.
    pub fn write(&self, value: Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let before = out.len();
        out.reserve(value.span().len() + 1);
        let written = Walk::new(self.order, self.numbers, out).value(value);
        self.finish(value, written, before, out)
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
        let wanted = locate::find(root, object, names);
        let located = locate::write(self.order, self.numbers, root, wanted, out);
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
