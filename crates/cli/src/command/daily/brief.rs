//! `actum brief --for-agent`: what the next agent has to know about a work item, in at most 2000 bytes (TMPA 9.10).

use actum::daily::{Viewer, offer};
use actum::publish::Record as _;

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
    let Some(standing) = record.work(&asked.work) else {
        printer.text(&crate::render::brief::unknown(&asked.work))?;
        return Ok(Exit::Undetermined);
    };
    let viewer = Viewer { identity: asked.identity.as_deref(), role: None };
    let offer = offer(&record, &standing, viewer, &open.now);
    printer.text(&render(&record, &offer, viewer))?;
    Ok(standing.judgment.into())
}
