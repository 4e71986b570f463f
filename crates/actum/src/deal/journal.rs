//! A journal of deals: every message ever submitted, refused ones too, and nothing else (DEAL 2.12; DEAL 15 no. 9).
//!
//! The deals are what the engine makes of the messages in order, so that no state is stored. Each line carries the
//! hash of the one before and of the transcript entry that its message gave: a change, a removal or an insertion is
//! found at the line where it is, and the journal is refused from there. How lines are kept, locked and made durable is
//! [`crate::journal`]'s.

mod line;

use std::fmt;
use std::path::Path;

use actum_canon::digest::{Sha256, sha256};
use actum_deal::{Deals, Edition, Outcome, V0_3_EXTENDED};

use crate::error::{Error, ErrorKind};
use crate::input::read_at_most;
use crate::journal::{self, Kind, Place, Torn};
use line::LONGEST_MESSAGE;
pub(crate) use line::{Line, Reader};

/// The edition that journals are written under.
pub(crate) const EDITION: &Edition = &V0_3_EXTENDED;

const KIND: Kind =
    Kind { name: "deal", media_type: "application/vnd.actum.deal+json", command: "actum deal new" };

/// The code of a journal that is not as it was written.
pub(super) const CHANGED: &str = "journal_changed";

/// The latest stamp: the greatest integer that every reader keeps exactly (DEAL 2.6).
const LATEST: u64 = (1 << 53) - 1;

/// One message of the journal with what it did.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The host's stamp (DEAL 2.6).
    pub at: u64,
    /// The message as it was sent.
    pub message: &'a [u8],
    /// What it did.
    pub outcome: &'a Outcome,
    /// All deals right after it.
    pub deals: &'a Deals,
}

/// A journal and the deals that its messages make.
#[derive(Debug)]
pub struct Journal {
    lines: journal::Journal,
    book: Book,
    torn: Option<Torn>,
}

impl Journal {
    /// Makes an empty journal.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where something is already there, [`ErrorKind::NotFound`] where the folder is not,
    /// [`ErrorKind::Storage`] where the medium fails.
    pub fn create(place: impl Into<Place>) -> Result<Self, Error> {
        Ok(Self { lines: journal::Journal::create(place, KIND)?, book: Book::new(), torn: None })
    }

    /// Reads a journal that messages are to be submitted to.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is none, [`ErrorKind::Input`] with line and reason where it is not as it
    /// was written, [`ErrorKind::Storage`] where the medium fails.
    pub fn open(place: impl Into<Place>) -> Result<Self, Error> {
        Self::replay(journal::Journal::open(place, KIND)?, &mut |_| ())
    }

    /// Reads a journal that may lie on a medium that cannot be written, and shows each message with what it did.
    ///
    /// # Errors
    /// As [`Self::open`]; [`ErrorKind::NotFound`] also where a ledger holds no message: of nothing it must not be said that
    /// it holds. A journal in a file was made for deals, and may be empty.
    pub fn open_to_read(place: impl Into<Place>, show: &mut dyn FnMut(Record<'_>)) -> Result<Self, Error> {
        let journal = Self::replay(journal::Journal::open_to_read(place, KIND)?, show)?;
        match journal.lines.place() {
            Place::Ledger(path) if journal.book.count == 0 => {
                let message = format!("there is no deal in `{}`", path.display());
                Err(Error::new(ErrorKind::NotFound, "deal_missing", message).hint(
                    "`actum deal offer --ledger` begins one; `--journal FILE` names a journal in a file",
                ))
            }
            _ => Ok(journal),
        }
    }

    fn replay(mut lines: journal::Journal, show: &mut dyn FnMut(Record<'_>)) -> Result<Self, Error> {
        let mut book = Book::new();
        let torn = lines.read(|line| book.step(line, show))?;
        Ok(Self { lines, book, torn })
    }

    /// The deals as of the last line read.
    pub fn deals(&self) -> &Deals {
        &self.book.deals
    }

    /// The hash of the last line read; with it kept elsewhere, nobody can rewrite what came before.
    pub fn head(&self) -> Sha256 {
        self.book.head
    }

    /// What a writer that died left behind the last line; it was never acknowledged.
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Applies a message to all that the journal holds by now, and records it, whatever becomes of it.
    ///
    /// When this returns the record is on the medium. `at` is the host's stamp in the unit of the deadlines, at most
    /// 2^53 − 1.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where the stamp is too large, [`ErrorKind::Input`] where the message is longer than 8 MiB or
    /// what another process appended is not as it was written, [`ErrorKind::Storage`] where the medium fails. The
    /// message is not recorded then.
    pub fn submit(&mut self, message: &[u8], at: u64) -> Result<Outcome, Error> {
        if message.len() > LONGEST_MESSAGE {
            let text =
                format!("a message of {} bytes is too long; the limit is {LONGEST_MESSAGE}", message.len());
            return Err(Error::new(ErrorKind::Input, "message_too_long", text));
        }
        if at > LATEST {
            return Err(Error::new(
                ErrorKind::Usage,
                "stamp_too_large",
                format!("a stamp is at most {LATEST}"),
            ));
        }
        if self.book.ahead {
            let text = format!("`{}` could not be written before", self.lines.place());
            return Err(Error::new(ErrorKind::Storage, "journal_behind", text).hint("open the journal again"));
        }
        let book = &mut self.book;
        let held = self.lines.hold(|line| book.step(line, &mut |_| ()))?;
        self.torn = held.torn().cloned();
        let (outcome, line, hash) = self.book.apply(message, at);
        held.append(&line)?;
        self.book.written(hash);
        Ok(outcome)
    }
}

/// Reads a message, or an Offer that is to become one, from a file or, for `-`, from standard input: as long as a message
/// may be.
///
/// # Errors
/// As [`crate::read_input`]; [`ErrorKind::Input`] where it is longer than 8 MiB.
pub fn read_message(path: &Path) -> Result<Vec<u8>, Error> {
    read_at_most(path, LONGEST_MESSAGE as u64)
}

/// What stands before the first line: a digest that names the edition.
pub(crate) fn origin() -> Sha256 {
    sha256(format!("{} journal, edition {}", KIND.name, EDITION.name).as_bytes())
}

/// What the lines read so far make.
struct Book {
    deals: Deals,
    /// Messages.
    count: u64,
    /// The hash of the last line.
    head: Sha256,
    reader: Reader,
    /// A message was applied that is not written.
    ahead: bool,
}

impl Book {
    fn new() -> Self {
        Self { deals: Deals::new(EDITION), count: 0, head: origin(), reader: Reader::new(), ahead: false }
    }

    /// Takes one line.
    fn step(&mut self, line: journal::Line<'_>, show: &mut dyn FnMut(Record<'_>)) -> Result<(), Error> {
        let refuse = |reason: &str| {
            let text = format!("{}: {reason}", line.spot);
            Error::new(ErrorKind::Input, CHANGED, text)
                .hint("the lines before it hold; compare the file with a copy from before the change")
        };
        let (line, hash) = self.reader.read(line.bytes).map_err(|fault| refuse(fault.reason()))?;
        if line.prev != self.head || line.n != self.count + 1 {
            return Err(refuse("it does not follow the line before: one was removed, added or moved"));
        }
        let outcome = self.deals.apply(&line.message, Some(line.at));
        if outcome.entry.hash != line.entry {
            return Err(refuse("its message gives another transcript entry than the line says"));
        }
        show(Record { at: line.at, message: &line.message, outcome: &outcome, deals: &self.deals });
        self.written(hash);
        Ok(())
    }

    /// Applies a message that is not written yet; gives its line and the hash of it.
    fn apply(&mut self, message: &[u8], at: u64) -> (Outcome, Vec<u8>, Sha256) {
        self.ahead = true;
        let outcome = self.deals.apply(message, Some(at));
        let n = self.count + 1;
        let line = Line { at, n, message: message.to_vec(), entry: outcome.entry.hash, prev: self.head };
        let mut bytes = Vec::with_capacity(message.len() + 512);
        let hash = line.write(&mut bytes);
        (outcome, bytes, hash)
    }

    fn written(&mut self, hash: Sha256) {
        self.ahead = false;
        self.count += 1;
        self.head = hash;
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Book").field("count", &self.count).field("head", &self.head).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_holds_in_itself_must_still_say_what_its_message_gives() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("j");
        let mut journal = Journal::create(&path).unwrap();
        let (_, forged, _) = {
            let mut other = Book::new();
            other.apply(b"{}", 0);
            other.deals = Deals::new(EDITION);
            other.deals.apply(b"[]", Some(0));
            other.apply(b"{}", 0)
        };
        journal.lines.hold(|_| Ok(())).unwrap().append(&forged).unwrap();
        let error = Journal::open(&path).unwrap_err();
        assert_eq!(error.code(), CHANGED);
        assert!(error.to_string().ends_with("gives another transcript entry than the line says"), "{error}");
    }
}
