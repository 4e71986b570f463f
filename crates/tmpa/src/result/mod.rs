//! What a reading gives back: views over the reconstruction, and its canonical bytes (TMPA 8.2, 8.3).

mod envelope;
mod extensions;
mod record;
mod view;

pub(crate) use record::{IssueRecord, OpenRecord, Parts, WorkRecord};
pub use view::{Edge, Finding, Issue, Node, Open, Reconstruction, Work};
