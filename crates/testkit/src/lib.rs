//! What tests of several crates need and no program may link.
//!
//! Here: where corpora lie. Not here: any rule of a specification; a test that borrowed its expectation
//! from the crate under test would prove nothing, so this crate depends on no other of the house.

mod corpus;

pub use corpus::{shared, workspace_root};
