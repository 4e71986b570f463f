//! Verification of what is stored, by the constructions that are recorded with it (ASTP 8.2, 9.3, 19.3.3).
//!
//! - [`seal()`]: a seal record against stored nodes, whoever holds them; no tree is needed.
//! - [`Verifier`]: nodes, seals, Episodes and chains against a tree and its audit records. A node may come from elsewhere:
//!   a copy that was altered differs from what the record binds, field by field where a hash or a link shows it.
//!
//! A root alone does not say which leaf is wrong. The audit records do: each binds every node that its transition stored,
//! so an altered node is named, and with it every hash and link that no longer holds.
//!
//! Not here: reading a journal (`Tree::commit` computes every transition again), and any repair.

mod episode;
mod fault;
mod link;
mod node;
mod seal;

pub use episode::{EpisodeReport, SealReport, Verifier};
pub use fault::Fault;
pub use seal::seal;
