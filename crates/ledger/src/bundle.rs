//! What leaves a ledger as a file: the [`Proof`] of one entry, and a whole ledger, line by line.
//!
//! Both are verified without a store, and have one sequence of bytes each.
//!
//! A ledger is written by [`export()`] and read by [`Reader`]: a line for its head, for each file of its profile, for each
//! entry, for each piece of content, and one with their numbers. Neither keeps more than one line in memory.

mod export;
mod line;
mod proof;
mod reader;

pub use export::{Export, export};
pub use line::{Counts, LEDGER_FORMAT, Line, MAX_PATH, is_path};
pub use proof::{PROOF_FORMAT, Proof, Refuted, Since};
pub use reader::{BundleError, BundleFault, MAX_LINE, Reader};
