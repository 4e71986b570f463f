//! `actum export` and `actum import`: a whole ledger as one file.

use actum::keep_streamed;
use actum::ledger;

use super::{checkpoint, open_to_read};
use crate::args::{Export, Import};
use crate::command::key;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::ledger::transfer;

pub(crate) fn export(asked: &Export, printer: &mut Printer) -> Result<Exit, Stop> {
    let key = asked.sign.as_deref().map(|file| key::open(file, &asked.opening)).transpose()?;
    let ledger = open_to_read(&asked.place)?;
    let checkpoint = match (&asked.origin, &key) {
        (None, None) => None,
        (origin, key) => Some(checkpoint::text(&ledger, ledger.head()?, origin.as_deref(), key.as_ref())?),
    };
    match &asked.output {
        Some(path) => {
            let counts = keep_streamed(path, |out| ledger.export(checkpoint.as_deref(), out))?;
            printer.text(&transfer::exported(&counts))?;
        }
        None => {
            ledger.export(checkpoint.as_deref(), printer.bytes())?;
        }
    }
    Ok(Exit::Valid)
}

pub(crate) fn import(asked: &Import, printer: &mut Printer) -> Result<Exit, Stop> {
    let imported = ledger::import(&asked.file, &asked.ledger)?;
    printer.text(&transfer::imported(&imported))?;
    Ok(Exit::Valid)
}
