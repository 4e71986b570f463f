//! Artifacts one after the other: gathered, made durable together, acknowledged one by one.

use std::fmt;
use std::io::{BufRead, BufReader, Read};

use actum_canon::json::Parser;

use super::{Artifact, Ledger, Receipt, failure};
use crate::error::{Error, ErrorKind};
use crate::evidence::lines::is_blank;
use crate::evidence::{StreamForm, is_actum, is_json};

/// What is told of each artifact once its entry is durable.
pub type Acknowledged<'a> = dyn FnMut(&Receipt) -> Result<(), Error> + 'a;

/// Artifacts that are made durable at once, where nobody says otherwise.
const BATCH: usize = 1000;

/// Bytes that are made durable at once, at least.
const BYTES: usize = 8 * 1024 * 1024;

/// What is read of a stream at once, in bytes.
const BUFFER: usize = 1024 * 1024;

/// The longest line of a stream: the largest artifact, and its end.
const LONGEST: u64 = actum_ledger::MAX_BYTES as u64 + 2;

/// Takes artifacts one after the other.
///
/// An artifact is acknowledged after its entry is durable, never before. Where one cannot be kept, those before it are
/// made durable and acknowledged first. [`Self::finish`] has to be called: what is gathered when this is dropped was
/// never acknowledged, and is not kept.
pub struct Intake<'l> {
    ledger: &'l mut Ledger,
    acknowledge: &'l mut Acknowledged<'l>,
    batch: usize,
    key: Option<String>,
    gathered: Vec<Gathered>,
    bytes: usize,
    /// Artifacts so far.
    taken: u64,
}

#[derive(Debug)]
struct Gathered {
    source_id: Option<String>,
    media_type: String,
    bytes: Vec<u8>,
    key: Option<String>,
}

impl Gathered {
    fn artifact(&self) -> Artifact<'_> {
        Artifact {
            source_id: self.source_id.as_deref(),
            media_type: &self.media_type,
            bytes: &self.bytes,
            key: self.key.as_deref(),
        }
    }
}

impl<'l> Intake<'l> {
    pub(super) fn new(ledger: &'l mut Ledger, acknowledge: &'l mut Acknowledged<'l>) -> Self {
        Self { ledger, acknowledge, batch: BATCH, key: None, gathered: Vec::new(), bytes: 0, taken: 0 }
    }

    /// Makes so many artifacts durable at once, at most.
    #[must_use]
    pub fn batch(mut self, most: usize) -> Self {
        self.batch = most.max(1);
        self
    }

    /// Names the request: the first artifact gets the idempotency key as it is, the following ones get it with `#2`, `#3`,
    /// ….
    #[must_use]
    pub fn key(mut self, key: Option<String>) -> Self {
        self.key = key;
        self
    }

    /// Takes one artifact; without a source id it goes by its digest.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where the artifact is beyond a limit; else as [`Ledger::append`], and of the acknowledgement.
    pub fn take(&mut self, source_id: Option<&str>, media_type: &str, bytes: &[u8]) -> Result<(), Error> {
        self.taken += 1;
        let key = self.key.as_ref().map(|key| match self.taken {
            1 => key.clone(),
            number => format!("{key}#{number}"),
        });
        let artifact = Artifact { source_id, media_type, bytes, key: key.as_deref() };
        if let Err(error) = admit(&artifact, self.taken) {
            self.commit()?;
            return Err(error.hint("it was not appended, nor what comes after it; what comes before it was"));
        }
        self.bytes += bytes.len();
        self.gathered.push(Gathered {
            source_id: source_id.map(str::to_owned),
            media_type: media_type.to_owned(),
            bytes: bytes.to_vec(),
            key,
        });
        if self.gathered.len() >= self.batch || self.bytes >= BYTES { self.commit() } else { Ok(()) }
    }

    /// Takes a stream that has no name: one artifact, or one per line. Where the form is left open it is lines if the
    /// media type is JSON and the first line is one JSON value by itself, and an empty stream holds nothing. What is
    /// there of a stream of lines is made durable before more is waited for.
    ///
    /// # Errors
    /// As [`Self::take`], and of the stream.
    pub fn stream(&mut self, stream: impl Read, form: StreamForm, media_type: &str) -> Result<(), Error> {
        let mut stream = BufReader::with_capacity(BUFFER, stream);
        let mut read = Vec::new();
        let is_lines = match form {
            StreamForm::Json => false,
            StreamForm::Lines => true,
            StreamForm::Auto => is_json(media_type) && begins_with_a_value(&mut stream, &mut read)?,
        };
        if is_lines {
            return self.lines(stream, read, media_type);
        }
        stream.take(LONGEST).read_to_end(&mut read).map_err(unreadable)?;
        match form {
            StreamForm::Auto if read.is_empty() => Ok(()),
            _ => self.take(None, media_type, &read),
        }
    }

    /// Takes the lines of a stream, of which the first may have been read already.
    fn lines(
        &mut self,
        mut stream: BufReader<impl Read>,
        mut line: Vec<u8>,
        media_type: &str,
    ) -> Result<(), Error> {
        while !line.is_empty() || read_line(&mut stream, &mut line)? {
            if !is_blank(bare(&line)) {
                self.take(None, media_type, bare(&line))?;
            }
            line.clear();
            if !stream.buffer().contains(&b'\n') {
                self.commit()?;
            }
        }
        Ok(())
    }

    /// Makes durable and acknowledges what was gathered.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub fn commit(&mut self) -> Result<(), Error> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let gathered = std::mem::take(&mut self.gathered);
        self.bytes = 0;
        let artifacts: Vec<_> = gathered.iter().map(Gathered::artifact).collect();
        let receipts = match self.ledger.append(&artifacts) {
            // What comes before the artifact whose key is taken is kept all the same.
            Err(error) if error.code() == failure::KEY_TAKEN && artifacts.len() > 1 => {
                return artifacts.iter().try_for_each(|artifact| self.one(*artifact));
            }
            appended => appended?,
        };
        receipts.iter().try_for_each(|receipt| (self.acknowledge)(receipt))
    }

    fn one(&mut self, artifact: Artifact<'_>) -> Result<(), Error> {
        let receipts = self.ledger.append(&[artifact])?;
        receipts.iter().try_for_each(|receipt| (self.acknowledge)(receipt))
    }

    /// Makes the rest durable; tells how many artifacts were taken.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub fn finish(mut self) -> Result<u64, Error> {
        self.commit()?;
        Ok(self.taken)
    }
}

impl fmt::Debug for Intake<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Intake")
            .field("batch", &self.batch)
            .field("taken", &self.taken)
            .finish_non_exhaustive()
    }
}

/// Whether an artifact can be kept for what it says it is.
fn admit(artifact: &Artifact<'_>, number: u64) -> Result<(), Error> {
    let name = || artifact.source_id.map_or_else(|| format!("artifact {number}"), |id| format!("`{id}`"));
    if is_actum(artifact.media_type) {
        // An entry that does not follow would end a journal for good: nothing can take it away again.
        let message = format!("{}: `{}` is for entries that Actum makes", name(), artifact.media_type);
        return Err(Error::new(ErrorKind::Refused, "media_type_reserved", message)
            .hint("`actum deal … --ledger` and `actum tree … --ledger` append them in their order"));
    }
    artifact
        .check()
        .map_err(|fault| Error::new(ErrorKind::Input, "artifact_invalid", format!("{}: {fault}", name())))
}

/// Whether the first line that is not blank is one JSON value by itself, which is then all that is in `read`; else there
/// is everything that was read to find out.
fn begins_with_a_value(stream: &mut impl BufRead, read: &mut Vec<u8>) -> Result<bool, Error> {
    let mut line = Vec::new();
    while read_line(stream, &mut line)? {
        if Parser::new().parse(bare(&line)).is_ok() {
            *read = line;
            return Ok(true);
        }
        let is_blank = is_blank(bare(&line));
        read.append(&mut line);
        if !is_blank {
            break;
        }
    }
    Ok(false)
}

/// Appends one line with its end; tells whether there was one. A line that is too long comes without its end.
fn read_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, Error> {
    Ok(stream.take(LONGEST).read_until(b'\n', line).map_err(unreadable)? > 0)
}

fn bare(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

fn unreadable(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Storage, "unreadable", "cannot read standard input").because(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a stream becomes: the bytes of each entry, and how many there were when each was acknowledged.
    fn taken(text: &[u8], form: StreamForm, media_type: &str) -> Vec<String> {
        let place = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::init(place.path()).unwrap();
        let mut count = 0;
        let mut acknowledge = |_: &Receipt| {
            count += 1;
            Ok(())
        };
        let mut intake = ledger.intake(&mut acknowledge);
        intake.stream(text, form, media_type).unwrap();
        intake.finish().unwrap();
        let mut entries = Vec::new();
        let shown = Ledger::open_to_read(place.path()).unwrap().entries(0, |entry| {
            entries.push(String::from_utf8(entry.into_bytes()).unwrap());
            Ok(std::ops::ControlFlow::Continue(()))
        });
        shown.unwrap();
        assert_eq!(count, entries.len());
        entries
    }

    #[test]
    fn a_stream_is_lines_where_its_first_line_is_a_value_and_else_one_artifact() {
        let json = "application/json";
        assert_eq!(
            taken(b"\n{\"a\":1}\n\nbroken\n[2]", StreamForm::Auto, json),
            ["{\"a\":1}", "broken", "[2]"]
        );
        assert_eq!(taken(b"\n{\n}\n", StreamForm::Auto, json), ["\n{\n}\n"]);
        assert_eq!(taken(b"1\n2\n", StreamForm::Auto, "text/plain"), ["1\n2\n"]);
        assert_eq!(taken(b"1\n2\n", StreamForm::Json, json), ["1\n2\n"]);
        assert_eq!(taken(b"a\nb", StreamForm::Lines, "text/plain"), ["a", "b"]);
        assert_eq!(taken(b"", StreamForm::Auto, json), [""; 0]);
        assert_eq!(taken(b"", StreamForm::Json, json), [""]);
    }

    #[test]
    fn what_comes_before_an_artifact_that_cannot_be_kept_is_kept_and_acknowledged() {
        let place = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::init(place.path()).unwrap();
        let mut acknowledged = 0;
        let mut acknowledge = |_: &Receipt| {
            acknowledged += 1;
            Ok(())
        };
        let mut intake = ledger.intake(&mut acknowledge);
        intake.take(Some("a"), "text/plain", b"1").unwrap();
        let error = intake.take(Some("b"), "nonsense", b"2").unwrap_err();
        assert!(error.to_string().starts_with("`b`: media type"), "{error}");
        drop(intake);
        assert_eq!((acknowledged, ledger.head().unwrap().size), (1, 1));
    }

    #[test]
    fn the_same_request_again_gives_the_same_receipts_and_another_one_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::init(place.path()).unwrap();
        let mut request = |lines: &str| {
            let mut receipts = Vec::new();
            let mut acknowledge = |receipt: &Receipt| {
                receipts.push(*receipt);
                Ok(())
            };
            let mut intake = ledger.intake(&mut acknowledge).key(Some("k".to_owned()));
            let done = intake.stream(lines.as_bytes(), StreamForm::Lines, "text/plain");
            let done = done.and_then(|()| intake.finish());
            (done, receipts)
        };
        let first = request("a\nb\n").1;
        assert_eq!(request("a\nb\n").1, first);
        let (refused, receipts) = request("a\nc\n");
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Conflict);
        assert_eq!(receipts, first[..1]);
        assert_eq!(ledger.head().unwrap().size, 2);
    }
}
