//! The parts in which a consideration is paid (DEAL 3.1, 8.1).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Where a stage's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageStatus {
    /// Not decided. Left once, for good.
    Open,
    /// With the agent.
    Released,
    /// With the counterparty.
    Refunded,
}

impl StageStatus {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Released => "released",
            Self::Refunded => "refunded",
        }
    }
}

impl fmt::Display for StageStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// One stage of a consideration. A fixed consideration is one stage over all items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The cash that it pays, 0 to 2^53 − 1.
    pub cash: u64,
    /// The object options that it grants, as in the Offer.
    pub options: Vec<String>,
    /// The places in the checklist of the items that it hangs on, ascending.
    pub items: Vec<usize>,
    /// Where its value is.
    pub status: StageStatus,
}

impl Stage {
    /// Whether it is neither released nor refunded.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status == StageStatus::Open
    }
}
