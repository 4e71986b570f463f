//! `actum run-test-suite`: the published suite of the deal protocol against the engine (DEAL 13.3).

use actum::deal::Suite;
use actum::deal::conform::Status;
use actum::write_whole;
use actum::{Error, ErrorKind};

use crate::args::RunTestSuite;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::deal::suite;

pub(super) fn run(asked: &RunTestSuite, printer: &mut Printer) -> Result<Exit, Stop> {
    let results = Suite::load(&asked.protocol_version, &asked.scenarios)?.run(!asked.deterministic);
    let mut bytes = Vec::new();
    results.write(&mut bytes);
    write_whole(&asked.output, &bytes).map_err(unnamed)?;
    printer.text(&suite::render(&results, &asked.output, &bytes))?;
    Ok(exit(results.summary().status()))
}

/// A path that names no file is a wrong command line, which has a code of its own here (DEAL 13.3).
fn unnamed(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Usage => Error::new(ErrorKind::Input, error.code(), error.to_string()),
        _ => error,
    }
}

/// The codes of DEAL 13.3: they are the ones for judgments, met by other words.
pub(super) fn exit(status: Status) -> Exit {
    match status {
        Status::Pass => Exit::Valid,
        Status::Fail => Exit::Invalid,
        Status::Error => Exit::Undetermined,
    }
}
