//! A subject that is started anew for every reading.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::lines::source_object;
use super::process::{Captured, Process, in_words, read_regular, words};
use super::subject::{Failure, Question, Reply, Subject};
use crate::error::{Error, ErrorKind};

/// Exit codes that an answer may come with: what was read is valid, invalid or undetermined.
const ANSWERS: [i32; 3] = [0, 1, 2];

/// A command with places for the sources, the profile and the answer.
///
/// `{sources}` is a folder with the sources in the order of their arrival: `0001`, `0002` and so on, and `listing.json`
/// with the id and the bytes of each. `{profile}` is the profile's folder or file. `{out}` is the file to write the
/// envelope to; a command that does not name it writes to standard output.
#[derive(Debug)]
pub struct Program {
    line: String,
    words: Vec<String>,
    limit: Duration,
}

impl Program {
    /// Takes a command line, of which no shell makes anything.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where it has no word, or a quote without a partner.
    pub fn new(line: &str, limit: Duration) -> Result<Self, Error> {
        Ok(Self { line: line.to_owned(), words: parse(line)?, limit })
    }

    fn run(&self, question: &Question<'_>, place: &Place) -> io::Result<Reply> {
        let sources = place.0.join("sources");
        let out = place.0.join("envelope.json");
        write_sources(&sources, question)?;
        let put = |word: &String| {
            let profile = question.profile.to_string_lossy();
            let word = word.replace("{sources}", &sources.to_string_lossy()).replace("{profile}", &profile);
            OsString::from(word.replace("{out}", &out.to_string_lossy()))
        };
        let mut arguments = self.words.iter().map(put);
        let mut command = Command::new(arguments.next().unwrap_or_default());
        command.args(arguments).stdin(Stdio::null());
        let mut process = match Process::start(&mut command) {
            Ok(process) => process,
            Err(error) => {
                return Ok(Reply::of(Err(Failure::Crashed(format!("it cannot be started: {error}")))));
            }
        };
        let stdout = Captured::of(process.child().stdout.take());
        let stderr = Captured::of(process.child().stderr.take());
        let ended = process.wait(Instant::now() + self.limit)?;
        let status = process.end()?;
        let (stdout, stderr) = (stdout.take_all(), stderr.take_all());
        let named = self.words.iter().any(|word| word.contains("{out}"));
        let written = if named { read_regular(&out) } else { Ok(stdout.clone()) };
        let envelope = match (ended, status.code()) {
            (None, _) => Err(Failure::TimedOut(format!("no answer within {}", shown(self.limit)))),
            (_, Some(code)) if ANSWERS.contains(&code) => match written {
                Ok(bytes) if bytes.is_empty() => Err(Failure::Crashed("it answered nothing".to_owned())),
                Ok(bytes) => Ok(bytes),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    Err(Failure::Crashed("it wrote no envelope".to_owned()))
                }
                Err(error) => Err(Failure::Garbage(format!("its envelope cannot be read: {error}"))),
            },
            _ => Err(Failure::Crashed(format!("it ended with {}", in_words(status)))),
        };
        Ok(Reply { envelope, stdout, stderr, status: in_words(status) })
    }
}

impl Subject for Program {
    fn ask(&mut self, question: &Question<'_>) -> Reply {
        let reply = Place::new().and_then(|place| self.run(question, &place));
        reply.unwrap_or_else(|error| {
            Reply::of(Err(Failure::Crashed(format!("its workplace cannot be used: {error}"))))
        })
    }

    fn describe(&self) -> String {
        self.line.clone()
    }
}

/// The words of a command line, at least one.
pub(super) fn parse(line: &str) -> Result<Vec<String>, Error> {
    let words = words(line).map_err(|message| Error::new(ErrorKind::Usage, "command_line", message))?;
    if words.is_empty() {
        return Err(Error::new(ErrorKind::Usage, "command_line", "the subject's command is empty"));
    }
    Ok(words)
}

pub(super) fn shown(limit: Duration) -> String {
    format!("{} ms", limit.as_millis())
}

fn write_sources(folder: &Path, question: &Question<'_>) -> io::Result<()> {
    fs::create_dir(folder)?;
    let mut listing = b"{\"sources\":[".to_vec();
    for (at, source) in question.sources.iter().enumerate() {
        fs::write(folder.join(format!("{:04}", at + 1)), source.bytes)?;
        if at > 0 {
            listing.push(b',');
        }
        source_object(source, &mut listing);
    }
    listing.extend_from_slice(b"]}\n");
    fs::write(folder.join("listing.json"), listing)
}

/// A folder for one call, gone with its value.
struct Place(PathBuf);

impl Place {
    fn new() -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let name =
                format!("actum-conform-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            match builder.create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed is left in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}
