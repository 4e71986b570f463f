//! `actum conform verify`: whether an evidence package holds, and what may be claimed by it.

use actum::conform::tmpa::{claim, verify};

use crate::args::ConformVerify;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::conform;

pub(super) fn run(asked: &ConformVerify, printer: &mut Printer) -> Result<Exit, Stop> {
    let verified = verify(&asked.package)?;
    let Some(level) = asked.claim else {
        printer.text(&conform::verified(&verified))?;
        return Ok(if verified.broken.is_empty() { Exit::Valid } else { Exit::Invalid });
    };
    let level = claim::Level::from(level);
    let claimed = claim::claim(level, &verified.report, &verified.subject);
    match claimed {
        Ok(text) if verified.broken.is_empty() => {
            printer.text(&conform::claim(&text))?;
            Ok(Exit::Valid)
        }
        refused => {
            let against = refused.err().unwrap_or_default();
            let reasons: Vec<&str> = verified.broken.iter().chain(&against).map(String::as_str).collect();
            printer.text(&conform::unsupported(level.as_str(), &reasons))?;
            Ok(Exit::Invalid)
        }
    }
}
