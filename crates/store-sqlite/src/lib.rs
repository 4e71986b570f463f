//! Keeps a ledger in one SQLite file that only grows.
//!
//! - [`Sqlite`]: the store. [`Held`]: the same while no other process appends.
//! - [`index`]: what its entries can be found by, in another file that can be built anew at any time.
//! - [`damaged`]: what a damaged file still holds.
//! - [`Failure`]: why a file cannot be opened or does not do what is asked.
//!
//! The file holds entries and the nodes of their tree, each in the order of the ledger, content by digest, and guards
//! that refuse any other change, by whatever program. A write-ahead log beside it carries what is not taken in yet; both
//! together are the ledger until the last process that has it open closes it.
//!
//! Nobody but SQLite may open the file while a process has the ledger open: closing any descriptor of it gives up the
//! locks that the process has on it.
//!
//! Not here: what is planned, proved and checked, which is `actum-ledger`'s; what entries say.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod append;
mod content;
pub mod damaged;
mod failure;
mod file;
mod held;
pub mod index;
mod read;
mod row;
mod sqlite;
mod tree;

pub use failure::{Failure, FailureKind};
pub use held::Held;
pub use sqlite::Sqlite;
