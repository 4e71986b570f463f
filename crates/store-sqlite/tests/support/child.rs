//! A process that does to a ledger what it is told, and says what was acknowledged.
//!
//! The test program runs itself: one of its tests does the work where the environment asks for it, and nothing
//! otherwise.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use actum_canon::digest::Sha256;
use actum_ledger::{Append, Artifact, Read, Receipt, append};
use actum_store_sqlite::Sqlite;

/// What a process is to do.
#[derive(Clone, Debug)]
pub(crate) struct Task<'t> {
    pub(crate) path: &'t Path,
    /// Stands in the name of everything that it appends.
    pub(crate) name: &'t str,
    /// A word of [`act`].
    pub(crate) act: &'t str,
    pub(crate) count: usize,
    /// Shell words in front of it.
    pub(crate) shell: &'t str,
    /// As a user who owns nothing, where this one is allowed everything.
    pub(crate) nobody: bool,
}

impl<'t> Task<'t> {
    pub(crate) fn new(path: &'t Path, name: &'t str, act: &'t str, count: usize) -> Self {
        Self { path, name, act, count, shell: "", nobody: false }
    }

    pub(crate) fn start(&self) -> Running {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("{} exec \"$@\"", self.shell), "sh"])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "support::child::does_what_it_is_told", "--nocapture"])
            .env("ACTUM_TEST_LEDGER", self.path)
            .env("ACTUM_TEST_NAME", self.name)
            .env("ACTUM_TEST_ACT", self.act)
            .env("ACTUM_TEST_COUNT", self.count.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if self.nobody && is_root() {
            command.uid(65_534).gid(65_534);
        }
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Running { child, lines }
    }

    /// Runs it to its end, which it reaches.
    pub(crate) fn run(&self) -> Said {
        let said = self.start().said(usize::MAX);
        assert!(said.done, "{self:?}: {said:?}");
        said
    }
}

pub(crate) struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

/// What a process said.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) receipts: Vec<Receipt>,
    pub(crate) words: Vec<String>,
    /// Whether it came to its end.
    pub(crate) done: bool,
}

impl Running {
    /// Listens until so many receipts were given, or to the end. The process is then killed.
    pub(crate) fn said(mut self, most: usize) -> Said {
        let mut said = Said::default();
        while said.receipts.len() < most {
            let Some(Ok(line)) = self.lines.next() else { break };
            match line.split_once(' ') {
                Some(("receipt", rest)) => said.receipts.push(parse(rest)),
                Some(("word", rest)) => said.words.push(rest.to_owned()),
                _ => said.done |= line == "done",
            }
        }
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        // What it said before it died counts, whoever listened.
        for line in self.lines.map_while(Result::ok) {
            said.receipts.extend(line.strip_prefix("receipt ").map(parse));
        }
        said
    }
}

fn parse(text: &str) -> Receipt {
    let parts: Vec<&str> = text.split(' ').collect();
    let [digest, leaf, root] = [0, 2, 3].map(|at: usize| Sha256::parse(parts[at]).unwrap());
    Receipt { digest, index: parts[1].parse().unwrap(), leaf, root }
}

fn acknowledge(receipts: &[Receipt]) {
    // One write for each line, so that a killed process has said it whole or not at all.
    for Receipt { digest, index, leaf, root } in receipts {
        println!("receipt {digest} {index} {leaf} {root}");
    }
}

fn say(word: impl std::fmt::Display) {
    println!("word {word}");
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn does_what_it_is_told() {
    let Some(path) = std::env::var_os("ACTUM_TEST_LEDGER") else {
        return;
    };
    let variable = |name: &str| std::env::var(name).unwrap();
    let (name, count) = (variable("ACTUM_TEST_NAME"), variable("ACTUM_TEST_COUNT").parse().unwrap());
    // The test program has not ended the line on which it names the test.
    println!();
    act(Path::new(&path), &variable("ACTUM_TEST_ACT"), &name, count);
    println!("done");
}

fn act(path: &Path, act: &str, name: &str, count: usize) {
    match act {
        "batches" => batches(&mut Sqlite::create(path).unwrap(), name, count),
        "stream" => stream(&mut Sqlite::open(path).unwrap(), name, count),
        "full" => full(path, name, count),
        "read" => match Sqlite::open_to_read(path) {
            Ok(store) => {
                say(store.head().map_or_else(|error| error.to_string(), |head| head.size.to_string()))
            }
            Err(failure) => say(failure),
        },
        "open" => match Sqlite::open(path) {
            Ok(_) => say("opened"),
            Err(failure) => say(failure),
        },
        "watch" => watch(path, count as u64),
        other => panic!("{other}"),
    }
}

/// Batches of one, two and three, by turns, each entry with a size and a name of its own.
fn batches(store: &mut Sqlite, name: &str, count: usize) {
    for number in 0..count {
        let parts: Vec<(String, Vec<u8>)> = (0..=number % 3)
            .map(|part| (format!("{name}/{number}/{part}"), vec![b'x'; number * 97 % 5000]))
            .collect();
        let batch: Vec<Artifact<'_>> = parts
            .iter()
            .map(|(id, bytes)| Artifact {
                source_id: Some(id),
                media_type: "text/plain",
                bytes,
                key: (number % 2 == 0).then_some(id),
            })
            .collect();
        acknowledge(&append(store, &batch).unwrap());
    }
}

/// One stream, which every process continues where it ends: `sequence name`.
fn stream(store: &mut Sqlite, name: &str, count: usize) {
    for _ in 0..count {
        let mut held = store.hold().unwrap();
        let next = match held.head().unwrap().size.checked_sub(1) {
            None => 1,
            Some(last) => {
                let last = held.entry(last).unwrap().unwrap();
                str::from_utf8(last.bytes()).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap() + 1
            }
        };
        let bytes = format!("{next} {name}").into_bytes();
        let artifact = Artifact { source_id: None, media_type: "text/plain", bytes: &bytes, key: None };
        let planned = actum_ledger::plan(&held.frontier().unwrap(), [artifact]).unwrap();
        assert_eq!(held.append(&planned).unwrap(), actum_ledger::Outcome::Appended);
        held.commit().unwrap();
        acknowledge(&planned.receipts().collect::<Vec<_>>());
    }
}

/// Appends until there is no room, and again when there is: a file beside the ledger is emptied meanwhile.
fn full(path: &Path, name: &str, count: usize) {
    let ballast = path.with_file_name("ballast");
    std::fs::write(&ballast, vec![b'b'; 3 << 20]).unwrap();
    let mut store = Sqlite::create(path).unwrap();
    let mut refused = 0;
    for number in 0..count {
        let bytes = format!("{name} {number} {}", "y".repeat(3000)).into_bytes();
        match append(&mut store, &[super::artifact(&bytes, None)]) {
            Ok(receipts) => acknowledge(&receipts),
            Err(actum_ledger::AppendError::Store(error)) => {
                refused += 1;
                if refused == 1 {
                    let words = error.to_string();
                    say(format!("{:?} {words}", super::failure(error)));
                }
                if refused == 5 {
                    std::fs::write(&ballast, b"").unwrap();
                }
                assert!(refused < 50);
            }
            Err(error) => panic!("{error}"),
        }
    }
    say(refused);
    drop(store);
    super::whole(path);
}

/// Reads again and again until there are so many, and finds a ledger that only grows.
fn watch(path: &Path, count: u64) {
    let kept = Sqlite::open_to_read(path).unwrap();
    let mut before = kept.head().unwrap();
    while before.size < count {
        let fresh = Sqlite::open_to_read(path).unwrap();
        for store in [&kept, &fresh] {
            let head = store.head().unwrap();
            assert!(head.size >= before.size);
            assert_eq!(actum_ledger::proof::head_at(store, before.size).unwrap(), before);
            assert!(super::all(store, before.size).unwrap().len() as u64 >= head.size - before.size);
            before = head;
        }
    }
}
