//! What tests of several crates need and no program may link.
//!
//! Here: where corpora lie, objects whose digests and signatures are right, and a small profile to read them with.
//! Not here: any rule of a specification; a test that borrowed its expectation from the crate under test would prove
//! nothing. Of the house only the canonical form is used, which has published vectors of its own.

mod corpus;
pub mod deal;
pub mod evidence;
pub mod key;
pub mod profile;

pub use corpus::{shared, workspace_root};
