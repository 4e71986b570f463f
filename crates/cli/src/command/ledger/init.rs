//! `actum init`: a new ledger, with the profile that readings of it use.

use std::path::Path;

use actum::ledger::Ledger;
use actum::{Bundle, ErrorKind};

use super::notice;
use crate::args::Init;
use crate::command::question::profile_name;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::escape::{id, plain};

/// The profile of a ledger where nobody names one.
const PROFILE: &str = "agent-team";

pub(crate) fn run(asked: &Init, printer: &mut Printer) -> Result<Exit, Stop> {
    let profile = Bundle::open(asked.profile.as_deref().unwrap_or(Path::new(PROFILE)))?;
    // A profile that cannot be used is refused before anything is made.
    let name = profile_name(&profile.profile()?);
    let ledger = Ledger::init(&asked.path)?;
    notice(&ledger, printer);
    let shown = id(&ledger.folder().display().to_string());
    let has_profile = match ledger.profile() {
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        found => found.map(|_| true)?,
    };
    // Where nobody names a profile, any that is there will do.
    let adopted = if has_profile && asked.profile.is_none() { false } else { ledger.adopt(&profile)? };
    match (ledger.is_new(), adopted) {
        (true, true) => {
            printer.text(&format!("a ledger is in {shown}, with the profile {}\n", plain(&name)))?
        }
        (true, false) => printer.text(&format!("a ledger is in {shown}; its profile was there\n"))?,
        (false, true) => {
            printer.text(&format!("the ledger in {shown} has the profile {} now\n", plain(&name)))?;
        }
        (false, false) => printer.note(&format!("a ledger is already in {shown}; nothing was written")),
    }
    Ok(Exit::Valid)
}
