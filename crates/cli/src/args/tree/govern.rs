//! Episodes on their way, and who may do what.

use clap::Args;

use super::Acting;

#[derive(Debug, Args)]
pub(crate) struct Advance {
    /// Its next state, as in `closing`
    #[arg(value_name = "STATE")]
    pub(crate) state: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// The episode, by the beginning of its id [default: the only one]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Register {
    /// Who
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// What that is
    #[arg(value_name = "KIND", value_parser = ["human", "agent"])]
    pub(crate) kind: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
}

#[derive(Debug, Args)]
pub(crate) struct Govern {
    /// What is governed
    #[arg(value_name = "KIND", value_parser = ["branch", "fork", "aside", "soliloquy"])]
    pub(crate) kind: String,
    /// Its id, as a whole
    #[arg(value_name = "ID")]
    pub(crate) resource: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// Whose it is [default: who acts]
    #[arg(long, value_name = "NAME")]
    pub(crate) owner: Option<String>,
    /// Who else may read
    #[arg(long, value_name = "LEVEL", default_value = "open", value_parser = ["always", "open", "escalation_only", "blocked"])]
    pub(crate) read: String,
    /// Who else may write
    #[arg(long, value_name = "LEVEL", default_value = "blocked", value_parser = ["always", "open", "escalation_only", "blocked"])]
    pub(crate) write: String,
}
