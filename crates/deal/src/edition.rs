//! Everything that an edition of the protocol fixes, as a value that is chosen once (DEAL 2, 3).

use core::fmt;

/// The types of messages (DEAL 3, 15.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessageType {
    /// A counterparty posts terms.
    Offer,
    /// The agent accepts all posted terms at once.
    Accept,
    /// A counterparty deposits its consideration.
    EscrowHold,
    /// The agent presents an artifact.
    Disclose,
    /// A counterparty invokes the agreement and votes for settlement.
    Settle,
    /// The agent refuses the offer.
    Reject,
    /// A counterparty takes its offer back.
    Withdraw,
    /// A party objects to results.
    Dispute,
    /// The reviewer decides what is under review.
    Ruling,
    /// The host tells the time.
    Tick,
    /// A party agrees to other terms (DEAL 15.10).
    Amend,
    /// A party agrees to end the deal (DEAL 15.10).
    Cancel,
}

impl MessageType {
    /// The value of `type`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Offer => "Offer",
            Self::Accept => "Accept",
            Self::EscrowHold => "EscrowHold",
            Self::Disclose => "Disclose",
            Self::Settle => "Settle",
            Self::Reject => "Reject",
            Self::Withdraw => "Withdraw",
            Self::Dispute => "Dispute",
            Self::Ruling => "Ruling",
            Self::Tick => "Tick",
            Self::Amend => "Amend",
            Self::Cancel => "Cancel",
        }
    }

    /// What a sender does with it, as in "Cannot settle from …" (DEAL 5.1).
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Accept => "accept",
            Self::EscrowHold => "hold escrow",
            Self::Disclose => "disclose",
            Self::Settle => "settle",
            Self::Reject => "reject",
            Self::Withdraw => "withdraw",
            Self::Dispute => "dispute",
            Self::Ruling => "rule",
            Self::Tick => "tick",
            Self::Amend => "amend",
            Self::Cancel => "cancel",
        }
    }
}

impl fmt::Display for MessageType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What a message may hold at most (DEAL 2.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Arrays and objects in which a value may stand (DEAL 2.1); an empty one may be one level deeper.
    pub depth: usize,
    /// Parties of a deal, the agent included.
    pub parties: usize,
    /// Items of a checklist, dropped ones included.
    pub checklist: usize,
    /// Stages of a consideration.
    pub stages: usize,
    /// Evidence entries of an artifact.
    pub evidence: usize,
    /// Claims of an artifact.
    pub claims: usize,
}

/// An edition of the deal protocol.
#[derive(Debug, PartialEq, Eq)]
pub struct Edition {
    /// The name of the edition.
    pub name: &'static str,
    /// The protocol versions that it takes; the first one holds where an Offer names none (DEAL 2.7).
    pub versions: &'static [&'static str],
    /// The types of messages that it takes.
    pub types: &'static [MessageType],
    /// The members that are transport and never terms (DEAL 2.2).
    pub envelope: &'static [&'static str],
    /// The agent where an Offer names none (DEAL 1.3).
    pub agent: &'static str,
    /// The reviewer where an Offer names none (DEAL 1.4).
    pub reviewer: &'static str,
    /// Whether `deal_structure.keys` pins keys, and signatures of their parties are demanded (DEAL 15.1).
    pub signatures: bool,
    /// Whether evidence may say its `size` and `media_type` (DEAL 15.8).
    pub described_evidence: bool,
    /// What a message may hold at most.
    pub limits: Limits,
}

impl Edition {
    /// Returns the type with this name, if the edition has it.
    #[must_use]
    pub fn message_type(&self, name: &str) -> Option<MessageType> {
        self.types.iter().copied().find(|known| known.as_str() == name)
    }

    /// Returns the supported version with this name.
    #[must_use]
    pub fn version(&self, name: &str) -> Option<&'static str> {
        self.versions.iter().copied().find(|known| *known == name)
    }

    /// Tells whether a member of a message is transport (DEAL 2.2).
    #[must_use]
    pub fn is_envelope(&self, member: &str) -> bool {
        self.envelope.contains(&member)
    }
}

/// The published edition: exactly what the integration test suite of v0.3 is about.
pub static V0_3: Edition = Edition {
    name: "v0.3",
    versions: &["v0.3"],
    types: &PUBLISHED,
    envelope: &ENVELOPE,
    agent: "A",
    reviewer: "R",
    signatures: false,
    described_evidence: false,
    limits: LIMITS,
};

/// The published edition and, beyond it, amendment, mutual cancellation, signatures and described evidence.
///
/// A sequence of messages that uses none of these has the same outcome as under [`V0_3`], byte for byte.
pub static V0_3_EXTENDED: Edition = Edition {
    name: "v0.3-extended",
    versions: &["v0.3"],
    types: &EXTENDED,
    envelope: &ENVELOPE,
    agent: "A",
    reviewer: "R",
    signatures: true,
    described_evidence: true,
    limits: LIMITS,
};

const ENVELOPE: [&str; 7] = ["type", "from", "to", "at", "msg_id", "seq", "sig"];

const LIMITS: Limits =
    Limits { depth: 64, parties: 64, checklist: 1000, stages: 64, evidence: 4096, claims: 4096 };

const PUBLISHED: [MessageType; 10] = [
    MessageType::Offer,
    MessageType::Accept,
    MessageType::EscrowHold,
    MessageType::Disclose,
    MessageType::Settle,
    MessageType::Reject,
    MessageType::Withdraw,
    MessageType::Dispute,
    MessageType::Ruling,
    MessageType::Tick,
];

const EXTENDED: [MessageType; 12] = [
    MessageType::Offer,
    MessageType::Accept,
    MessageType::EscrowHold,
    MessageType::Disclose,
    MessageType::Settle,
    MessageType::Reject,
    MessageType::Withdraw,
    MessageType::Dispute,
    MessageType::Ruling,
    MessageType::Tick,
    MessageType::Amend,
    MessageType::Cancel,
];
