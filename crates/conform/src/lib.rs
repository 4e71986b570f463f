//! Runs a published suite against any implementation and computes its verdicts.
//!
//! - [`astp`]: the conformance vectors of ASTP branch, fork and merge, 1.3.0.
//! - [`deal`]: the integration test suite of the deal protocol v0.3.
//! - [`tmpa`]: the executable test cases of TMPA Core S0.4.
//!
//! A suite is judged from outside: an implementation is whatever implements the traits of its module. Not here: any
//! protocol core, any file, any clock. What a scenario says and what an implementation answers come in as bytes, and
//! the results go out as bytes.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod astp;
pub mod deal;
pub mod tmpa;
