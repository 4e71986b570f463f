//! Seals: what an Episode comes to, in one hash (ASTP 5.6 to 5.8).
//!
//! - [`Form`]: one construction of a seal, as a value: leaf rule, tree, sets, root. Four are published.
//! - [`Contents`]: the stored nodes of an Episode that a seal is made over; whatever gives them, a seal needs no more.
//! - [`member_hash`]: which nodes are structural members, and by which hash (ASTP 5.7.1).
//! - [`InclusionProof`]: that one Segment stands in a sealed spine, without the others (ASTP 9.2).
//!
//! A seal is made and verified by the same function over the same stored nodes (ASTP 9.3): [`Form::roots`].
//!
//! Not here: when an Episode may be sealed (`operation`), and what follows from a root that does not recompute (`verify`).

mod contents;
mod form;
mod member;
mod proof;

pub use contents::Contents;
pub use form::{Form, Roots, Unsealable};
pub use member::{gate_hash, home, member_hash, resolution_hash};
pub use proof::{InclusionProof, Unproven};
