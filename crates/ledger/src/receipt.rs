//! What an append answers: where the artifact stands, and the root of the log that ends with it.

use actum_canon::digest::Sha256;

/// That an artifact is kept. It holds against every later head, by an inclusion and a consistency proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The SHA-256 of the bytes.
    pub digest: Sha256,
    /// The place in the ledger, from 0.
    pub index: u64,
    /// The leaf; see [`Record::leaf`](crate::Record::leaf).
    pub leaf: Sha256,
    /// The root over the first `index + 1` entries.
    pub root: Sha256,
}
