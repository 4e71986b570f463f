//! A ledger against heads that were kept elsewhere, and against another copy of itself.
//!
//! All of it goes by the nodes that a store keeps, with O(log n) look-ups. That these follow from the entries is said by
//! [`fsck`](mod@crate::fsck): a ledger is what its checkpoint says where both find nothing.

use crate::checkpoint::Checkpoint;
use crate::frontier::Head;
use crate::proof::{self, Consistency};
use crate::store::{Read, StoreError};

/// What a ledger is to a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It has that very head.
    Same,
    /// It begins with those entries and has more; the proof says so.
    Grown {
        /// The head that it has now.
        head: Head,
        /// From the checkpoint to that head.
        proof: Consistency,
    },
    /// It has fewer entries. Whether those are the first of the checkpoint's cannot be told from the checkpoint alone.
    Truncated {
        /// The head that it has now.
        head: Head,
    },
    /// It has as many entries or more, and the first ones are others.
    Rewritten {
        /// The head that it has now.
        head: Head,
        /// What its first entries come to, as many as the checkpoint speaks of.
        found: Head,
    },
    /// The checkpoint is of another ledger, by its origin.
    OtherOrigin,
}

/// Compares a ledger that goes by the name `origin` with a checkpoint, whose signatures are the caller's to verify.
///
/// # Errors
///
/// [`StoreError`].
pub fn compare<R: Read + ?Sized>(
    store: &R,
    origin: &str,
    checkpoint: &Checkpoint,
) -> Result<Comparison, StoreError> {
    if checkpoint.origin() != origin {
        return Ok(Comparison::OtherOrigin);
    }
    let (head, known) = (store.head()?, checkpoint.head());
    if known.size > head.size {
        return Ok(Comparison::Truncated { head });
    }
    let found = proof::head_at(store, known.size)?;
    if found.root != known.root {
        return Ok(Comparison::Rewritten { head, found });
    }
    let proof = proof::consistency(store, known.size, head.size)?;
    Ok(proof.filter(|_| known != head).map_or(Comparison::Same, |proof| Comparison::Grown { head, proof }))
}

/// Where a ledger parts from heads that were kept elsewhere: checkpoints, or receipts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The greatest of the heads that still holds; 0 entries where none does.
    pub holds: u64,
    /// The least that does not. The first entry that is another, or missing, is one from `holds` to before this.
    pub fails: u64,
}

/// Finds where a ledger parts from heads of the past; `None` where it holds all of them. O(log h) of h heads are looked
/// at: a head holds only where all before it do.
///
/// The heads must be of one ledger. Where they are not, some order of them contradicts the others, and what comes back
/// is a place where two neighbours differ.
///
/// # Errors
///
/// [`StoreError`].
pub fn parting<R: Read + ?Sized>(store: &R, heads: &mut [Head]) -> Result<Option<Parting>, StoreError> {
    heads.sort_unstable_by_key(|head| head.size);
    let size = store.head()?.size;
    let (mut low, mut high) = (0, heads.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let Some(head) = heads.get(middle) else { break };
        let holds = head.size <= size && proof::head_at(store, head.size)?.root == head.root;
        (low, high) = if holds { (middle + 1, high) } else { (low, middle) };
    }
    let holds = low.checked_sub(1).and_then(|last| heads.get(last)).map_or(0, |head| head.size);
    Ok(heads.get(low).map(|head| Parting { holds, fails: head.size }))
}

/// Finds the first entry in which two copies of a ledger differ; `None` where one begins with the other. O(log² n)
/// look-ups in each.
///
/// # Errors
///
/// [`StoreError`] of either.
pub fn first_difference<A: Read + ?Sized, B: Read + ?Sized>(a: &A, b: &B) -> Result<Option<u64>, StoreError> {
    let both = a.head()?.size.min(b.head()?.size);
    let (mut same, mut least) = (0, both);
    if proof::head_at(a, both)? == proof::head_at(b, both)? {
        return Ok(None);
    }
    // Heads agree at `same` entries and differ at `least`.
    while least - same > 1 {
        let middle = same + (least - same) / 2;
        if proof::head_at(a, middle)? == proof::head_at(b, middle)? {
            same = middle;
        } else {
            least = middle;
        }
    }
    Ok(Some(same))
}
