//! Departures.

use clap::{Args, Subcommand};

use super::{Acting, Place};

#[derive(Debug, Subcommand)]
pub(crate) enum Depart {
    /// Departs from a segment
    Create(Box<DepartCreate>),
    /// Declares a departure complete
    Complete(DepartEnd),
    /// Gives up a departure, for good
    Abandon(DepartEnd),
}

#[derive(Debug, Args)]
pub(crate) struct DepartCreate {
    /// What the departure is to achieve
    #[arg(value_name = "OBJECTIVE")]
    pub(crate) objective: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    #[command(flatten)]
    pub(crate) place: Place,
    /// What set it off: topic_shift, parallel_thread, explicit_fork or agent_escalation
    #[arg(long, value_name = "TRIGGER", default_value = "explicit_fork")]
    pub(crate) trigger: String,
    /// The segment that provoked an escalation
    #[arg(long, value_name = "ID")]
    pub(crate) because: Option<String>,
    /// The agent of the new episode [default: who acts]
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// The title of the new episode
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DepartEnd {
    /// The departure, by the beginning of its id
    #[arg(value_name = "FORK")]
    pub(crate) fork: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// A remark, or why
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Return {
    /// The departure, by the beginning of its id
    #[arg(value_name = "FORK")]
    pub(crate) fork: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// What becomes of it: incorporated, acknowledged or superseded
    #[arg(long = "type", value_name = "TYPE", default_value = "incorporated")]
    pub(crate) kind: String,
    /// In words
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) summary: String,
}

#[derive(Debug, Args)]
pub(crate) struct Recover {
    /// The departure, by the beginning of its id
    #[arg(value_name = "FORK")]
    pub(crate) fork: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// For how many milliseconds an active departure may lie still [default: for ever]
    #[arg(long, value_name = "N")]
    pub(crate) stale_after: Option<u64>,
}
