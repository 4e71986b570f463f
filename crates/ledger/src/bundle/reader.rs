//! Reading an exported ledger, line by line, without a store.

use alloc::string::String;
use core::fmt;

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::content::ContentDigest;
use crate::form::{Form, FormError, MAX_DOCUMENT};
use crate::frontier::{Frontier, Head};

use super::line::{Counts, Line};

/// The longest line that can be one.
pub const MAX_LINE: usize = MAX_DOCUMENT;

/// Reads the lines of an exported ledger and holds each against those before it. What it has shown is right as far as it
/// goes; that it is all shows in [`Self::finish`].
#[derive(Debug)]
pub struct Reader {
    number: u64,
    head: Option<Head>,
    checkpoint: Option<Head>,
    counts: Counts,
    ended: bool,
    frontier: Frontier,
    path: Option<String>,
    content: Option<ContentDigest>,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// Starts before the first line.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            number: 0,
            head: None,
            checkpoint: None,
            counts: Counts { contents: 0, entries: 0, files: 0 },
            ended: false,
            frontier: Frontier::empty(),
            path: None,
            content: None,
        }
    }

    /// Reads the next line, with or without its line feed.
    ///
    /// # Errors
    ///
    /// [`BundleError`]. The reader is then of no further use.
    pub fn line(&mut self, line: &[u8]) -> Result<Line, BundleError> {
        self.number += 1;
        let line = Line::parse(line).map_err(|error| self.refuse(BundleFault::Form(error)))?;
        self.take(&line).map_err(|fault| self.refuse(fault))?;
        Ok(line)
    }

    /// Ends after the last line, and returns the head that all entries come to.
    ///
    /// # Errors
    ///
    /// [`BundleFault::Incomplete`] where the last line did not come.
    pub fn finish(self) -> Result<Head, BundleError> {
        self.head.filter(|_| self.ended).ok_or_else(|| self.refuse(BundleFault::Incomplete))
    }

    fn take(&mut self, line: &Line) -> Result<(), BundleFault> {
        let Some(head) = self.head else {
            return self.start(line);
        };
        let Counts { contents, entries, files } = self.counts;
        match line {
            _ if self.ended => return Err(BundleFault::Place),
            Line::Start { .. } => return Err(BundleFault::Place),
            Line::File { path, .. } => {
                if entries > 0 || contents > 0 || self.path.as_ref().is_some_and(|before| before >= path) {
                    return Err(BundleFault::Place);
                }
                self.path = Some(path.clone());
                self.counts.files = files + 1;
            }
            Line::Entry(entry) => {
                if contents > 0 || entry.index() != entries || entries >= head.size {
                    return Err(BundleFault::Place);
                }
                self.frontier.push(entry.leaf(), |_, _, _| {});
                self.counts.entries = entries + 1;
                return self.reached(head);
            }
            Line::Content { digest, .. } => {
                if entries != head.size || self.content.as_ref().is_some_and(|before| before >= digest) {
                    return Err(BundleFault::Place);
                }
                self.content = Some(*digest);
                self.counts.contents = contents + 1;
            }
            Line::End(counts) => {
                if *counts != self.counts || entries != head.size {
                    return Err(BundleFault::Counts);
                }
                self.ended = true;
            }
        }
        Ok(())
    }

    fn start(&mut self, line: &Line) -> Result<(), BundleFault> {
        let Line::Start { head, checkpoint } = line else {
            return Err(BundleFault::Place);
        };
        if let Some(text) = checkpoint {
            let (checkpoint, _) = Checkpoint::open(text).map_err(BundleFault::Checkpoint)?;
            if checkpoint.head().size > head.size {
                return Err(BundleFault::OtherCheckpoint);
            }
            self.checkpoint = Some(checkpoint.head());
        }
        self.head = Some(*head);
        self.reached(*head)
    }

    /// Holds the entries so far against the heads that they must have come to by now.
    fn reached(&self, head: Head) -> Result<(), BundleFault> {
        let size = self.frontier.size();
        let differs = |known: Head| known.size == size && known != self.frontier.head();
        if differs(head) {
            return Err(BundleFault::Root);
        }
        if self.checkpoint.is_some_and(differs) { Err(BundleFault::OtherCheckpoint) } else { Ok(()) }
    }

    fn refuse(&self, fault: BundleFault) -> BundleError {
        BundleError { line: self.number, fault }
    }
}

/// What is wrong with an exported ledger, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleError {
    /// The line, from 1; after the last line where something is missing.
    pub line: u64,
    /// What is wrong there.
    pub fault: BundleFault,
}

/// What is wrong with a line of an exported ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BundleFault {
    /// It is none of the lines that there are.
    Form(FormError),
    /// It cannot stand there: another kind, index or name is due.
    Place,
    /// The entries come to another root than the first line says.
    Root,
    /// The checkpoint cannot be read.
    Checkpoint(CheckpointError),
    /// The checkpoint is of another ledger, or of more entries.
    OtherCheckpoint,
    /// The last line has other numbers.
    Counts,
    /// The last line did not come.
    Incomplete,
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for BundleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(error) => error.fmt(f),
            Self::Place => f.write_str("another kind, index or name is due here"),
            Self::Root => f.write_str("the entries come to another root than the first line says"),
            Self::Checkpoint(error) => write!(f, "checkpoint: {error}"),
            Self::OtherCheckpoint => f.write_str("the checkpoint is not of these entries"),
            Self::Counts => f.write_str("the numbers are not those of the lines before"),
            Self::Incomplete => f.write_str("the file ends before its last line"),
        }
    }
}

impl core::error::Error for BundleError {}
