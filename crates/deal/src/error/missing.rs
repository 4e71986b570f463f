//! What a state lacks for a message (DEAL 5, E3 to E18).

use alloc::string::String;
use core::fmt;

use crate::edition::MessageType;

/// What has to come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Nothing would help.
    Nothing,
    /// A message of this type.
    Message(MessageType),
    /// The Offers of these parties, separated by a comma and a space.
    OffersFrom(String),
    /// Something under review.
    PendingReview,
    /// The Ruling of the reviewer.
    ManualReview,
    /// A verdict that is `pass`.
    PassingVerdict,
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Message(message) => write!(formatter, "; {message} required"),
            Self::OffersFrom(parties) => write!(formatter, "; Offer required from {parties}"),
            Self::PendingReview => formatter.write_str("; pending review required"),
            Self::ManualReview => formatter.write_str("; manual review required"),
            Self::PassingVerdict => formatter.write_str("; passing verdict required"),
        }
    }
}
