//! `actum brief --for-agent`: what the next agent has to know about a work item, in at most 2000 bytes (TMPA 9.10).

use actum::daily::{Viewer, offer};

use super::desk::Open;
use crate::args::Brief;
use crate::args::daily::Desk;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::daily::brief::render;

pub(crate) fn brief(asked: &Brief, printer: &mut Printer) -> Result<Exit, Stop> {
    let sources = &asked.evidence;
    let ledger = sources.ledger.as_ref().or(sources.paths.first()).cloned();
    let profile = sources.profile.clone();
    let open = Open::new(&Desk { ledger, profile, now: asked.now.clone() }, false)?;
    let record = open.record()?;
    let standing = record.work(&asked.work);
    record.check()?;
    let Some(standing) = standing else {
        printer.text(&crate::render::brief::unknown(&asked.work))?;
        return Ok(Exit::Undetermined);
    };
    let viewer = Viewer { identity: asked.identity.as_deref(), session: None, role: None };
    let offer = offer(&*record, &standing, viewer, &open.now);
    let text = render(&*record, &offer, viewer);
    record.check()?;
    printer.text(&text)?;
    Ok(standing.judgment.into())
}
