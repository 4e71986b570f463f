//! Detection of drift while segments are written (ASTP 19.5.2, 19.5.3; CF-002, CF-003, CF-004).
//!
//! Here: the thresholds and the detection machine, what one reading of a segment means, the recommendation that a
//! materialized drift gives, and the second machine, which looks at how fast a drift grows. All of it is a function of
//! its parameters. Not here: fingerprints and their order (`operation::intercept`), and how a drift is measured.

mod candidate;
mod drift;
mod growth;
mod machine;
mod thresholds;

pub use candidate::{Detection, Last, Reading, Recommendation, detect};
pub use drift::{Drift, NotADrift};
pub use growth::{Growth, GrowthState, GrowthStep, GrowthThresholds};
pub use machine::{Machine, Observation, Standing};
pub use thresholds::{Thresholds, ThresholdsError};
