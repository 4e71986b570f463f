//! Seals, proofs, and what can be seen of a tree.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Acting, TreeFolder};
use crate::args::Form;

#[derive(Debug, Args)]
pub(crate) struct Seal {
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// The episode, by the beginning of its id [default: the only one]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
    /// The construction of the seal [default: the current one]
    #[arg(long, value_name = "N")]
    pub(crate) construction: Option<u64>,
    /// How much of what the agents were given is captured, in constructions that say so [default: none]
    #[arg(long, value_name = "POSTURE", value_parser = ["all_external", "declared_only", "none"])]
    pub(crate) posture: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) folder: TreeFolder,
    /// Checks this inclusion proof, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tree", "ledger"], value_hint = ValueHint::FilePath)]
    pub(crate) proof: Option<PathBuf>,
    /// The episode root or spine root that the proof has to lead to, as it was kept elsewhere
    #[arg(long, value_name = "DIGEST", requires = "proof")]
    pub(crate) root: Option<String>,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The segment, by the beginning of its id
    #[arg(value_name = "SEGMENT")]
    pub(crate) segment: String,
    #[command(flatten)]
    pub(crate) folder: TreeFolder,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) folder: TreeFolder,
    /// The episode, by the beginning of its id [default: all]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
    /// How to draw: `text` for people, `json` for the facts, `dot` or `mermaid` for a picture
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Drawing,
    /// Most segments of each line that `text` draws, the newest; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    #[default]
    Text,
    Json,
    Dot,
    Mermaid,
}

#[derive(Debug, Args)]
pub(crate) struct Log {
    #[command(flatten)]
    pub(crate) folder: TreeFolder,
    /// How to answer: `json` gives the audit records as they are stored
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}
