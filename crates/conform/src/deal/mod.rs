//! The integration test suite of the deal protocol v0.3 (DEAL 13; suite sections 3 and 4).
//!
//! A [`Scenario`] is a file of the suite; [`judge()`] plays its messages to a fresh [`Subject`] and gives a [`Verdict`];
//! [`Results`] is the file that the suite demands, and [`Report`] what its section 4 asks to be submitted.
//!
//! ```
//! use actum_conform::deal::{Implementation, Observable, Scenario, Status, Subject, judge};
//!
//! /// An implementation that knows no deal and answers nothing.
//! struct Mute;
//! impl Implementation for Mute {
//!     type Subject = Self;
//!     fn start(&self, version: &str) -> Option<Self> {
//!         (version == "v0.3").then_some(Self)
//!     }
//! }
//! impl Subject for Mute {
//!     fn submit(&mut self, _: &[u8], entry: &mut Vec<u8>) {
//!         entry.extend_from_slice(br#"{"errors":[]}"#);
//!     }
//!     fn state(&self) -> Option<String> {
//!         None
//!     }
//!     fn observe(&self, _: Observable) -> Option<Vec<u8>> {
//!         None
//!     }
//! }
//!
//! let scenario = br#"{"test_id":"XX-01","messages":[{}],"expected_final_state":"Offered","expected_errors":[]}"#;
//! let verdict = judge(&Scenario::parse(scenario)?, &Mute);
//! assert_eq!(verdict.status, Status::Fail);
//! assert_eq!(verdict.mismatches, ["final state: expected `Offered`, found none"]);
//! # Ok::<(), actum_conform::deal::ScenarioError>(())
//! ```

mod category;
mod compare;
mod expect;
mod judge;
mod messages;
mod pattern;
mod report;
mod results;
mod scenario;
mod subject;
mod tally;

pub use category::Category;
pub use judge::{Status, Verdict, judge};
pub use pattern::Pattern;
pub use report::Report;
pub use results::{Results, Summary};
pub use scenario::{Scenario, ScenarioError};
pub use subject::{Implementation, Observable, Subject};
pub use tally::{Tally, TallyError};

/// The suite as its report names it (suite section 4, 1).
pub const SUITE: &str = "Protocol v0.3 Integration Test Suite v1.0 (2026-09-08)";

/// The protocol version that the suite tests.
pub const VERSION: &str = "v0.3";

/// The tests that the suite lists (suite section 2), in its order. Its report template says twelve.
pub const PUBLISHED: [&str; 11] =
    ["SM-01", "SM-02", "SM-03", "MV-01", "MV-02", "MV-03", "BD-01", "BD-02", "BD-03", "MP-01", "MP-02"];
