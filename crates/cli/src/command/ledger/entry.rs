//! `actum log`, `actum show` and `actum prove`: what stands in the ledger.

use std::ops::ControlFlow;

use actum::canon::json::Parser;
use actum::ledger::{Entry, Form, Ledger};
use actum::{Error, ErrorKind, write_kept};

use super::{checkpoint, open_to_read};
use crate::args::{self, LedgerLog, ProveEntry, ShowEntry, Showing};
use crate::command::key;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::ledger::act::Act;
use crate::render::ledger::entry;

/// The fewest digits that stand for a digest.
const DIGITS: usize = 8;

pub(crate) fn log(asked: &LedgerLog, printer: &mut Printer) -> Result<Exit, Stop> {
    let ledger = open_to_read(&asked.place)?;
    let mut left = if asked.limit == 0 { u64::MAX } else { asked.limit };
    let mut written = Ok(());
    let mut parser = Parser::new();
    let mut listed = false;
    ledger.entries(asked.from, |found| {
        let act = match &asked.work {
            None => None,
            Some(work) => match Act::of(&mut parser, &found, work) {
                None => return Ok(ControlFlow::Continue(())),
                act => act,
            },
        };
        listed = true;
        written = match (asked.format, &act) {
            (args::Form::Text, None) => printer.text(&entry::line(&found)),
            (args::Form::Text, Some(act)) => printer.text(&act.line(&found)),
            (args::Form::Json, _) => printer.bytes().write_all(&entry::json(&found)),
        };
        left -= 1;
        Ok(if left == 0 || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    written?;
    if let (Some(work), false) = (&asked.work, listed) {
        let message = format!("no entry says that it is about the work item `{}`", work.escape_debug());
        return Err(Error::new(ErrorKind::NotFound, "work_unknown", message)
            .hint("`actum next --all` and `actum read` name the work items")
            .into());
    }
    Ok(Exit::Valid)
}

pub(crate) fn show(asked: &ShowEntry, printer: &mut Printer) -> Result<Exit, Stop> {
    let ledger = open_to_read(&asked.place)?;
    let (found, others) = find(&ledger, &asked.entry)?;
    match asked.format {
        Showing::Text => printer.text(&entry::show(&found))?,
        Showing::Json => printer.bytes().write_all(&entry::json(&found))?,
        Showing::Raw => printer.bytes().write_all(found.bytes())?,
    }
    if others > 0 {
        printer
            .note(&format!("{} with the same bytes", crate::render::style::count(others, "further entry")));
    }
    Ok(Exit::Valid)
}

pub(crate) fn prove(asked: &ProveEntry, printer: &mut Printer) -> Result<Exit, Stop> {
    let ledger = open_to_read(&asked.place)?;
    let key = asked.sign.as_deref().map(|file| key::open(file, &asked.opening)).transpose()?;
    let mut proof = ledger.prove(asked.index, asked.at)?;
    if key.is_some() || asked.origin.is_some() {
        let text = checkpoint::text(&ledger, proof.head, asked.origin.as_deref(), key.as_ref())?;
        proof.checkpoint = Some(text);
    }
    let mut proof = proof.to_bytes();
    proof.push(b'\n');
    match &asked.output {
        Some(path) => write_kept(path, &proof)?,
        None => printer.bytes().write_all(&proof)?,
    }
    Ok(Exit::Valid)
}

/// The entry at an index, or the first one with a digest and how many more there are with it.
fn find(ledger: &Ledger, wanted: &str) -> Result<(Entry, usize), Error> {
    let size = ledger.head()?.size;
    if let Some(index) = wanted.parse().ok().filter(|index: &u64| *index < size) {
        return Ok((ledger.entry(index)?, 0));
    }
    let digits = wanted.strip_prefix("sha256:").unwrap_or(wanted).to_ascii_lowercase();
    let is_digest = digits.len() >= DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_digest {
        if let Ok(index) = wanted.parse() {
            return ledger.entry(index).map(|entry| (entry, 0));
        }
        let message =
            format!("`{}` is neither an index nor the beginning of a digest", wanted.escape_debug());
        return Err(Error::new(ErrorKind::Usage, "entry_invalid", message)
            .hint("an index counts from 0; of a digest the first eight digits are enough"));
    }
    let mut first: Option<Entry> = None;
    let mut others = 0;
    ledger.entries(0, |entry| {
        if !entry.digest().to_string().trim_start_matches("sha256:").starts_with(&digits) {
            return Ok(ControlFlow::Continue(()));
        }
        match &first {
            None => first = Some(entry),
            Some(first) if first.digest() == entry.digest() => others += 1,
            Some(first) => {
                let message = format!("`{digits}` begins several digests");
                return Err(Error::new(ErrorKind::Usage, "entry_ambiguous", message).hint(format!(
                    "entry {} and entry {}, among others",
                    first.index(),
                    entry.index()
                )));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    first.map(|first| (first, others)).ok_or_else(|| {
        let message = format!("no entry has a digest that begins with `{digits}`");
        Error::new(ErrorKind::NotFound, "entry_unknown", message).hint("`actum log` lists the entries")
    })
}
