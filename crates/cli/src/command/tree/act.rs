//! Executes one operation: composes it on the tree as it stands, submits it, and shows what came of it.

use actum::key::Key;
use actum::tree::command::Command;
use actum::tree::id::{Instant, Uuid};
use actum::tree::tree::{Context, Outcome, Tree};
use actum::tree::{Content, Folder, Submitted, fresh_id, now};
use actum::{Error, ErrorKind};

use super::gate;
use crate::args::tree::Acting;
use crate::command::place;
use crate::exit::{Exit, Stop, unshown};
use crate::printer::Printer;
use crate::render::journal::torn;
use crate::render::tree::outcome;

/// What an operation is composed on.
pub(super) struct Scene<'a> {
    pub(super) tree: &'a Tree,
    pub(super) content: &'a Content,
    /// Who acts.
    pub(super) actor: &'a str,
}

/// Executes an operation of whoever was named, or else of the one agent that has episodes here.
pub(super) fn act(
    acting: &Acting,
    printer: &mut Printer,
    compose: impl FnOnce(&Scene<'_>) -> Result<Command, Stop>,
) -> Result<Exit, Stop> {
    execute(acting, None, None, printer, compose)
}

/// The same, with a signature of this key over what the step comes to, where there is one.
pub(super) fn act_signed(
    acting: &Acting,
    key: Option<Key>,
    printer: &mut Printer,
    compose: impl FnOnce(&Scene<'_>) -> Result<Command, Stop>,
) -> Result<Exit, Stop> {
    execute(acting, None, key, printer, compose)
}

/// Executes an operation that goes without saying to be somebody's.
pub(super) fn act_as(
    acting: &Acting,
    somebody: Option<&str>,
    printer: &mut Printer,
    compose: impl FnOnce(&Scene<'_>) -> Result<Command, Stop>,
) -> Result<Exit, Stop> {
    execute(acting, somebody, None, printer, compose)
}

fn execute(
    acting: &Acting,
    somebody: Option<&str>,
    key: Option<Key>,
    printer: &mut Printer,
    compose: impl FnOnce(&Scene<'_>) -> Result<Command, Stop>,
) -> Result<Exit, Stop> {
    let mut folder = Folder::open(place::tree(&acting.folder)?)?;
    let actor = match acting.actor.as_deref().or(somebody) {
        Some(actor) => actor.to_owned(),
        None => only_agent(folder.tree())?,
    };
    let scene = Scene { tree: folder.tree(), content: folder.content(), actor: &actor };
    let command = compose(&scene)?;
    let context = context(acting, actor.clone())?;
    let command = match &key {
        Some(key) => gate::signed(command, folder.tree(), &context, key),
        None => command,
    };
    let submitted = folder.submit(&command, &context)?;
    answer(&folder, &submitted, acting, printer)
}

/// Answers for what came of an operation.
pub(super) fn answer(
    folder: &Folder,
    submitted: &Submitted,
    acting: &Acting,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    if let Some(left) = folder.torn() {
        printer.note(&torn(left));
    }
    let shown = outcome::write(submitted, acting.format, printer).and_then(|()| printer.finish());
    shown.map_err(|error| match submitted {
        Submitted::Written(_) => unshown(error, "`actum tree log` shows it"),
        _ => error.into(),
    })?;
    Ok(match submitted {
        Submitted::Written(_) => Exit::Valid,
        Submitted::Standing(Outcome::Conflicts(_)) => Exit::Undetermined,
        Submitted::Standing(_) => Exit::Valid,
        Submitted::Refused(_) => Exit::Refused,
    })
}

/// Who acts, when, and under which identifiers.
pub(super) fn context(acting: &Acting, actor: String) -> Result<Context, Stop> {
    let at = match &acting.at {
        Some(text) => instant(text, "--at")?,
        None => now(),
    };
    let id = match &acting.id {
        Some(text) => Uuid::parse(text).ok_or_else(|| {
            Error::new(ErrorKind::Usage, "id_invalid", format!("`{text}` is no UUID (`--id`)"))
        })?,
        None => fresh_id()?,
    };
    let mut context = Context::new(at, id, actor);
    context.human.clone_from(&acting.human);
    context.session.clone_from(&acting.session);
    context.request = acting.request;
    Ok(context)
}

/// Reads a moment from a flag.
pub(super) fn instant(text: &str, flag: &str) -> Result<Instant, Stop> {
    Ok(Instant::parse(text).ok_or_else(|| {
        Error::new(ErrorKind::Usage, "time_invalid", format!("`{text}` is no moment (`{flag}`)"))
            .hint("as in 2026-01-31T12:00:00Z")
    })?)
}

/// The agent of every episode, where it is one.
fn only_agent(tree: &Tree) -> Result<String, Stop> {
    let mut agents = tree.episodes().map(|episode| episode.agent_id.as_str());
    match agents.next() {
        Some(first) if agents.all(|agent| agent == first) => Ok(first.to_owned()),
        Some(_) => Err(Error::new(ErrorKind::Usage, "actor_missing", "several agents have episodes here")
            .hint("say who acts: `--as NAME`")
            .into()),
        None => Err(Error::new(ErrorKind::Usage, "actor_missing", "nobody has an episode here yet")
            .hint("say who acts: `--as NAME`")
            .into()),
    }
}
