//! A subject that keeps running and answers line by line.
//!
//! A request is one line `{"id","profile","sources":[{"base64","byte_digest","media_type","source_id"}]}`; the answer is
//! one line `{"id","envelope"}` or `{"id","error"}`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use actum_canon::digest::sha256;
use actum_canon::encode::{JCS, Writer};
use actum_canon::json::{Limits, Parser};
use actum_tmpa::Source;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::command::{parse, shown};
use super::process::{Captured, Process, in_words};
use super::subject::{Failure, Question, Reply, Subject};
use crate::error::Error;

/// The longest line that is taken for an answer, in bytes.
const LONGEST: usize = 127 << 20;

/// A command that is started once and asked many times. After a failure it is started anew.
#[derive(Debug)]
pub struct Lines {
    line: String,
    words: Vec<String>,
    limit: Duration,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    process: Process,
    input: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    stderr: Captured,
}

impl Lines {
    /// Takes a command line, of which no shell makes anything. `limit` is for each answer.
    ///
    /// # Errors
    /// As [`super::Program::new`].
    pub fn new(line: &str, limit: Duration) -> Result<Self, Error> {
        Ok(Self { line: line.to_owned(), words: parse(line)?, limit, running: None })
    }

    fn start(&self) -> io::Result<Running> {
        let mut words = self.words.iter();
        let mut command = Command::new(words.next().map(String::as_str).unwrap_or_default());
        command.args(words).stdin(Stdio::piped());
        let mut process = Process::start(&mut command)?;
        let child = process.child();
        let (input, stdout) = (child.stdin.take(), child.stdout.take());
        let stderr = Captured::of(child.stderr.take());
        // One answer may wait; a subject that writes more before it is asked blocks itself.
        let (send, answers) = sync_channel(1);
        if let Some(stdout) = stdout {
            thread::spawn(move || {
                let mut lines = BufReader::new(stdout);
                loop {
                    let mut line = Vec::new();
                    match lines.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line) {
                        Ok(1..) if send.send(line).is_ok() => {}
                        _ => return,
                    }
                }
            });
        }
        Ok(Running { process, input, answers, stderr })
    }

    /// Asks, and says whether the subject can be asked again.
    fn exchange(&self, running: &mut Running, question: &Question<'_>) -> (Reply, bool) {
        let deadline = Instant::now() + self.limit;
        let request = request(question);
        // The subject may be writing while we are: its answers are read by another thread, and a subject that does not
        // read is found by the time limit, so that writing needs a thread of its own as well.
        if let Some(mut input) = running.input.take() {
            let (send, written) = sync_channel(1);
            thread::spawn(move || {
                let done = input.write_all(&request).and_then(|()| input.flush());
                let _ = send.send(done.is_ok().then_some(input));
            });
            if let Ok(Some(input)) = written.recv_timeout(self.limit) {
                running.input = Some(input);
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        match running.answers.recv_timeout(left) {
            Ok(line) => {
                let envelope = answer(&line, &question.id);
                let again = running.input.is_some() && !matches!(envelope, Err(Failure::Garbage(_)));
                let stderr = running.stderr.take();
                (Reply { envelope, stdout: line, stderr, status: String::new() }, again)
            }
            Err(reason) => {
                let ended = running.process.wait(Instant::now()).ok().flatten();
                let status = running.process.end().map(in_words).unwrap_or_default();
                let failure = match (reason, ended) {
                    (RecvTimeoutError::Timeout, None) => {
                        Failure::TimedOut(format!("no answer within {}", shown(self.limit)))
                    }
                    _ => Failure::Crashed(format!("it ended with {status} instead of an answer")),
                };
                let stderr = running.stderr.take_all();
                (Reply { envelope: Err(failure), stdout: Vec::new(), stderr, status }, false)
            }
        }
    }
}

impl Subject for Lines {
    fn ask(&mut self, question: &Question<'_>) -> Reply {
        let running = match self.running.take() {
            Some(running) => Ok(running),
            None => self.start(),
        };
        let mut running = match running {
            Ok(running) => running,
            Err(error) => {
                return Reply::of(Err(Failure::Crashed(format!("it cannot be started: {error}"))));
            }
        };
        let (reply, again) = self.exchange(&mut running, question);
        if again {
            self.running = Some(running);
        }
        reply
    }

    fn describe(&self) -> String {
        self.line.clone()
    }
}

fn request(question: &Question<'_>) -> Vec<u8> {
    let mut head = Vec::new();
    let mut out = Writer::new(&JCS, &mut head);
    let Ok(()) = out.begin_object();
    let Ok(()) = out.name("id");
    let Ok(()) = out.string(&question.id);
    let Ok(()) = out.name("profile");
    let Ok(()) = out.string(&question.profile.to_string_lossy());
    let Ok(()) = out.name("sources");
    let Ok(()) = out.begin_array();
    for source in &question.sources {
        let mut object = Vec::new();
        source_object(source, &mut object);
        let Ok(()) = out.raw(&object);
    }
    let Ok(()) = out.end_array();
    let Ok(()) = out.end_object();
    let Ok(()) = out.finish();
    head.push(b'\n');
    head
}

/// Appends a source as listings and requests hold it.
pub(super) fn source_object(source: &Source<'_>, into: &mut Vec<u8>) {
    let mut out = Writer::new(&JCS, into);
    let Ok(()) = out.begin_object();
    for (name, text) in [
        ("base64", STANDARD.encode(source.bytes)),
        ("byte_digest", sha256(source.bytes).to_string()),
        ("media_type", source.media_type.to_owned()),
        ("source_id", source.id.to_owned()),
    ] {
        let Ok(()) = out.name(name);
        let Ok(()) = out.string(&text);
    }
    let Ok(()) = out.end_object();
    let Ok(()) = out.finish();
}

/// The bytes of the envelope in an answer to `id`.
fn answer(line: &[u8], id: &str) -> Result<Vec<u8>, Failure> {
    let mut parser = Parser::with_limits(Limits { depth: 192, bytes: LONGEST });
    let document = parser.parse(line).map_err(|error| Failure::Garbage(format!("its answer is {error}")))?;
    let root = document.root();
    let named = root.get("id").and_then(|found| found.as_str());
    if named.as_deref() != Some(id) {
        return Err(Failure::Garbage("its answer is to another question".to_owned()));
    }
    if let Some(error) = root.get("error") {
        let message = error.as_str().unwrap_or_default();
        return Err(Failure::Refused(format!("it says that it cannot read: {message}")));
    }
    let envelope = root.get("envelope").and_then(|envelope| line.get(envelope.span()));
    envelope
        .map(<[u8]>::to_vec)
        .ok_or_else(|| Failure::Garbage("its answer has neither `envelope` nor `error`".to_owned()))
}
