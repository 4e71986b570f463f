//! Writes the conformance suite for TMPA Core S0.4: profiles, fixtures with right digests and signatures, manifests and
//! `suite.json`.
//!
//! The expectations are stated by hand in the file of each criterion, from the specification; no reader is asked. The
//! digests of canonical results, which nobody can compute by hand, are recorded in `recorded.json` from the package of a run
//! in which every stated expectation of the case held.
//!
//! ```text
//! cargo run -p actum-testkit --example corpus                     writes conformance/tmpa-s0.4
//! cargo run -p actum-testkit --example corpus -- --check          says whether it is what this program writes
//! cargo run -p actum-testkit --example corpus -- --record DIR     takes over the results of a run
//! ```

mod assertion;
mod authenticated;
mod c01;
mod c02;
mod c03;
mod c04;
mod c05;
mod c06;
mod c07;
mod c08;
mod c09;
mod c10;
mod c11;
mod c12;
mod c13;
mod c14;
mod case;
mod cast;
mod class;
mod disk;
mod fcop;
mod json;
mod profile;
mod reading;
mod recorded;
mod suite;

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// A criterion and its cases.
type Criterion = (&'static str, Vec<case::Case>);

fn criteria() -> Vec<Criterion> {
    let core = vec![
        ("C01", c01::cases()),
        ("C02", c02::cases()),
        ("C03", c03::cases()),
        ("C04", c04::cases()),
        ("C05", c05::cases()),
        ("C06", c06::cases()),
        ("C07", c07::cases()),
        ("C08", c08::cases()),
        ("C09", c09::cases()),
        ("C10", c10::cases()),
        ("C11", c11::cases()),
        ("C12", c12::cases()),
        ("C13", c13::cases()),
        ("C14", c14::cases()),
    ];
    core.into_iter()
        .map(|(id, cases)| (id, [cases, authenticated::cases(id), fcop::cases(id)].concat()))
        .collect()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = actum_testkit::workspace_root();
    let home = root.join("conformance/tmpa-s0.4");
    let outcome = match words.as_slice() {
        [] => suite::files(&criteria()).and_then(|files| disk::write(&home, &files)),
        ["--check"] => suite::files(&criteria()).and_then(|files| disk::check(&home, &files)),
        ["--record", package] => suite::manifests(&criteria())
            .and_then(|cases| recorded::record(&root, Path::new(package), &cases)),
        _ => Err("usage: corpus [--check | --record DIR]".to_owned()),
    };
    let (text, code) = match outcome {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => code,
        Err(_) => ExitCode::FAILURE,
    }
}
