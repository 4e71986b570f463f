//! `cargo run --release -p actum-bench [OBJECTS...]`: reads generated evidence and prints what it cost per object,
//! beside a floor that only parses, writes the canonical form, hashes and groups by id. With `deal` in place of the
//! numbers: the same for messages of deals, beside a floor that parses, writes the canonical form and hashes. With
//! `tree`: pieces of state trees beside the hashing in them. With `ledger` and a number of objects: appending to a ledger
//! beside a plain file that is synced as often. With `view` and a number of objects: questions about single work items
//! of a ledger, beside reading their entries. With `fcop`: a workspace of ten thousand envelopes. With `mixed` and a number
//! of artifacts: governance objects, lines of deals and lines of state trees in one reading.
//!
//! Every figure is taken in a process of its own, so that peak memory belongs to one run. Quote the ratios: absolute
//! times hang on the machine and on what else it does.
#![expect(clippy::print_stdout, reason = "a program that prints a table")]

mod corpus;
mod deal;
mod fcop;
mod floor;
mod ledger;
mod mixed;
mod process;
mod shapes;
mod tree;
mod view;

use std::env;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use corpus::{Faults, write_jsonl};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["measure", kind, file, profile, threads] => measure(kind, file, profile, threads),
        ["write", file, count, faults] => write(file, count, faults),
        ["deal"] => in_folder(deals),
        ["fcop"] => in_folder(fcop::run),
        ["mixed"] => in_folder(|folder| mixed::run(1_000_000, folder)),
        ["mixed", count] => in_folder(|folder| mixed::run(count.parse()?, folder)),
        ["tree"] => tree::run(),
        ["ledger"] => in_folder(|folder| ledger::run(100_000, folder)),
        ["ledger", count] => in_folder(|folder| ledger::run(count.parse()?, folder)),
        ["view"] => in_folder(|folder| view::run(100_000, folder)),
        ["view", count] => in_folder(|folder| view::run(count.parse()?, folder)),
        sizes => in_folder(|folder| run(sizes, folder)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Leaves the evidence of one row in a file, for a profiler; the profile goes beside it.
fn write(file: &str, count: &str, faults: &str) -> Outcome {
    let file = Path::new(file);
    std::fs::write(file.with_extension("profile.json"), corpus::PROFILE)?;
    let faults = if faults == "clean" { Faults::None } else { Faults::OnePercent };
    Ok(write_jsonl(file, count.parse()?, faults)?)
}

/// One run in this process: `floor` or `read`.
fn measure(kind: &str, file: &str, profile: &str, threads: &str) -> Outcome {
    let before = process::Usage::now()?;
    let count = match kind {
        "floor" => floor::run(Path::new(file))?,
        "deal-floor" => deal::floor(Path::new(file))?,
        "deal" => deal::run(Path::new(file))?,
        "fcop-floor" => fcop::floor(Path::new(file))?,
        "fcop-acts" => fcop::acts(Path::new(file), Path::new(profile))?,
        _ => {
            let bundle = actum::Bundle::open(Path::new(profile))?;
            let input = bundle.input(actum::reader())?;
            let options = actum::evidence::Options { profile: Some(&bundle), ..Default::default() };
            let evidence = actum::Evidence::gather(&[Path::new(file)], options)?;
            let threads = threads.parse().ok().and_then(NonZeroUsize::new);
            let view = actum::read(&input, &evidence, actum::Options { threads, progress: None })?;
            actum::write_canonical_on(&view, &mut std::io::sink(), threads)?;
            view.source_count()
        }
    };
    println!("{}", process::Usage::now()?.since(&before, count));
    Ok(())
}

/// A folder for the evidence, gone afterwards.
fn in_folder(measure: impl FnOnce(&Path) -> Outcome) -> Outcome {
    let folder = env::temp_dir().join(format!("actum-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let outcome = measure(&folder);
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn deals(folder: &Path) -> Outcome {
    let file = folder.join("messages.jsonl");
    println!(
        "{:<36}{:>9}{:>12}{:>12}{:>12}{:>10}{:>12}",
        "messages", "count", "cpu us/msg", "wall us/msg", "peak B/msg", "x floor", "msg/s"
    );
    for (name, shape) in deal::ALL {
        let count = deal::write(&file, shape)?;
        let floor = process::child("deal-floor", &file, &file, 1)?;
        let figures = process::child("deal", &file, &file, 1)?;
        floor.print_rate(&format!("floor, {name}"), count, &floor);
        figures.print_rate(name, count, &floor);
    }
    Ok(())
}

fn run(sizes: &[&str], folder: &Path) -> Outcome {
    let profile = folder.join("profile.json");
    std::fs::write(&profile, corpus::PROFILE)?;
    let sizes: Vec<usize> = if sizes.is_empty() {
        vec![10_000, 100_000, 1_000_000]
    } else {
        sizes.iter().map(|size| size.parse()).collect::<Result<_, _>>()?
    };
    process::heading("evidence", "objects");
    for size in sizes {
        for faults in [Faults::None, Faults::OnePercent] {
            let file = folder.join("evidence.jsonl");
            write_jsonl(&file, size, faults)?;
            let floor = process::child("floor", &file, &profile, 1)?;
            floor.print(&format!("floor, {}", faults.name()), size, &floor);
            for threads in [1, 2] {
                let figures = process::child("read", &file, &profile, threads)?;
                figures.print(&format!("read, {}, {threads} thread", faults.name()), size, &floor);
            }
        }
    }
    for (name, write) in shapes::ALL {
        let file = folder.join("shape.jsonl");
        let size = write(&file)?;
        let floor = process::child("floor", &file, &profile, 1)?;
        let figures = process::child("read", &file, &profile, 1)?;
        figures.print(name, size, &floor);
    }
    Ok(())
}
