//! The suite of TMPA Core S0.4 as one named test for each case, and the proof that it finds wrong readers.
//!
//! This program is three things: without arguments of its own it runs tests; as `--reader NAME` it is a reader that keeps
//! running and breaks the rule of that name (`right` breaks none); as `--program NAME …` it is one that is started for
//! every reading. Both are subjects for the runner, as any foreign program is.

#[cfg(test)]
mod broken;
#[cfg(test)]
mod mutant;
#[cfg(test)]
mod program;
#[cfg(test)]
mod reader;
#[cfg(test)]
mod trial;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    match words.next().as_deref() {
        Some("--reader") => reader::serve(&words.next().unwrap_or_default()),
        Some("--program") => program::run(&words.collect::<Vec<_>>()),
        _ => libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trial::all()).exit_code(),
    }
}
