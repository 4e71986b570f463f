//! Arbitrary sequences of deal messages: honest, poor, hostile and damaged ones, the same for the same seed.
//!
//! Here: terms, artifacts, messages and what happens to them on a lossy line. Not here: what a deal makes of them; what
//! comes next hangs on the state that a [`sequence::Listener`] tells, which is the engine under test or its journal.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a panic is how a test fails, and only tests link this crate"
)]

pub mod artifact;
pub mod json;
pub mod message;
pub mod random;
pub mod sequence;
pub mod terms;
