//! Branches, forks and merges.

use clap::Args;

use super::{Acting, Place};

#[derive(Debug, Args)]
pub(crate) struct Branch {
    /// What the branch intends
    #[arg(value_name = "INTENT")]
    pub(crate) intent: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    #[command(flatten)]
    pub(crate) place: Place,
    /// What it is for
    #[arg(long = "type", value_name = "TYPE", default_value = "exploratory", value_parser = ["exploratory", "topic_shift", "corrective", "parallel"])]
    pub(crate) kind: String,
    /// How it is declared
    #[arg(long, value_name = "HOW", default_value = "explicit", value_parser = ["explicit", "inferred", "retroactive"])]
    pub(crate) declared: String,
    /// Goes beyond the limit of depth, on record
    #[arg(long)]
    pub(crate) override_depth: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Abandon {
    /// The branch, by the beginning of its id
    #[arg(value_name = "BRANCH")]
    pub(crate) branch: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
}

#[derive(Debug, Args)]
pub(crate) struct Fork {
    /// What the alternatives are to achieve
    #[arg(value_name = "OBJECTIVE")]
    pub(crate) objective: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    #[command(flatten)]
    pub(crate) place: Place,
    /// What an alternative intends; give it once for each, at least twice
    #[arg(long = "alternative", value_name = "TEXT")]
    pub(crate) alternatives: Vec<String>,
    /// What the fork intends as a whole [default: its objective]
    #[arg(long, value_name = "TEXT")]
    pub(crate) intent: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Resolve {
    /// The fork, by the beginning of its id
    #[arg(value_name = "FORK")]
    pub(crate) fork: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// The point that is promoted, by the beginning of its id
    #[arg(long, value_name = "POINT")]
    pub(crate) select: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) rationale: String,
}

#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The branch, by the beginning of its id
    #[arg(value_name = "BRANCH")]
    pub(crate) branch: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// What the merge brings together
    #[arg(long, value_name = "TEXT")]
    pub(crate) summary: String,
    /// The branch that takes it in [default: the main line]
    #[arg(long, value_name = "ID")]
    pub(crate) into: Option<String>,
    /// How conflicts are settled
    #[arg(long, value_name = "STRATEGY", default_value = "auto", value_parser = ["auto", "manual_review", "agent_resolved", "conclusion_only"])]
    pub(crate) strategy: String,
    /// A conflict in which the branch's content is taken
    #[arg(long, value_name = "SEGMENT")]
    pub(crate) take_source: Vec<String>,
    /// A conflict in which the target's content is taken
    #[arg(long, value_name = "SEGMENT")]
    pub(crate) take_target: Vec<String>,
    /// A conflict, and a file with the content that settles it
    #[arg(long, value_name = "SEGMENT=FILE")]
    pub(crate) custom: Vec<String>,
}
