//! The conformance vectors of ASTP branch, fork and merge, edition 1.3.0 (`BR-001` to `CF-008`).
//!
//! Two kinds of evidence are judged, and both are only bytes here:
//!
//! - *cases*, of which every vector has one or more: a [`CaseFile`] holds the steps of each and what must come out,
//! - *records* of constructions, one JSON array for each file: inputs, and the published output.
//!
//! An implementation answers through [`Subject`]. The format of both is described in `conformance/astp-bfm-1.3.0/README.md`.
//!
//! Not here: any file, any rule of ASTP. What an implementation has to know of branches, it knows itself.

mod case;
mod expect;
mod judge;
mod kept;
mod reading;
mod records;
mod report;
mod shape;
mod subject;
mod table;
mod value;

pub use case::{Case, CaseFile, CaseFileError, Polarity, Step};
pub use judge::{CaseResult, judge};
pub use reading::Readings;
pub use records::{RecordResult, judge_records};
pub use report::{Report, RuleRow, VectorRow};
pub use subject::{Answer, Refused, Request, Subject, Verb};
pub use table::{Class, RULES, Rule, VECTORS, Vector};

use std::fmt;

/// What was found. The order is the precedence in a summary: the greatest speaks for the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Everything came out as expected.
    Pass,
    /// The question could not be asked: nothing is said about the subject.
    NotRun,
    /// Something came out otherwise.
    Fail,
}

impl Verdict {
    /// The spelling in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::NotRun => "NOT RUN",
            Self::Fail => "FAIL",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
