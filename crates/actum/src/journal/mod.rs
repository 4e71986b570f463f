//! A record of lines that only grows, behind deals and state trees: a file of its own, or entries of a ledger.
//!
//! A line is on the medium before [`Held::append`] returns, and one process at a time appends, having read what the
//! others wrote. So an acknowledged line is never lost and never forked, whatever is killed and whenever. What a
//! writer that died left of a line in a file is set aside in another file next to it; a ledger knows no such thing.
//!
//! Not here: what a line says, but that it is one JSON object. Of a file the first line names the kind of journal, of
//! a ledger the media type of each entry does; whoever reads the lines judges them.

mod entry;
mod file;
mod lock;

use std::fmt;
use std::path::{Path, PathBuf};

use actum_ledger::content::Content;

use crate::error::{Error, ErrorKind};
use entry::{Entries, HeldEntries};
use file::{HeldLines, Lines};

/// What the lines of a journal are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The word that the first line of a file holds.
    pub name: &'static str,
    /// The media type that an entry of a ledger has.
    pub media_type: &'static str,
    /// The command that makes such a journal, for hints.
    pub command: &'static str,
}

impl Kind {
    fn header(self) -> String {
        format!(r#"{{"journal":"{}","version":1}}"#, self.name)
    }
}

/// Where a journal is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file; of a tree this is the folder that the file lies in.
    Path(PathBuf),
    /// Among the entries of the ledger in this folder.
    Ledger(PathBuf),
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Place {
    fn from(path: &P) -> Self {
        Self::Path(path.as_ref().to_path_buf())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) | Self::Ledger(path) => path.display().fmt(out),
        }
    }
}

/// A line with its place.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Where it stands, for messages.
    pub spot: Spot<'a>,
    /// The bytes without the line feed.
    pub bytes: &'a [u8],
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot<'a> {
    /// In a file, counted from 1; the line that names the kind is number 1, so the first one shown is 2.
    Line(&'a Path, u64),
    /// Among the entries of a ledger, by index.
    Entry(&'a Path, u64),
}

impl fmt::Display for Spot<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(path, number) => write!(out, "line {number} of `{}`", path.display()),
            Self::Entry(path, index) => write!(out, "entry {index} of `{}`", path.display()),
        }
    }
}

/// What was found behind the last line: the work of a writer that died before it could acknowledge anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Bytes without an end of line.
    pub length: u64,
    /// Where they were moved to; `None` while they still stand in the journal, which was opened for reading.
    pub kept: Option<PathBuf>,
}

/// Takes each line as it is read.
type Each<'e> = &'e mut dyn FnMut(Line<'_>) -> Result<(), Error>;

/// An open journal, and how far it was read.
#[derive(Debug)]
pub struct Journal {
    place: Place,
    behind: Behind,
}

#[derive(Debug)]
enum Behind {
    File(Lines),
    Ledger(Box<Entries>),
}

impl Journal {
    /// Makes an empty journal. It is durable when this returns.
    ///
    /// # Errors
    ///
    /// A file of that name is a conflict, and is not touched; so is a ledger that holds lines of this kind. A ledger that is
    /// not there is not made.
    pub fn create(place: impl Into<Place>, kind: Kind) -> Result<Self, Error> {
        Self::with(place.into(), |path| Lines::create(path, kind), |path| Entries::create(path, kind))
    }

    /// Opens a journal for reading and appending. Nothing is read yet.
    ///
    /// # Errors
    ///
    /// An absent file is not found; any other failure is one of storage.
    pub fn open(place: impl Into<Place>, kind: Kind) -> Result<Self, Error> {
        Self::with(place.into(), |path| Lines::open(path, kind), |path| Entries::open(path, kind))
    }

    /// Opens a journal for reading, where even the medium may be read-only.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn open_to_read(place: impl Into<Place>, kind: Kind) -> Result<Self, Error> {
        let in_ledger = |path: &Path| Entries::open_to_read(path, kind);
        Self::with(place.into(), |path| Lines::open_to_read(path, kind), in_ledger)
    }

    fn with(
        place: Place,
        file: impl FnOnce(&Path) -> Result<Lines, Error>,
        ledger: impl FnOnce(&Path) -> Result<Entries, Error>,
    ) -> Result<Self, Error> {
        let behind = match &place {
            Place::Path(path) => Behind::File(file(path)?),
            Place::Ledger(path) => Behind::Ledger(Box::new(ledger(path)?)),
        };
        Ok(Self { place, behind })
    }

    /// Where it is kept.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Reads every whole line that was not read yet, while no process appends.
    ///
    /// # Errors
    ///
    /// Of `each`, which ends the reading; of storage; and where the first line names no such journal.
    pub fn read(
        &mut self,
        mut each: impl FnMut(Line<'_>) -> Result<(), Error>,
    ) -> Result<Option<Torn>, Error> {
        match &mut self.behind {
            Behind::File(lines) => lines.read(&mut each),
            Behind::Ledger(entries) => entries.read(&mut each).map(|()| None),
        }
    }

    /// Waits until no other process appends, reads what was not read yet, and keeps the others waiting until the
    /// result is dropped.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn hold(&mut self, mut each: impl FnMut(Line<'_>) -> Result<(), Error>) -> Result<Held<'_>, Error> {
        Ok(Held(match &mut self.behind {
            Behind::File(lines) => HeldBehind::File(lines.hold(&mut each)?),
            Behind::Ledger(entries) => HeldBehind::Ledger(entries.hold(&mut each)?),
        }))
    }
}

/// A journal that no other process appends to while this lives.
#[derive(Debug)]
pub struct Held<'j>(HeldBehind<'j>);

#[derive(Debug)]
enum HeldBehind<'j> {
    File(HeldLines<'j>),
    Ledger(HeldEntries<'j>),
}

impl Held<'_> {
    /// What a writer that died had left, and where it is kept now.
    pub fn torn(&self) -> Option<&Torn> {
        match &self.0 {
            HeldBehind::File(held) => held.torn(),
            HeldBehind::Ledger(_) => None,
        }
    }

    /// Keeps content that the next line names: in the ledger that takes the line, as one change with it. `false`, and
    /// nothing kept, where the lines are in a file.
    ///
    /// # Errors
    ///
    /// Of storage; and where this content was erased before.
    pub fn keep(&mut self, content: &Content<'_>) -> Result<bool, Error> {
        match &mut self.0 {
            HeldBehind::File(_) => Ok(false),
            HeldBehind::Ledger(held) => held.keep(content).map(|()| true),
        }
    }

    /// Appends one line, durable when this returns: a JSON object without line feed.
    ///
    /// # Errors
    ///
    /// Of storage: the line is then not acknowledged, and a state that already counts it has to be read again.
    pub fn append(self, line: &[u8]) -> Result<(), Error> {
        if line.contains(&b'\n') {
            return Err(Error::new(
                ErrorKind::Input,
                "line_broken",
                "a line of a journal holds no line feed",
            ));
        }
        match self.0 {
            HeldBehind::File(mut held) => held.append(line),
            HeldBehind::Ledger(held) => held.append(line),
        }
    }
}
