//! What can be asked: the whole command line, typed. The doc comments here are the help texts.

mod conform;
pub(crate) mod daily;
mod deal;
mod fcop;
mod key;
mod ledger;
mod offer;
mod suite;
pub(crate) mod tree;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::exit;

pub(crate) use conform::{
    AstpFormat, Conform, ConformAstp, ConformCrosswalk, ConformFormat, ConformTmpa, ConformVerify,
    CrosswalkFormat,
};
pub(crate) use deal::{
    Accept, Amend, Cancel, Deal, Decision, Disclose, Dispute, Division, Explain, Form, Hold, JournalFile,
    Named, Reason, Rule, RuledBreach, Sending, Settle, Status, Tick,
};
pub(crate) use fcop::{
    Authorize as FcopAuthorize, Create as FcopCreate, Fcop, Letter as FcopLetter, Place as FcopPlace,
    Report as FcopReport, Review as FcopReview, Step as FcopStep, Transition as FcopTransition,
    Verdict as FcopVerdict,
};
pub(crate) use key::{Key, KeyForm, Opening};
pub(crate) use ledger::{
    Append, Checkpoint, Export, Fsck, Import, InLedger, Init, LedgerLog, LedgerPlace, ProveEntry, ShowEntry,
    Showing, VerifyLedger,
};
pub(crate) use offer::{Offer, ReviewDefault};
pub(crate) use suite::{ConformDeal, RunTestSuite};

/// Reads the evidence of what a team of agents did, and says what is valid, invalid or undetermined, and why.
///
/// The verdict is a function of the evidence and the profile alone: anyone who has both gets the same bytes.
#[derive(Debug, Parser)]
#[command(name = "actum", version, after_help = exit::TABLE, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// When to colour text; `auto` means on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Reads evidence under a profile and reports the verdict
    ///
    /// Below a folder, every `*.json` is one artifact and every `*.jsonl` and `*.ndjson` holds one per line, at any
    /// depth. Symbolic links are reported and never followed; hidden files, files of other kinds and the profile
    /// itself are not evidence. A file that is named itself is read whatever its name. A ledger is read like the folder
    /// that was appended to it, and under its own profile where none is named.
    Read(Read),
    /// Explains a judgment: the chain of causes, clause by clause
    ///
    /// SUBJECT is the id of an object, a work item, a source or an issue; of an issue the first eight digits are
    /// enough. The exit code is the judgment of the subject, 66 where the evidence does not know it.
    Why(Why),
    /// Tells a replacement participant what it needs to go on with a work item, in at most 2000 bytes
    Brief(Brief),
    /// Makes a ledger here: a record that only grows; does nothing where there is one
    Init(Init),
    /// Appends artifacts to the ledger, and prints a receipt for each once it is durable
    ///
    /// Of a folder the same files are taken, under the same ids, as `actum read` takes; `*.jsonl` and `*.ndjson` hold one
    /// artifact per line. What comes from standard input goes by its digest. Artifacts are kept as they are, also where
    /// they are broken: a reading judges them later. A receipt is one line of JSON.
    Append(Append),
    /// Lists the entries of the ledger
    Log(LedgerLog),
    /// Shows one entry of the ledger
    Show(ShowEntry),
    /// Prints the proof that an entry stands in the ledger, which holds without the ledger
    Prove(ProveEntry),
    /// Prints the size and the root of the ledger as a text to be kept elsewhere (C2SP tlog-checkpoint)
    ///
    /// Whoever keeps one sees later whether the ledger was cut or rewritten: `actum verify --against CHECKPOINT`.
    Checkpoint(Checkpoint),
    /// Checks what left a ledger, or the ledger against a checkpoint that was kept elsewhere
    ///
    /// Exit code 0 means that it holds, 1 that it does not, 2 that what was given does not decide it, 3 that the file is
    /// none that can be checked.
    Verify(VerifyLedger),
    /// Recomputes every digest of the ledger, and says what does not hold
    Fsck(Fsck),
    /// Writes the ledger as one file: entries, profile and content
    Export(Export),
    /// Takes an exported ledger into a new ledger, or into one that holds the first entries of it
    ///
    /// All of it is taken, or nothing.
    Import(Import),
    /// Publishes a governance object to a ledger: fills in what is left out, and says beforehand what a reading would say
    ///
    /// What the reading would not find valid is refused with exit code 73; nothing is written then, unless `--as-evidence`
    /// says to keep it. A receipt is printed once the entry is durable.
    Publish(daily::Publish),
    /// Lists the work that this role may act on now, and the steps it may take
    Next(daily::Next),
    /// Opens a work item
    Task(daily::Task),
    /// Gives an identity a role
    Assign(daily::Assign),
    /// Takes a work item for a time, goes on holding it, or takes over what its holder let run out
    Claim(daily::Claim),
    /// Reports what was done and submits it for review
    Report(daily::Report),
    /// Judges what was submitted
    Review(daily::Review),
    /// Closes a work item, sends it back, or settles what contradicts itself
    Decide(daily::Decide),
    /// Lets go of a work item and tells whoever goes on what is done and what is left
    Handoff(daily::Handoff),
    /// Notes how far a work item is
    Note(daily::Note),
    /// Prints or writes what makes an agent publish at session start, before compaction and at stop
    Setup(daily::Setup),
    /// What the hooks call that `actum setup` writes; it never fails, so that it never stops an agent
    Session(daily::Session),
    /// Checks, shows or starts a profile
    #[command(subcommand, arg_required_else_help = true)]
    Profile(Profile),
    /// Makes, shows and registers the keys that sign objects, checkpoints and deal messages
    #[command(subcommand, arg_required_else_help = true)]
    Key(Key),
    /// Sends the messages of deals and shows where they stand (deal protocol v0.3)
    ///
    /// Everything is in one journal file, or with `--ledger` in a ledger. Every message is in it, refused ones too, and is on the medium before the
    /// command ends. Exit code 0 means applied, also where the message brought a failed check or a breach to light;
    /// 73 means refused.
    #[command(subcommand, arg_required_else_help = true)]
    Deal(Deal),
    /// Keeps and checks the state tree of an agent: branches, forks, merges, side channels, seals (ASTP)
    ///
    /// Everything is in one folder: a journal of transitions, each on the medium before the command ends, and the content
    /// of segments by digest; or with `--ledger` in a ledger. Identifiers may be given by their first letters. Exit code 73 means that a rule refused the
    /// operation; nothing is written then but the record that some rules ask for.
    #[command(subcommand, arg_required_else_help = true)]
    Tree(Box<tree::Tree>),
    /// Writes to an FCoP workspace of version 4.0: TASKs, their transitions, REPORTs and REVIEWs
    ///
    /// Each file is published whole and never replaced; a process that is killed leaves what its receipt explains, and the
    /// same command ends it. Exit code 73 means that a rule of FCoP refused it, with FCoP's own code.
    #[command(subcommand, arg_required_else_help = true)]
    Fcop(Box<Fcop>),
    /// Runs the integration test suite of the deal protocol
    ///
    /// Every scenario runs in an engine of its own. Exit code 0 means that all passed, 1 that something differed, 2
    /// that the engine crashed, 3 that the suite could not be run; a run of no scenario is not a pass.
    RunTestSuite(RunTestSuite),
    /// Reports how this program holds against the published suites
    #[command(subcommand, arg_required_else_help = true)]
    Conform(Conform),
    /// Prints a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Prints the manual
    Man(Man),
}

#[derive(Debug, Args)]
pub(crate) struct Read {
    #[command(flatten)]
    pub(crate) evidence: Sources,
    /// How to answer: `text` for people, `json` for the canonical result and nothing else, `dot` or `mermaid` for the
    /// partial order in stream lanes
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Answers for this work item alone; `json` stays the whole result, the exit code is the work item's
    #[arg(long, value_name = "ID")]
    pub(crate) work: Option<String>,
    /// Most work items, and most issues of each severity, that `text` prints; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
}

#[derive(Debug, Args)]
pub(crate) struct Why {
    /// Id of an object, work item, source or issue
    #[arg(value_name = "SUBJECT")]
    pub(crate) subject: String,
    #[command(flatten)]
    pub(crate) evidence: Sources,
    /// Most steps of the chain that are printed; 0 for all
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) limit: usize,
}

#[derive(Debug, Args)]
pub(crate) struct Brief {
    /// Id of the work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// For an agent that takes over, from a ledger: lease, next steps and last words too
    #[arg(long)]
    pub(crate) for_agent: bool,
    /// Who asks, with `--for-agent`
    #[arg(long = "as", value_name = "IDENTITY", env = "ACTUM_AS", hide_env_values = true)]
    pub(crate) identity: Option<String>,
    /// The present moment, against which leases are held, with `--for-agent` [default: the clock of this machine]
    #[arg(long, value_name = "DATE-TIME", requires = "for_agent")]
    pub(crate) now: Option<String>,
    #[command(flatten)]
    pub(crate) evidence: Sources,
}

/// What is read, and under which profile.
#[derive(Debug, Args)]
pub(crate) struct Sources {
    /// Folders, files, ledgers, or `-` for standard input [default: the ledger here or in the nearest folder above]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Reads exactly the sources of a listing {"sources":[{"source_id","media_type","text" or "base64"}]}
    #[arg(long, value_name = "FILE", conflicts_with = "paths", value_hint = ValueHint::FilePath)]
    pub(crate) sources: Option<PathBuf>,
    /// The ledger: its folder or its database file
    #[arg(long, value_name = "PATH", conflicts_with_all = ["paths", "sources"], value_hint = ValueHint::AnyPath)]
    pub(crate) ledger: Option<PathBuf>,
    /// The profile: a folder that holds `profile.json`, or the profile's file, or the name of a shipped one [default: the
    /// ledger's own]
    #[arg(long, value_name = "DIR|FILE|NAME", value_hint = ValueHint::AnyPath)]
    pub(crate) profile: Option<PathBuf>,
    /// What standard input holds; `auto` takes one JSON value as one artifact, anything else as one per line
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) stdin: Stdin,
    /// Number of threads; the result does not depend on it [default: one per processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Stdin {
    #[default]
    Auto,
    Json,
    Jsonl,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
    Dot,
    Mermaid,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Profile {
    /// Loads a profile and says what is wrong with it, or prints the digests to pin
    Check {
        /// The profile: a folder that holds `profile.json`, the profile's file, or the name of a shipped one
        #[arg(value_name = "DIR|FILE|NAME", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Shows who may do what, the lifecycle, the switches and the digests
    Show {
        /// The profile: a folder that holds `profile.json`, the profile's file, or the name of a shipped one
        #[arg(value_name = "DIR|FILE|NAME", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
    },
    /// Writes a complete starter profile, or another that comes with this program; refuses where one of its files is
    /// already there
    New {
        /// The shipped profile to begin with
        #[arg(long, value_name = "NAME", default_value = "starter")]
        from: String,
        /// The folder to write to; it is made where it does not exist
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// How to print it
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ManFormat,
    /// Prints the table of issue codes instead, as Markdown
    #[arg(long, conflicts_with = "format")]
    pub(crate) codes: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum ManFormat {
    #[default]
    Roff,
    Markdown,
}
