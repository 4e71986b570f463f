//! The published constructions: which fields, in which order, under which prefix, give which hash (ASTP 5 to 9, 16, 19
//! to 21).
//!
//! A construction is data: [`structure`] and [`current`] hold the typed lists of 5.0.0 and later, [`retained`],
//! [`plain`] and `document` those of 4.x. One engine hashes them, from anything that has [`Fields`]. What is no list has a module of its own: leaves,
//! [`spine`], [`root`], [`context`], [`conflict`], [`proof`], [`chain`], [`key`].
//!
//! ```
//! use actum_astp::construct::{HITL_NODE_V2, Input};
//! use actum_canon::digest::sha3;
//!
//! let node = [("context_hash", Input::Hash(sha3(b"asked"))), ("resolution_hash", Input::Hash(sha3(b"answered")))];
//! let member = HITL_NODE_V2.hash(&node)?;
//!
//! let refused = HITL_NODE_V2.hash(&[("context_hash", Input::Null)]).unwrap_err();
//! assert_eq!(refused.to_string(), "`context_hash`: HASH wants 64 hexadecimal digits (ASTP 5.1.1)");
//! # Ok::<(), actum_astp::construct::Refused>(())
//! ```
//!
//! Strict where the published programs are lax: NULL stands only where the list allows it, a HASH is 64 hexadecimal
//! digits (upper case is read as lower case, ASTP 5.1), a leaf input is 32 bytes. Text is taken as it is, no name of a
//! value is checked or folded here: what is stored is what is hashed.
//!
//! Not here: which node is a member of what, when a construction applies, and any signing.

pub mod chain;
pub mod conflict;
mod construction;
pub mod context;
pub mod current;
mod document;
mod input;
mod joined;
pub mod key;
mod leaf;
mod output;
mod payload;
pub mod plain;
pub mod proof;
mod read;
mod refused;
pub mod retained;
pub mod root;
mod run;
pub mod spine;
pub mod structure;
mod typed;

pub use conflict::*;
pub use construction::Construction;
pub use current::*;
pub use input::{Fields, Input};
pub use joined::{confirmation_key, objective_hash};
pub use output::Output;
pub use plain::*;
pub use refused::Refused;
pub use retained::*;
pub use run::{Stop, run};
pub use structure::*;
