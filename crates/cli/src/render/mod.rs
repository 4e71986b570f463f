//! How answers look. Each file renders one thing from a value of the library; none of them decides anything.

pub(crate) mod brief;
mod causes;
pub(crate) mod conform;
pub(crate) mod conform_astp;
pub(crate) mod conform_crosswalk;
pub(crate) mod conform_junit;
pub(crate) mod daily;
pub(crate) mod deal;
pub(crate) mod dot;
pub(crate) mod escape;
mod graph;
pub(crate) mod issues;
pub(crate) mod journal;
pub(crate) mod ledger;
mod linked;
pub(crate) mod mermaid;
pub(crate) mod notes;
pub(crate) mod profile;
pub(crate) mod reference;
pub(crate) mod report;
pub(crate) mod setup;
pub(crate) mod style;
pub(crate) mod tree;
pub(crate) mod why;
