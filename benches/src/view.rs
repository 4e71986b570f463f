//! Questions about single work items of a ledger, beside reading their entries and nothing else.
#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use actum::ledger::{Artifact, Ledger};
use actum::tmpa::InputBundle;
use actum::view::View;

use crate::corpus::{Faults, LIFECYCLE, Object, PROFILE, write_jsonl};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const BATCH: usize = 10_000;
const QUESTIONS: usize = 200;
/// Objects of one work item.
const MEMBERS: usize = 10;

/// Prints the table, for a ledger of so many objects.
pub(crate) fn run(count: usize, folder: &Path) -> Outcome {
    let profile = folder.join("profile.json");
    fs::write(&profile, PROFILE)?;
    let input = actum::Bundle::open(&profile)?.input(actum::reader())?;
    let mut ledger = filled(count, folder)?;
    println!("{:<42}{:>10}{:>12}{:>12}{:>10}", "view", "objects", "us each", "p99 us", "x floor");

    let mut floor = Vec::new();
    for work in asked(count) {
        let start = Instant::now();
        for member in 0..MEMBERS {
            black_box(ledger.entry((work * MEMBERS + member) as u64)?);
        }
        floor.push(start.elapsed());
    }
    let unit = mean(&floor);
    row("floor: the entries of a work item", count, &mut floor, unit);

    let evidence = ledger.evidence()?;
    let start = Instant::now();
    let read = actum::read(&input, &evidence, actum::Options::default())?;
    row("read, everything", count, &mut [start.elapsed()], unit);
    drop(read);
    let start = Instant::now();
    drop(View::open(&ledger, input.clone())?);
    row("first opening, index and rows made", count, &mut [start.elapsed()], unit);

    let start = Instant::now();
    let mut view = View::open(&ledger, input.clone())?;
    black_box(view.work(&work(count / MEMBERS / 2))?);
    row("opening again, to the first answer", count, &mut [start.elapsed()], unit);
    let (mut briefs, mut sources) = (Vec::new(), 0);
    for number in asked(count) {
        let start = Instant::now();
        black_box(view.work(&work(number))?.ok_or("the work item is not there")?);
        briefs.push(start.elapsed());
        sources += view.cost().sources;
    }
    row("brief", count, &mut briefs, unit);
    let mut checks = Vec::new();
    for (number, item) in asked(count).enumerate() {
        let note = note(item, number)?;
        let start = Instant::now();
        black_box(view.with(&[&note])?);
        checks.push(start.elapsed());
        if view.cost().whole {
            return Err("a note made everything be read".into());
        }
    }
    row("publish check", count, &mut checks, unit);
    let start = Instant::now();
    black_box(view.works(None, 1_000)?);
    row("next, a thousand work items", count, &mut [start.elapsed()], unit);
    drop(view);
    appended(&mut ledger, count, &input, unit)?;
    println!("{:<42}{:>10.1}", "sources read for a brief", sources as f64 / QUESTIONS as f64);
    Ok(())
}

/// Appends one object at a time, and asks each time what holds now.
fn appended(ledger: &mut Ledger, count: usize, input: &InputBundle, unit: Duration) -> Outcome {
    let mut times = Vec::new();
    for (number, item) in asked(count).enumerate() {
        let bytes = note(item, number)?;
        let artifact = Artifact { source_id: None, media_type: "application/json", bytes: &bytes, key: None };
        ledger.append(&[artifact])?;
        let start = Instant::now();
        let mut view = View::open(ledger, input.clone())?;
        black_box(view.work(&work(item))?);
        times.push(start.elapsed());
    }
    row("opening after an append, to the answer", count, &mut times, unit);
    Ok(())
}

fn filled(count: usize, folder: &Path) -> Outcome<Ledger> {
    let evidence = folder.join("evidence.jsonl");
    write_jsonl(&evidence, count, Faults::None)?;
    let bytes = fs::read(&evidence)?;
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    let names: Vec<String> = (1..=lines.len()).map(|line| format!("evidence.jsonl#{line}")).collect();
    let mut ledger = Ledger::init(&folder.join("ledger"))?;
    for (lines, names) in lines.chunks(BATCH).zip(names.chunks(BATCH)) {
        let artifacts: Vec<Artifact<'_>> = lines
            .iter()
            .zip(names)
            .map(|(bytes, name)| Artifact {
                source_id: Some(name),
                media_type: "application/json",
                bytes,
                key: None,
            })
            .collect();
        ledger.append(&artifacts)?;
    }
    Ok(ledger)
}

/// Work items all over the ledger.
fn asked(count: usize) -> impl Iterator<Item = usize> {
    let works = (count / MEMBERS).max(1);
    (0..QUESTIONS).map(move |number| number.wrapping_mul(7_919) % works)
}

fn work(number: usize) -> String {
    format!("work-{number:07}")
}

/// A further object of a work item, in a stream of its own.
fn note(item: usize, number: usize) -> Outcome<Vec<u8>> {
    let (work, stream) = (work(item), format!("notes-{number}"));
    let (id, carrier) = (format!("{work}-note-{number}"), format!("{work}-task"));
    let object = Object {
        id: &id,
        kind: "ISSUE",
        work: &work,
        carrier: &carrier,
        stream: &stream,
        sequence: 1,
        by: ("keeper", "OPS"),
        lifecycle: LIFECYCLE,
        transition: None,
        references: &[("depends_on", &carrier)],
        body: r#"{"summary":"a note"}"#,
    };
    Ok(object.finished()?)
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / times.len().max(1) as u32
}

fn row(name: &str, count: usize, times: &mut [Duration], unit: Duration) {
    times.sort_unstable();
    let worst = times.get(times.len().saturating_sub(1) * 99 / 100).copied().unwrap_or_default();
    let each = mean(times);
    println!(
        "{name:<42}{count:>10}{:>12.1}{:>12.1}{:>10.1}",
        each.as_secs_f64() * 1e6,
        worst.as_secs_f64() * 1e6,
        each.as_secs_f64() / unit.as_secs_f64().max(1e-9),
    );
}
