//! What a reading gives back: views over the reconstruction, and its canonical bytes (TMPA 8.2, 8.3).

mod cause;
mod envelope;
mod extensions;
pub(crate) mod ids;
mod record;
mod view;

pub use cause::Cause;
pub(crate) use cause::{Param, message};
pub(crate) use record::{IssueRecord, OpenRecord, Parts, WorkRecord};
pub use view::{Edge, Finding, Issue, Node, Open, Reconstruction, Work};
