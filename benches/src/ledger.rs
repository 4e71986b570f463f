//! Appending to a ledger against a plain file that gets the same bytes and is synced as often.
//!
//! Both are timed by turns in this process, on the medium of the folder for temporary files, so that they share its good
//! and bad moments. What waits for a medium is quoted as a multiple only.
#![expect(clippy::print_stdout, reason = "a program that prints a table")]

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use actum::canon::digest::sha256;
use actum::ledger::{Artifact, Ledger};

use crate::corpus::{Faults, write_jsonl};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const BATCH: usize = 1_000;
const SINGLES: usize = 500;
const PROOFS: u64 = 200;

/// Prints the table, for so many objects of about 800 bytes.
pub(crate) fn run(count: usize, folder: &Path) -> Outcome {
    println!(
        "{:<34}{:>10}{:>12}{:>12}{:>10}{:>12}",
        "ledger", "count", "us each", "floor us", "x floor", "p99 us"
    );
    let evidence = folder.join("evidence.jsonl");
    write_jsonl(&evidence, count.max(SINGLES), Faults::None)?;
    let bytes = fs::read(&evidence)?;
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    let names: Vec<String> = (1..=lines.len()).map(|line| format!("evidence.jsonl#{line}")).collect();
    let artifacts: Vec<Artifact<'_>> = lines
        .iter()
        .zip(&names)
        .map(|(bytes, name)| Artifact {
            source_id: Some(name),
            media_type: "application/json",
            bytes,
            key: None,
        })
        .collect();
    let mut raw = File::create(folder.join("raw"))?;
    let mut ledger = Ledger::init(&folder.join("ledger"))?;
    appends("batches of 1,000, entry", &mut ledger, &mut raw, artifacts.chunks(BATCH))?;
    let mut single = Ledger::init(&folder.join("single"))?;
    appends("single commits", &mut single, &mut raw, artifacts.chunks(1).take(SINGLES))?;
    reading(&ledger, &folder.join("raw"), lines.len())?;
    let start = Instant::now();
    for number in 0..PROOFS {
        black_box(ledger.prove(number.wrapping_mul(7_919) % lines.len() as u64, None)?);
    }
    alone("inclusion proof", PROOFS as usize, start.elapsed());
    let start = Instant::now();
    black_box(Ledger::open_to_read(ledger.folder())?.head()?);
    alone("opening, to the head", 1, start.elapsed());
    Ok(())
}

/// Appends batch after batch to both, by turns.
fn appends<'a>(
    name: &str,
    ledger: &mut Ledger,
    raw: &mut File,
    batches: impl Iterator<Item = &'a [Artifact<'a>]>,
) -> Outcome {
    let (mut taken, mut floor, mut count) = (Vec::new(), Duration::ZERO, 0);
    for batch in batches {
        let start = Instant::now();
        let mut together = Vec::new();
        for artifact in batch {
            together.extend_from_slice(artifact.bytes);
            together.push(b'\n');
        }
        raw.write_all(&together)?;
        raw.sync_data()?;
        floor += start.elapsed();
        let start = Instant::now();
        black_box(ledger.append(batch)?);
        taken.push(start.elapsed());
        count += batch.len();
    }
    let all: Duration = taken.iter().sum();
    taken.sort_unstable();
    let slow = taken.get(taken.len() * 99 / 100).copied().unwrap_or_default();
    row(name, count, all, floor, Some(slow));
    Ok(())
}

/// Reads all entries, against the file and a digest of each of its lines.
fn reading(ledger: &Ledger, raw: &Path, count: usize) -> Outcome {
    let start = Instant::now();
    let bytes = fs::read(raw)?;
    for line in bytes.split(|&byte| byte == b'\n').take(count) {
        black_box(sha256(line));
    }
    let floor = start.elapsed();
    let start = Instant::now();
    ledger.entries(0, &mut |entry| {
        black_box(entry);
        Ok(ControlFlow::Continue(()))
    })?;
    row("reading every entry", count, start.elapsed(), floor, None);
    Ok(())
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn row(name: &str, count: usize, taken: Duration, floor: Duration, slow: Option<Duration>) {
    let each = |time: Duration| micros(time) / count as f64;
    let ratio = taken.as_secs_f64() / floor.as_secs_f64();
    let slow = slow.map(|slow| format!("{:.0}", micros(slow))).unwrap_or_default();
    println!("{name:<34}{count:>10}{:>12.2}{:>12.2}{ratio:>10.2}{slow:>12}", each(taken), each(floor));
}

fn alone(name: &str, count: usize, taken: Duration) {
    println!("{name:<34}{count:>10}{:>12.2}", micros(taken) / count as f64);
}
