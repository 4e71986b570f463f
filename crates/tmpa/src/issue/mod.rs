//! Why issues are there, and the identifiers that follow from their tuples (TMPA 8.2, 8.3).

mod cause;
pub(crate) mod ids;

pub use cause::Cause;
pub(crate) use cause::{Param, message};
