//! `actum read`: the verdict on a set of evidence, or on one work item of it.

use actum::tmpa::Judgment;

use super::question::{Answer, ask};
use crate::args::{Format, Read};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::id;
use crate::render::report::Report;
use crate::render::{dot, mermaid, notes};

pub(super) fn run(read: &Read, printer: &mut Printer) -> Result<Exit, Stop> {
    let answer = ask(&read.evidence)?;
    let work = read.work.as_deref();
    let remarks = notes::lines(&answer.notes);
    if let Format::Text = read.format {
        let report = Report { view: &answer.view, profile: &answer.profile, work, limit: read.limit };
        printer.text(&report.render())?;
        if !remarks.is_empty() {
            printer.text("\n")?;
        }
        for remark in remarks {
            printer.text(&format!("note: {remark}\n"))?;
        }
        return Ok(judgment(&answer, work).into());
    }
    match read.format {
        Format::Text => {}
        Format::Json => actum::write_canonical(&answer.view, printer.bytes())?,
        Format::Dot => dot::write(&answer.view, work, printer.bytes())?,
        Format::Mermaid => mermaid::write(&answer.view, work, printer.bytes())?,
    }
    for remark in remarks {
        printer.note(&remark);
    }
    if let Some(work) = work.filter(|work| !answer.view.works().any(|known| known.id == *work)) {
        printer.note(&format!("nothing is known of the work item {}", id(work)));
    }
    Ok(judgment(&answer, work).into())
}

/// A work item without evidence is undetermined, whatever the rest of the evidence says (TMPA 7.1).
fn judgment(answer: &Answer, work: Option<&str>) -> Judgment {
    match work {
        None => answer.view.judgment(),
        Some(wanted) => {
            let known = answer.view.works().find(|work| work.id == wanted);
            known.map_or(Judgment::Undetermined, |work| work.judgment)
        }
    }
}
