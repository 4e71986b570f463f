//! Sends one message: makes or reads it, signs it, records it, and shows what it did.

use actum::Error;
use actum::clock;
use actum::deal::{Deals, Journal, Object, Record, read_message, write_entry};

use crate::args::{Form, Sending, Tick};
use crate::command::key::open;
use crate::command::place;
use crate::exit::{Exit, Stop, unshown};
use crate::printer::Printer;
use crate::render::deal::outcome;
use crate::render::journal::torn;

pub(super) fn run(
    asked: &Sending,
    compose: impl FnOnce(&Deals) -> Result<Object, Error>,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    let key = asked.sign.as_deref().map(|file| open(file, &asked.opening)).transpose()?;
    let journal = Journal::open(place::deals(&asked.journal)?)?;
    let mut message = match &asked.message {
        Some(path) => read_message(path)?,
        None => compose(journal.deals())?.to_json().into_bytes(),
    };
    if let Some(key) = key {
        message = key.signed(&message)?;
    }
    submit(journal, &message, asked.at, asked.format, printer)
}

pub(super) fn tick(asked: &Tick, printer: &mut Printer) -> Result<Exit, Stop> {
    let at = asked.at.unwrap_or_else(clock);
    let message = Object::message("Tick", "host").number("at", at).to_json();
    submit(Journal::open(place::deals(&asked.journal)?)?, message.as_bytes(), Some(at), asked.format, printer)
}

fn submit(
    mut journal: Journal,
    message: &[u8],
    at: Option<u64>,
    format: Form,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    let at = at.unwrap_or_else(clock);
    let outcome = journal.submit(message, at)?;
    if let Some(left) = journal.torn() {
        printer.note(&torn(left));
    }
    let shown = match format {
        Form::Text => printer.text(&outcome::render(message, &outcome, journal.deals())),
        Form::Json => {
            let mut line = Vec::new();
            write_entry(Record { at, message, outcome: &outcome, deals: journal.deals() }, &mut line);
            line.push(b'\n');
            printer.bytes().write_all(&line)
        }
    };
    let shown = shown.and_then(|()| printer.finish());
    shown.map_err(|error| unshown(error, "`actum deal transcript` shows it"))?;
    Ok(if outcome.entry.is_applied() { Exit::Valid } else { Exit::Refused })
}
