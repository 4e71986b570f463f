//! Checkpoints (C2SP tlog-checkpoint): a head as a text that can be kept elsewhere, signed or not.
//!
//! Whoever keeps one sees later whether the ledger was cut or rewritten.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::Sha256;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::frontier::{Head, MAX_SIZE};
use crate::note::{Note, NoteError};

/// A head with the name of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    origin: String,
    head: Head,
    extensions: Vec<String>,
}

impl Checkpoint {
    /// Names a head. The origin tells this ledger from every other; it should be like a URL without a scheme.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Origin`] where it is empty or holds a control character.
    pub fn new(origin: &str, head: Head) -> Result<Self, CheckpointError> {
        if origin.is_empty() || origin.contains(is_control) {
            return Err(CheckpointError::Origin);
        }
        Ok(Self { origin: origin.into(), head, extensions: Vec::new() })
    }

    /// Reads the text of a checkpoint, without signatures.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`].
    pub fn parse(text: &str) -> Result<Self, CheckpointError> {
        let mut lines = text.strip_suffix('\n').ok_or(CheckpointError::Text)?.split('\n');
        let origin = lines.next().unwrap_or_default();
        let size = lines.next().and_then(read_size).ok_or(CheckpointError::Size)?;
        let root = lines.next().and_then(read_root).ok_or(CheckpointError::Root)?;
        let extensions: Vec<String> = lines.map(ToString::to_string).collect();
        if extensions.iter().any(|line| line.is_empty() || line.contains(is_control)) {
            return Err(CheckpointError::Text);
        }
        Ok(Self { extensions, ..Self::new(origin, Head { size, root })? })
    }

    /// Reads a checkpoint with or without signatures. They are not verified here.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`].
    pub fn open(text: &str) -> Result<(Self, Option<Note>), CheckpointError> {
        if !text.contains("\n\n") {
            return Ok((Self::parse(text)?, None));
        }
        let note = Note::parse(text).map_err(CheckpointError::Note)?;
        Ok((Self::parse(note.text())?, Some(note)))
    }

    /// Returns the name of the ledger.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns size and root.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.head
    }

    /// Starts the note of the checkpoint, to be signed.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Note`] where the text is too long.
    pub fn note(&self) -> Result<Note, CheckpointError> {
        Note::new(&self.to_string()).map_err(CheckpointError::Note)
    }
}

impl fmt::Display for Checkpoint {
    /// Writes the text: origin, size, root in base64, and extension lines where it was read with some.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = STANDARD.encode(self.head.root.as_bytes());
        write!(f, "{}\n{}\n{root}\n", self.origin, self.head.size)?;
        self.extensions.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// As C2SP signed-note counts them.
fn is_control(one: char) -> bool {
    one < ' '
}

/// Reads decimal digits without a zero in front.
fn read_size(line: &str) -> Option<u64> {
    let canonical = line == "0" || line.starts_with(|first: char| ('1'..='9').contains(&first));
    line.parse().ok().filter(|size| canonical && *size <= MAX_SIZE)
}

fn read_root(line: &str) -> Option<Sha256> {
    STANDARD.decode(line).ok()?.try_into().ok().map(Sha256::from_bytes)
}

/// Why a text is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// The first line: no origin.
    Origin,
    /// The second line is not the decimal number of entries.
    Size,
    /// The third line is not a SHA-256 root in base64.
    Root,
    /// A further line is empty or holds control characters, or the last line has no end.
    Text,
    /// The signatures cannot be read.
    Note(NoteError),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Origin => f.write_str("line 1 is no origin"),
            Self::Size => f.write_str("line 2 is not a number of entries"),
            Self::Root => f.write_str("line 3 is not a root in base64"),
            Self::Text => f.write_str("a line is empty, has control characters or does not end"),
            Self::Note(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for CheckpointError {}
