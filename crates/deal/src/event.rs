//! What happened beside errors, and who is told (DEAL 10.1, 11.1, 12.1).

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha256;
use actum_canon::encode::{Sink, Writer};

use crate::edition::MessageType;
use crate::state::State;

/// Something that a message or a timeout brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A message that was applied before, told by its id (DEAL 2.9).
    DuplicateMessage {
        /// The id.
        msg_id: String,
    },
    /// An Offer that stands already (DEAL 5.3).
    DuplicateOffer {
        /// Its id.
        offer_id: String,
    },
    /// An artifact that is in the pool already (DEAL 6.8).
    DuplicateArtifact {
        /// Its digest.
        artifact: Sha256,
    },
    /// A Settle of a party whose vote counts already.
    DuplicateVote {
        /// The party.
        vote: String,
    },
    /// An agreement that its party has given already (DEAL 15.10).
    DuplicateConsent {
        /// The digest of what it agrees to.
        proposal: Sha256,
    },
    /// A stage was earned and paid while the deal goes on (DEAL 8.5).
    PartialSettlement {
        /// The counterparty whose stage it is.
        party: String,
        /// The stage, counted from 1.
        stage: usize,
        /// What was paid.
        cash_sim: u64,
    },
    /// A counterparty acknowledged the stages paid so far (DEAL 8.6).
    Acknowledged {
        /// The counterparty.
        party: String,
    },
    /// The stages paid so far are all there will be (DEAL 7.6 d).
    FinalPartialSettlement,
    /// Items wait for a Ruling (DEAL 10.1).
    ManualReviewRequired {
        /// Their names in union order.
        items: Vec<String>,
    },
    /// Disputes that nobody ruled upon ended (DEAL 10.5).
    DisputeLapsed {
        /// The deal.
        deal: String,
    },
    /// Nothing more can be disclosed (DEAL 7.6).
    DisclosureEnded {
        /// The deal.
        deal: String,
    },
    /// A deadline closed the deal at nobody's fault (DEAL 11.2, 11.4).
    Expired {
        /// The deal.
        deal: String,
    },
    /// The reviewer was silent, and the terms say `release` (DEAL 11.4).
    ReviewTimedOut {
        /// The deal.
        deal: String,
    },
    /// The counterparties were silent after a passing verdict (DEAL 11.6).
    SettledByTimeout {
        /// The deal.
        deal: String,
    },
    /// A counterparty lost its place by a breach (DEAL 9.8).
    PartyEjected {
        /// The counterparty.
        party: String,
    },
    /// A party agrees to an amendment or to the end of the deal, and others do not yet (DEAL 15.10).
    Proposed {
        /// The party.
        party: String,
        /// The digest of what it agrees to.
        proposal: Sha256,
    },
    /// All parties agreed: other terms hold from here on (DEAL 15.10).
    Amended {
        /// The party whose Offer is replaced.
        party: String,
        /// The digest of the Offer that held before.
        previous: Sha256,
        /// The digest of the Offer that holds now.
        snapshot: Sha256,
    },
}

impl Event {
    /// The value of `event`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::DuplicateMessage { .. }
            | Self::DuplicateOffer { .. }
            | Self::DuplicateArtifact { .. }
            | Self::DuplicateVote { .. }
            | Self::DuplicateConsent { .. } => "Duplicate",
            Self::PartialSettlement { .. } | Self::Acknowledged { .. } | Self::FinalPartialSettlement => {
                "PartialSettlement"
            }
            Self::ManualReviewRequired { .. } => "ManualReviewRequired",
            Self::DisputeLapsed { .. } => "DisputeLapsed",
            Self::DisclosureEnded { .. } => "DisclosureEnded",
            Self::Expired { .. } => "Expired",
            Self::ReviewTimedOut { .. } => "ReviewTimedOut",
            Self::SettledByTimeout { .. } => "SettledByTimeout",
            Self::PartyEjected { .. } => "PartyEjected",
            Self::Proposed { .. } => "Proposed",
            Self::Amended { .. } => "Amended",
        }
    }

    /// Writes the canonical object of the event.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn write<S: Sink>(&self, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        writer.begin_object()?;
        match self {
            Self::DuplicateMessage { msg_id } => {
                self.write_name(writer)?;
                text(writer, "msg_id", msg_id)?;
            }
            Self::DuplicateOffer { offer_id } => {
                self.write_name(writer)?;
                text(writer, "offer_id", offer_id)?;
            }
            Self::DuplicateArtifact { artifact } => {
                digest(writer, "artifact", *artifact)?;
                self.write_name(writer)?;
            }
            Self::DuplicateVote { vote } => {
                self.write_name(writer)?;
                text(writer, "vote", vote)?;
            }
            Self::DuplicateConsent { proposal } => {
                self.write_name(writer)?;
                digest(writer, "proposal", *proposal)?;
            }
            Self::PartialSettlement { party, stage, cash_sim } => {
                writer.name("cash_sim")?;
                writer.integer(*cash_sim)?;
                self.write_name(writer)?;
                text(writer, "party", party)?;
                writer.name("stage")?;
                writer.integer(*stage as u64)?;
            }
            Self::Acknowledged { party } => {
                text(writer, "acknowledged", party)?;
                self.write_name(writer)?;
            }
            Self::FinalPartialSettlement => {
                self.write_name(writer)?;
                writer.name("final")?;
                writer.boolean(true)?;
            }
            Self::ManualReviewRequired { items } => {
                self.write_name(writer)?;
                writer.name("items")?;
                writer.begin_array()?;
                for item in items {
                    writer.string(item)?;
                }
                writer.end_array()?;
            }
            Self::DisputeLapsed { deal }
            | Self::DisclosureEnded { deal }
            | Self::Expired { deal }
            | Self::ReviewTimedOut { deal }
            | Self::SettledByTimeout { deal } => {
                text(writer, "deal", deal)?;
                self.write_name(writer)?;
            }
            Self::PartyEjected { party } => {
                self.write_name(writer)?;
                text(writer, "party", party)?;
            }
            Self::Proposed { party, proposal } => {
                self.write_name(writer)?;
                text(writer, "party", party)?;
                digest(writer, "proposal", *proposal)?;
            }
            Self::Amended { party, previous, snapshot } => {
                self.write_name(writer)?;
                text(writer, "party", party)?;
                digest(writer, "previous", *previous)?;
                digest(writer, "snapshot", *snapshot)?;
            }
        }
        writer.end_object()
    }

    fn write_name<S: Sink>(&self, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        text(writer, "event", self.name())
    }
}

/// A message to a party about what happened (DEAL 12.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The party that is told.
    pub to: String,
    /// What it is told.
    pub news: News,
}

/// What a party is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Another party's message was applied.
    Applied {
        /// The type of the message.
        message: MessageType,
        /// The offer id that the message named.
        offer_id: String,
    },
    /// The deal ended in this state.
    Closed(State),
}

impl Notification {
    /// The value of `event`.
    #[must_use]
    pub const fn event(&self) -> &'static str {
        match &self.news {
            News::Applied { message, .. } => message.as_str(),
            News::Closed(state) => state.as_str(),
        }
    }

    /// Writes the canonical object of the notification.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn write<S: Sink>(&self, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        writer.begin_object()?;
        text(writer, "event", self.event())?;
        if let News::Applied { offer_id, .. } = &self.news {
            text(writer, "offer_id", offer_id)?;
        }
        text(writer, "to", &self.to)?;
        writer.end_object()
    }
}

fn text<S: Sink>(writer: &mut Writer<'_, S>, name: &str, value: &str) -> Result<(), S::Error> {
    writer.name(name)?;
    writer.string(value)
}

fn digest<S: Sink>(writer: &mut Writer<'_, S>, name: &str, value: Sha256) -> Result<(), S::Error> {
    let text = value.to_ascii();
    writer.name(name)?;
    writer.string(core::str::from_utf8(&text).unwrap_or_default())
}
