//! The journal itself: a new one, its transcript, and the check of either.

use std::io;
use std::path::Path;

use actum::deal::{self, Journal, write_entry};

use crate::args::{InLedger, JournalFile, Opening};
use crate::command::key::open;
use crate::command::place;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::deal::verified;
use crate::render::escape::id;
use crate::render::journal::torn;

pub(super) fn new(asked: &JournalFile, printer: &mut Printer) -> Result<Exit, Stop> {
    let place = place::deals(asked)?;
    Journal::create(place.clone())?;
    printer.text(&format!("an empty journal is in {}\n", id(&place.to_string())))?;
    Ok(Exit::Valid)
}

pub(super) fn transcript(asked: &JournalFile, printer: &mut Printer) -> Result<Exit, Stop> {
    let mut line = Vec::new();
    let mut written: io::Result<()> = Ok(());
    let out = printer.bytes();
    let journal = Journal::open_to_read(place::deals(asked)?, &mut |record| {
        line.clear();
        write_entry(record, &mut line);
        line.push(b'\n');
        if written.is_ok() {
            written = out.write_all(&line);
        }
    })?;
    written?;
    if let Some(left) = journal.torn() {
        printer.note(&torn(left));
    }
    Ok(Exit::Valid)
}

pub(super) fn receipt(
    message: u64,
    asked: &JournalFile,
    sign: Option<&Path>,
    opening: &Opening,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    let key = sign.map(|file| open(file, opening)).transpose()?;
    let mut receipt = deal::receipt(&place::deals(asked)?, message, key.as_ref())?;
    receipt.push(b'\n');
    printer.bytes().write_all(&receipt)?;
    Ok(Exit::Valid)
}

pub(super) fn verify(file: Option<&Path>, within: &InLedger, printer: &mut Printer) -> Result<Exit, Stop> {
    let checked = match (file, &within.ledger) {
        (Some(file), _) => deal::verify(file)?,
        (None, named) => {
            let named = named.as_ref().and_then(|named| named.as_deref());
            deal::verify(&place::ledger(named)?)?
        }
    };
    printer.text(&verified(&checked))?;
    Ok(if checked.fault.is_none() { Exit::Valid } else { Exit::Invalid })
}
