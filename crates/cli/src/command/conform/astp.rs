//! `actum conform astp`: the branch, fork and merge vectors, and record files of the published shape.

use actum::conform::astp::{Report, StateTree, Suite, Verdict};
use actum::deal::write_whole;

use crate::args::{AstpFormat, ConformAstp};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::conform_astp::{junit, text};

pub(super) fn run(asked: &ConformAstp, printer: &mut Printer) -> Result<Exit, Stop> {
    let suite = Suite::open(&asked.suite)?;
    let report = suite.run(&asked.vectors, &mut StateTree::default())?;
    let mut bytes = report.to_json();
    bytes.push(b'\n');
    if let Some(out) = &asked.out {
        write_whole(&out.join("report.json"), &bytes)?;
    }
    match asked.format {
        AstpFormat::Text => printer.text(&text(&report, asked.level))?,
        AstpFormat::Json => printer.bytes().write_all(&bytes)?,
        AstpFormat::Junit => printer.bytes().write_all(junit(&report).as_bytes())?,
    }
    Ok(exit(&report, asked.level))
}

fn exit(report: &Report, level: u8) -> Exit {
    match report.level(level).max(report.recorded()) {
        Verdict::Pass => Exit::Valid,
        Verdict::NotRun => Exit::Undetermined,
        Verdict::Fail => Exit::Invalid,
    }
}
