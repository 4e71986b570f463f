//! `actum brief`: what a replacement participant needs (TMPA 9.10).

use super::question::ask;
use crate::args::Brief;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::brief;

pub(super) fn run(asked: &Brief, printer: &mut Printer) -> Result<Exit, Stop> {
    if asked.for_agent {
        return super::daily::brief(asked, printer);
    }
    let answer = ask(&asked.evidence)?;
    let Some(work) = answer.view.works().find(|work| work.id == asked.work) else {
        printer.text(&brief::unknown(&asked.work))?;
        return Ok(Exit::Undetermined);
    };
    printer.text(&brief::render(&answer.view, &work, &answer.profile))?;
    Ok(work.judgment.into())
}
