//! The plane of content that may have to be erased.
//!
//! Entries are for ever. What may have to go is kept beside them by digest, and entries name the digest only: the log
//! commits to the content without holding it. Content goes when the ledger holds a [`Tombstone`] for it, and never
//! before: an [`Erasure`] can only be made from the entry.

mod digest;
mod tombstone;

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::append::{AppendError, append};
use crate::artifact::Artifact;
use crate::form::Form;
use crate::receipt::Receipt;
use crate::store::{Append, Place, Rule, StoreError};

pub use digest::{Content, ContentDigest};
pub use tombstone::{Erasure, MAX_REASON, TOMBSTONE, Tombstone, TombstoneError};

/// Content by digest.
pub trait ContentPlane {
    /// Keeps content, durably. What is there already stays as it is; what was erased stays erased.
    ///
    /// # Errors
    ///
    /// [`StoreError`], here and in every other method.
    fn put(&mut self, content: &Content<'_>) -> Result<Put, StoreError>;

    /// Returns content. Its digest is recomputed.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] where it is not the content of that digest.
    fn get(&self, digest: &ContentDigest) -> Result<Stored, StoreError>;

    /// Shows the digests of all that is kept, in their order, from the one behind `after` on, until the visitor breaks.
    /// What was erased is not shown.
    ///
    /// # Errors
    ///
    /// [`StoreError`], and whatever the visitor returns.
    fn digests(&self, after: Option<ContentDigest>, visit: &mut VisitDigest<'_>) -> Result<(), StoreError>;

    /// Erases content, durably; the digest stays as erased, also where there was no content. Erasing it again changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn erase(&mut self, erasure: &Erasure) -> Result<(), StoreError>;
}

/// What [`ContentPlane::digests`] shows digests to.
pub type VisitDigest<'v> = dyn FnMut(ContentDigest) -> Result<ControlFlow<()>, StoreError> + 'v;

/// What became of content that was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is there.
    Kept,
    /// It was erased before and was not taken again.
    Erased,
}

/// What a plane has for a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Nothing, and never had.
    Absent,
    /// The content.
    Kept(Vec<u8>),
    /// Nothing any more.
    Erased,
}

/// Erases content: first its tombstone is appended, then the content goes. Where a process dies in between, the same
/// call finishes the work, and appends no second tombstone for the same reason.
///
/// # Errors
///
/// [`EraseError`].
pub fn erase<S: Append + ContentPlane>(store: &mut S, tombstone: &Tombstone) -> Result<Receipt, EraseError> {
    let bytes = tombstone.to_bytes();
    let key = tombstone.key();
    let artifact = Artifact { source_id: None, media_type: TOMBSTONE, bytes: &bytes, key: Some(&key) };
    let receipts = append(store, &[artifact]).map_err(EraseError::Append)?;
    let missing = || StoreError::corrupt(Place::Head, Rule::Present);
    let receipt = receipts.first().copied().ok_or_else(missing)?;
    let entry = store.entry(receipt.index)?.ok_or_else(missing)?;
    let erasure = Erasure::of(&entry).map_err(EraseError::Tombstone)?;
    store.erase(&erasure)?;
    Ok(receipt)
}

/// Why content was not erased.
#[derive(Debug)]
pub enum EraseError {
    /// The tombstone could not be appended.
    Append(AppendError),
    /// The entry is no tombstone.
    Tombstone(TombstoneError),
    /// The store cannot answer.
    Store(StoreError),
}

impl From<StoreError> for EraseError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for EraseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Append(error) => error.fmt(f),
            Self::Tombstone(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EraseError {}
