//! What can be asked of a state tree. The doc comments are the help texts.

mod branch;
mod channel;
mod depart;
mod govern;
mod record;
mod segment;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{Form, InLedger};

pub(crate) use branch::{Abandon, Branch, Fork, Merge, Resolve};
pub(crate) use channel::{
    Aside, AsideEnd, AsideOpen, Gate, GateEnd, GateInvoke, GateKey, GateResolve, Soliloquy, SoliloquyEnd,
    SoliloquyOpen,
};
pub(crate) use depart::{Depart, DepartCreate, DepartEnd, Recover, Return};
pub(crate) use govern::{Advance, Govern, Register};
pub(crate) use record::{Drawing, Log, Prove, Seal, Show, Verify};
pub(crate) use segment::{Drift, Intercept, Refer, Segment, Signal};

/// State trees over a folder, or a ledger: a journal of transitions that anyone can check by executing them again.
#[derive(Debug, Subcommand)]
pub(crate) enum Tree {
    /// Makes the folder of a tree and opens its first episode; does nothing where there is a tree
    Init(Box<Open>),
    /// Opens another episode
    Open(Box<Open>),
    /// Appends a segment to a line of an episode
    Segment(Box<Segment>),
    /// Starts a branch at a segment
    Branch(Box<Branch>),
    /// Gives up a branch, for good
    Abandon(Abandon),
    /// Forks an episode into alternatives, each an episode of its own
    Fork(Box<Fork>),
    /// Chooses one alternative of a fork; the others are discarded
    Resolve(Resolve),
    /// Merges a branch into a line
    ///
    /// Where both lines replaced the same segment there is a conflict. Without a resolution for each the command writes
    /// nothing and shows the conflicts; the exit code is then 2.
    Merge(Box<Merge>),
    /// Departs into an episode of its own while the origin goes on; completes or abandons a departure
    #[command(subcommand)]
    Depart(Depart),
    /// Says what the origin makes of a completed departure, once
    Return(Return),
    /// Marks an orphaned departure and mends what the record determines
    Recover(Recover),
    /// A human steps aside with one agent
    #[command(subcommand)]
    Aside(Aside),
    /// An agent deliberates with itself
    #[command(subcommand)]
    Soliloquy(Soliloquy),
    /// Asks a human to decide
    #[command(subcommand)]
    Gate(Gate),
    /// Records that one segment refers to another
    Refer(Refer),
    /// Appends a signal to an episode: what its agent was told beside the conversation
    Signal(Box<Signal>),
    /// Records a reading of drift at a segment that is there
    Intercept(Intercept),
    /// Moves an episode on towards its closure
    Advance(Advance),
    /// Registers who is a human and who an agent
    Register(Register),
    /// Records who may write to a branch, a fork, an aside or a soliloquy
    Govern(Govern),
    /// Seals an episode: from then on any change of it shows
    Seal(Seal),
    /// Checks a tree: every transition by executing it again, every hash, chain and seal
    ///
    /// With `--proof` checks an inclusion proof alone, without a tree.
    Verify(Verify),
    /// Prints the proof that a segment stands in the sealed spine of its episode
    Prove(Prove),
    /// Draws episodes, branches, forks and what belongs to them
    Show(Show),
    /// Lists the transitions, one audit record each
    Log(Log),
}

#[derive(Debug, Args)]
pub(crate) struct TreeFolder {
    /// The folder of the tree
    #[arg(long, value_name = "DIR", default_value = ".", conflicts_with = "ledger", value_hint = ValueHint::DirPath)]
    pub(crate) tree: PathBuf,
    #[command(flatten)]
    pub(crate) within: InLedger,
}

#[derive(Debug, Args)]
pub(crate) struct Acting {
    #[command(flatten)]
    pub(crate) folder: TreeFolder,
    /// Who acts [default: the agent of the episode]
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) actor: Option<String>,
    /// The human for whom the agent acts
    #[arg(long = "for", value_name = "NAME")]
    pub(crate) human: Option<String>,
    /// The session [default: named after the operation]
    #[arg(long, value_name = "NAME")]
    pub(crate) session: Option<String>,
    /// A number of this request; the same number again gives the first result again
    #[arg(long, value_name = "N")]
    pub(crate) request: Option<u64>,
    /// When, as in 2026-01-31T12:00:00Z [default: now]
    #[arg(long, value_name = "TIME")]
    pub(crate) at: Option<String>,
    /// An identifier for what is written; others follow from it [default: a random one]
    #[arg(long, value_name = "UUID")]
    pub(crate) id: Option<String>,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Open {
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// A title
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// What it is about
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
    /// Who else takes part
    #[arg(long = "participant", value_name = "NAME")]
    pub(crate) participants: Vec<String>,
    /// Demands a reading of drift with every segment
    #[arg(long)]
    pub(crate) fingerprints: bool,
    #[command(flatten)]
    pub(crate) detection: Detection,
}

/// Where the episode's own thresholds differ from the published ones (ASTP 19.5.2).
#[derive(Debug, Default, Args)]
pub(crate) struct Detection {
    /// The drift, and for how many turns in a row, that makes a branch worth watching [default: 0.3,1]
    #[arg(long, value_name = "DRIFT,TURNS")]
    pub(crate) watching: Option<String>,
    /// The same for a candidate [default: 0.3,3]
    #[arg(long, value_name = "DRIFT,TURNS")]
    pub(crate) candidate: Option<String>,
    /// The same for a branch that has come about [default: 0.5,5]
    #[arg(long, value_name = "DRIFT,TURNS")]
    pub(crate) materialized: Option<String>,
    /// Another objective alone makes no candidate
    #[arg(long)]
    pub(crate) objective_may_change: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The episode, by the beginning of its id [default: the only one that is open and came from no other]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
    /// The segment, by the beginning of its id [default: the last of the line]
    #[arg(long, value_name = "ID")]
    pub(crate) from: Option<String>,
    /// The branch whose last segment is meant [default: the main line]
    #[arg(long, value_name = "ID", conflicts_with = "from")]
    pub(crate) branch: Option<String>,
}
