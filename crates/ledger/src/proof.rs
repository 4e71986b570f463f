//! Proofs: that an entry stands in a ledger, and that a ledger only grew (RFC 6962 2.1.1, 2.1.2).
//!
//! A store makes them from the nodes that it keeps, with O(log n) look-ups. Whoever checks them needs no store.

use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::Sha256;
use actum_canon::encode::Writer;
use actum_canon::json::Value;
use actum_canon::merkle::{self, ProofError, RFC_6962};

use crate::entry::Entry;
use crate::form::{self, Form, FormError};
use crate::frontier::{Frontier, Head};
use crate::receipt::Receipt;
use crate::store::{Place, Read, Rule, StoreError};

/// That a leaf stands at an index of a ledger of so many entries.
pub type Inclusion = merkle::Proof<Sha256>;

/// That a ledger of so many entries starts with one of fewer.
pub type Consistency = merkle::Consistency<Sha256>;

/// Checks that a leaf stands where a proof says, under a head.
///
/// # Errors
///
/// [`ProofError`]. A proof for another size than that of the head is a proof for another index.
pub fn verify_inclusion(proof: &Inclusion, leaf: Sha256, head: &Head) -> Result<(), ProofError> {
    if proof.count != head.size {
        return Err(ProofError::Index);
    }
    proof.verify_leaf(&RFC_6962, leaf, head.root)
}

/// Checks that the ledger with the one head is a prefix of that with the other.
///
/// # Errors
///
/// [`ProofError`], also for a proof for other sizes.
pub fn verify_consistency(proof: &Consistency, earlier: &Head, head: &Head) -> Result<(), ProofError> {
    if (proof.earlier, proof.count) != (earlier.size, head.size) {
        return Err(ProofError::Index);
    }
    proof.verify(&RFC_6962, earlier.root, head.root)
}

/// Returns the head that the ledger had with `size` entries.
///
/// # Errors
///
/// [`StoreError`], here and below; [`Rule::Present`] at a node where the ledger has fewer entries.
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

/// Proves that an entry stands among the first `size`; `None` where it does not.
///
/// # Errors
///
/// As [`head_at`].
pub fn inclusion<R: Read + ?Sized>(
    store: &R,
    index: u64,
    size: u64,
) -> Result<Option<Inclusion>, StoreError> {
    merkle::prove(RFC_6962, index, size, |height, place| node(store, height, place))
}

/// Proves that the first `earlier` entries are a prefix of the first `size`; `None` where `earlier` is more.
///
/// # Errors
///
/// As [`head_at`].
pub fn consistency<R: Read + ?Sized>(
    store: &R,
    earlier: u64,
    size: u64,
) -> Result<Option<Consistency>, StoreError> {
    merkle::prove_consistency(RFC_6962, earlier, size, |height, place| node(store, height, place))
}

fn node<R: Read + ?Sized>(store: &R, height: u32, place: u64) -> Result<Sha256, StoreError> {
    store.node(height, place)?.ok_or(StoreError::corrupt(Place::Node { height, place }, Rule::Present))
}

/// `{"index","siblings","size"}`
impl Form for Inclusion {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("index")?;
        writer.integer(self.index)?;
        writer.name("siblings")?;
        form::put_digests(&self.siblings, writer)?;
        writer.name("size")?;
        writer.integer(self.count)?;
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["index", "siblings", "size"], &[])?;
        Ok(Self {
            index: form::member(value, "index", form::index)?,
            count: form::member(value, "size", form::number)?,
            siblings: form::member(value, "siblings", form::digests)?,
        })
    }
}

/// `{"earlier","nodes","size"}`
impl Form for Consistency {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("earlier")?;
        writer.integer(self.earlier)?;
        writer.name("nodes")?;
        form::put_digests(&self.nodes, writer)?;
        writer.name("size")?;
        writer.integer(self.count)?;
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["earlier", "nodes", "size"], &[])?;
        Ok(Self {
            earlier: form::member(value, "earlier", form::number)?,
            count: form::member(value, "size", form::number)?,
            nodes: form::member(value, "nodes", form::digests)?,
        })
    }
}
