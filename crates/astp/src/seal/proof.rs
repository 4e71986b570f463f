//! Proofs that one Segment stands in a sealed spine (ASTP 9.2).

use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::Sha3;
use actum_canon::merkle::{self, ASTP_V2, Proof, ProofError};

use super::contents::Contents;
use crate::construct::LEAF_V2;
use crate::id::Uuid;
use crate::node::{Seal, Segment};
use crate::value::record;

record! {
    /// The way from one leaf to the root of a spine of version 2 or 3. It shows nothing of any other Segment.
    InclusionProof {
        /// Where the leaf stands among the leaves, from 0; no sequence index.
        leaf_index: u64,
        /// How many leaves there are.
        leaf_count: u64,
        /// The leaf hash of the Segment (ASTP 5.2).
        leaf_hash: Sha3,
        /// The siblings on the way, that of the leaf first.
        siblings: Vec<Sha3>,
        /// The root that the way leads to.
        spine_root: Sha3,
    }
}

impl InclusionProof {
    /// Makes the proof for a Segment; `None` where it is no leaf of these contents, or a leaf cannot be hashed.
    #[must_use]
    pub fn of(contents: &Contents<'_>, segment_id: Uuid) -> Option<Self> {
        let leaves = contents.leaves();
        let place = leaves.iter().position(|leaf| leaf.segment_id == segment_id)?;
        let hashes = leaves.iter().map(|leaf| LEAF_V2.hash(*leaf).ok()).collect::<Option<Vec<_>>>()?;
        let mut tree = merkle::Tree::new(ASTP_V2);
        tree.extend(hashes.iter().map(Sha3::as_bytes));
        let proof = tree.prove(place as u64, tree.count())?;
        Some(Self {
            leaf_index: proof.index,
            leaf_count: proof.count,
            leaf_hash: *hashes.get(place)?,
            siblings: proof.siblings,
            spine_root: tree.root()?,
        })
    }

    /// Checks that the way leads from the leaf to the root.
    ///
    /// That proves the leaf and its place. The number of leaves is a claim of the seal record, not of the proof: compare
    /// it there, as [`Self::verify_segment`] does.
    ///
    /// # Errors
    ///
    /// [`ProofError`] says what does not fit.
    pub fn verify(&self) -> Result<(), ProofError> {
        let proof = Proof { index: self.leaf_index, count: self.leaf_count, siblings: self.siblings.clone() };
        proof.verify(&ASTP_V2, self.leaf_hash.as_bytes(), self.spine_root)
    }

    /// Checks that a Segment stands in the spine of a seal.
    ///
    /// # Errors
    ///
    /// [`Unproven`] says which of the three, Segment, proof or seal, does not fit the others, and where.
    pub fn verify_segment(&self, segment: &Segment, seal: &Seal) -> Result<(), Unproven> {
        if !matches!(seal.spine_algorithm_version, 2 | 3) {
            return Err(Unproven::Version);
        }
        if segment.episode_id != seal.episode_id {
            return Err(Unproven::Episode);
        }
        if LEAF_V2.hash(segment) != Ok(self.leaf_hash) {
            return Err(Unproven::Leaf);
        }
        if self.leaf_count != seal.leaf_count {
            return Err(Unproven::Count);
        }
        if self.spine_root != seal.spine_root {
            return Err(Unproven::Root);
        }
        self.verify().map_err(Unproven::Way)
    }
}

/// Why a proof does not show that a Segment stands in a sealed spine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unproven {
    /// The seal is of another version; its spine is over content hashes.
    Version,
    /// The seal is of another Episode.
    Episode,
    /// The Segment's fields give another leaf hash.
    Leaf,
    /// The seal has another number of leaves.
    Count,
    /// The seal has another spine root.
    Root,
    /// The way does not lead to the root.
    Way(ProofError),
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Version => "the seal is of a version whose spine holds no leaf hashes",
            Self::Episode => "the seal is of another Episode",
            Self::Leaf => "the fields of the Segment give another leaf hash",
            Self::Count => "the seal has another number of leaves",
            Self::Root => "the seal has another spine root",
            Self::Way(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for Unproven {}
