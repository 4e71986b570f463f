//! `actum checkpoint`: the head of the ledger as a text that is kept elsewhere.

use actum::key::Key;
use actum::ledger::{Head, Ledger, checkpoint};
use actum::{Error, write_kept};

use super::open_to_read;
use crate::args::Checkpoint;
use crate::command::key;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;

pub(crate) fn run(asked: &Checkpoint, printer: &mut Printer) -> Result<Exit, Stop> {
    let key = asked.sign.as_deref().map(|file| key::open(file, &asked.opening)).transpose()?;
    let ledger = open_to_read(&asked.place)?;
    let text = text(&ledger, ledger.head()?, asked.origin.as_deref(), key.as_ref())?;
    match &asked.output {
        Some(path) => write_kept(path, text.as_bytes())?,
        None => printer.bytes().write_all(text.as_bytes())?,
    }
    Ok(Exit::Valid)
}

/// The text of a checkpoint, signed where there is a key.
pub(super) fn text(
    ledger: &Ledger,
    head: Head,
    origin: Option<&str>,
    key: Option<&Key>,
) -> Result<String, Error> {
    let made = ledger.checkpoint_of(origin, head)?;
    key.map_or_else(|| Ok(made.to_string()), |key| checkpoint::sign(&made, key))
}
