//! `actum read`: the verdict on a set of evidence, or on one work item of it.

use actum::tmpa::Judgment;

use super::question::{Answer, ask, recognised_by};
use crate::args::{Format, Read, Sources};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::{id, plain};
use crate::render::report::Report;
use crate::render::{dot, mermaid, notes};

/// The most files that are read again to find the profile that they were made under.
const MOST: usize = 10_000;

pub(super) fn run(read: &Read, printer: &mut Printer) -> Result<Exit, Stop> {
    let answer = ask(&read.evidence)?;
    let work = read.work.as_deref();
    let mut remarks = notes::lines(&answer.notes);
    // An empty set is a valid one; a gate that passes on it may have been shown the wrong folder.
    if is_nothing(&answer) {
        printer.warning(&format!("nothing here is evidence under the profile {}", plain(&answer.profile)));
        remarks.extend(others(&read.evidence, &answer).map(|names| notes::recognised(&names)));
    }
    if let Format::Text = read.format {
        let report = Report {
            view: &answer.view,
            profile: &answer.profile,
            work,
            limit: read.limit,
            beside: answer.notes.others + answer.notes.entries,
        };
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

/// Whether the evidence holds no object, and nothing that was meant to be one.
fn is_nothing(answer: &Answer) -> bool {
    answer.view.nodes().next().is_none() && answer.view.findings().next().is_none()
}

/// The shipped profiles that find objects where this one finds none; `None` where that is not worth a second reading.
fn others(asked: &Sources, answer: &Answer) -> Option<Vec<&'static str>> {
    let notes = &answer.notes;
    let seen = answer.view.source_count() + notes.others + notes.entries;
    if seen == 0 || seen > MOST || asked.sources.is_some() {
        return None;
    }
    let names = recognised_by(asked);
    (!names.is_empty()).then_some(names)
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
