//! Checks of the house, and the pages that are generated from the program.
//!
//! Each subcommand has its file: [`deps`] (arrows between crates, order inside a core), [`files`] (size, names,
//! unfinished work), [`pages`] (what hand-written pages name is there), [`docs`] (`docs/reference`), [`readme`]
//! (blocks of program output in `README.md`). What clippy and rustc can check is not here.
//!
//! Exit codes: 0 nothing to complain of, 1 complaints, 2 the check could not be made, 64 usage.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "complaints are the output of a check")]

mod cargo;
mod deps;
mod docs;
mod failure;
mod files;
mod graph;
mod metadata;
mod order;
mod pages;
mod readme;
mod source;
mod tree;
mod uses;

use std::path::Path;
use std::process::ExitCode;

use failure::Failure;

const USAGE: &str = "usage: cargo run -p xtask -- deps | files | pages | docs [--check] | readme [--check]";

/// What one subcommand found wrong, a line each; empty when all is well.
type Complaints = Vec<String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let outcome = match *words.as_slice() {
        ["deps"] => deps::check(root),
        ["files"] => files::check(root),
        ["pages"] => pages::check(root),
        ["docs"] => docs::write(root),
        ["docs", "--check"] => docs::check(root),
        ["readme"] => readme::write(root),
        ["readme", "--check"] => readme::check(root),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(64);
        }
    };
    report(&words.join(" "), outcome)
}

fn report(name: &str, outcome: Result<Complaints, Failure>) -> ExitCode {
    match outcome {
        Ok(complaints) if complaints.is_empty() => {
            println!("xtask {name}: ok");
            ExitCode::SUCCESS
        }
        Ok(complaints) => {
            for complaint in &complaints {
                eprintln!("{complaint}");
            }
            eprintln!("xtask {name}: {} to mend", complaints.len());
            ExitCode::from(1)
        }
        Err(failure) => {
            eprintln!("xtask {name}: {failure}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's folder, as it was when this program was compiled.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
