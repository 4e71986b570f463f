//! Keeps the state tree of an agent: branches, forks, merges, side channels, seals, and the proofs of them (ASTP).

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

pub mod access;
pub mod audit;
pub mod command;
pub mod confirmation;
pub mod construct;
pub mod detect;
pub mod id;
pub mod node;
pub mod operation;
pub mod rule;
pub mod seal;
pub mod tree;
pub mod value;
pub mod verify;
