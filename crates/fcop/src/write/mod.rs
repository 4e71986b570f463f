//! Writing FCoP 4.0 (FCOP 4, T1 to T7): a workspace and a command in, the exact bytes and the order of file operations
//! out, or one of the 31 Base codes.
//!
//! Not here: files, locks and ids; whoever carries a plan out brings them. No command removes or changes an envelope: a
//! transition publishes the TASK in its next stage before it leaves the last one.

mod base;
mod command;
mod create;
mod dump;
mod envelope;
mod evidence;
mod plain;
mod plan;
mod receipt;
mod recover;
mod refusal;
mod transition;

pub use command::{Command, Declared, Fresh, Grant, Move, NewReport, NewReview, NewTask, Tool, Verdict};
pub use plan::{Lock, Outcome, Plan, Step};
pub use refusal::{Base, Refusal};

use crate::front::MAX_BYTES;
use crate::registry::Registry;
use crate::workspace::File;
use actum_canon::instant::is_date_time;
use base::Desk;

/// Plans a command in a workspace as it is. The same workspace, command and fresh ids give the same plan.
///
/// # Errors
/// The Base code that stands against it, with what it is about. Nothing is written by planning.
pub fn plan<'a>(
    workspace: impl IntoIterator<Item = File<'a>>,
    registry: &Registry,
    command: &Command,
    fresh: &Fresh,
) -> Result<Plan, Refusal> {
    if !is_date_time(&fresh.at) || !fresh.ids.iter().all(|id| is_digits(id)) {
        return Err(Refusal::new(Base::InvalidEnvelope, "the moment or an id of the command is malformed"));
    }
    let plan = base::with_desk(workspace, registry, |desk| run(desk, command, fresh))?;
    let readable = |step: &Step| match step {
        Step::Publish { bytes, .. } | Step::Advance { bytes, .. } => bytes.len() <= MAX_BYTES,
        Step::Leave { .. } => true,
    };
    if !plan.steps.iter().all(readable) {
        let message = format!("the file would be larger than the {MAX_BYTES} bytes that are read");
        return Err(Refusal::new(Base::InvalidEnvelope, message));
    }
    Ok(plan)
}

/// The folders that a workspace of version 4.0 has, below that of its manifest; the published package demands all of them.
pub const FOLDERS: [&str; 10] = [
    "_lifecycle/inbox",
    "_lifecycle/active",
    "_lifecycle/review",
    "_lifecycle/done",
    "_lifecycle/archive",
    "reports",
    "issues",
    "reviews",
    "operations",
    "cold",
];

/// The bytes of a new manifest: of a workspace with this id (32 lower-case hexadecimal digits) that adopts these FCoP
/// profiles.
///
/// # Errors
/// [`Base::InvalidEnvelope`] for an id or name that is malformed.
pub fn manifest(id: &str, profiles: &[String]) -> Result<Vec<u8>, Refusal> {
    let mut names: Vec<&str> = profiles.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    if !is_digits(id) || names.iter().any(|name| name.is_empty() || !plain::is_writable(name)) {
        return Err(Refusal::new(Base::InvalidEnvelope, "the id or a profile of the workspace is malformed"));
    }
    Ok(receipt::manifest(&transition::urn(id), &names))
}

fn is_digits(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}

fn run(desk: &Desk<'_, '_, '_>, command: &Command, fresh: &Fresh) -> Result<Plan, Refusal> {
    match command {
        Command::Create(task) => create::plan(desk, task, fresh),
        Command::Move(step) => transition::plan(desk, step, fresh),
        Command::Report(report) => envelope::report(desk, report, fresh),
        Command::Review(review) => envelope::review(desk, review, fresh),
        Command::Recover { task } => recover::plan(desk, task),
    }
}
