//! What can be published, and what daily work asks. The doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Form, Opening};

/// The record, and the moment as of which it is looked at.
#[derive(Debug, Args)]
pub(crate) struct Desk {
    /// The ledger: its folder or its database file [default: `.actum` here or in the nearest folder above]
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) ledger: Option<PathBuf>,
    /// The profile, or the name of a shipped one [default: the ledger's own, else agent-team]
    #[arg(long, value_name = "DIR|FILE|NAME", value_hint = ValueHint::AnyPath)]
    pub(crate) profile: Option<PathBuf>,
    /// The present moment, as RFC 3339: what is published is dated with it, and leases are held against it [default: the
    /// clock of this machine]
    #[arg(long, value_name = "DATE-TIME")]
    pub(crate) now: Option<String>,
}

/// Who publishes, and how.
#[derive(Debug, Args)]
pub(crate) struct Author {
    #[command(flatten)]
    pub(crate) desk: Desk,
    /// Who publishes
    #[arg(long = "as", value_name = "IDENTITY", env = "ACTUM_AS", hide_env_values = true)]
    pub(crate) identity: Option<String>,
    /// In which role [default: the one that the identity holds and that may do this]
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// The session, which gets a writer stream of its own
    #[arg(long, value_name = "NAME", env = "ACTUM_SESSION", hide_env_values = true)]
    pub(crate) session: Option<String>,
    #[command(flatten)]
    pub(crate) signing: Signing,
    /// A name of this request: published again under the same name, it has no second effect
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Keeps what the reading would not accept; it stays in the record for ever, as evidence
    #[arg(long)]
    pub(crate) as_evidence: bool,
    /// Shows the object and what the reading would say, and writes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// How to answer: `text` for people, `json` for one line for each object
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

/// How what is published is signed.
#[derive(Debug, Args)]
pub(crate) struct Signing {
    /// Signs with this Ed25519 key, a PKCS #8 file
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
    /// The name under which the trust registry knows the key [default: that of the key itself]
    #[arg(long, value_name = "ID", requires = "sign")]
    pub(crate) key_id: Option<String>,
    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Args)]
pub(crate) struct Publish {
    /// A draft: an object with members left out, in a file, or `-` for standard input; flags add what it leaves out
    #[arg(value_name = "DRAFT", value_hint = ValueHint::FilePath)]
    pub(crate) draft: Option<PathBuf>,
    /// The document type [default, with an action: the profile's type for transitions]
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) kind: Option<String>,
    /// The work item that it is about
    #[arg(long, value_name = "ID")]
    pub(crate) work: Option<String>,
    /// Moves the work item by this action from where it is
    #[arg(long, value_name = "ACTION", conflicts_with = "transition")]
    pub(crate) action: Option<String>,
    /// Moves the work item by this whole tuple
    #[arg(long, value_name = "FROM,ACTION,TO")]
    pub(crate) transition: Option<String>,
    /// The state to declare [default: the current one, or where the action leads]
    #[arg(long, value_name = "STATE")]
    pub(crate) state: Option<String>,
    /// Refers to an object; may be repeated. What the profile asks for and the record answers is added
    #[arg(long = "ref", value_name = "RELATION=TARGET")]
    pub(crate) references: Vec<String>,
    /// The body, as JSON
    #[arg(long, value_name = "JSON|@FILE")]
    pub(crate) body: Option<String>,
    /// The body, as its member `summary` alone
    #[arg(long, value_name = "TEXT", conflicts_with = "body")]
    pub(crate) text: Option<String>,
    /// The object's id [default: made from its type and content]
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Makes a random id
    #[arg(long, conflicts_with = "id")]
    pub(crate) random_id: bool,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Task {
    /// The id of the new work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// What it is about, in a line
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: String,
    /// More about it
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// What has to hold of the result; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub(crate) must: Vec<String>,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Assign {
    /// Who gets the role
    #[arg(value_name = "IDENTITY")]
    pub(crate) who: String,
    /// The role
    #[arg(value_name = "ROLE")]
    pub(crate) gets: String,
    /// The work item that carries assignments; it is opened where it is not there
    #[arg(long, value_name = "ID", default_value = "team")]
    pub(crate) work: String,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Claim {
    /// The work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// For how long: a number with `s`, `m`, `h` or `d`
    #[arg(long, value_name = "TIME", default_value = "1h")]
    pub(crate) lease: String,
    /// How you mean to go about it
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// What was done
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: String,
    /// Where the result is; of a file after `=@`, the digest is taken. May be repeated
    #[arg(long, value_name = "NAME[=DIGEST|=@FILE]")]
    pub(crate) result: Vec<String>,
    /// Leaves the work item where it is
    #[arg(long)]
    pub(crate) no_submit: bool,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
#[group(id = "judgment_of_a_review", required = true, multiple = false, args = ["accept", "reject", "decision"])]
pub(crate) struct Review {
    /// The work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// The result is accepted
    #[arg(long)]
    pub(crate) accept: bool,
    /// The result is rejected
    #[arg(long)]
    pub(crate) reject: bool,
    /// Another decision that the profile knows
    #[arg(long, value_name = "WORD")]
    pub(crate) decision: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
#[group(id = "what_is_decided", required = true, multiple = false, args = ["close", "send_back", "settle", "word"])]
pub(crate) struct Decide {
    /// The work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// The work is done
    #[arg(long)]
    pub(crate) close: bool,
    /// The work is not done yet
    #[arg(long)]
    pub(crate) send_back: bool,
    /// Of claims that contradict each other, this one holds
    #[arg(long, value_name = "ID")]
    pub(crate) settle: Option<String>,
    /// Another decision that the profile knows
    #[arg(long = "decision", value_name = "WORD")]
    pub(crate) word: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Handoff {
    /// The work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// What is done
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: String,
    /// What is left to do; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub(crate) left: Vec<String>,
    /// Who shall go on
    #[arg(long, value_name = "IDENTITY")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Note {
    /// The work item
    #[arg(value_name = "WORK")]
    pub(crate) work: String,
    /// How far it is
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: String,
    #[command(flatten)]
    pub(crate) author: Author,
}

#[derive(Debug, Args)]
pub(crate) struct Next {
    #[command(flatten)]
    pub(crate) desk: Desk,
    /// Who asks
    #[arg(long = "as", value_name = "IDENTITY", env = "ACTUM_AS", hide_env_values = true)]
    pub(crate) identity: Option<String>,
    /// In which session: what another session of the same identity holds is not offered to this one
    #[arg(long, value_name = "NAME", env = "ACTUM_SESSION", hide_env_values = true)]
    pub(crate) session: Option<String>,
    /// In which role [default: those that the identity holds, or any]
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// Most work items that are listed; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// Lists also what can only be waited for, and why
    #[arg(long)]
    pub(crate) all: bool,
    /// How to answer: `text` for people, `json` for one line for each work item
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

/// A program that runs agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    Claude,
    Codex,
    Cursor,
}

#[derive(Debug, Args)]
pub(crate) struct Setup {
    /// The program that runs the agent
    #[arg(value_enum, value_name = "AGENT")]
    pub(crate) agent: Agent,
    /// Shows the files and writes nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The identity as which the agent publishes
    #[arg(long = "as", value_name = "IDENTITY", default_value = "worker")]
    pub(crate) identity: String,
    /// The folder of the project
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) dir: PathBuf,
    /// The key with which the hooks and the agent sign, a PKCS #8 file; where the profile asks for signatures
    #[arg(long, value_name = "KEYFILE", value_hint = ValueHint::FilePath)]
    pub(crate) sign: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moment {
    /// Tells the agent what it holds and what it may do next
    Start,
    /// Notes on what it holds that its memory is about to be shortened
    Compact,
    /// Notes on what it holds that it stopped
    Stop,
}

#[derive(Debug, Args)]
pub(crate) struct Session {
    /// What happens to the session
    #[arg(value_enum, value_name = "MOMENT")]
    pub(crate) moment: Moment,
    /// The program that asks; what it says of the session is taken from standard input
    #[arg(long = "for", value_enum, value_name = "AGENT")]
    pub(crate) agent: Agent,
    /// The identity of the agent
    #[arg(long = "as", value_name = "IDENTITY", env = "ACTUM_AS", hide_env_values = true)]
    pub(crate) identity: String,
    #[command(flatten)]
    pub(crate) signing: Signing,
    #[command(flatten)]
    pub(crate) desk: Desk,
}
