//! The states of a deal (DEAL 5).

use core::fmt;

/// Where a deal stands. The closed states absorb: no message leads out of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// At least one Offer is posted.
    Offered,
    /// The agent has accepted; escrow is awaited.
    Accepted,
    /// Every counterparty has deposited its escrow.
    Held,
    /// Something is disclosed, and the verdict decides what follows.
    Adjudicating,
    /// At least one valid Settle is recorded and the quorum is not yet reached.
    Settling,
    /// Closed by settlement.
    Settled,
    /// Closed by the breach of a party (DEAL 7).
    Breach,
    /// Closed by time, at nobody's fault (DEAL 11).
    Expired,
    /// Closed by a counterparty before acceptance.
    Withdrawn,
    /// Closed by the agent before acceptance.
    Rejected,
    /// Closed by agreement of all parties (DEAL 15.10); the published edition never enters it.
    Cancelled,
}

impl State {
    /// All states, in the order of the lifecycle.
    pub const ALL: [Self; 11] = [
        Self::Offered,
        Self::Accepted,
        Self::Held,
        Self::Adjudicating,
        Self::Settling,
        Self::Settled,
        Self::Breach,
        Self::Expired,
        Self::Withdrawn,
        Self::Rejected,
        Self::Cancelled,
    ];

    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Offered => "Offered",
            Self::Accepted => "Accepted",
            Self::Held => "Held",
            Self::Adjudicating => "Adjudicating",
            Self::Settling => "Settling",
            Self::Settled => "Closed:settled",
            Self::Breach => "Closed:breach",
            Self::Expired => "Closed:expired",
            Self::Withdrawn => "Closed:withdrawn",
            Self::Rejected => "Closed:rejected",
            Self::Cancelled => "Closed:cancelled",
        }
    }

    /// Reads the published spelling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    /// Whether the deal has ended.
    #[must_use]
    pub const fn is_closed(self) -> bool {
        matches!(
            self,
            Self::Settled | Self::Breach | Self::Expired | Self::Withdrawn | Self::Rejected | Self::Cancelled
        )
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::State;

    #[test]
    fn every_spelling_is_read_back_and_tells_whether_the_deal_has_ended() {
        for state in State::ALL {
            assert_eq!(State::parse(state.as_str()), Some(state));
            assert_eq!(state.is_closed(), state.as_str().starts_with("Closed:"), "{state}");
        }
        assert_eq!(State::parse("Closed"), None);
    }
}
