//! Typed fields as bytes (ASTP 5.1.1): a tag, then a payload that says where it ends.
//!
//! Strict in types: text becomes NFC, a time is whole milliseconds from 1970 on, a number is finite and zero has one
//! sign. What a field means, and whether it may be null, is its construction's rule, not the encoding's.
//!
//! ```
//! use actum_canon::digest::Sha3Hasher;
//! use actum_canon::field::Field;
//!
//! let mut bytes = Vec::new();
//! Field::String("e\u{301}").write(&mut bytes)?;
//! assert_eq!(bytes, [2, 0, 0, 0, 2, 0xC3, 0xA9]);
//!
//! let mut hasher = Sha3Hasher::new();
//! hasher.update(b"EXAMPLE:v1:");
//! for field in [Field::Uint(6), Field::Null, Field::List(&[Field::Bool(true)])] {
//!     field.write(&mut hasher)?;
//! }
//! hasher.finish();
//! # Ok::<(), actum_canon::field::Error<core::convert::Infallible>>(())
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::slice;

use crate::digest::Sha3;
use crate::encode::Sink;
use crate::normal;

/// One field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field<'a> {
    /// An absent value; neither an empty text nor a nil identifier.
    Null,
    /// Bytes as they are.
    Bytes(&'a [u8]),
    /// Text, written in NFC.
    String(&'a str),
    /// An integer from 0.
    Uint(u64),
    /// The sixteen bytes of a UUID.
    Uuid(&'a [u8; 16]),
    /// Whole milliseconds since 1970-01-01T00:00:00Z; see [`crate::instant::Instant::to_milliseconds`].
    Timestamp(u64),
    /// A SHA3-256 digest, raw.
    Hash(Sha3),
    /// Fields in order, each with its own tag.
    List(&'a [Field<'a>]),
    /// A truth value.
    Bool(bool),
    /// A finite double.
    Float(Finite),
}

/// A double that is a number; zero is positive.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Finite(f64);

impl Finite {
    /// Takes a double unless it is infinite or not a number. Negative zero becomes zero.
    #[must_use]
    pub fn new(double: f64) -> Option<Self> {
        double.is_finite().then_some(Self(if double == 0.0 { 0.0 } else { double }))
    }

    /// Returns the double.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Field<'_> {
    /// Puts the tag and the payload.
    ///
    /// # Errors
    ///
    /// The sink's; and [`Error::TooLong`] for a text, bytes or list whose length 32 bits do not hold. Bytes may have
    /// been put by then.
    pub fn write<S: Sink>(&self, sink: &mut S) -> Result<(), Error<S::Error>> {
        let mut open: Vec<slice::Iter<'_, Self>> = Vec::new();
        let mut next = Some(self);
        while let Some(field) = next {
            match field {
                Self::Null => put(&[0], sink)?,
                Self::Bytes(bytes) => put_counted(1, bytes, sink)?,
                Self::String(text) => put_counted(2, normal::nfc(text).as_bytes(), sink)?,
                Self::Uint(value) => put_fixed(3, &value.to_be_bytes(), sink)?,
                Self::Uuid(bytes) => put_fixed(4, bytes.as_slice(), sink)?,
                Self::Timestamp(milliseconds) => put_fixed(5, &milliseconds.to_be_bytes(), sink)?,
                Self::Hash(digest) => put_fixed(6, digest.as_bytes(), sink)?,
                Self::List(items) => {
                    put_head(7, items.len(), sink)?;
                    open.push(items.iter());
                }
                Self::Bool(truth) => put(&[8, u8::from(*truth)], sink)?,
                Self::Float(number) => put_fixed(9, &number.0.to_be_bytes(), sink)?,
            }
            next = None;
            while let Some(items) = open.last_mut() {
                next = items.next();
                if next.is_some() {
                    break;
                }
                open.pop();
            }
        }
        Ok(())
    }
}

fn put_fixed<S: Sink>(tag: u8, payload: &[u8], sink: &mut S) -> Result<(), Error<S::Error>> {
    put(&[tag], sink)?;
    put(payload, sink)
}

fn put_counted<S: Sink>(tag: u8, payload: &[u8], sink: &mut S) -> Result<(), Error<S::Error>> {
    put_head(tag, payload.len(), sink)?;
    put(payload, sink)
}

fn put_head<S: Sink>(tag: u8, count: usize, sink: &mut S) -> Result<(), Error<S::Error>> {
    let [a, b, c, d] = u32::try_from(count).map_err(|_| Error::TooLong)?.to_be_bytes();
    put(&[tag, a, b, c, d], sink)
}

fn put<S: Sink>(bytes: &[u8], sink: &mut S) -> Result<(), Error<S::Error>> {
    sink.put(bytes).map_err(Error::Sink)
}

/// Why a field was not put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// A length that 32 bits do not hold.
    TooLong,
    /// The receiver's own reason.
    Sink(E),
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("field longer than 32 bits can say"),
            Self::Sink(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Error<E> {}
