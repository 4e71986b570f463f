//! What can be asked of the published suites. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Where the scenarios of the deal protocol lie, by default.
#[derive(Debug, Args)]
pub(crate) struct RunTestSuite {
    /// Folders of scenarios, or scenario files
    #[arg(value_name = "DIR", default_value = actum::deal::SCENARIOS, value_hint = ValueHint::AnyPath)]
    pub(crate) scenarios: Vec<PathBuf>,
    /// The protocol version
    #[arg(long, value_name = "VERSION", default_value = actum::deal::conform::VERSION)]
    pub(crate) protocol_version: String,
    /// Where the results are written; folders are made, and an old file is replaced whole
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Leaves out how long each scenario took, so that the same run gives the same bytes
    #[arg(long)]
    pub(crate) deterministic: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConformDeal {
    /// Where the report is written, as Markdown
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: PathBuf,
    /// The results that the report is on, as `actum run-test-suite` wrote them; by default the suite is run now, and
    /// its results go beside the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) results: Option<PathBuf>,
    /// Folders of scenarios, or scenario files, where the suite is run now
    #[arg(value_name = "DIR", default_value = actum::deal::SCENARIOS, conflicts_with = "results")]
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) scenarios: Vec<PathBuf>,
    /// The command that wrote the results, where it is not this program's
    #[arg(long, value_name = "TEXT")]
    pub(crate) executed: Option<String>,
    /// Where the source is, if public
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) repository: Option<String>,
    /// An intentional deviation with its justification; may be given more than once
    #[arg(long, value_name = "TEXT")]
    pub(crate) divergence: Vec<String>,
    /// The date of the run
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
    /// How to reach the implementer
    #[arg(long, value_name = "TEXT")]
    pub(crate) contact: Option<String>,
    /// Where a PGP signature of the results file is
    #[arg(long, value_name = "TEXT")]
    pub(crate) signature: Option<String>,
}
