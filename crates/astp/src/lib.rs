//! Keeps the state tree of an agent: branches, forks, merges, side channels, seals, and the proofs of them (ASTP).

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
