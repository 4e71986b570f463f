//! `actum conform deal`: the compliance report of the deal suite (suite section 4).

use std::fs;
use std::path::{Path, PathBuf};

use actum::deal::conform::Report;
use actum::deal::{Suite, read_results};
use actum::write_whole;
use actum::{Error, ErrorKind};

use crate::args::ConformDeal;
use crate::command::suite::exit;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::deal::suite;

pub(super) fn run(asked: &ConformDeal, printer: &mut Printer) -> Result<Exit, Stop> {
    if asked.results.as_ref().is_some_and(|results| is_same(results, &asked.report)) {
        let message = format!("`{}` holds the results that the report is on", asked.report.display());
        return Err(Error::new(ErrorKind::Conflict, "report_over_results", message)
            .hint("nothing was written; name another file for the report")
            .into());
    }
    let (results, command) = match &asked.results {
        Some(results) => (results.clone(), "not stated".to_owned()),
        None => run_now(asked)?,
    };
    let tally = read_results(&results)?;
    let report = Report {
        implementation: concat!("actum ", env!("CARGO_PKG_VERSION")).to_owned(),
        language: concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"), " or later, compiled to native code")
            .to_owned(),
        repository: asked.repository.clone(),
        command: asked.executed.clone().unwrap_or(command),
        divergences: asked.divergence.clone(),
        date: asked.date.clone(),
        contact: asked.contact.clone(),
        signature: asked.signature.clone(),
    };
    write_whole(&asked.report, report.write(&tally).as_bytes())?;
    printer.text(&suite::reported(&tally, &asked.report))?;
    let status = exit(tally.summary.status());
    Ok(if status == Exit::Valid && !tally.complies() { Exit::Invalid } else { status })
}

/// Tells whether two names are of one file; a file that is not there is no other's.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Runs the suite, writes its results beside the report, and names the command that gives the same bytes.
fn run_now(asked: &ConformDeal) -> Result<(PathBuf, String), Stop> {
    let version = actum::deal::conform::VERSION;
    let mut bytes = Vec::new();
    Suite::load(version, &asked.scenarios)?.run(false).write(&mut bytes);
    let file = asked.report.with_extension("results.json");
    write_whole(&file, &bytes)?;
    let mut command = format!(
        "actum run-test-suite --protocol-version={version} --output={} --deterministic",
        file.display()
    );
    for path in &asked.scenarios {
        command.push_str(&format!(" {}", path.display()));
    }
    Ok((file, command))
}
