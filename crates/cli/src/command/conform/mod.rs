//! `actum conform`: how this program, or another, holds against the published suites.

mod astp;
mod crosswalk;
mod deal;
mod tmpa;
mod verify;

use crate::args::Conform;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;

pub(super) fn run(asked: &Conform, printer: &mut Printer) -> Result<Exit, Stop> {
    match asked {
        Conform::Astp(astp) => astp::run(astp, printer),
        Conform::Deal(deal) => deal::run(deal, printer),
        Conform::Tmpa(tmpa) => tmpa::run(tmpa, printer),
        Conform::Verify(package) => verify::run(package, printer),
        Conform::Crosswalk(crosswalk) => crosswalk::run(crosswalk, printer),
    }
}
