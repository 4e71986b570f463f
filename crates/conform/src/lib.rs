//! Runs a published suite against any implementation and computes its verdicts.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
