//! Where a source ends up.

/// Where the aggregated candidate of a source ends up (TMPA 7.4, 10.5); the order is that of precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Excluded: no node shows it.
    Excluded,
    Quarantined,
    Rejected,
    Disputed,
    Partial,
    Pending,
    Accepted,
}

impl Class {
    /// The list of candidates in which a source of this class stands (TMPA 10.5).
    pub(crate) fn list(self) -> &'static str {
        match self {
            Self::Excluded | Self::Quarantined => "quarantined",
            Self::Rejected => "rejected",
            Self::Disputed => "disputed",
            Self::Partial | Self::Pending => "partial",
            Self::Accepted => "accepted",
        }
    }

    pub(crate) fn judgment(self) -> &'static str {
        match self {
            Self::Excluded | Self::Quarantined | Self::Rejected => "invalid",
            Self::Disputed | Self::Partial | Self::Pending => "undetermined",
            Self::Accepted => "valid",
        }
    }

    pub(crate) fn view(self) -> &'static str {
        match self {
            Self::Accepted => "authoritative",
            Self::Pending => "pending_human",
            other => other.list(),
        }
    }
}
