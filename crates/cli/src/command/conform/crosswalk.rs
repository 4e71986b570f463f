//! `actum conform crosswalk`: external requirements, and what of them the record carries (TMPA 10.6).

use actum::conform::crosswalks;

use crate::args::{ConformCrosswalk, CrosswalkFormat};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::conform_crosswalk;

pub(super) fn run(asked: &ConformCrosswalk, printer: &mut Printer) -> Result<Exit, Stop> {
    let all = crosswalks(&asked.dir)?;
    match asked.format {
        CrosswalkFormat::Text => printer.text(&conform_crosswalk::text(&all))?,
        CrosswalkFormat::Json => printer.bytes().write_all(&conform_crosswalk::json(&all))?,
        CrosswalkFormat::Markdown => {
            printer.bytes().write_all(conform_crosswalk::markdown(&all).as_bytes())?
        }
    }
    Ok(Exit::Valid)
}
