//! How value moves; there is no other way (DEAL 8.8).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use actum_canon::encode::{Sink, Writer};

/// What a movement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MovementKind {
    /// From the counterparty into escrow.
    Hold,
    /// From escrow to the agent.
    Release,
    /// From escrow back to the counterparty.
    Refund,
}

impl MovementKind {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Release => "release",
            Self::Refund => "refund",
        }
    }
}

impl fmt::Display for MovementKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// One movement of value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// What it does.
    pub kind: MovementKind,
    /// The counterparty whose account it touches.
    pub party: String,
    /// The stage that moves, counted from 0; `None` for a hold, which moves all stages.
    pub stage: Option<usize>,
    /// The cash that moves, 0 to 2^53 − 1.
    pub cash: u64,
    /// The object options that move with the stage, as in the Offer; empty for a hold.
    pub options: Vec<String>,
}

impl Movement {
    /// Writes the canonical object of the movement.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn write<S: Sink>(&self, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        writer.begin_object()?;
        writer.name("cash_sim")?;
        writer.integer(self.cash)?;
        writer.name("kind")?;
        writer.string(self.kind.as_str())?;
        if self.stage.is_some() {
            writer.name("object_options")?;
            writer.begin_array()?;
            for option in &self.options {
                writer.string(option)?;
            }
            writer.end_array()?;
        }
        writer.name("party")?;
        writer.string(&self.party)?;
        if let Some(stage) = self.stage {
            writer.name("stage")?;
            writer.integer(stage as u64)?;
        }
        writer.end_object()
    }
}

/// A movement in a deal's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The number of the transcript entry that caused it.
    pub entry: u64,
    /// The movement.
    pub movement: Movement,
    /// Why value moved.
    pub cause: Cause,
}

/// Why value moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A counterparty deposits its consideration.
    Deposit,
    /// A stage is earned and paid at once, or was earned before a breach.
    Earned,
    /// The deal is settled.
    Settlement,
    /// A counterparty invoked other terms: the remedy upon its own account.
    Mutation,
    /// A counterparty broke the deal, and it cannot go on for the others.
    CounterpartyBreach,
    /// The agent broke the deal.
    AgentBreach,
    /// Time ran out.
    Expiry,
    /// A counterparty withdrew its Offer, or the agent rejected it.
    Refusal,
    /// All parties agreed to end the deal.
    Cancellation,
    /// All parties agreed to another consideration.
    Amendment,
}

impl Cause {
    /// The clause by which value moves.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Deposit => "DEAL 8.2",
            Self::Earned => "DEAL 8.5",
            Self::Settlement => "DEAL 8.7",
            Self::Mutation => "DEAL 7.5",
            Self::CounterpartyBreach => "DEAL 9.8",
            Self::AgentBreach => "DEAL 7.7",
            Self::Expiry => "DEAL 11.1",
            Self::Refusal => "DEAL 9.10",
            Self::Cancellation | Self::Amendment => "DEAL 15.10",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Deposit => "the counterparty deposited its consideration",
            Self::Earned => "the stage and all before it were earned",
            Self::Settlement => "the deal was settled: what is earned is paid, the rest goes back",
            Self::Mutation => "the counterparty invoked other terms than those of the snapshot",
            Self::CounterpartyBreach => "too few counterparties were left after a breach",
            Self::AgentBreach => "the agent broke the deal: what is still held goes back",
            Self::Expiry => "a deadline passed",
            Self::Refusal => "the offer was withdrawn or rejected",
            Self::Cancellation => "all parties agreed to end the deal",
            Self::Amendment => "all parties agreed to another consideration",
        })
    }
}
