//! A million artifacts of three kinds in one reading: governance objects, messages of deals, transitions of state trees.
//!
//! Tasks fulfil the deals and reports name the episodes, so that the kinds hang together. The same lines are read from a folder
//! and from a ledger.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use actum::canon::digest::{Sha256, sha256};
use actum::canon::encode::{JCS_NEAREST, Writer};
use actum::deal::{Deals, V0_3_EXTENDED};
use actum::ledger::{Artifact, Ledger};

use crate::corpus::{Lines, Object};
use crate::deal::{KINDS, message};
use crate::process;
use crate::tree::Grown;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Hundredths of governance objects, of deal lines and of tree lines.
const MIXES: [[usize; 3]; 3] = [[100, 0, 0], [80, 10, 10], [40, 30, 30]];
/// Lines of one tree.
const TREE: usize = 1_000;
/// Deals that run side by side.
const PARALLEL: usize = 100;
/// Entries that are appended at once.
const BATCH: usize = 10_000;
/// Where a profile comes with the program, its name is a path that leads nowhere.
const PROFILE: &str = "one-record";

const DEALS: &str = "deals.jsonl";
const OBJECTS: &str = "objects.jsonl";

/// Prints the table, for so many artifacts.
pub(crate) fn run(count: usize, folder: &Path) -> Outcome {
    process::heading("mixed", "artifacts");
    for mix in MIXES {
        let [objects, deals, trees] = mix.map(|part| count / 100 * part);
        let evidence = folder.join("evidence");
        fs::create_dir(&evidence)?;
        let episodes = write_trees(&evidence, trees)?;
        write_deals(&evidence.join(DEALS), deals)?;
        write_objects(&evidence.join(OBJECTS), objects, deals / KINDS.len(), &episodes)?;
        let name = mix.map(|part| part.to_string()).join("/");
        let profile = Path::new(PROFILE);
        let floor = process::child("floor", &evidence, profile, 1)?;
        floor.print(&format!("floor, {name}"), count, &floor);
        let home = folder.join("home");
        let ledger = fill(&home, &evidence)?;
        for (place, path) in [("folder", evidence.as_path()), ("ledger", &ledger)] {
            for threads in [1, 2] {
                let figures = process::child("read", path, profile, threads)?;
                figures.print(&format!("read, {name}, {place}, {threads} thread"), count, &floor);
            }
        }
        fs::remove_dir_all(&evidence)?;
        fs::remove_dir_all(&home)?;
    }
    Ok(())
}

/// Writes trees of one episode each, from its opening to its seal; gives the episodes.
fn write_trees(folder: &Path, lines: usize) -> Outcome<Vec<String>> {
    let mut episodes = Vec::new();
    for number in 0..lines.div_ceil(TREE) {
        let mut grown = Grown::recorded(u32::try_from(number)?)?;
        for _ in 2..TREE.min(lines - number * TREE) {
            grown.append()?;
        }
        grown.seal()?;
        let mut out = BufWriter::new(File::create(folder.join(format!("tree-{number:04}.jsonl")))?);
        for line in grown.lines.iter().flatten() {
            out.write_all(line)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
        episodes.push(format!("astp:{}", grown.episode));
    }
    Ok(episodes)
}

/// Writes a journal of deals, as the facade does, but synced once.
fn write_deals(file: &Path, lines: usize) -> Outcome {
    let mut out = BufWriter::new(File::create(file)?);
    let mut deals = Deals::new(&V0_3_EXTENDED);
    let mut before = sha256(format!("deal journal, edition {}", V0_3_EXTENDED.name).as_bytes());
    let all: Vec<usize> = (0..lines / KINDS.len()).collect();
    let mut n = 0;
    for block in all.chunks(PARALLEL) {
        for (kind, deal) in KINDS.iter().flat_map(|kind| block.iter().map(move |deal| (kind, deal))) {
            n += 1;
            let message = message(kind, *deal, "");
            let outcome = deals.apply(message.as_bytes(), Some(n));
            if let Some(error) = outcome.entry.errors.first() {
                return Err(format!("message {n}: {error}").into());
            }
            let line = |hash| line(n, &message, outcome.entry.hash, before, hash);
            let hash = sha256(&line(None)?);
            out.write_all(&line(Some(hash))?)?;
            out.write_all(b"\n")?;
            before = hash;
        }
    }
    Ok(out.flush()?)
}

/// A line of a journal of deals; its hash covers everything else.
fn line(n: u64, message: &str, entry: Sha256, before: Sha256, hash: Option<Sha256>) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&JCS_NEAREST, &mut bytes);
    writer.begin_object()?;
    writer.name("at")?;
    writer.integer(n)?;
    writer.name("entry")?;
    writer.string(&entry.to_string())?;
    if let Some(hash) = hash {
        writer.name("hash")?;
        writer.string(&hash.to_string())?;
    }
    writer.name("message")?;
    writer.string(message)?;
    writer.name("n")?;
    writer.integer(n)?;
    writer.name("prev")?;
    writer.string(&before.to_string())?;
    writer.end_object()?;
    Ok(bytes)
}

/// The identities that the shipped profile knows.
const WRITERS: [(&str, &str); 4] = [("alice", "PM"), ("bob", "DEV"), ("carol", "QA"), ("dave", "OPS")];

/// Writer, type, name, transition, references by name, decision.
type Step = (
    usize,
    &'static str,
    &'static str,
    Option<(&'static str, &'static str, &'static str)>,
    &'static [(&'static str, &'static str)],
    &'static str,
);

const STEPS: [Step; 11] = [
    (0, "TASK", "task", None, &[], ""),
    (0, "TRANSITION", "start", Some(("created", "start", "active")), &[("depends_on", "task")], ""),
    (1, "REPORT", "report-1", None, &[("depends_on", "start")], ""),
    (1, "TRANSITION", "submit-1", Some(("active", "submit", "review")), &[("reports", "report-1")], ""),
    (2, "REVIEW", "review-1", None, &[("reviews", "report-1")], "reject"),
    (
        2,
        "TRANSITION",
        "rework",
        Some(("review", "rework", "active")),
        &[("depends_on", "submit-1"), ("reviews", "review-1")],
        "",
    ),
    (1, "REPORT", "report-2", None, &[("depends_on", "rework")], ""),
    (1, "TRANSITION", "submit-2", Some(("active", "submit", "review")), &[("reports", "report-2")], ""),
    (2, "REVIEW", "review-2", None, &[("reviews", "report-2")], "approve"),
    (
        2,
        "TRANSITION",
        "approve",
        Some(("review", "approve", "done")),
        &[("depends_on", "submit-2"), ("reviews", "review-2")],
        "",
    ),
    (
        3,
        "TRANSITION",
        "archive",
        Some(("done", "archive", "archived")),
        &[("depends_on", "approve"), ("archives", "review-2")],
        "",
    ),
];

/// Writes work items that run from task to archive, each under a deal and in an episode where there are any.
fn write_objects(file: &Path, count: usize, deals: usize, episodes: &[String]) -> Outcome {
    let mut lines = Lines::create(file)?;
    let mut sequence = [0u64; 4];
    for number in 0_usize.. {
        if lines.count >= count {
            break;
        }
        if number % 20 == 0 {
            sequence = [0; 4];
        }
        let deal = number.checked_rem(deals).map(|deal| format!("deal:deal-{deal:06}"));
        let episode = number.checked_rem(episodes.len()).and_then(|at| episodes.get(at)).cloned();
        item(&mut lines, number, &mut sequence, count, deal, episode)?;
    }
    lines.finish()?;
    Ok(())
}

fn item(
    lines: &mut Lines,
    number: usize,
    sequence: &mut [u64; 4],
    count: usize,
    deal: Option<String>,
    episode: Option<String>,
) -> Outcome {
    let work = format!("work-{number:07}");
    let carrier = format!("{work}-task");
    for (writer, kind, name, transition, references, decision) in STEPS.into_iter().take(count - lines.count)
    {
        let named = references.iter().map(|(relation, target)| (*relation, format!("{work}-{target}")));
        let linked = match kind {
            "TASK" => deal.clone().map(|deal| ("fulfils", deal)),
            "REPORT" => episode.clone().map(|episode| ("recorded_in", episode)),
            _ => None,
        };
        let references: Vec<(&str, String)> = named.chain(linked).collect();
        let references: Vec<(&str, &str)> =
            references.iter().map(|(relation, target)| (*relation, target.as_str())).collect();
        let slot = sequence.get_mut(writer).ok_or("no such writer")?;
        *slot += 1;
        let by = WRITERS.get(writer).copied().unwrap_or_default();
        let body = format!(
            r#"{{"title":"Numbers","summary":"The parser keeps every number as it is spelled and refuses a name that comes twice.","changed":["src/json/parser.rs","src/json/tape.rs"],"tests":{{"passed":212,"failed":0}},"decision":"{decision}","minutes":37.5}}"#
        );
        lines.object(
            &Object {
                id: &format!("{work}-{name}"),
                kind,
                work: &work,
                carrier: &carrier,
                stream: &format!("{}-{:05}", by.0, number / 20),
                sequence: *slot,
                by,
                lifecycle: "one-record-work",
                transition,
                references: &references,
                body: &body,
            },
            false,
        )?;
    }
    Ok(())
}

/// Appends every line of the files to a ledger, under the source id that it has in a folder; gives the ledger.
fn fill(home: &Path, evidence: &Path) -> Outcome<std::path::PathBuf> {
    fs::create_dir(home)?;
    let mut ledger = Ledger::init(home)?;
    let mut names: Vec<_> =
        fs::read_dir(evidence)?.map(|entry| Ok(entry?.file_name())).collect::<Result<_, std::io::Error>>()?;
    names.sort_unstable();
    for name in names.iter().filter_map(|name| name.to_str()) {
        let media_type = match name {
            DEALS => "application/vnd.actum.deal+json",
            OBJECTS => "application/json",
            _ => "application/vnd.actum.transition+json",
        };
        let bytes = fs::read(evidence.join(name))?;
        let lines: Vec<(&[u8], String)> = bytes
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .zip(1..)
            .map(|(line, number)| (line, format!("{name}#{number}")))
            .collect();
        for batch in lines.chunks(BATCH) {
            let artifacts: Vec<Artifact<'_>> = batch
                .iter()
                .map(|(bytes, id)| Artifact { source_id: Some(id), media_type, bytes, key: None })
                .collect();
            ledger.append(&artifacts)?;
        }
    }
    Ok(ledger.folder().to_path_buf())
}
