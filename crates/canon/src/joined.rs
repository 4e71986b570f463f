//! The text forms that the retained ASTP 4.x constructions hash (ASTP 5.3, 8.3, 19 to 21): what CPython writes.
//!
//! - [`blank`], [`strip`]: white space as `str.isspace` has it.
//! - [`isoformat`], [`isoformat_utc`]: `datetime.isoformat()`; [`zulu`]: the same instant as JSON models store it.
//! - [`repr`] of a `float`.
//! - [`Dumps`], which is `json.dumps`.
//!
//! Not here: anything new; constructions of today use [`crate::field`] and [`crate::encode::ASTP`].

mod dumps;
mod float;
mod moment;
mod space;

pub use dumps::{Dumps, NotFinite};
pub use float::repr;
pub use moment::{isoformat, isoformat_utc, zulu};
pub use space::{blank, is_space, strip};
