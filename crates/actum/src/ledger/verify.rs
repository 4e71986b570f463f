//! What left a ledger, held against itself and against what was kept: no ledger is needed.

use std::path::Path;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::json::{Limits, Parser};
use actum_ledger::bundle::{Line, MAX_LINE, Proof, Reader};
use actum_ledger::{Checkpoint, Form, Frontier, Head, Receipt};

use super::Ledger;
use super::checkpoint::{Kept, Signer};
use super::lines::Lines;
use super::transfer::Files;
use crate::error::Error;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Receipts, one per line.
    Receipts,
    /// The proof of one entry.
    Proof,
    /// An exported ledger.
    Ledger,
}

impl Kind {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Receipts => "receipts",
            Self::Proof => "proof",
            Self::Ledger => "ledger",
        }
    }
}

/// What a document is held against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Against<'a> {
    /// The artifact that it is about.
    pub artifact: Option<&'a [u8]>,
    /// A checkpoint that was kept elsewhere.
    pub checkpoint: Option<&'a Kept>,
    /// The key that has to have signed that checkpoint, or the one that is in the document.
    pub key: Option<&'a Signer>,
    /// The ledger that it is of.
    pub ledger: Option<&'a Ledger>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// What the document is.
    pub kind: Kind,
    /// Receipts or entries that it holds.
    pub count: u64,
    /// The head that it leads to; a receipt leads to its own.
    pub head: Option<Head>,
    /// What was shown, in words.
    pub shown: Vec<String>,
    /// What does not hold.
    pub fault: Option<String>,
    /// What could not be shown from what was given, in words.
    pub open: Vec<String>,
    /// Some of that is what was asked: the question has no answer yet, whatever else was shown.
    pub undecided: bool,
}

impl Verified {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            count: 0,
            head: None,
            shown: Vec::new(),
            fault: None,
            open: Vec::new(),
            undecided: false,
        }
    }

    fn show(&mut self, what: impl Into<String>) {
        self.shown.push(what.into());
    }

    fn open(&mut self, what: impl Into<String>) {
        self.open.push(what.into());
    }

    /// What was asked cannot be told from what was given.
    fn leave(&mut self, what: impl Into<String>) {
        self.undecided = true;
        self.open(what);
    }

    /// The first fault is the one that is told.
    fn fail(&mut self, what: impl Into<String>) {
        self.fault.get_or_insert(what.into());
    }
}

/// Checks a document, `-` for standard input.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input) where it is none that a ledger gives out, [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) where there is none,
/// [`ErrorKind::Storage`](crate::ErrorKind::Storage) where it cannot be read. That it does not hold is an answer.
pub fn verify(path: &Path, against: &Against<'_>) -> Result<Verified, Error> {
    let mut lines = Lines::open(path)?;
    let first = lines.next()?.unwrap_or_default().to_vec();
    match kind(&first) {
        Some(Kind::Receipts) => receipts(first, lines, against),
        Some(Kind::Proof) => proof(&first, lines, against),
        Some(Kind::Ledger) => ledger(first, lines, against),
        None => Err(lines.refuse(&"it is neither a receipt nor a proof nor an exported ledger")),
    }
}

/// What a first line begins. Whether it is that, whoever reads it says.
fn kind(line: &[u8]) -> Option<Kind> {
    let mut parser = Parser::with_limits(Limits { bytes: MAX_LINE, ..Limits::default() });
    let document = parser.parse(line).ok()?;
    let root = document.root();
    let has = |name| root.get(name).is_some();
    if has("inclusion") {
        Some(Kind::Proof)
    } else if has("format") && has("head") {
        Some(Kind::Ledger)
    } else if has("leaf") && has("index") {
        Some(Kind::Receipts)
    } else {
        None
    }
}

fn receipts(first: Vec<u8>, mut lines: Lines, against: &Against<'_>) -> Result<Verified, Error> {
    let mut verified = Verified::new(Kind::Receipts);
    let mut is_for = false;
    let mut line = Some(first);
    while let Some(bytes) = line {
        verified.count += 1;
        match Receipt::parse(&bytes) {
            Ok(receipt) => {
                verified.head = Some(receipt.head());
                is_for |= against.artifact.is_some_and(|artifact| receipt.is_for(artifact));
                one_receipt(&receipt, against, &mut verified)?;
            }
            Err(error) => {
                verified.fail(format!("line {} is no receipt: {error}", verified.count));
                break;
            }
        }
        line = lines.next()?.map(<[u8]>::to_vec);
    }
    match against.artifact {
        Some(_) if is_for => verified.show("the artifact is the one that was kept"),
        Some(_) => verified.fail("none is for this artifact"),
        None => {}
    }
    if against.ledger.is_some() && verified.fault.is_none() {
        verified.show("the ledger holds every entry, under the root that was told");
    }
    if against.ledger.is_none() && against.checkpoint.is_none() {
        verified.leave(
            "that the entry stands in the ledger: `--ledger PATH` shows it, and so does `actum prove`",
        );
    }
    signed(against.checkpoint, against.key, &mut verified);
    Ok(verified)
}

fn one_receipt(receipt: &Receipt, against: &Against<'_>, verified: &mut Verified) -> Result<(), Error> {
    if let Some(kept) = against.checkpoint {
        let (head, known) = (receipt.head(), kept.checkpoint.head());
        if head.size != known.size {
            verified.leave(format!(
                "entry {} under a checkpoint of {} entries: `actum prove {} --at {}` makes the proof",
                receipt.index, known.size, receipt.index, known.size
            ));
        } else if head == known {
            verified.show(format!("entry {} is the last one of the checkpoint", receipt.index));
        } else {
            verified
                .fail(format!("entry {}: its root is another than that of the checkpoint", receipt.index));
        }
    }
    let Some(ledger) = against.ledger else { return Ok(()) };
    if ledger.head()?.size <= receipt.index {
        verified.fail(format!("entry {} is missing: the ledger ends before it", receipt.index));
        return Ok(());
    }
    if ledger.receipt(&ledger.entry(receipt.index)?)? != *receipt {
        verified.fail(format!("entry {}: the ledger has another one, or another before it", receipt.index));
    }
    Ok(())
}

fn proof(first: &[u8], mut lines: Lines, against: &Against<'_>) -> Result<Verified, Error> {
    let mut verified = Verified::new(Kind::Proof);
    verified.count = 1;
    let proof =
        Proof::parse(first).map_err(|error| lines.refuse(&format_args!("it is no proof: {error}")))?;
    if lines.next()?.is_some() {
        return Err(lines.refuse(&"something stands behind the proof"));
    }
    verified.head = Some(proof.head);
    let within = match proof.verify() {
        Ok(within) => within.map(Kept::of),
        Err(refuted) => {
            verified.fail(refuted.to_string());
            return Ok(verified);
        }
    };
    verified.show(format!(
        "entry {}, `{}`, stands under the root of {} entries",
        proof.inclusion.index, proof.record.source_id, proof.head.size
    ));
    match against.artifact.map(|artifact| proof.is_for(artifact)) {
        Some(true) => verified.show("the artifact is the one that was kept"),
        Some(false) => verified.fail("the artifact is another than the one that was kept"),
        None => {}
    }
    let heads = [Some(proof.head), proof.since.as_ref().map(|since| since.head)];
    let kept = against.checkpoint.or(within.as_ref());
    match kept.map(|kept| kept.checkpoint.head()) {
        Some(known) if heads.contains(&Some(known)) => verified.show("the checkpoint has that root"),
        Some(known) if heads.iter().flatten().any(|head| head.size == known.size) => {
            verified.fail("the checkpoint has another root");
        }
        Some(known) => verified.leave(format!(
            "that the checkpoint of {} entries leads here: `actum prove {} --at {}` makes a proof under it",
            known.size, proof.inclusion.index, known.size
        )),
        None => verified.open(format!(
            "that the root is that of the ledger: compare it with one that was kept elsewhere (`--against`): {}",
            proof.head.root
        )),
    }
    if let (Some(kept), Some(within)) = (against.checkpoint, &within)
        && kept.checkpoint.origin() != within.checkpoint.origin()
    {
        verified.fail(format!(
            "the checkpoint is of `{}`, the proof of `{}`",
            kept.checkpoint.origin().escape_debug(),
            within.checkpoint.origin().escape_debug()
        ));
    }
    within_ledger(against.ledger, proof.head, &mut verified)?;
    signed(kept, against.key, &mut verified);
    Ok(verified)
}

/// Whether the ledger had this head.
fn within_ledger(ledger: Option<&Ledger>, head: Head, verified: &mut Verified) -> Result<(), Error> {
    let Some(ledger) = ledger else { return Ok(()) };
    let size = ledger.head()?.size;
    if size < head.size {
        verified.fail(format!("the ledger has {size} entries, which is less than {}", head.size));
    } else if ledger.head_at(head.size)? == head {
        verified.show(format!("the ledger has that root over its first {} entries", head.size));
    } else {
        verified.fail(format!("the ledger has another root over its first {} entries", head.size));
    }
    Ok(())
}

fn ledger(first: Vec<u8>, mut lines: Lines, against: &Against<'_>) -> Result<Verified, Error> {
    let mut verified = Verified::new(Kind::Ledger);
    let mut reader = Reader::new();
    let mut frontier = Frontier::empty();
    let known = against.checkpoint.map(|kept| kept.checkpoint.head());
    let wanted: Option<Sha256> = against.artifact.map(sha256);
    let (mut holder, mut files, mut within) = (None, Files::default(), None);
    let mut agrees = known.map(|known| known.size == 0 && known == Head::empty());
    let mut line = Some(first);
    while let Some(bytes) = line {
        let read = match reader.line(&bytes) {
            Ok(read) => read,
            Err(error) => {
                verified.fail(error.to_string());
                return Ok(verified);
            }
        };
        if let Line::Start { checkpoint: Some(text), .. } = &read {
            // That it is one, and of these entries, the reader says.
            within = Checkpoint::open(text).ok().map(Kept::of);
        }
        let entry = match read {
            Line::Entry(entry) => Some(entry),
            Line::File { path, bytes } => {
                if let Err(reason) = files.take(path, bytes) {
                    verified.fail(reason);
                    return Ok(verified);
                }
                None
            }
            _ => None,
        };
        if let Some(entry) = entry {
            frontier.push(entry.leaf(), |_: u32, _: u64, _: Sha256| {});
            verified.count = frontier.size();
            if wanted == Some(entry.digest()) {
                holder.get_or_insert(entry.index());
            }
            if let Some(known) = known.filter(|known| known.size == frontier.size()) {
                agrees = Some(known == frontier.head());
            }
        }
        line = lines.next()?.map(<[u8]>::to_vec);
    }
    match files.profile() {
        Ok(None) => {}
        Ok(Some(_)) => verified.open("that its profile is the one of the ledger: no root binds it"),
        Err(reason) => verified.fail(reason),
    }
    match reader.finish() {
        Ok(head) => verified.head = Some(head),
        Err(error) => {
            verified.fail(error.to_string());
            return Ok(verified);
        }
    }
    verified.show("every entry, digest and leaf leads to the root that the file names");
    match (known, agrees) {
        (Some(known), _) if known.size > frontier.size() => verified.fail(format!(
            "truncated: the checkpoint has {} entries, the file {}",
            known.size,
            frontier.size()
        )),
        (Some(known), Some(true)) => {
            verified.show(format!("its first {} entries are those of the checkpoint", known.size))
        }
        (Some(known), _) => verified
            .fail(format!("rewritten: its first {} entries are not those of the checkpoint", known.size)),
        (None, _) => {
            verified.open("that nothing was cut or rewritten before it was exported: `--against CHECKPOINT`")
        }
    }
    if let Some(head) = verified.head {
        within_ledger(against.ledger, head, &mut verified)?;
    }
    match (against.artifact, holder) {
        (Some(_), Some(index)) => verified.show(format!("entry {index} is the artifact")),
        (Some(_), None) => verified.fail("no entry is the artifact"),
        (None, _) => {}
    }
    signed(against.checkpoint.or(within.as_ref()), against.key, &mut verified);
    Ok(verified)
}

/// Whether the checkpoint is signed as it has to be.
fn signed(kept: Option<&Kept>, key: Option<&Signer>, verified: &mut Verified) {
    let Some(kept) = kept else {
        if key.is_some() {
            verified.fail("nothing is signed with the key: there is no checkpoint");
        }
        return;
    };
    match key.map(|key| kept.is_signed_by(key)) {
        Some(Ok(())) => verified.show("the checkpoint is signed with the key"),
        Some(Err(error)) => verified.fail(format!("the checkpoint: {error}")),
        None => {
            let names: Vec<&str> = kept.names().collect();
            if !names.is_empty() {
                verified
                    .open(format!("the signature of {} on the checkpoint: `--key PUBLIC`", names.join(", ")));
            }
        }
    }
}
