//! What can be asked of FCoP workspaces. The doc comments are the help texts.

use std::path::PathBuf;

use actum::fcop::Declared;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::Form;

#[derive(Debug, Subcommand)]
pub(crate) enum Fcop {
    /// Makes an FCoP workspace of version 4.0 in a folder
    Init {
        /// The folder that is to hold `fcop/`
        #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::DirPath)]
        path: PathBuf,
        /// An FCoP profile that the workspace adopts; may be given more than once
        #[arg(long, value_name = "NAME")]
        adopt: Vec<String>,
    },
    /// Files a TASK in the inbox
    ///
    /// The same request under the same operation is the first one again; another request under it is refused.
    Create(Create),
    /// Claims a TASK: inbox to active, and a new attempt
    Claim(Step),
    /// Files a REPORT of the attempt that is under way
    Report(Report),
    /// Submits a TASK for review with the one REPORT that stands: active to review
    Submit(Step),
    /// Files a REVIEW
    Review(Review),
    /// Files an authorization for one transition, once
    Authorize(Authorize),
    /// Approves a TASK under an acceptance and an authorization: review to done
    Approve(Step),
    /// Rejects it under a rejection and an authorization: review to active, and a new attempt
    Reject(Step),
    /// Takes a finished TASK up again: done to active, and a new attempt
    Reopen(Step),
    /// Archives a finished TASK under an authorization: done to archive
    Archive(Step),
    /// Ends an operation on a TASK that was interrupted, where its receipt and the files leave no doubt
    Recover {
        /// Id of the TASK
        #[arg(value_name = "TASK")]
        task: String,
        #[command(flatten)]
        place: Place,
    },
}

/// Where the workspace is, what is known besides, and how to answer.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The folder that holds `fcop/` [default: the nearest one from here upwards]
    #[arg(long, value_name = "PATH", default_value = ".", hide_default_value = true, value_hint = ValueHint::DirPath)]
    pub(crate) workspace: PathBuf,
    /// The profile whose `fcop.json` has the answers of evaluators: a folder, file, or the name of a shipped one
    #[arg(long, value_name = "DIR|FILE|NAME", default_value = "fcop-4.0", value_hint = ValueHint::AnyPath)]
    pub(crate) profile: PathBuf,
    /// How to answer: `text` for people, `json` for one line
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Form,
}

/// Who writes to whom, and what.
#[derive(Debug, Args)]
pub(crate) struct Letter {
    /// Who writes it
    #[arg(long = "as", value_name = "ROLE")]
    pub(crate) sender: String,
    /// To whom
    #[arg(long, value_name = "ROLE")]
    pub(crate) to: String,
    /// The text
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        conflicts_with = "body_file"
    )]
    pub(crate) body: String,
    /// The text, from a file, or `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) body_file: Option<PathBuf>,
    /// Id of an envelope that it cites; may be given more than once
    #[arg(long, value_name = "ID")]
    pub(crate) cites: Vec<String>,
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    /// What is to be done, in one line
    #[arg(value_name = "SUBJECT")]
    pub(crate) subject: String,
    #[command(flatten)]
    pub(crate) letter: Letter,
    /// A name of this request, by which it is known again [default: a new one]
    #[arg(long, value_name = "ID")]
    pub(crate) operation: Option<String>,
    /// P0 to P3
    #[arg(long, value_name = "P")]
    pub(crate) priority: Option<String>,
    /// The TASK that it is a part of
    #[arg(long, value_name = "TASK")]
    pub(crate) parent: Option<String>,
    /// The TASK that it is a branch of
    #[arg(long, value_name = "TASK")]
    pub(crate) branch_of: Option<String>,
    /// Refers to something beyond FCoP, such as the deal that it fulfils; may be repeated
    #[arg(long = "ref", value_name = "RELATION=TARGET", value_parser = declared)]
    pub(crate) declared: Vec<Declared>,
}

#[derive(Debug, Args)]
pub(crate) struct Step {
    /// Id of the TASK
    #[arg(value_name = "TASK")]
    pub(crate) task: String,
    /// Who does it
    #[arg(long = "as", value_name = "ROLE")]
    pub(crate) actor: String,
    /// The REVIEW that it rests on [default: the only one that fits]
    #[arg(long, value_name = "REVIEW")]
    pub(crate) review: Option<String>,
    /// The authorization that it rests on [default: the only one that fits]
    #[arg(long, value_name = "REVIEW")]
    pub(crate) authorization: Option<String>,
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Id of the TASK
    #[arg(value_name = "TASK")]
    pub(crate) task: String,
    /// The result, in one line
    #[arg(value_name = "RESULT")]
    pub(crate) result: String,
    #[command(flatten)]
    pub(crate) letter: Letter,
    /// The REPORT of this attempt that it replaces
    #[arg(long, value_name = "REPORT")]
    pub(crate) replaces: Option<String>,
    /// Refers to something beyond FCoP, such as the deal that it fulfils; may be repeated
    #[arg(long = "ref", value_name = "RELATION=TARGET", value_parser = declared)]
    pub(crate) declared: Vec<Declared>,
}

#[derive(Debug, Args)]
pub(crate) struct Review {
    /// Id of the TASK
    #[arg(value_name = "TASK")]
    pub(crate) task: String,
    /// What the review says
    #[arg(value_enum, value_name = "VERDICT")]
    pub(crate) verdict: Verdict,
    #[command(flatten)]
    pub(crate) letter: Letter,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Verdict {
    /// The REPORT that was submitted is accepted
    Accept,
    /// It is rejected
    Reject,
    /// A finished TASK should be taken up again
    Reopen,
    /// An assessment, which decides nothing
    Note,
}

#[derive(Debug, Args)]
pub(crate) struct Authorize {
    /// Id of the TASK
    #[arg(value_name = "TASK")]
    pub(crate) task: String,
    /// The transition
    #[arg(value_enum, value_name = "TRANSITION")]
    pub(crate) tool: Transition,
    /// The adopted FCoP profile whose evaluator is asked
    #[arg(long, value_name = "NAME")]
    pub(crate) under: String,
    /// What the evaluator is shown
    #[arg(long, value_name = "TEXT")]
    pub(crate) proof: Option<String>,
    /// Until when it holds
    #[arg(long, value_name = "DATE-TIME")]
    pub(crate) expires: Option<String>,
    #[command(flatten)]
    pub(crate) letter: Letter,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Transition {
    /// review to done
    Approve,
    /// review to active
    Reject,
    /// done to active
    Reopen,
    /// done to archive
    Archive,
}

fn declared(text: &str) -> Result<Declared, &'static str> {
    let pair = text.split_once('=').filter(|(relation, target)| !relation.is_empty() && !target.is_empty());
    let (relation, target) = pair.ok_or("expected RELATION=TARGET")?;
    Ok((relation.to_owned(), target.to_owned()))
}
