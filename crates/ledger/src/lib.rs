//! An append-only sequence of entries, its Merkle log, and the promises that a store of it makes.
//!
//! - [`Artifact`]: what somebody wants to be kept. [`Entry`]: one that is kept, at an index.
//! - [`Frontier`], [`Head`]: what a log of a size comes down to (RFC 6962 2.1).
//! - [`plan()`]: what an append makes of a batch; pure. [`append()`]: the same against a store, with idempotency keys.
//! - [`Receipt`]: what an append answers.
//! - [`proof`]: what a store can prove.
//! - [`store`]: the traits that a store implements, and what they promise. [`Memory`] is one.
//! - [`content`]: the plane of what may have to be erased.
//!
//! Not here: any I/O, any clock, any signing, and what an artifact says.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod append;
mod artifact;
pub mod content;
mod entry;
mod frontier;
mod memory;
mod plan;
pub mod proof;
mod receipt;
pub mod store;

pub use append::{AppendError, append};
pub use artifact::{Artifact, Fault, MAX_BYTES, MAX_KEY, MAX_MEDIA_TYPE, MAX_SOURCE_ID};
pub use entry::{Entry, Foreign, Record};
pub use frontier::{Frontier, Head, MAX_SIZE};
pub use memory::Memory;
pub use plan::{Node, Plan, PlanError, Planned, plan};
pub use receipt::Receipt;
pub use store::{Append, Outcome, Read, StoreError};
