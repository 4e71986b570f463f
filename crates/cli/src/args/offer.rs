//! The flags that make an Offer. The doc comments are the help texts.

use clap::{Args, ValueEnum};

use super::Sending;

#[derive(Debug, Args)]
pub(crate) struct Offer {
    /// The id of the new Offer
    #[arg(value_name = "OFFER", required_unless_present = "message", conflicts_with = "message")]
    pub(crate) offer: Option<String>,
    /// The cash that is offered; stages need `--message`
    #[arg(long, value_name = "N", conflicts_with = "message", required_unless_present = "message")]
    pub(crate) cash: Option<u64>,
    /// An object option that is offered; may be given more than once
    #[arg(long, value_name = "OPTION", conflicts_with = "message")]
    pub(crate) grant: Vec<String>,
    /// An item of the checklist: `ID` to be attested, or `ID=JSON` for a value or a predicate with parameters
    #[arg(long, value_name = "ITEM", conflicts_with = "message", required_unless_present = "message")]
    pub(crate) item: Vec<String>,
    /// How often the agent may disclose
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) max_disclosures: Option<u64>,
    /// Has attested items reviewed instead of believed
    #[arg(long, conflicts_with = "message")]
    pub(crate) no_attested: bool,
    /// A party of a pool, the agent included; more than two make a pool
    #[arg(long, value_name = "PARTY", conflicts_with = "message")]
    pub(crate) party: Vec<String>,
    /// The agent [default: A]
    #[arg(long, value_name = "PARTY", conflicts_with = "message")]
    pub(crate) agent: Option<String>,
    /// How many counterparties settle a pool [default: all]
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) quorum: Option<u64>,
    /// The id of the pool
    #[arg(long, value_name = "ID", conflicts_with = "message")]
    pub(crate) pool: Option<String>,
    /// Pins the key of a party: `PARTY=FILE` with an Ed25519 key file, or `PARTY=ed25519:HEX`; whoever has a pinned
    /// key must sign
    #[arg(long, value_name = "PARTY=KEY", conflicts_with = "message")]
    pub(crate) pin: Vec<String>,
    /// Who rules on what the engine cannot decide [default: R]
    #[arg(long, value_name = "PARTY", conflicts_with = "message")]
    pub(crate) reviewer: Option<String>,
    /// What a silent reviewer means [default: refund]
    #[arg(long, value_enum, value_name = "EFFECT", conflicts_with = "message")]
    pub(crate) review_default: Option<ReviewDefault>,
    /// The last moment to accept
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) accept_by: Option<u64>,
    /// The last moment to deposit
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) hold_by: Option<u64>,
    /// The last moment to disclose
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) disclose_by: Option<u64>,
    /// The last moment to rule
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) review_by: Option<u64>,
    /// The last moment to settle; with it the deal always ends
    #[arg(long, value_name = "N", conflicts_with = "message")]
    pub(crate) settle_by: Option<u64>,
    #[command(flatten)]
    pub(crate) sending: Sending,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReviewDefault {
    Refund,
    Release,
}
