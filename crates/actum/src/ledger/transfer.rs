//! A whole ledger as one file: written out, and taken in.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::io::{self, Write};
use std::path::Path;

use actum_canon::digest::Sha256;
use actum_ledger::bundle::{self, Counts, Export, Line, Reader};
use actum_ledger::content::{Content, ContentDigest};
use actum_ledger::{Entry, Frontier, Head, StoreError};

use super::arrival::Arrival;
use super::lines::Lines;
use super::{Artifact, Held, Ledger};
use crate::bundle::Bundle;
use crate::error::{Error, ErrorKind};

/// Entries that are planned at once.
const BATCH: usize = 1000;

/// Bytes that are planned at once, at least.
const BYTES: usize = 8 * 1024 * 1024;

/// What stands after a file was refused.
const UNTAKEN: &str = "nothing was taken from it";

/// The most bytes that the files of a profile may have together.
const PROFILE: usize = 64 * 1024 * 1024;

impl Ledger {
    /// Writes the ledger as it stands: entries, profile, and the content that is still kept. The same ledger gives the
    /// same bytes. `checkpoint` is a text that goes with it.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where the profile beside it cannot be used; [`ErrorKind::Storage`] where the record is not as it was written or `out` fails: what was written then has no last
    /// line, and is refused by whoever reads it.
    pub fn export(&self, checkpoint: Option<&str>, out: &mut dyn Write) -> Result<Counts, Error> {
        let profile = match self.profile() {
            Ok(profile) => {
                // Whoever imports it reads under this one.
                profile.profile()?;
                Some(profile)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let files: Option<BTreeMap<String, Vec<u8>>> = profile
            .as_ref()
            .map(|profile| profile.named().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect());
        let with = Export { checkpoint, files: files.as_ref(), content: Some(self.store()) };
        let head = self.head()?;
        let written = bundle::export(self.store(), head, &with, &mut |line| {
            // Of the output, and not of the ledger: it comes out as it was.
            out.write_all(line).map_err(|error| StoreError::medium(unwritten(error)))
        });
        written.map_err(|error| self.failed(error))
    }
}

fn unwritten(error: io::Error) -> Error {
    Error::new(ErrorKind::Storage, "unwritten", "cannot write the exported ledger").because(error)
}

/// What an import did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Whether the ledger was made for it.
    pub is_new: bool,
    /// Size and root of what the file holds.
    pub head: Head,
    /// Entries that were appended.
    pub appended: u64,
    /// Pieces of content that were kept.
    pub contents: u64,
    /// Pieces of content that the ledger has erased, and did not take again.
    pub erased: u64,
}

/// Takes an exported ledger into the ledger at `into`, which is made where there is none: all of it or nothing. A new one is
/// made beside its place and put there whole, so that whoever fails or is killed leaves nothing there. A ledger that is there must hold the first entries of the file, and gets the others.
///
/// # Errors
/// [`ErrorKind::Input`] with the line where the file is none or is not whole; [`ErrorKind::Conflict`] where the ledger has
/// other entries or another profile, or another process holds it; [`ErrorKind::Storage`] where a medium fails. No entry
/// is taken then.
pub fn import(file: &Path, into: &Path) -> Result<Imported, Error> {
    let mut exported = Exported::open(file)?;
    // Nothing is made for a file that does not even begin as one.
    let Some(Line::Start { head, .. }) = exported.next()? else {
        return Err(exported.lines.refuse(&"it is empty"));
    };
    let Some(arrival) = Arrival::at(into)? else {
        let ledger = Ledger::init_at(into)?;
        let folder = ledger.folder().to_path_buf();
        let adopt = |profile: &Bundle| super::profile::adopt(&folder, profile).map(drop);
        return take(exported, head, ledger, &folder, adopt);
    };
    let ledger = Ledger::init_at(&arrival.database())?;
    let mut came = None;
    let imported = take(exported, head, ledger, &arrival.folder(), |profile| {
        came = Some(profile.clone());
        Ok(())
    })?;
    arrival.settle(came.as_ref())?;
    Ok(imported)
}

/// Takes what an exported ledger holds into a ledger: all of it or nothing. The ledger is closed when this returns.
fn take(
    mut exported: Exported,
    head: Head,
    mut ledger: Ledger,
    place: &Path,
    adopt: impl FnOnce(&Bundle) -> Result<(), Error>,
) -> Result<Imported, Error> {
    let shown = place.display().to_string();
    let (is_new, before) = (ledger.is_new(), ledger.head()?);
    if before.size > head.size && ledger.head_at(head.size)? == head {
        // All of it is there; whether the file is whole is still to be seen.
        while exported.next()?.is_some() {}
        exported.finish()?;
        return Ok(Imported { is_new, head, appended: 0, contents: 0, erased: 0 });
    }
    if before.size > head.size {
        return Err(other(&shown, "it has more entries than the file, and others"));
    }
    let mut intake = Taking::new(ledger.hold()?, &shown)?;
    let mut files = Files::default();
    while let Some(line) = exported.next()? {
        match line {
            Line::File { path, bytes } => {
                files.take(path, bytes).map_err(|reason| exported.lines.refuse(&reason))?;
            }
            Line::Entry(entry) => intake.entry(entry)?,
            Line::Content { digest, bytes } => intake.content(digest, &bytes)?,
            Line::Start { .. } | Line::End(_) => {}
        }
    }
    let (head, lines) = exported.finish()?;
    let profile = files.profile().map_err(|reason| lines.refuse(&reason).hint(UNTAKEN))?;
    let taken = intake.settle(head)?;
    if let Some(profile) = profile {
        adopt(&profile)?;
    }
    let Taken { held, appended, contents, erased } = taken;
    held.commit()?;
    Ok(Imported { is_new, head, appended, contents, erased })
}

/// The files of a profile that came with an exported ledger.
#[derive(Debug, Default)]
pub(super) struct Files {
    files: Vec<(String, Vec<u8>)>,
    size: usize,
}

impl Files {
    /// Takes one more.
    pub(super) fn take(&mut self, path: String, bytes: Vec<u8>) -> Result<(), &'static str> {
        self.size = self.size.saturating_add(bytes.len());
        if self.size > PROFILE {
            return Err("its profile is too large");
        }
        self.files.push((path, bytes));
        Ok(())
    }

    /// The profile that they make, if there are any: one that a reading can use, since a ledger keeps the one that it was
    /// given.
    pub(super) fn profile(&self) -> Result<Option<Bundle>, String> {
        if self.files.is_empty() {
            return Ok(None);
        }
        if !self.files.iter().all(|(name, _)| crate::bundle::is_plain(name)) {
            return Err("a file of its profile has a name that no profile uses".to_owned());
        }
        if !self.files.iter().any(|(name, _)| name == crate::bundle::MANIFEST) {
            return Err(format!("its profile has no `{}`", crate::bundle::MANIFEST));
        }
        let bundle =
            Bundle::built_in(self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        bundle.profile().map(|_| Some(bundle)).map_err(|error| match error.source() {
            Some(cause) => format!("its profile cannot be used: {cause}"),
            None => error.to_string(),
        })
    }
}

fn other(shown: &str, reason: &str) -> Error {
    let message = format!("the ledger in `{shown}` cannot take this file: {reason}");
    Error::new(ErrorKind::Conflict, "ledger_other", message)
        .hint("nothing was written; `--ledger PATH` names a place for a new ledger")
}

/// The lines of an exported ledger, each held against those before it.
struct Exported {
    lines: Lines,
    reader: Reader,
}

impl Exported {
    fn open(path: &Path) -> Result<Self, Error> {
        Ok(Self { lines: Lines::open(path)?, reader: Reader::new() })
    }

    /// The next line; `None` after the last one.
    fn next(&mut self) -> Result<Option<Line>, Error> {
        let read = self.lines.next()?.map(|line| self.reader.line(line)).transpose();
        read.map_err(|error| self.lines.refuse(&error).hint(UNTAKEN))
    }

    fn finish(self) -> Result<(Head, Lines), Error> {
        let Self { lines, reader } = self;
        match reader.finish() {
            Ok(head) => Ok((head, lines)),
            Err(error) => Err(lines.refuse(&error).hint(UNTAKEN)),
        }
    }
}

/// Entries on their way into a ledger that nobody else appends to.
struct Taking<'l> {
    held: Held<'l>,
    shown: &'l str,
    before: Head,
    /// What the entries of the file come to so far.
    frontier: Frontier,
    gathered: Vec<Entry>,
    bytes: usize,
    appended: u64,
    contents: u64,
    erased: u64,
}

/// A ledger with everything in it, to be committed.
struct Taken<'l> {
    held: Held<'l>,
    appended: u64,
    contents: u64,
    erased: u64,
}

impl<'l> Taking<'l> {
    fn new(held: Held<'l>, shown: &'l str) -> Result<Self, Error> {
        let before = held.head()?;
        Ok(Self {
            held,
            shown,
            before,
            frontier: Frontier::empty(),
            gathered: Vec::new(),
            bytes: 0,
            appended: 0,
            contents: 0,
            erased: 0,
        })
    }

    fn entry(&mut self, entry: Entry) -> Result<(), Error> {
        self.begins_the_same()?;
        self.frontier.push(entry.leaf(), |_: u32, _: u64, _: Sha256| {});
        if entry.index() < self.before.size {
            return Ok(());
        }
        self.bytes += entry.bytes().len();
        self.gathered.push(entry);
        if self.gathered.len() >= BATCH || self.bytes >= BYTES { self.append() } else { Ok(()) }
    }

    /// Refuses a ledger whose entries are not the first of the file's, as soon as all of them were seen.
    fn begins_the_same(&self) -> Result<(), Error> {
        if self.frontier.size() == self.before.size && self.frontier.head() != self.before {
            return Err(other(self.shown, "its entries are not the first ones of the file"));
        }
        Ok(())
    }

    fn append(&mut self) -> Result<(), Error> {
        let gathered = std::mem::take(&mut self.gathered);
        self.bytes = 0;
        let artifacts: Vec<Artifact<'_>> = gathered
            .iter()
            .map(|entry| Artifact {
                source_id: Some(entry.source_id()),
                media_type: entry.media_type(),
                bytes: entry.bytes(),
                key: entry.key(),
            })
            .collect();
        let receipts = self.held.append(&artifacts)?;
        // An entry with the key of an earlier one would be answered by that one.
        if !gathered.iter().map(Entry::index).eq(receipts.iter().map(|receipt| receipt.index)) {
            return Err(Error::new(
                ErrorKind::Input,
                "bundle_invalid",
                "two entries of the file have one idempotency key, which no ledger has",
            ));
        }
        self.appended += receipts.len() as u64;
        Ok(())
    }

    fn content(&mut self, digest: ContentDigest, bytes: &[u8]) -> Result<(), Error> {
        let content = Content::new(digest, bytes).map_err(|foreign| {
            Error::new(ErrorKind::Input, "bundle_invalid", "content is not what its digest says")
                .because(foreign)
        })?;
        if self.held.put(&content)? {
            self.contents += 1;
        } else {
            self.erased += 1;
        }
        Ok(())
    }

    /// Appends the rest, and sees that the ledger has come to the head of the file.
    fn settle(mut self, head: Head) -> Result<Taken<'l>, Error> {
        self.begins_the_same()?;
        self.append()?;
        if self.held.head()? != head {
            return Err(other(self.shown, "with it, it would come to another root"));
        }
        let Self { held, appended, contents, erased, .. } = self;
        Ok(Taken { held, appended, contents, erased })
    }
}
