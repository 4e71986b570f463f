//! `actum man`: the manual, made from the command line itself so that it cannot differ from it.

use actum::tmpa::Code;
use clap::CommandFactory;

use crate::args::{Arguments, Man, ManFormat};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;
use crate::render::reference;

/// What the foot of each page names.
const SOURCE: &str = concat!("actum ", env!("CARGO_PKG_VERSION"));

pub(super) fn run(man: &Man, printer: &mut Printer) -> Result<Exit, Stop> {
    let mut command = Arguments::command();
    command.build();
    if man.codes {
        printer.bytes().write_all(reference::codes(Code::ALL).as_bytes())?;
        return Ok(Exit::Valid);
    }
    match man.format {
        ManFormat::Markdown => printer.bytes().write_all(reference::commands(&command).as_bytes())?,
        ManFormat::Roff => {
            for page in reference::with_subcommands(&command) {
                clap_mangen::Man::new(page.clone()).source(SOURCE).render(&mut printer.bytes())?;
            }
        }
    }
    Ok(Exit::Valid)
}
