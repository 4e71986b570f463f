//! What can be asked about conformance. The doc comments are the help texts.

use std::path::PathBuf;

use actum::conform::tmpa::claim::Level;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::ConformDeal;

#[derive(Debug, Subcommand)]
pub(crate) enum Conform {
    /// Writes the compliance report of the deal protocol's test suite (its section 4)
    Deal(ConformDeal),
    /// Runs the branch, fork and merge vectors of ASTP, and vector files of the published shape
    ///
    /// Exit code 0 means that the level is reached and every record passed, 1 that something failed, 2 that something
    /// was not run, such as a construction that is not known here.
    Astp(ConformAstp),
    /// Runs a suite of TMPA Core S0.4 against a reader and writes the evidence package
    ///
    /// Every case is one set of sources with assertions on what a reader makes of it. A fixture that is missing or
    /// altered, a reader that crashes, hangs or answers no JSON: such a case is NOT RUN, never passed and never failed.
    /// Exit code 0 means PASS, 1 FAIL, 2 that the aggregate is PARTIAL or NOT RUN or that everything that failed was
    /// declared beforehand, 3 that nothing could be run.
    Tmpa(ConformTmpa),
    /// Checks an evidence package without the reader: digests, manifests, and the arithmetic of every verdict
    ///
    /// Exit code 0 means that everything holds, 1 that something does not or that the package does not support the claim.
    Verify(ConformVerify),
    /// Shows which external requirements the record supports, and on which other systems that depends
    Crosswalk(ConformCrosswalk),
}

#[derive(Debug, Args)]
pub(crate) struct ConformAstp {
    /// The suite: a folder with `cases/*.json`
    #[arg(long, value_name = "DIR", default_value = "conformance/astp-bfm-1.3.0", value_hint = ValueHint::DirPath)]
    pub(crate) suite: PathBuf,
    /// Files of records of constructions, or folders of them
    #[arg(long, value_name = "PATH", num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub(crate) vectors: Vec<PathBuf>,
    /// The level: 1 needs every REQUIRED vector, 2 every RECOMMENDED one too
    #[arg(long, value_name = "LEVEL", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) level: u8,
    /// Writes the report as `report.json` into this folder too
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// How to answer: `text` for people, `json` for the canonical report, `junit` for test runners
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: AstpFormat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum AstpFormat {
    #[default]
    Text,
    Json,
    Junit,
}

#[derive(Debug, Args)]
pub(crate) struct ConformTmpa {
    /// The suite: a folder that holds `suite.json`, or the published corpus
    #[arg(long, value_name = "DIR", default_value = "conformance/tmpa-s0.4", value_hint = ValueHint::DirPath)]
    pub(crate) suite: PathBuf,
    /// The reader as a command, started anew for every reading; by default Actum itself
    ///
    /// `{sources}` stands for a folder with the sources in the order of their arrival (`0001`, `0002`, … and
    /// `listing.json`), `{profile}` for the profile, `{out}` for the file to write the envelope to; without `{out}` the
    /// envelope is read from standard output. The command ends with 0, 1 or 2. No shell takes part.
    #[arg(long, value_name = "COMMAND", conflicts_with = "jsonl", value_hint = ValueHint::CommandString)]
    pub(crate) subject: Option<String>,
    /// The reader as a command that keeps running: one request line {"id","profile","sources"} in, one line {"id",
    /// "envelope"} or {"id","error"} out
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub(crate) jsonl: Option<String>,
    /// Seconds that a reader has for each answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub(crate) timeout: u64,
    /// Number of orders of arrival, where a case asks for random ones; another number than the case's supports no claim
    #[arg(long, value_name = "N", requires = "seed", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) permutations: Option<u64>,
    /// Where the generator of these orders starts
    #[arg(long, value_name = "S", requires = "permutations", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    pub(crate) seed: Option<u64>,
    /// Runs this case alone; may be given more than once
    #[arg(long, value_name = "ID")]
    pub(crate) case: Vec<String>,
    /// Runs the cases that a claim of this level rests on: those under profiles that claim it, and those of Core, which
    /// every level includes
    #[arg(long, value_enum, value_name = "LEVEL", conflicts_with = "case")]
    pub(crate) level: Option<ConformLevel>,
    /// Failures that are declared beforehand: {"divergences":[{"case","reason"}]}. A declared case that passes fails
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) divergences: Option<PathBuf>,
    /// Leaves out of the package when and where it ran, so that equal runs give equal bytes
    #[arg(long)]
    pub(crate) deterministic: bool,
    /// Where the evidence package is written; an empty folder, or one that does not exist
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// How to answer: `text` and `html` for people, `json` for the result in the published form, `junit` for test runners
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ConformFormat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum ConformFormat {
    #[default]
    Text,
    Json,
    Junit,
    Html,
}

#[derive(Debug, Args)]
pub(crate) struct ConformVerify {
    /// The package
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) package: PathBuf,
    /// Prints the claim of this level, where the package supports it
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) claim: Option<ConformLevel>,
}

/// The conformance levels (TMPA 10.1).
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ConformLevel {
    Core,
    Fcop,
    Authenticated,
}

impl From<ConformLevel> for Level {
    fn from(level: ConformLevel) -> Self {
        match level {
            ConformLevel::Core => Self::Core,
            ConformLevel::Fcop => Self::Fcop,
            ConformLevel::Authenticated => Self::Authenticated,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ConformCrosswalk {
    /// The folder of crosswalks
    #[arg(long, value_name = "DIR", default_value = "conformance/crosswalks", value_hint = ValueHint::DirPath)]
    pub(crate) dir: PathBuf,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: CrosswalkFormat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum CrosswalkFormat {
    #[default]
    Text,
    Json,
    Markdown,
}
