//! Segments and what they say about one another.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Acting;

#[derive(Debug, Args)]
pub(crate) struct Segment {
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// The episode, by the beginning of its id [default: the only one]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
    /// The branch [default: the main line]
    #[arg(long, value_name = "ID")]
    pub(crate) branch: Option<String>,
    /// What it is
    #[arg(long = "type", value_name = "TYPE", default_value = "conversation", value_parser = ["conversation", "reasoning", "artifact", "annotation"])]
    pub(crate) kind: String,
    /// The content
    #[arg(long, value_name = "TEXT", required_unless_present = "file", conflicts_with = "file")]
    pub(crate) text: Option<String>,
    /// The content, from a file or, for `-`, from standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Keeps the segment off the spine; the seal commits it as excluded
    #[arg(long)]
    pub(crate) ephemeral: bool,
    /// An earlier segment of the line whose place it takes
    #[arg(long, value_name = "ID")]
    pub(crate) supersedes: Vec<String>,
    /// The version of a signal that was seen when it was written
    #[arg(long = "signal", value_name = "VERSION")]
    pub(crate) signals: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Drift,
}

#[derive(Debug, Args)]
pub(crate) struct Drift {
    /// The distance from the spine, from 0 to 1; with it the segment gets a fingerprint
    #[arg(long, value_name = "NUMBER")]
    pub(crate) drift: Option<f64>,
    /// The objective as it stands
    #[arg(long, value_name = "TEXT", requires = "drift", default_value = "")]
    pub(crate) objective: String,
    /// What the segment does to the topic
    #[arg(long, value_name = "CLASS", requires = "drift", default_value = "continue", value_parser = ["continue", "expand", "shift", "resolve", "introduce"])]
    pub(crate) intent_class: String,
    /// An embedding of the topic: numbers with commas between them
    #[arg(
        long,
        value_name = "NUMBERS",
        requires = "drift",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) topic: Vec<f64>,
}

#[derive(Debug, Args)]
pub(crate) struct Signal {
    /// Where it comes from
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// The episode, by the beginning of its id [default: the only one]
    #[arg(long, value_name = "ID")]
    pub(crate) episode: Option<String>,
    /// What it is
    #[arg(long = "type", value_name = "TYPE", default_value = "persistent", value_parser = ["ephemeral", "persistent", "structural"])]
    pub(crate) kind: String,
    /// Where the seal commits it
    #[arg(long, value_name = "PLACE", default_value = "spine", value_parser = ["spine", "branch_leaf", "excluded_manifest"])]
    pub(crate) placement: String,
    /// The content
    #[arg(long, value_name = "TEXT", required_unless_present = "file", conflicts_with = "file")]
    pub(crate) text: Option<String>,
    /// The content, from a file or, for `-`, from standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(mut_arg("drift", |drift| drift.required(true)))]
pub(crate) struct Intercept {
    /// The segment, by the beginning of its id
    #[arg(value_name = "SEGMENT")]
    pub(crate) segment: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    #[command(flatten)]
    pub(crate) reading: Drift,
}

#[derive(Debug, Args)]
pub(crate) struct Refer {
    /// The segment that refers
    #[arg(value_name = "SEGMENT")]
    pub(crate) segment: String,
    /// The segment that it refers to
    #[arg(value_name = "TARGET")]
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) acting: Acting,
    /// How
    #[arg(long = "type", value_name = "TYPE", default_value = "cites", value_parser = ["cites", "continues", "supersedes"])]
    pub(crate) kind: String,
}
