//! Keeps a ledger in one SQLite file that only grows.
#![forbid(unsafe_code)]
#![deny(missing_docs)]
