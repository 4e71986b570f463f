//! An append-only sequence of entries, its Merkle log, and the promises that a store of it makes.
//!
//! - [`Artifact`]: what somebody wants to be kept. [`Entry`]: one that is kept, at an index.
//! - [`Frontier`], [`Head`]: what a log of a size comes down to (RFC 6962 2.1).
//! - [`plan()`]: what an append makes of a batch; pure. [`append()`]: the same against a store, with idempotency keys.
//! - [`Receipt`]: what an append answers.
//! - [`form`]: the one JSON form of what travels.
//! - [`proof`]: that an entry stands in a ledger, and that a ledger only grew.
//! - [`note`], [`checkpoint`]: a head as a signed text that is kept elsewhere. [`mod@compare`]: a ledger against it.
//! - [`bundle`]: a proof of one entry, and a whole ledger, as a file.
//! - [`store`]: the traits that a store implements, and what they promise. [`Memory`] is one.
//! - [`mod@fsck`]: every digest of a ledger, recomputed.
//! - [`content`]: the plane of what may have to be erased.
//!
//! ```
//! use actum_ledger::bundle::Proof;
//! use actum_ledger::{Artifact, Form, Memory, Read, append};
//!
//! let mut ledger = Memory::new();
//! let done = Artifact { source_id: Some("notes/1"), media_type: "text/plain", bytes: b"done", key: Some("try 1") };
//! let receipts = append(&mut ledger, &[done])?;
//! assert_eq!(append(&mut ledger, &[done])?, receipts, "the same request again changes nothing");
//!
//! let proof = Proof::make(&ledger, 0, ledger.head()?.size, Some(1))?.ok_or("no such entry")?;
//! let read = Proof::parse(&proof.to_bytes())?;
//! read.verify()?;
//! assert!(read.is_for(b"done") && read.confirms(&receipts[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not here: any I/O, any clock, any signing, and what an artifact says.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod append;
mod artifact;
pub mod bundle;
pub mod checkpoint;
pub mod compare;
pub mod content;
#[cfg(any(test, feature = "contract"))]
pub mod contract;
mod entry;
pub mod form;
mod frontier;
pub mod fsck;
mod memory;
pub mod note;
mod plan;
pub mod proof;
mod receipt;
pub mod store;

pub use append::{AppendError, append};
pub use artifact::{Artifact, Fault, MAX_BYTES, MAX_KEY, MAX_MEDIA_TYPE, MAX_SOURCE_ID};
pub use checkpoint::Checkpoint;
pub use entry::{Entry, Foreign, Record};
pub use form::{Form, FormError};
pub use frontier::{Frontier, Head, MAX_SIZE};
pub use memory::Memory;
pub use plan::{Node, Plan, PlanError, Planned, plan};
pub use proof::{Consistency, Inclusion};
pub use receipt::Receipt;
pub use store::{Append, Outcome, Read, StoreError};
