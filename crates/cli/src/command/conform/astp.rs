//! `actum conform astp`: the branch, fork and merge vectors, and record files of the published shape.

use actum::ErrorKind;
use actum::conform::astp::{StateTree, Suite, Verdict};
use actum::write_whole;

use crate::args::{AstpFormat, ConformAstp};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::conform_astp::{junit, text};
use crate::render::escape::plain;

pub(super) fn run(asked: &ConformAstp, printer: &mut Printer) -> Result<Exit, Stop> {
    let suite = match Suite::open(&asked.suite) {
        // Records can be judged anywhere; only their declared readings are missing then.
        Err(error) if error.kind() == ErrorKind::NotFound && !asked.vectors.is_empty() => {
            printer.note(&format!("{}; the records alone are judged", plain(&error.to_string())));
            Suite::without_cases()
        }
        opened => opened?,
    };
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
    let records = report.recorded();
    Ok(exit(if suite.is_empty() { records } else { records.max(report.level(asked.level)) }))
}

fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Pass => Exit::Valid,
        Verdict::NotRun => Exit::Undetermined,
        Verdict::Fail => Exit::Invalid,
    }
}
