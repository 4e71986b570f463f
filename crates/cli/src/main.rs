//! The command line: asks the library, renders the answer, and turns the verdict into an exit code.
//!
//! Not here: any rule. What a verdict is, `actum` decides; this crate decides how people and programs see it.

mod args;
mod command;
mod exit;
mod printer;
mod render;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Arguments;
use crate::exit::{Exit, Stop};
use crate::printer::Printer;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse_usage(&error).into(),
    };
    let mut printer = Printer::new(arguments.color);
    let answered = command::run(arguments.command, &mut printer);
    let finished = answered.and_then(|exit| printer.finish().map(|()| exit).map_err(Stop::from));
    match finished {
        Ok(exit) => exit,
        Err(stop) => {
            printer.problem(&stop);
            stop.exit()
        }
    }
    .into()
}

/// Shows what clap has to say: the help that was asked for, or what is wrong with the request.
fn refuse_usage(error: &clap::Error) -> Exit {
    // A closed terminal is no reason to answer differently.
    let _ = error.print();
    match error.use_stderr() {
        false => Exit::Valid,
        // The suite publishes its own code for a run that could not start (DEAL 13.3).
        true if runs_suite() => Exit::CouldNotAsk,
        true => Exit::Usage,
    }
}

/// Tells whether the command was `run-test-suite`, however wrong the rest is.
fn runs_suite() -> bool {
    std::env::args_os().skip(1).any(|word| word == "run-test-suite")
}
