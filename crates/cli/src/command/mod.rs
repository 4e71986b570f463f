//! What each command does: ask the library, render the answer, give the exit code.

mod brief;
mod conform;
mod daily;
mod deal;
mod fcop;
pub(in crate::command) mod key;
mod ledger;
mod man;
mod place;
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
        Command::Init(init) => ledger::init::run(&init, printer),
        Command::Append(append) => ledger::append::run(&append, printer),
        Command::Log(log) => ledger::entry::log(&log, printer),
        Command::Show(show) => ledger::entry::show(&show, printer),
        Command::Prove(prove) => ledger::entry::prove(&prove, printer),
        Command::Checkpoint(checkpoint) => ledger::checkpoint::run(&checkpoint, printer),
        Command::Verify(verify) => ledger::verify::run(&verify, printer),
        Command::Fsck(fsck) => ledger::verify::fsck(&fsck, printer),
        Command::Export(export) => ledger::transfer::export(&export, printer),
        Command::Import(import) => ledger::transfer::import(&import, printer),
        Command::Publish(asked) => daily::publish(&asked, printer),
        Command::Next(asked) => daily::next(&asked, printer),
        Command::Task(asked) => daily::task(&asked, printer),
        Command::Assign(asked) => daily::assign(&asked, printer),
        Command::Claim(asked) => daily::claim(&asked, printer),
        Command::Report(asked) => daily::report(&asked, printer),
        Command::Review(asked) => daily::review(&asked, printer),
        Command::Decide(asked) => daily::decide(&asked, printer),
        Command::Handoff(asked) => daily::handoff(&asked, printer),
        Command::Note(asked) => daily::note(&asked, printer),
        Command::Setup(asked) => daily::setup(&asked, printer),
        Command::Session(asked) => daily::session(&asked, printer),
        Command::Profile(profile) => profile::run(&profile, printer),
        Command::Key(key) => key::run(&key, printer),
        Command::Deal(deal) => deal::run(&deal, printer),
        Command::Fcop(asked) => fcop::run(&asked, printer),
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
