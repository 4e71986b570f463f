//! The lines of a document that left a ledger, one at a time; none is longer than it can be.

use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use actum_ledger::bundle::MAX_LINE;

use crate::error::{Error, ErrorKind};
use crate::input::open_regular;

/// A document, `-` for standard input.
pub(super) struct Lines {
    name: String,
    stream: Box<dyn BufRead>,
    line: Vec<u8>,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let stream: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::with_capacity(1 << 20, open_regular(path)?))
        };
        Ok(Self { name: path.display().to_string(), stream, line: Vec::new() })
    }

    /// The next line with its line feed; `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Error> {
        self.line.clear();
        let taken = (&mut self.stream)
            .take(MAX_LINE as u64 + 1)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| Error::lost("read", Path::new(&self.name), error))?;
        if taken > MAX_LINE {
            return Err(self.refuse(&"a line is too long"));
        }
        Ok((taken > 0).then_some(self.line.as_slice()))
    }

    /// Why this is not the document that was asked for.
    pub(super) fn refuse(&self, reason: &dyn std::fmt::Display) -> Error {
        let message = format!("`{}` cannot be used: {reason}", self.name);
        Error::new(ErrorKind::Input, "document_invalid", message)
            .hint("`actum append` prints receipts, `actum prove` a proof, `actum export` a ledger")
    }
}
