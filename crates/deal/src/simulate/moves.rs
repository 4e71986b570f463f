//! The moves of the search.

use alloc::string::String;
use core::fmt;

use crate::offer::Deadline;

/// What a disclosure does beyond the stages that it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rest {
    /// Nothing: the other items stay open.
    Open,
    /// It fails an item of a duty that is not met.
    Fails,
    /// Its evidence cannot be relied on, or its digests do not fit.
    Doubtful,
}

/// One move of a party, of the reviewer, or of the clock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The agent accepts.
    Accept,
    /// The agent refuses.
    Reject,
    /// A counterparty takes its Offer back.
    Withdraw(String),
    /// A counterparty puts its consideration into escrow.
    Hold(String),
    /// The agent discloses.
    Disclose {
        /// The stages of every account that are met, counted from the first.
        stages: usize,
        /// What else it does.
        rest: Rest,
        /// Whether the agent says that it was the last one.
        is_final: bool,
    },
    /// A counterparty votes for settlement.
    Settle(String),
    /// A counterparty invokes other terms than it posted.
    Mutate(String),
    /// A party objects.
    Dispute(String),
    /// The reviewer decides that everything under review passes, or fails.
    Rule {
        /// Whether it passes.
        passes: bool,
    },
    /// Nobody acts until a deadline has passed.
    Wait(Deadline),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept => f.write_str("agent accepts"),
            Self::Reject => f.write_str("agent rejects"),
            Self::Withdraw(party) => write!(f, "{party} withdraws"),
            Self::Hold(party) => write!(f, "{party} holds"),
            Self::Disclose { stages, rest, is_final } => {
                f.write_str("agent discloses ")?;
                match stages {
                    0 => f.write_str("nothing that passes")?,
                    1 => f.write_str("stage 1")?,
                    n => write!(f, "stages 1 to {n}")?,
                }
                f.write_str(match rest {
                    Rest::Open => "",
                    Rest::Fails => ", failing another item",
                    Rest::Doubtful => ", with doubtful evidence",
                })?;
                f.write_str(if *is_final { ", as its last" } else { "" })
            }
            Self::Settle(party) => write!(f, "{party} settles"),
            Self::Mutate(party) => write!(f, "{party} changes its terms"),
            Self::Dispute(party) => write!(f, "{party} disputes"),
            Self::Rule { passes: true } => f.write_str("reviewer rules pass"),
            Self::Rule { passes: false } => f.write_str("reviewer rules fail"),
            Self::Wait(deadline) => write!(f, "{deadline} passes"),
        }
    }
}
