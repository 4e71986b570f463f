//! Before and after a deal: what an Offer leaves open, how it can end, and why the balances are what they are.

use std::path::{Path, PathBuf};

use actum::deal::lint::{self, Severity};
use actum::deal::simulate::{self, Bounds};
use actum::deal::{Journal, explain, read_message};
use actum::{Error, ErrorKind};

use super::status::find;
use crate::args::{Explain, Form};
use crate::command::place;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::deal::advice;
use crate::render::journal::torn;

pub(super) fn lint(offer: &Path, format: Form, printer: &mut Printer) -> Result<Exit, Stop> {
    let findings = match lint::offer(&read_message(offer)?) {
        Ok(findings) => findings,
        Err(errors) => return refused(&errors, printer),
    };
    match format {
        Form::Text => printer.text(&advice::findings(&findings))?,
        Form::Json => printer.bytes().write_all(&advice::findings_json(&findings))?,
    }
    let warned = findings.iter().any(|finding| finding.severity == Severity::Warning);
    Ok(if warned { Exit::Invalid } else { Exit::Valid })
}

pub(super) fn simulate(
    offers: &[PathBuf],
    bounds: Bounds,
    format: Form,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    let offers = offers.iter().map(|offer| read_message(offer)).collect::<Result<Vec<_>, _>>()?;
    let offers: Vec<&[u8]> = offers.iter().map(Vec::as_slice).collect();
    let ends = match simulate::offers(&offers, bounds) {
        Ok(ends) => ends,
        Err(errors) => return refused(&errors, printer),
    };
    match format {
        Form::Text => printer.text(&advice::ends(&ends))?,
        Form::Json => printer.bytes().write_all(&advice::ends_json(&ends))?,
    }
    Ok(if ends.is_complete { Exit::Valid } else { Exit::Undetermined })
}

pub(super) fn explain(asked: &Explain, printer: &mut Printer) -> Result<Exit, Stop> {
    let journal = Journal::open_to_read(place::deals(&asked.journal)?, &mut |_| ())?;
    let deal = find(journal.deals(), &asked.deal)?;
    let lines = explain::deal(deal);
    match asked.format {
        Form::Text => printer.text(&advice::explanation(deal, &lines))?,
        Form::Json => printer.bytes().write_all(&advice::explanation_json(&lines))?,
    }
    if let Some(left) = journal.torn() {
        printer.note(&torn(left));
    }
    Ok(Exit::Valid)
}

/// What the engine would refuse an Offer for.
fn refused(errors: &[actum::deal::Error], printer: &mut Printer) -> Result<Exit, Stop> {
    if errors.is_empty() {
        let message = "this is no Offer, or the Offers make no one deal";
        return Err(Error::new(ErrorKind::Input, "offer_invalid", message).into());
    }
    printer.text(&advice::refusal(errors))?;
    Ok(Exit::Refused)
}
