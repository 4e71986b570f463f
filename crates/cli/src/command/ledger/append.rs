//! `actum append`: artifacts into the ledger, a receipt for each.

use std::io;
use std::path::{Path, PathBuf};

use actum::evidence::{Evidence, Options, Scope};
use actum::ledger::{Form, Receipt};
use actum::{Bundle, Error, ErrorKind};

use super::open;
use crate::args::Append;
use crate::command::question::form;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::notes;

/// What standard input is, where nobody says.
const JSON: &str = "application/json";

pub(crate) fn run(asked: &Append, printer: &mut Printer) -> Result<Exit, Stop> {
    let is_stream = |path: &&PathBuf| path.as_path() == Path::new("-");
    let files: Vec<&PathBuf> = asked.paths.iter().filter(|path| !is_stream(path)).collect();
    let scope = if asked.everything { Scope::Files } else { Scope::Artifacts };
    let mut ledger = open(&asked.place, printer)?;
    // What a profile takes of a folder, a ledger of it takes too. Whether it can be used is the reading's matter.
    let profile = match &asked.profile {
        Some(named) => Some(Bundle::open(named)?),
        None => ledger.profile().ok(),
    };
    let evidence =
        Evidence::gather(&files, Options { profile: profile.as_ref(), scope, ..Options::default() })?;
    let media_type = asked.media_type.as_deref();
    let mut acknowledge = |receipt: &Receipt| told(receipt, printer).map_err(untold);
    let mut intake = ledger.intake(&mut acknowledge).batch(asked.batch.get()).key(asked.key.clone());
    // The ledger keeps a copy of its profile; the original in the folder is no more evidence than that.
    let own: Vec<&[u8]> = match asked.paths.iter().any(|path| path.is_dir()) {
        true => profile.iter().flat_map(Bundle::files).map(|(_, bytes)| bytes).collect(),
        false => Vec::new(),
    };
    let mut left_out = 0_usize;
    evidence.each(|source| {
        if own.contains(&source.bytes) {
            left_out += 1;
            return Ok(());
        }
        intake.take(Some(source.id), media_type.unwrap_or(source.media_type), source.bytes)
    })?;
    if asked.paths.iter().any(|path| is_stream(&path)) {
        intake.stream(io::stdin(), form(asked.stdin), media_type.unwrap_or(JSON))?;
    }
    let taken = intake.finish()?;
    for remark in notes::lines(&evidence.notes()) {
        printer.note(&remark.replace("not read", "not appended"));
    }
    if left_out > 0 {
        printer.note(&format!("{left_out} of the profile's own files left out"));
    }
    if taken == 0 {
        printer.note("nothing was appended: there is no artifact in what was named");
    }
    Ok(Exit::Valid)
}

/// Prints a receipt, and waits until it is out.
fn told(receipt: &Receipt, printer: &mut Printer) -> io::Result<()> {
    let mut line = receipt.to_bytes();
    line.push(b'\n');
    printer.bytes().write_all(&line)?;
    printer.finish()
}

fn untold(error: io::Error) -> Error {
    let message = "the artifact is appended, but its receipt cannot be written";
    Error::new(ErrorKind::Storage, "answer_lost", message)
        .because(error)
        .hint("`actum log` shows it; with `--key` the same request again gives the same receipts")
}
