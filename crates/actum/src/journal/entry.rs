//! Lines as entries of a ledger: those of one media type, in the order of the ledger.
//!
//! A ledger takes entries of any kind between them. Of a large one a reader finds its lines through the index beside it,
//! which says where they are and never what they say; without it everything is looked at, with the same answer. What its hold promises is what the lock of a file promises: whoever
//! appends has read everything before it.

use std::ops::ControlFlow;
use std::path::Path;

use actum_ledger::content::Content;

use super::{Each, Kind, Line, Spot};
use crate::error::{Error, ErrorKind};
use crate::ledger::{Artifact, Entry, Held, Ledger};
use crate::view::of_media;

/// The lines of a kind in a ledger, and how far it was read.
#[derive(Debug)]
pub(super) struct Entries {
    ledger: Ledger,
    kind: Kind,
    /// The first entry that was not looked at yet.
    next: u64,
    /// Whether lines may be found through the index. Whoever appends reads the record itself: what a derived index lacks
    /// would end the journal in a fork.
    indexed: bool,
}

impl Entries {
    pub(super) fn create(path: &Path, kind: Kind) -> Result<Self, Error> {
        let mut entries = Self::open(path, kind)?;
        let folder = entries.ledger.folder().display().to_string();
        entries.read(&mut |_| {
            let message = format!("`{folder}` holds a {} journal already", kind.name);
            Err(Error::new(ErrorKind::Conflict, "journal_exists", message)
                .hint("nothing was written; go on with that journal"))
        })?;
        Ok(entries)
    }

    pub(super) fn open(path: &Path, kind: Kind) -> Result<Self, Error> {
        Ok(Self { ledger: Ledger::open(path)?, kind, next: 0, indexed: false })
    }

    pub(super) fn open_to_read(path: &Path, kind: Kind) -> Result<Self, Error> {
        Ok(Self { ledger: Ledger::open_to_read(path)?, kind, next: 0, indexed: true })
    }

    /// Reads every line that was not read yet.
    pub(super) fn read(&mut self, each: Each<'_>) -> Result<(), Error> {
        let Self { ledger, kind, next, indexed } = self;
        let found = indexed.then(|| of_media(ledger, kind.media_type, *next)).flatten();
        if let Some((entries, upto)) = found {
            for index in entries {
                let _goes_on = step(ledger.folder(), *kind, &ledger.entry(index)?, next, each)?;
            }
            *next = upto.max(*next);
        }
        let from = *next;
        ledger.entries(from, |entry| step(ledger.folder(), *kind, &entry, next, each))
    }

    /// Waits until no other process appends, and reads what was not read yet.
    pub(super) fn hold(&mut self, each: Each<'_>) -> Result<HeldEntries<'_>, Error> {
        let Self { ledger, kind, next, .. } = self;
        let (kind, from, folder) = (*kind, *next, ledger.folder().to_path_buf());
        let held = ledger.hold()?;
        held.entries(from, |entry| step(&folder, kind, &entry, next, each))?;
        Ok(HeldEntries { held, kind, next })
    }
}

/// Takes one entry, of whatever kind; one that is refused is looked at again.
fn step(
    folder: &Path,
    kind: Kind,
    entry: &Entry,
    next: &mut u64,
    each: Each<'_>,
) -> Result<ControlFlow<()>, Error> {
    if entry.media_type() == kind.media_type {
        each(Line { spot: Spot::Entry(folder, entry.index()), bytes: entry.bytes() })?;
    }
    *next = entry.index().saturating_add(1);
    Ok(ControlFlow::Continue(()))
}

/// A ledger that no other process appends to while this lives.
#[derive(Debug)]
pub(super) struct HeldEntries<'j> {
    held: Held<'j>,
    kind: Kind,
    next: &'j mut u64,
}

impl HeldEntries<'_> {
    /// Keeps content that the line names, together with it.
    pub(super) fn keep(&mut self, content: &Content<'_>) -> Result<(), Error> {
        self.held.keep(content)
    }

    pub(super) fn append(mut self, line: &[u8]) -> Result<(), Error> {
        let artifact = Artifact { source_id: None, media_type: self.kind.media_type, bytes: line, key: None };
        let receipts = self.held.append(&[artifact])?;
        self.held.commit()?;
        if let Some(receipt) = receipts.last() {
            *self.next = receipt.index.saturating_add(1);
        }
        Ok(())
    }
}
