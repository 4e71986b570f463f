//! That one entry stands in a ledger, as a document.

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use actum_canon::digest::sha256;
use actum_canon::encode::Writer;
use actum_canon::json::Value;
use actum_canon::merkle::ProofError;

use crate::artifact::Fault;
use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::entry::Record;
use crate::form::{self, Form, FormError};
use crate::frontier::Head;
use crate::note::Note;
use crate::proof::{self, Consistency, Inclusion};
use crate::receipt::Receipt;
use crate::store::{Read, StoreError};

/// What the document says it is.
pub const PROOF_FORMAT: &str = "actum-proof-1";

/// The record of an entry with the proof that it stands under a head. The bytes of the entry are not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What was recorded.
    pub record: Record,
    /// Where it stands.
    pub inclusion: Inclusion,
    /// The head under which it does.
    pub head: Head,
    /// A head of the past from which the ledger grew to this one.
    pub since: Option<Since>,
    /// The text of a checkpoint of the head, with its signatures.
    pub checkpoint: Option<String>,
}

/// A head of the past, and the proof that the ledger grew from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since {
    /// The head.
    pub head: Head,
    /// From there to the head of the proof.
    pub proof: Consistency,
}

impl Proof {
    /// Proves an entry under the head that the ledger had with `size` entries, and that it grew there from `since`
    /// entries. With `since` one more than the index, the proof holds for the receipt of the entry too.
    ///
    /// `None` where the entry does not stand among those, or `since` is more.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    pub fn make<R: Read + ?Sized>(
        store: &R,
        index: u64,
        size: u64,
        since: Option<u64>,
    ) -> Result<Option<Self>, StoreError> {
        if size > store.head()?.size || index >= size || since.is_some_and(|since| since > size) {
            return Ok(None);
        }
        let (entry, inclusion) = (store.entry(index)?, proof::inclusion(store, index, size)?);
        let head = proof::head_at(store, size)?;
        let grown = |since| -> Result<Option<Since>, StoreError> {
            let earlier = proof::head_at(store, since)?;
            Ok(proof::consistency(store, since, size)?.map(|proof| Since { head: earlier, proof }))
        };
        let since = since.map(grown).transpose()?.flatten();
        Ok(entry.zip(inclusion).map(|(entry, inclusion)| Self {
            record: entry.record().clone(),
            inclusion,
            head,
            since,
            checkpoint: None,
        }))
    }

    /// Checks all that the document says, and returns the checkpoint for its signatures to be verified.
    ///
    /// # Errors
    ///
    /// [`Refuted`] says what does not hold.
    pub fn verify(&self) -> Result<Option<(Checkpoint, Option<Note>)>, Refuted> {
        self.record.check().map_err(Refuted::Record)?;
        proof::verify_inclusion(&self.inclusion, self.record.leaf(), &self.head)
            .map_err(Refuted::Inclusion)?;
        if let Some(Since { head, proof }) = &self.since {
            proof::verify_consistency(proof, head, &self.head).map_err(Refuted::Since)?;
        }
        let Some(text) = &self.checkpoint else {
            return Ok(None);
        };
        let (checkpoint, note) = Checkpoint::open(text).map_err(Refuted::Checkpoint)?;
        if checkpoint.head() == self.head { Ok(Some((checkpoint, note))) } else { Err(Refuted::OtherHead) }
    }

    /// Tells whether these are the bytes that were recorded.
    #[must_use]
    pub fn is_for(&self, bytes: &[u8]) -> bool {
        bytes.len() as u64 == self.record.size && sha256(bytes) == self.record.digest
    }

    /// Tells whether a verified proof shows that a receipt holds: same entry, and the receipt's root is the head itself or
    /// the one of the past.
    #[must_use]
    pub fn confirms(&self, receipt: &Receipt) -> bool {
        let heads = [Some(self.head), self.since.as_ref().map(|since| since.head)];
        self.inclusion.index == receipt.index
            && receipt.is_of(&self.record)
            && heads.contains(&Some(receipt.head()))
    }
}

/// `{"checkpoint","format","head","inclusion","record","since"}`; `checkpoint` and `since` are absent without one.
impl Form for Proof {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        if let Some(checkpoint) = &self.checkpoint {
            writer.name("checkpoint")?;
            writer.string(checkpoint)?;
        }
        writer.name("format")?;
        writer.string(PROOF_FORMAT)?;
        writer.name("head")?;
        self.head.put(writer)?;
        writer.name("inclusion")?;
        self.inclusion.put(writer)?;
        writer.name("record")?;
        self.record.put(writer)?;
        if let Some(since) = &self.since {
            writer.name("since")?;
            since.put(writer)?;
        }
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["format", "head", "inclusion", "record"], &["checkpoint", "since"])?;
        form::member(value, "format", |format| (format.as_str()? == PROOF_FORMAT).then_some(()))?;
        Ok(Self {
            record: form::inner(value, "record")?,
            inclusion: form::inner(value, "inclusion")?,
            head: form::inner(value, "head")?,
            since: value.get("since").map(Since::read).transpose()?,
            checkpoint: form::optional(value, "checkpoint", form::text)?,
        })
    }
}

/// `{"head","proof"}`
impl Form for Since {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("head")?;
        self.head.put(writer)?;
        writer.name("proof")?;
        self.proof.put(writer)?;
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["head", "proof"], &[])?;
        Ok(Self { head: form::inner(value, "head")?, proof: form::inner(value, "proof")? })
    }
}

/// What a proof says and does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// The record is beyond the limits of an artifact.
    Record(Fault),
    /// The entry does not stand under the head.
    Inclusion(ProofError),
    /// The ledger did not grow from the head of the past.
    Since(ProofError),
    /// The checkpoint cannot be read.
    Checkpoint(CheckpointError),
    /// The checkpoint is of another head.
    OtherHead,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(fault) => write!(f, "record: {fault}"),
            Self::Inclusion(error) => write!(f, "inclusion: {error}"),
            Self::Since(error) => write!(f, "growth: {error}"),
            Self::Checkpoint(error) => write!(f, "checkpoint: {error}"),
            Self::OtherHead => f.write_str("checkpoint: of another head than the proof"),
        }
    }
}

impl core::error::Error for Refuted {}
