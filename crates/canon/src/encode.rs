//! Canonical encodings: one sequence of bytes for each value.
//!
//! [`JCS`] and [`JCS_NEAREST`] are RFC 8785; [`TMPA_S04`] is the stable JSON of TMPA Core S0.4 (`tmpa-s0.4-stable-json-1`). They share
//! RFC 8785 3.2.2: no white space, the shortest escapes, numbers as ECMAScript writes doubles. They differ in the
//! order of names that look like array indices, and in the line feed at the end.
//!
//! [`ASTP`] is RFC 8785 over text in NFC, with integers of any size; other numbers it takes as [`JCS_NEAREST`] does.
//!
//! [`JCS_NEAREST`] takes what any RFC 8785 implementation takes. [`JCS`] and [`TMPA_S04`] refuse a number rather than change its
//! value where a double cannot hold it: one that is infinite as a
//! double, an integer spelled out beyond ±(2^53 − 1), any other number whose double is an integer beyond that
//! unless the double's shortest decimal is the very value, and one that is not zero while its double is. Other
//! numbers are rounded to the nearest double, as RFC 8785 3.2.2.3 has it.
//!
//! Canonical bytes read and written again are the same bytes, with one exception that the two rules force: an
//! integer from 2^53 to below 10^21 that came with a point or exponent is written without, and is refused as such.
//!
//! Not here: what the bytes are digested or signed for.

mod encoding;
mod error;
mod locate;
mod members;
mod number;
mod respell;
mod sink;
mod text;
mod walk;
mod writer;

pub use encoding::{ASTP, Encoding, JCS, JCS_NEAREST, TMPA_S04};
pub use error::{Error, ErrorKind};
pub use locate::Located;
pub use sink::Sink;
pub use writer::Writer;
