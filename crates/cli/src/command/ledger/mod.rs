//! The commands of the ledger: what is appended, listed, proved, checked and carried elsewhere.

pub(super) mod append;
pub(super) mod checkpoint;
pub(super) mod entry;
pub(super) mod init;
pub(super) mod transfer;
pub(super) mod verify;

use actum::ledger::Ledger;

use super::place;
use crate::args::LedgerPlace;
use crate::exit::Stop;
use crate::printer::Printer;
use crate::render::escape::plain;

/// The ledger that is meant, to be appended to.
fn open(asked: &LedgerPlace, printer: &mut Printer) -> Result<Ledger, Stop> {
    let ledger = Ledger::open(&place::ledger(asked.ledger.as_deref())?)?;
    notice(&ledger, printer);
    Ok(ledger)
}

/// The ledger that is meant, to be read.
fn open_to_read(asked: &LedgerPlace) -> Result<Ledger, Stop> {
    Ok(Ledger::open_to_read(&place::ledger(asked.ledger.as_deref())?)?)
}

/// What the user of the place should know.
fn notice(ledger: &Ledger, printer: &mut Printer) {
    if let Some(notice) = ledger.notice() {
        printer.note(&plain(notice));
    }
}
