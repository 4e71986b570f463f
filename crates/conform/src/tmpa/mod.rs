//! Judges any reader of TMPA Core S0.4 by a suite that is data (TMPA 10.2 to 10.4).
//!
//! A [`Suite`] names [`Case`]s; whoever runs one hands the judge the envelopes that a subject gave for its readings, and
//! gets a [`CaseReport`] back. [`Report`] adds the reports up to verdicts per criterion and to the aggregate. What a
//! claim may say is [`claim`]'s.
//!
//! The judge computes an *observation* from the envelopes and holds every assertion against it; it knows nothing of
//! the rules by which a reader comes to its envelope. Not here: files, programs that are run, and time.

mod assertion;
mod candidate;
mod case;
pub mod claim;
mod criterion;
mod divergence;
mod envelope;
mod examine;
mod expectation;
mod field;
mod input;
mod issue_match;
mod observation;
mod operator;
mod order;
mod permutation;
mod pointer;
mod projection;
mod published;
mod record;
mod report;
mod shape;
mod suite;
mod verdict;

pub use assertion::{Assertion, Checked, Outcome};
pub use case::{Case, Evidence, Polarity, Reading, Versioned};
pub use criterion::Criterion;
pub use divergence::{Divergence, Divergences};
pub use envelope::{Edge, Envelope, Issue, Node, Work};
pub use examine::examine;
pub use field::Refusal;
pub use input::{Input, Place, mismatch};
pub use permutation::{Method, Orders, Plan};
pub use projection::digest as projection_digest;
pub use published::case as published_case;
pub use record::{Answer, Permuted};
pub use report::{CaseReport, CriterionReport, Report, Run};
pub use suite::{CaseEntry, ProfileEntry, Suite};
pub use verdict::{RunState, Verdict, aggregate};
