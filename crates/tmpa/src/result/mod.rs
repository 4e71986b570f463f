//! What a reading gives back: views over the reconstruction, and its canonical bytes (TMPA 8.2, 8.3).

mod conclusion;
mod envelope;
mod extensions;
mod pieces;
mod record;
mod survey;
mod view;

pub use conclusion::{Conclusion, Found, Member, Unresolved};
pub(crate) use envelope::digest as write_digest;
pub(crate) use record::{IssueRecord, OpenRecord, Parts, WorkRecord};
pub use survey::Stream;
pub(crate) use view::follows;
pub use view::{Edge, Finding, Issue, Node, Open, Reconstruction, Work};
