//! `actum why`: the chain of causes behind one judgment.

use actum::{Error, ErrorKind};

use super::question::ask;
use crate::args::Why;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::{escape, why};

pub(super) fn run(why: &Why, printer: &mut Printer) -> Result<Exit, Stop> {
    let answer = ask(&why.evidence)?;
    let explanation = why::explain(&answer.view, &why.subject, why.limit).ok_or_else(|| {
        let subject = escape::id(&why.subject);
        let message = format!("`{subject}` is no object, work item, source or issue of this evidence");
        Error::new(ErrorKind::NotFound, "subject_unknown", message)
            .hint("`actum read` lists the ids; they are compared exactly, an issue by its first eight digits")
    })?;
    printer.text(&explanation.text)?;
    Ok(explanation.judgment.into())
}
