//! The executable model in a Python process of its own, fed with whole batches of sequences.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use actum_testkit::deal::sequence::Sent;

/// What the model says after a message: the hash of the transcript entry, then the record.
pub(crate) type Answer = String;

/// How much the model tells.
#[derive(Clone, Copy)]
pub(crate) enum Detail {
    /// The SHA-256 of the record, which is much faster.
    Digest,
    Whole,
}

pub(crate) struct Model {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Model {
    /// Starts the model, or says why it cannot be had; where `CI` is set that is a failure.
    pub(crate) fn start() -> Option<Self> {
        let folder = actum_testkit::shared("reference/deal_model.py")?;
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/driver.py");
        let started = Command::new("python3")
            .arg(driver)
            .arg(folder.parent().unwrap())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) => {
                let strict = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
                assert!(!strict, "`python3` cannot be started, and `CI` is set: {error}");
                eprintln!("skipped: `python3` cannot be started: {error}");
                return None;
            }
        };
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Some(Self { process, input, output })
    }

    /// Runs each sequence from a fresh start; one answer for each message.
    pub(crate) fn run(&mut self, sequences: &[Vec<Sent>], detail: Detail) -> Vec<Vec<Answer>> {
        let start = match detail {
            Detail::Digest => "",
            Detail::Whole => "?",
        };
        let (input, output) = (&mut self.input, &mut self.output);
        thread::scope(|scope| {
            // Writing goes on while answers are read: neither pipe may fill up.
            scope.spawn(move || {
                let mut lines = String::new();
                for sequence in sequences {
                    lines.push_str(start);
                    lines.push('\n');
                    for message in sequence {
                        lines.push(if message.unreadable { '!' } else { '=' });
                        lines.push_str(&message.text);
                        lines.push('\n');
                    }
                }
                lines.push_str(".\n");
                input.write_all(lines.as_bytes()).unwrap();
                input.flush().unwrap();
            });
            let answer = |_: &Sent| {
                let mut line = String::new();
                output.read_line(&mut line).unwrap();
                assert!(!line.is_empty(), "the model ended early");
                line.trim_end_matches('\n').to_owned()
            };
            let mut answer = answer;
            sequences.iter().map(|sequence| sequence.iter().map(&mut answer).collect()).collect()
        })
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
