//! Reads governance evidence under a fixed profile and says what is established, refuted or open.
//!
//! This crate implements TMPA Core S0.4, sections 3 to 9: a finite set of [`Source`]s and an [`InputBundle`] go in,
//! a [`Reconstruction`] comes out, whose canonical bytes are the same for every order of arrival (TMPA 9.9).
//! Reading is total (TMPA 8.4): a broken source becomes an issue. Only a bad profile is an error.
//!
//! Nothing here opens files, reads a clock or starts a thread. [`Examiner::examine`] is a pure function of one
//! source, so that a caller may spread it over threads; [`reconstruct`] then takes the candidates in any order.

#![deny(missing_docs)]

mod bundle;
mod code;
mod examine;
mod graph;
mod issue;
mod judgment;
mod names;
pub mod profile;
mod read;
mod result;
pub mod slice;
mod sort;
mod spread;

pub use bundle::{InputBundle, ReaderIdentity};
pub use code::{Code, ForeignCode, Severity};
pub use examine::{Bearing, Candidate, Claims, CoverError, Covered, Examiner, Source};
pub use graph::Unseen;
pub use issue::Cause;
pub use judgment::{Authentication, Judgment, ViewState};
pub use read::{Beside, Contest, Foreign, WHOLE, read, reconstruct, reconstruct_by, reconstruct_with};
pub use result::{
    Conclusion, Edge, Finding, Found, Issue, Member, Node, Open, Reconstruction, Stream, Unresolved, Work,
};
pub use spread::{Alone, Spread};
