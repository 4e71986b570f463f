//! A foreign program under a time limit: it, and whatever it started, is ended when the time is over.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of each stream that are kept; the rest is read and dropped.
const KEPT: usize = 16 << 20;

/// Bytes of a file that is read whole.
const LARGEST: u64 = 127 << 20;

/// Between two looks at whether a program has ended.
const STEP: Duration = Duration::from_millis(2);

/// How long a stream may stay open after the program and its group are gone.
const GRACE: Duration = Duration::from_secs(1);

/// A started program with its streams being read.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    ended: Option<ExitStatus>,
}

/// Bytes that come from a stream, read by a thread of their own so that a full pipe never stops the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Captured {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    closed: bool,
}

impl Process {
    /// Starts `command` in a process group of its own.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        Ok(Self { child, ended: None })
    }

    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits for the end, at most until `deadline`; `None` where it has not come.
    pub(super) fn wait(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        loop {
            if self.has_ended()? {
                return self.end().map(Some);
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            thread::sleep(STEP);
        }
    }

    /// Ends the program and everything in its group, and says how it ended.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended {
            return Ok(status);
        }
        // Before the program is waited for, its number cannot belong to anybody else.
        self.kill_group();
        let status = self.child.wait()?;
        self.ended = Some(status);
        Ok(status)
    }

    #[cfg(unix)]
    fn has_ended(&mut self) -> io::Result<bool> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(pid) = Pid::from_raw(self.child.id().cast_signed()) else {
            return Ok(true);
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(pid), options)?.is_some())
    }

    #[cfg(unix)]
    fn kill_group(&mut self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(pid) = Pid::from_raw(self.child.id().cast_signed()) {
            // An empty group is no failure: then nothing is left to end.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    #[cfg(not(unix))]
    fn kill_group(&mut self) {
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

impl Captured {
    /// Starts to read a stream.
    pub(super) fn of(stream: Option<impl Read + Send + 'static>) -> Self {
        let captured = Self::default();
        let Some(mut stream) = stream else {
            captured.close();
            return captured;
        };
        let into = captured.clone();
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(read @ 1..) = stream.read(&mut buffer) {
                into.push(buffer.get(..read).unwrap_or_default());
            }
            into.close();
        });
        captured
    }

    /// Takes what has come so far.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().bytes)
    }

    /// Takes everything, once the stream is closed or has had time to.
    pub(super) fn take_all(&self) -> Vec<u8> {
        let deadline = Instant::now() + GRACE;
        while !self.lock().closed && Instant::now() < deadline {
            thread::sleep(STEP);
        }
        self.take()
    }

    fn push(&self, bytes: &[u8]) {
        let kept = &mut self.lock().bytes;
        let room = KEPT.saturating_sub(kept.len()).min(bytes.len());
        kept.extend_from_slice(bytes.get(..room).unwrap_or_default());
    }

    fn close(&self) {
        self.lock().closed = true;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a file that somebody else wrote: only a regular one, since others may never end.
pub(super) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    if metadata.len() > LARGEST {
        return Err(io::Error::other("it is larger than any envelope or fixture"));
    }
    std::fs::read(path)
}

/// How a program ended, in words that are the same on every run.
pub(super) fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit {code}"),
        None => "ended without a code".to_owned(),
    }
}

/// Splits a command line into words: at white space, with `'…'` and `"…"` around what belongs together. Nothing else has
/// a meaning, since no shell takes part.
///
/// # Errors
/// A quote without its partner.
pub(super) fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some(end) if end == character => break,
                        Some(inner) => word.push(inner),
                        None => return Err(format!("a quote {character} has no partner in `{line}`")),
                    }
                }
            }
            space if space.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_falls_into_words_at_spaces_and_not_within_quotes() {
        let split = |line: &str| words(line).unwrap();
        assert_eq!(split("a  b\tc"), ["a", "b", "c"]);
        assert_eq!(split(r#"sh -c 'read "$1"' x"y z"  """#), ["sh", "-c", "read \"$1\"", "xy z", ""]);
        assert!(split("  ").is_empty());
        assert!(words("a 'b").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn whatever_a_program_started_ends_with_it() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & echo $!; wait"]);
        let mut process = Process::start(&mut command).unwrap();
        let out = Captured::of(process.child().stdout.take());
        let pid = loop {
            let text = String::from_utf8(out.take()).unwrap();
            if let Ok(pid) = text.trim().parse::<i32>() {
                break pid;
            }
            thread::sleep(STEP);
        };
        assert_eq!(process.wait(Instant::now()).unwrap(), None);
        assert_eq!(in_words(process.end().unwrap()), "signal 9");
        let gone = || {
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z")
        };
        while !gone() {
            thread::sleep(STEP);
        }
    }
}
