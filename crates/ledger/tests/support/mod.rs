//! Ledgers for the cases.

pub(crate) mod damaged;
pub(crate) mod sample;
