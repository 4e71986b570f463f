//! Evidence that is built to cost more than its size; each shape has to stay linear.

use std::io;
use std::path::Path;

use crate::corpus::{LIFECYCLE, Lines, Object};

type Shape = (&'static str, fn(&Path) -> io::Result<usize>);

pub(crate) const ALL: [Shape; 6] = [
    ("100k issues", issues),
    ("100k transitions, one work", transitions),
    ("100k rivals, one work", rivals),
    ("a gap of 2^53", gap),
    ("a chain of 1M", chain),
    ("10k references, one object", references),
];

const START: Option<(&str, &str, &str)> = Some(("created", "start", "active"));

fn task<'o>(id: &'o str, stream: &'o str, sequence: u64) -> Object<'o> {
    Object {
        id,
        kind: "TASK",
        work: "w",
        carrier: "c",
        stream,
        sequence,
        by: ("pilot", "PM"),
        lifecycle: LIFECYCLE,
        transition: None,
        references: &[],
        body: "{}",
    }
}

fn issues(file: &Path) -> io::Result<usize> {
    let mut lines = Lines::create(file)?;
    lines.object(&task("c", "s", 1), false)?;
    for number in 0..100_000u64 {
        let id = format!("i{number}");
        let missing = [("depends_on", "nowhere")];
        lines.object(&Object { kind: "ISSUE", references: &missing, ..task(&id, "s", number + 2) }, false)?;
    }
    lines.finish()
}

fn transitions(file: &Path) -> io::Result<usize> {
    let mut lines = Lines::create(file)?;
    lines.object(&task("c", "s", 1), false)?;
    for number in 0..100_000u64 {
        let id = format!("t{number}");
        lines
            .object(&Object { kind: "TRANSITION", transition: START, ..task(&id, "s", number + 2) }, false)?;
    }
    lines.finish()
}

fn rivals(file: &Path) -> io::Result<usize> {
    let mut lines = Lines::create(file)?;
    lines.object(&task("c", "s", 1), false)?;
    for number in 0..100_000u64 {
        let (id, stream) = (format!("t{number}"), format!("s{number}"));
        lines.object(&Object { kind: "TRANSITION", transition: START, ..task(&id, &stream, 1) }, false)?;
    }
    lines.finish()
}

fn gap(file: &Path) -> io::Result<usize> {
    let mut lines = Lines::create(file)?;
    lines.object(&task("c", "s", 1), false)?;
    lines.object(&Object { kind: "ISSUE", ..task("late", "s", 9_007_199_254_740_991) }, false)?;
    lines.finish()
}

fn chain(file: &Path) -> io::Result<usize> {
    let mut lines = Lines::create(file)?;
    lines.object(&task("c", "s", 1), false)?;
    let mut before = "c".to_owned();
    for number in 0..1_000_000u64 {
        let (id, stream) = (format!("i{number}"), format!("s{number}"));
        let reference = [("depends_on", before.as_str())];
        lines.object(&Object { kind: "ISSUE", references: &reference, ..task(&id, &stream, 1) }, false)?;
        before = id;
    }
    lines.finish()
}

fn references(file: &Path) -> io::Result<usize> {
    let mut lines = Lines::create(file)?;
    lines.object(&task("c", "s", 1), false)?;
    let ids: Vec<String> = (0..10_000).map(|number| format!("i{number}")).collect();
    for (number, id) in (2..).zip(&ids) {
        lines.object(&Object { kind: "ISSUE", ..task(id, "s", number) }, false)?;
    }
    let all: Vec<(&str, &str)> = ids.iter().map(|id| ("depends_on", id.as_str())).collect();
    lines.object(&Object { kind: "ISSUE", references: &all, ..task("all", "s", 10_002) }, false)?;
    lines.finish()
}
