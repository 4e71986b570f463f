//! The file of a ledger: found, opened, recognised, and locked against the others.
//!
//! No descriptor of the file is ever opened here but by SQLite: POSIX drops all locks that a process has on a file as
//! soon as it closes any of its descriptors.

mod connection;
mod identity;
mod medium;
mod open;
mod schema;

pub(crate) use connection::{PAGE, connect, connect_damaged, journal, to_read};
pub(crate) use medium::Medium;
pub(crate) use open::{File, Purpose};
