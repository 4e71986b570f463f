//! Conformance: whether a program does what a published text says, shown by cases that anybody can run.
//!
//! Here: suites opened from folders, subjects that are programs, evidence packages, crosswalks. Not here: verdicts, which
//! are the judge's ([`actum_conform`]).

pub mod astp;
mod crosswalk;
pub mod tmpa;

pub use crosswalk::{Crosswalk, Row, Support, crosswalks};
