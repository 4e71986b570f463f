//! The one place that writes to the terminal: answers to stdout, everything else to stderr.
//!
//! Text carries its styles always; they are cut out here unless colour is wanted. A reader that goes away
//! (`actum read … | head`) ends the writing quietly and leaves the verdict's exit code as it is, so that a closed pipe
//! never turns an invalid record into a success.

use std::error::Error as _;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use crate::args::Color;
use crate::exit::Stop;
use crate::render::escape::plain;
use crate::render::style::{DIM, RED, paint};

/// Bytes of an answer that are gathered before they are written.
const BUFFER: usize = 64 * 1024;

/// Writes answers and remarks.
pub(crate) struct Printer {
    out: BufWriter<UntilClosed>,
    color_out: bool,
    color_err: bool,
}

impl Printer {
    pub(crate) fn new(color: Color) -> Self {
        let wanted = |automatic: ColorChoice| match color {
            Color::Auto => automatic != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        Self {
            color_out: wanted(AutoStream::choice(&io::stdout())),
            color_err: wanted(AutoStream::choice(&io::stderr())),
            out: BufWriter::with_capacity(BUFFER, UntilClosed { out: io::stdout().lock(), closed: false }),
        }
    }

    /// Stdout for bytes that nothing may touch.
    pub(crate) fn bytes(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Writes styled text to stdout.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        if self.color_out {
            self.out.write_all(text.as_bytes())
        } else {
            write!(self.out, "{}", strip_str(text))
        }
    }

    /// Writes a remark to stderr.
    pub(crate) fn note(&mut self, text: &str) {
        self.remark(&format!("{} {text}\n", paint(DIM, "note:")));
    }

    /// Writes a remark to stderr that somebody must not overlook.
    pub(crate) fn warning(&mut self, text: &str) {
        self.remark(&format!("{} {text}\n", paint(RED, "warning:")));
    }

    /// Says why there is no answer, what lies beneath it, and what would help.
    pub(crate) fn problem(&mut self, stop: &Stop) {
        let mut text = format!("{} {}\n", paint(RED, "error:"), plain(&stop.to_string()));
        let mut cause = stop.source();
        while let Some(error) = cause {
            text.push_str(&format!("  because {}\n", plain(&error.to_string())));
            cause = error.source();
        }
        if let Stop::Edge(error) = stop {
            for hint in error.hints() {
                text.push_str(&format!("  {} {}\n", paint(DIM, "hint:"), plain(hint)));
            }
        }
        self.remark(&text);
    }

    /// Writes out what is left.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn remark(&mut self, text: &str) {
        let mut err = io::stderr().lock();
        // Where stderr is closed nobody is left to be told.
        let _ =
            if self.color_err { err.write_all(text.as_bytes()) } else { write!(err, "{}", strip_str(text)) };
    }
}

/// Shows on a terminal's stderr how far a long reading is; silent anywhere else and in the first moment.
pub(crate) struct Progress {
    shown: bool,
    start: std::time::Instant,
    last: std::sync::Mutex<Option<std::time::Instant>>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let shown = io::stderr().is_terminal();
        Self { shown, start: std::time::Instant::now(), last: std::sync::Mutex::new(None) }
    }

    pub(crate) fn examined(&self, sources: usize) {
        const PATIENCE: std::time::Duration = std::time::Duration::from_millis(800);
        const STEP: std::time::Duration = std::time::Duration::from_millis(100);
        if !self.shown || self.start.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut last) = self.last.try_lock() else {
            return;
        };
        if last.is_none_or(|last| last.elapsed() >= STEP) {
            *last = Some(std::time::Instant::now());
            let _ = write!(io::stderr(), "\r{sources} sources examined ");
        }
    }

    /// Leaves a clean line behind.
    pub(crate) fn end(&self) {
        if self.last.lock().is_ok_and(|last| last.is_some()) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Stdout until its reader goes away, nothing from then on.
struct UntilClosed {
    out: StdoutLock<'static>,
    closed: bool,
}

impl UntilClosed {
    fn unless_closed<T>(
        &mut self,
        done: T,
        write: impl Fn(&mut StdoutLock<'static>) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.closed {
            return Ok(done);
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(done)
            }
            result => result,
        }
    }
}

impl Write for UntilClosed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), |out| out.flush())
    }
}
