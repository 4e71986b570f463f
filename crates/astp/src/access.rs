//! Who may touch what: principals, and the policies that are recorded for resources (ASTP 19.1.3; BR-006, AS-002).
//!
//! Both fail closed: what cannot be decided is denied. Here is the decision only; the operations ask for it before they
//! look at anything else, and the audit record of a denial is theirs.

mod policy;
mod principal;

pub use policy::{Access, Policy};
pub use principal::{NotAHuman, Principals};
