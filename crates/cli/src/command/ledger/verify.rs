//! `actum verify` and `actum fsck`: whether a ledger, or what left one, holds.

use std::path::Path;

use actum::ledger::checkpoint::{Kept, Signer};
use actum::ledger::verify::{Against, verify};
use actum::ledger::{Comparison, Finding, Ledger, damage};
use actum::read_input;

use super::open_to_read;
use crate::args::{Form, Fsck, VerifyLedger};
use crate::command::place;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::ledger::check;

pub(crate) fn run(asked: &VerifyLedger, printer: &mut Printer) -> Result<Exit, Stop> {
    let kept = asked.against.as_deref().map(Kept::open).transpose()?;
    let key = asked.key.as_deref().map(Signer::parse).transpose()?;
    match (&asked.file, &kept) {
        (Some(file), kept) => document(asked, file, kept.as_ref(), key.as_ref(), printer),
        (None, Some(kept)) => ledger(asked, kept, key.as_ref(), printer),
        // The command line asks for one of the two.
        (None, None) => Ok(Exit::Usage),
    }
}

fn document(
    asked: &VerifyLedger,
    file: &Path,
    kept: Option<&Kept>,
    key: Option<&Signer>,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    let artifact = asked.artifact.as_deref().map(read_input).transpose()?;
    let ledger = asked.place.ledger.as_deref().map(Ledger::open_to_read).transpose()?;
    let against = Against { artifact: artifact.as_deref(), checkpoint: kept, key, ledger: ledger.as_ref() };
    let verified = verify(file, &against)?;
    match asked.format {
        Form::Text => printer.text(&check::verified(&verified))?,
        Form::Json => printer.bytes().write_all(&check::verified_json(&verified))?,
    }
    Ok(match (&verified.fault, verified.undecided || verified.shown.is_empty()) {
        (Some(_), _) => Exit::Invalid,
        (None, true) => Exit::Undetermined,
        (None, false) => Exit::Valid,
    })
}

/// The ledger against a checkpoint of it.
fn ledger(
    asked: &VerifyLedger,
    kept: &Kept,
    key: Option<&Signer>,
    printer: &mut Printer,
) -> Result<Exit, Stop> {
    let ledger = open_to_read(&asked.place)?;
    let signed = key.map(|key| kept.is_signed_by(key));
    let compared = ledger.compare(asked.origin.as_deref(), &kept.checkpoint)?;
    match asked.format {
        Form::Text => printer.text(&check::compared(kept, &compared, signed.as_ref()))?,
        Form::Json => printer.bytes().write_all(&check::compared_json(kept, &compared, signed.as_ref()))?,
    }
    let holds = matches!(compared, Comparison::Same | Comparison::Grown { .. });
    Ok(if holds && !matches!(signed, Some(Err(_))) { Exit::Valid } else { Exit::Invalid })
}

pub(crate) fn fsck(asked: &Fsck, printer: &mut Printer) -> Result<Exit, Stop> {
    let path = place::ledger(asked.place.ledger.as_deref())?;
    let mut findings: Vec<Finding> = Vec::new();
    let examined =
        Ledger::open_to_read(&path).and_then(|ledger| ledger.fsck(&mut |finding| findings.push(*finding)));
    let examined = match examined {
        // A damaged file is an answer to this question, not a reason to give none.
        Err(error) if damage::is_damage(&error) => {
            let found = damage::survey(&path, &error);
            match asked.format {
                Form::Text => printer.text(&check::damaged(&found))?,
                Form::Json => printer.bytes().write_all(&check::damaged_json(&found))?,
            }
            return Ok(Exit::Invalid);
        }
        examined => examined?,
    };
    match asked.format {
        Form::Text => printer.text(&check::examined(&examined, &findings))?,
        Form::Json => printer.bytes().write_all(&check::examined_json(&examined, &findings))?,
    }
    Ok(if findings.is_empty() { Exit::Valid } else { Exit::Invalid })
}
