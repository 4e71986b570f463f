//! Runs suites of TMPA Core S0.4 against readers, and keeps what they answered (TMPA 10.2 to 10.4).
//!
//! [`Corpus`] opens a suite, a [`Subject`] answers its readings, [`run()`] asks, [`Package`] keeps everything that a verdict
//! rests on, and [`verify()`] checks such a package without the subject. Verdicts are the judge's
//! ([`actum_conform::tmpa`]); here are files, programs and time limits.

mod command;
mod corpus;
mod lines;
mod package;
mod page;
mod process;
mod run;
mod selection;
mod subject;
mod verify;

pub use actum_conform::tmpa::{
    Case, CaseReport, Checked, Criterion, CriterionReport, Outcome as AssertionOutcome, Place, Report,
    RunState, Verdict, aggregate, claim,
};
pub use command::Program;
pub use corpus::{Corpus, Loaded};
pub use lines::Lines;
pub use package::{Environment, Package};
pub use page::page;
pub use run::{Call, Choices, Outcome, Trace, run};
pub use selection::Selection;
pub use subject::{Builtin, Failure, Question, Reply, Subject};
pub use verify::{Verified, verify};
