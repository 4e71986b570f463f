//! Asides, soliloquies and gates.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{Acting, Place};
use crate::args::Opening;

#[derive(Debug, Subcommand)]
pub(crate) enum Aside {
    /// Opens an aside of one human with one agent
    Open(Box<AsideOpen>),
    /// Closes an aside
    Close(AsideEnd),
    /// Gives up an aside
    Abandon(AsideEnd),
}

#[derive(Debug, Args)]
pub(crate) struct AsideOpen {
    /// What it is about
    #[arg(value_name = "LABEL")]
    pub(crate) label: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    #[command(flatten)]
    pub(crate) place: Place,
    /// The human who starts it
    #[arg(long = "human", id = "initiated_by_human", value_name = "NAME")]
    pub(crate) initiator: String,
    /// The agent [default: the agent of the episode]
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// A segment inside it
    #[arg(long = "content", value_name = "ID")]
    pub(crate) contents: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct AsideEnd {
    /// The aside, by the beginning of its id
    #[arg(value_name = "ASIDE")]
    pub(crate) aside: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    /// Another segment inside it
    #[arg(long = "content", value_name = "ID")]
    pub(crate) contents: Vec<String>,
    /// Whom to tell
    #[arg(long = "notify", value_name = "NAME")]
    pub(crate) notify: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Soliloquy {
    /// Opens a soliloquy of an agent
    Open(Box<SoliloquyOpen>),
    /// Concludes a soliloquy: only the conclusion goes back
    Conclude(SoliloquyEnd),
    /// Gives up a soliloquy
    Abandon(SoliloquyEnd),
}

#[derive(Debug, Args)]
pub(crate) struct SoliloquyOpen {
    /// What it is for
    #[arg(value_name = "PURPOSE")]
    pub(crate) purpose: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    #[command(flatten)]
    pub(crate) place: Place,
    /// A segment of the deliberation
    #[arg(long = "content", value_name = "ID")]
    pub(crate) contents: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SoliloquyEnd {
    /// The soliloquy, by the beginning of its id
    #[arg(value_name = "SOLILOQUY")]
    pub(crate) soliloquy: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// What came out
    #[arg(long, value_name = "TEXT")]
    pub(crate) summary: String,
    /// The segment that takes the conclusion in [default: the last of the main line]
    #[arg(long, value_name = "ID")]
    pub(crate) into: Option<String>,
    /// A segment of the deliberation [default: those named at the start]
    #[arg(long = "content", value_name = "ID")]
    pub(crate) contents: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Gate {
    /// Asks a human
    Invoke(Box<GateInvoke>),
    /// Records what the human decided
    Resolve(GateResolve),
    /// Records that nobody decided in time
    TimeOut(GateEnd),
    /// Passes the question on to somebody higher
    Escalate(GateEnd),
}

#[derive(Debug, Args)]
pub(crate) struct GateInvoke {
    /// The request in the host's own queue
    #[arg(value_name = "REQUEST")]
    pub(crate) request_id: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// The episode, by the beginning of its id [default: the only one]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
    /// What is asked for
    #[arg(long = "type", value_name = "TYPE", default_value = "approval_required", value_parser = ["approval_required", "review_advisory", "escalation", "compliance_checkpoint", "modification_request"])]
    pub(crate) kind: String,
    /// A file with the context that is shown, one JSON value; `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) context: Option<PathBuf>,
    /// When the question times out, as in 2026-01-31T12:00:00Z
    #[arg(long, value_name = "TIME")]
    pub(crate) timeout: String,
    #[command(flatten)]
    pub(crate) signing: GateKey,
}

/// Who signs at a gate.
#[derive(Debug, Default, Args)]
pub(crate) struct GateKey {
    /// Signs the hash of this step with an Ed25519 key, a PKCS #8 file (ASTP 4.6)
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Args)]
pub(crate) struct GateResolve {
    /// The gate, by the beginning of its id
    #[arg(value_name = "GATE")]
    pub(crate) gate: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// What was decided
    #[arg(long, value_name = "DECISION", value_parser = ["approved", "rejected", "modified", "deferred", "escalated"])]
    pub(crate) decision: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) rationale: Option<String>,
    #[command(flatten)]
    pub(crate) signing: GateKey,
}

#[derive(Debug, Args)]
pub(crate) struct GateEnd {
    /// The gate, by the beginning of its id
    #[arg(value_name = "GATE")]
    pub(crate) gate: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) rationale: Option<String>,
}
