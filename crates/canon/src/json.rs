//! Strict JSON into a flat tape: RFC 8259 within the limits of I-JSON (RFC 7493 2.1, 2.3).
//!
//! Refused beyond the grammar: bytes that are not UTF-8, a byte order mark, a member name that occurs twice in an
//! object (however it is spelled), an escaped surrogate without its partner, nesting and sizes beyond [`Limits`].
//! Numbers keep their spelling. Nothing here recurses, and a value costs no allocation of its own.
//!
//! Not here: canonical bytes ([`crate::encode`]), and any change to a document.

mod decimal;
mod duplicate;
mod error;
mod frame;
mod key;
mod number;
mod parser;
mod pointer;
mod reader;
mod scan;
mod spelling;
mod tape;
mod value;

pub use error::{Error, ErrorKind};
pub use number::Number;
pub use parser::{Limits, Parser};
pub use value::{Document, Elements, Kind, Members, Value};

pub(crate) use decimal::Decimal;
pub(crate) use key::starts_with_digit;
pub(crate) use number::MAX_SAFE_INTEGER;
pub(crate) use tape::{NameOrder, Tag, Tape};
