//! What can be asked of a ledger. The doc comments are the help texts.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Form, Opening, Stdin};

/// Which ledger is meant.
#[derive(Clone, Debug, Args)]
pub(crate) struct LedgerPlace {
    /// The ledger: its folder or its database file [default: `.actum` here or in the nearest folder above]
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) ledger: Option<PathBuf>,
}

/// A ledger in place of files.
#[derive(Clone, Debug, Args)]
pub(crate) struct InLedger {
    /// Keeps everything in a ledger: its folder or its database file; without a path `.actum` here or in the nearest folder
    /// above
    #[arg(long, value_name = "PATH", num_args = 0..=1, value_hint = ValueHint::AnyPath)]
    pub(crate) ledger: Option<Option<PathBuf>>,
}

#[derive(Debug, Args)]
pub(crate) struct Init {
    /// The folder that the ledger is made in, as `.actum`
    #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) path: PathBuf,
    /// The profile that readings of this ledger use: a folder that holds `profile.json`, or the profile's file, or the name
    /// of a shipped one; it is copied [default: agent-team]
    #[arg(long, value_name = "DIR|FILE|NAME", value_hint = ValueHint::AnyPath)]
    pub(crate) profile: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Append {
    /// Files, folders, or `-` for standard input
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// The media type of everything that is appended [default: what the name says; of standard input application/json]
    #[arg(long, value_name = "TYPE")]
    pub(crate) media_type: Option<String>,
    /// A name of this request: the same artifacts under the same name have no second effect. Each further artifact of
    /// the request gets it with `#2`, `#3`, …
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Most artifacts that are made durable at once
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) batch: NonZeroUsize,
    /// What standard input holds; `auto` takes one artifact per line where the first line is one JSON value
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) stdin: Stdin,
    /// A profile among the files, which is left out as `actum read` leaves it out
    #[arg(long, value_name = "DIR|FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) profile: Option<PathBuf>,
    /// Takes files of every kind below folders, and not only JSON
    #[arg(long)]
    pub(crate) everything: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LedgerLog {
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// The first entry that is listed
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    pub(crate) from: u64,
    /// Most entries that are listed; 0 for all
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) limit: u64,
    /// Lists the governance objects alone that say they are about this work item, each with its type, creator and step.
    /// What is listed is what they say; `actum read --work` judges it
    #[arg(long, value_name = "ID")]
    pub(crate) work: Option<String>,
    /// How to answer: `text` for people, `json` for one line for each entry
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct ShowEntry {
    /// The index of the entry, or its digest, of which the first eight digits are enough
    #[arg(value_name = "INDEX|DIGEST")]
    pub(crate) entry: String,
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// How to answer: `text` for people, `json` for what `actum log` says of it, `raw` for the artifact and nothing else
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Showing,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Showing {
    #[default]
    Text,
    Json,
    Raw,
}

#[derive(Debug, Args)]
pub(crate) struct ProveEntry {
    /// The index of the entry
    #[arg(value_name = "INDEX")]
    pub(crate) index: u64,
    /// The size of the ledger that the proof leads to [default: as it stands]
    #[arg(long, value_name = "SIZE")]
    pub(crate) at: Option<u64>,
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// Where the proof is written [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Adds a checkpoint of that size, signed with this Ed25519 key, a PKCS #8 file
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// Adds a checkpoint under this name
    #[arg(long, value_name = "NAME")]
    pub(crate) origin: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Checkpoint {
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// Signs it with this Ed25519 key, a PKCS #8 file
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// The name of this ledger, by which checkpoints of it are told from those of others; also the name of the key
    /// [default: one that follows from the first entry]
    #[arg(long, value_name = "NAME")]
    pub(crate) origin: Option<String>,
    /// Where it is written [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyLedger {
    /// A receipt or a file of receipts, a proof, an exported ledger, or `-` for one of them on standard input
    #[arg(value_name = "FILE", required_unless_present = "against", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// The artifact that the receipt or the proof is about
    #[arg(long, value_name = "FILE", requires = "file", value_hint = ValueHint::FilePath)]
    pub(crate) artifact: Option<PathBuf>,
    /// A checkpoint that was kept elsewhere
    #[arg(long, value_name = "CHECKPOINT", value_hint = ValueHint::FilePath)]
    pub(crate) against: Option<PathBuf>,
    /// The public key that has to have signed the checkpoint, or the one in FILE: a key file, `ed25519:` and its digits, or
    /// `name+id+key`
    #[arg(long, value_name = "PUBLIC")]
    pub(crate) key: Option<String>,
    /// The name that the ledger goes by [default: the one that it has by itself, or any that it was given]
    #[arg(long, value_name = "NAME", requires = "against", conflicts_with = "file")]
    pub(crate) origin: Option<String>,
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Fsck {
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// How to answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) place: LedgerPlace,
    /// Where it is written [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Adds a checkpoint that is signed with this Ed25519 key, a PKCS #8 file
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// Adds a checkpoint under this name
    #[arg(long, value_name = "NAME")]
    pub(crate) origin: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The exported ledger; it is read and never changed
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The ledger that takes it: a new one, or one whose entries are the first of it
    #[arg(long, value_name = "PATH", default_value = ".actum", value_hint = ValueHint::AnyPath)]
    pub(crate) ledger: PathBuf,
}
