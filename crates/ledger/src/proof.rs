//! What a store proves of its ledger, from the nodes that it keeps.

use actum_canon::digest::Sha256;
use actum_canon::merkle::{self, RFC_6962};

use crate::entry::Entry;
use crate::frontier::{Frontier, Head};
use crate::receipt::Receipt;
use crate::store::{Place, Read, Rule, StoreError};

/// Returns the head that the ledger had with `size` entries; O(log n) look-ups.
///
/// # Errors
///
/// [`StoreError`]; [`Rule::Present`] at a node where the ledger has fewer entries.
pub fn head_at<R: Read + ?Sized>(store: &R, size: u64) -> Result<Head, StoreError> {
    Ok(Frontier::of(merkle::frontier(RFC_6962, size, |height, place| node(store, height, place))?).head())
}

/// Returns the receipt that an entry got when it was appended.
///
/// # Errors
///
/// As [`head_at`].
pub fn receipt<R: Read + ?Sized>(store: &R, entry: &Entry) -> Result<Receipt, StoreError> {
    let root = head_at(store, entry.index().saturating_add(1))?.root;
    Ok(Receipt { digest: entry.digest(), index: entry.index(), leaf: entry.leaf(), root })
}

fn node<R: Read + ?Sized>(store: &R, height: u32, place: u64) -> Result<Sha256, StoreError> {
    store.node(height, place)?.ok_or(StoreError::corrupt(Place::Node { height, place }, Rule::Present))
}
