//! What each command does: ask the library, render the answer, give the exit code.

mod brief;
mod conform;
mod deal;
mod key;
mod man;
mod profile;
mod question;
mod read;
mod suite;
mod tree;
mod why;

use clap::CommandFactory;

use crate::args::{Arguments, Command};
use crate::exit::{Exit, Stop};
use crate::printer::Printer;

pub(crate) fn run(command: Command, printer: &mut Printer) -> Result<Exit, Stop> {
    match command {
        Command::Read(read) => read::run(&read, printer),
        Command::Why(why) => why::run(&why, printer),
        Command::Brief(brief) => brief::run(&brief, printer),
        Command::Profile(profile) => profile::run(&profile, printer),
        Command::Key(key) => key::run(&key, printer),
        Command::Deal(deal) => deal::run(&deal, printer),
        Command::Tree(asked) => tree::run(&asked, printer),
        Command::RunTestSuite(suite) => suite::run(&suite, printer),
        Command::Conform(conform) => conform::run(&conform, printer),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "actum", &mut script);
            printer.bytes().write_all(&script)?;
            Ok(Exit::Valid)
        }
        Command::Man(man) => man::run(&man, printer),
    }
}
