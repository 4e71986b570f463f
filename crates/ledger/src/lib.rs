//! An append-only sequence of entries, its Merkle log, and the promises that a store of it makes.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
