//! Checkpoints of a ledger: made, signed, and held against it later (C2SP tlog-checkpoint, C2SP signed-note).

use std::path::Path;

use actum_canon::signature::PublicKey;
use actum_ledger::checkpoint::CheckpointError;
use actum_ledger::compare::{self, Comparison};
use actum_ledger::note::{Note, Verifier};
use actum_ledger::{Checkpoint, Head};

pub use actum_ledger::note::NoteError;

use super::Ledger;
use crate::error::{Error, ErrorKind};
use crate::input::read_at_most;
use crate::key::{Key, public_key};

/// How the names begin that ledgers have by themselves.
const OWN: &str = "actum-ledger/";

/// Digits of the first leaf that such a name holds: nobody meets two ledgers with the same by chance.
const DIGITS: usize = 32;

/// The longest checkpoint that is read: what a note may have at most.
const LONGEST: u64 = 1024 * 1024;

impl Ledger {
    /// The name that this ledger has by itself: it follows from the first entry, so that every copy has the same. An
    /// empty ledger has none.
    ///
    /// # Errors
    /// Of the record alone.
    pub fn origin(&self) -> Result<Option<String>, Error> {
        if self.head()?.size == 0 {
            return Ok(None);
        }
        let leaf = self.head_at(1)?.root.to_string();
        let digits = leaf.rsplit(':').next().unwrap_or_default();
        Ok(Some(format!("{OWN}{}", digits.get(..DIGITS).unwrap_or(digits))))
    }

    /// A checkpoint of the ledger as it stands.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where the name cannot be one, or an empty ledger is given none.
    pub fn checkpoint(&self, origin: Option<&str>) -> Result<Checkpoint, Error> {
        self.checkpoint_of(origin, self.head()?)
    }

    /// A checkpoint of the ledger as it was with a head that it had.
    ///
    /// # Errors
    /// As [`Self::checkpoint`].
    pub fn checkpoint_of(&self, origin: Option<&str>, head: Head) -> Result<Checkpoint, Error> {
        let origin = match origin {
            Some(origin) => origin.to_owned(),
            None => self.origin()?.ok_or_else(|| {
                Error::new(ErrorKind::Usage, "origin_open", "an empty ledger has no name of its own")
                    .hint("give it one: `--origin NAME`")
            })?,
        };
        Checkpoint::new(&origin, head).map_err(|_| {
            let message = format!("`{}` cannot be the name of a ledger", origin.escape_debug());
            Error::new(ErrorKind::Usage, "origin_invalid", message)
        })
    }

    /// What this ledger is to a checkpoint that was kept elsewhere. `origin` is the name that the ledger goes by; else it
    /// is the name of its own, where the checkpoint has such a one, and any that was given to it.
    ///
    /// # Errors
    /// Of the record alone.
    pub fn compare(&self, origin: Option<&str>, kept: &Checkpoint) -> Result<Comparison, Error> {
        let own = if kept.origin().starts_with(OWN) { self.origin()? } else { None };
        let origin = origin.or(own.as_deref()).unwrap_or(kept.origin());
        compare::compare(self.store(), origin, kept).map_err(|error| self.failed(error))
    }
}

/// The text of a checkpoint with a signature. The key signs under the name of the ledger.
///
/// # Errors
/// [`ErrorKind::Usage`] where the name cannot be that of a key.
pub fn sign(checkpoint: &Checkpoint, key: &Key) -> Result<String, Error> {
    let unusable = || {
        let message = format!("`{}` cannot be the name of a key", checkpoint.origin().escape_debug());
        Error::new(ErrorKind::Usage, "origin_invalid", message)
            .hint("a ledger whose checkpoints are signed has a name without white space and `+`")
    };
    let public = actum_deal::signature::key(&key.public().to_string()).ok_or_else(unusable)?;
    let verifier = Verifier::new(checkpoint.origin(), public).ok_or_else(unusable)?;
    let mut note = checkpoint.note().map_err(|_| unusable())?;
    note.sign(&verifier, |text| key.sign(text)).map_err(|_| unusable())?;
    Ok(note.to_string())
}

/// A checkpoint as it was kept, with its signatures.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Name, size and root.
    pub checkpoint: Checkpoint,
    note: Option<Note>,
}

impl Kept {
    /// Reads a checkpoint, or standard input where it is named `-`.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where it is none; else as [`read_input`](crate::read_input).
    pub fn open(path: &Path) -> Result<Self, Error> {
        let bytes = read_at_most(path, LONGEST)?;
        let refuse = |reason: &dyn std::fmt::Display| {
            let message = format!("`{}` is no checkpoint: {reason}", path.display());
            Error::new(ErrorKind::Input, "checkpoint_invalid", message)
                .hint("`actum checkpoint` prints one: three lines, and signatures below an empty one")
        };
        let text = String::from_utf8(bytes).map_err(|_| refuse(&"it is no text"))?;
        let opened = Checkpoint::open(&text);
        let (checkpoint, note) = opened.map_err(|error: CheckpointError| refuse(&error))?;
        Ok(Self { checkpoint, note })
    }

    /// The same of a checkpoint that came inside another document.
    pub(super) fn of((checkpoint, note): (Checkpoint, Option<Note>)) -> Self {
        Self { checkpoint, note }
    }

    /// The names under which it is signed, whoever did.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.note.iter().flat_map(|note| note.signatures().iter().map(|signature| signature.name()))
    }

    /// Whether this key signed it; says why not.
    ///
    /// # Errors
    /// The reason.
    pub fn is_signed_by(&self, key: &Signer) -> Result<(), NoteError> {
        let note = self.note.as_ref().ok_or(NoteError::Unsigned)?;
        let known: Vec<Verifier> = match key {
            Signer::Named(verifier) => vec![verifier.clone()],
            Signer::Key(key) => self.names().filter_map(|name| Verifier::new(name, key.clone())).collect(),
        };
        note.verify(&known).map(drop)
    }
}

/// A key that is expected to have signed.
#[derive(Clone, Debug)]
pub enum Signer {
    /// Under whatever name.
    Key(PublicKey),
    /// Under this name.
    Named(Verifier),
}

impl Signer {
    /// Takes a key file, the written form `ed25519:` and 64 digits, or `name+id+key` as other programs write it.
    ///
    /// # Errors
    /// [`ErrorKind::Usage`] where it is none of them; of a file as it is read.
    pub fn parse(text: &str) -> Result<Self, Error> {
        if Path::new(text).exists() {
            return actum_deal::signature::key(&public_key(Path::new(text))?).map(Self::Key).ok_or_else(
                || Error::new(ErrorKind::Input, "key_invalid", format!("`{text}` is no key to verify with")),
            );
        }
        if let Ok(verifier) = Verifier::parse(text) {
            return Ok(Self::Named(verifier));
        }
        actum_deal::signature::key(text).map(Self::Key).ok_or_else(|| {
            let message = format!("`{}` is no public key", text.escape_debug());
            Error::new(ErrorKind::Usage, "key_invalid", message)
                .hint("a key file, `ed25519:` and 64 digits, or `name+id+key`")
        })
    }
}
