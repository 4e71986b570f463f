//! What an append makes of a batch: every entry, every node of the tree that it completes, and the head that comes of it.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::{Sha256, sha256};

use crate::artifact::{Artifact, Fault};
use crate::entry;
use crate::frontier::{Frontier, Head, MAX_SIZE};
use crate::receipt::Receipt;

/// A batch in its place behind a head. Only [`plan`] makes one: what it holds fits together.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    before: Frontier,
    after: Frontier,
    entries: Vec<Planned<'a>>,
    nodes: Vec<Node>,
}

/// An entry to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned<'a> {
    /// Its place in the ledger.
    pub index: u64,
    /// Under which name the bytes are evidence.
    pub source_id: Cow<'a, str>,
    /// What they are.
    pub media_type: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
    /// Their SHA-256.
    pub digest: Sha256,
    /// The idempotency key of the request.
    pub key: Option<&'a str>,
    /// The leaf; see [`Record::leaf`](crate::Record::leaf).
    pub leaf: Sha256,
}

/// The root of a perfect subtree of 2^height leaves from `place × 2^height` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// From 1; the leaves stand with their entries.
    pub height: u32,
    /// From the left, among the subtrees of its height.
    pub place: u64,
    /// Its root.
    pub root: Sha256,
}

/// Places a batch behind a frontier. Linear in the bytes and in the number of artifacts.
///
/// # Errors
///
/// [`PlanError`] names the artifact that cannot be kept; a batch is kept whole or not at all.
pub fn plan<'a>(
    frontier: &Frontier,
    artifacts: impl IntoIterator<Item = Artifact<'a>>,
) -> Result<Plan<'a>, PlanError> {
    let mut plan =
        Plan { before: frontier.clone(), after: frontier.clone(), entries: Vec::new(), nodes: Vec::new() };
    let mut keys = BTreeMap::new();
    let mut buffer = Vec::new();
    for (at, artifact) in artifacts.into_iter().enumerate() {
        artifact.check().map_err(|fault| PlanError::Artifact { at, fault })?;
        if let Some(key) = artifact.key
            && let Some(first) = keys.insert(key, at)
        {
            return Err(PlanError::RepeatedKey { at, first });
        }
        if plan.after.size() >= MAX_SIZE {
            return Err(PlanError::Full { at });
        }
        plan.push(artifact, &mut buffer);
    }
    Ok(plan)
}

impl<'a> Plan<'a> {
    fn push(&mut self, artifact: Artifact<'a>, buffer: &mut Vec<u8>) {
        let Artifact { media_type, bytes, key, .. } = artifact;
        let digest = sha256(bytes);
        let source_id = artifact.source(digest);
        let leaf = entry::leaf(&source_id, media_type, bytes.len() as u64, digest, key, buffer);
        let index = self.after.size();
        self.entries.push(Planned { index, source_id, media_type, bytes, digest, key, leaf });
        let nodes = &mut self.nodes;
        self.after.push(leaf, |height, place, root| {
            if height > 0 {
                nodes.push(Node { height, place, root });
            }
        });
    }

    /// Returns the head that the ledger must have for the plan to fit.
    #[must_use]
    pub fn before(&self) -> Head {
        self.before.head()
    }

    /// Returns the head that the ledger has when the plan is carried out.
    #[must_use]
    pub fn after(&self) -> Head {
        self.after.head()
    }

    /// Returns the frontier that the ledger has when the plan is carried out.
    #[must_use]
    pub const fn frontier(&self) -> &Frontier {
        &self.after
    }

    /// Returns the entries, by index.
    #[must_use]
    pub fn entries(&self) -> &[Planned<'a>] {
        &self.entries
    }

    /// Returns the roots of the perfect subtrees that the entries complete, in the order in which they do.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns one receipt for each entry. They hold once the plan is carried out, and not before.
    pub fn receipts(&self) -> impl Iterator<Item = Receipt> {
        let mut frontier = self.before.clone();
        self.entries.iter().map(move |entry| {
            frontier.push(entry.leaf, |_, _, _| {});
            Receipt { digest: entry.digest, index: entry.index, leaf: entry.leaf, root: frontier.head().root }
        })
    }
}

/// Why a batch cannot be kept; `at` counts its artifacts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// An artifact is beyond a limit.
    Artifact {
        /// Which one.
        at: usize,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Two artifacts of the batch have the same idempotency key.
    RepeatedKey {
        /// The second one.
        at: usize,
        /// The first one.
        first: usize,
    },
    /// The ledger has [`MAX_SIZE`] entries.
    Full {
        /// The first one that finds no place.
        at: usize,
    },
}

impl PlanError {
    /// The same about artifacts that are some of a greater batch.
    pub(crate) fn among(self, places: &[usize]) -> Self {
        let place = |at: usize| places.get(at).copied().unwrap_or(at);
        match self {
            Self::Artifact { at, fault } => Self::Artifact { at: place(at), fault },
            Self::RepeatedKey { at, first } => Self::RepeatedKey { at: place(at), first: place(first) },
            Self::Full { at } => Self::Full { at: place(at) },
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Artifact { at, fault } => write!(f, "artifact {at}: {fault}"),
            Self::RepeatedKey { at, first } => {
                write!(f, "artifact {at}: has the idempotency key of artifact {first}")
            }
            Self::Full { at } => {
                write!(f, "artifact {at}: the ledger has {MAX_SIZE} entries and takes no more")
            }
        }
    }
}

impl core::error::Error for PlanError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_place_is_taken_and_no_further_one() {
        let roots = alloc::vec![sha256(b"root"); 52];
        let almost = Frontier::resume(MAX_SIZE - 1, roots).unwrap();
        let artifact = Artifact { source_id: None, media_type: "a/b", bytes: b"", key: None };
        let last = plan(&almost, [artifact]).unwrap();
        assert_eq!((last.after().size, last.receipts().next().unwrap().index), (MAX_SIZE, MAX_SIZE - 1));
        assert_eq!(plan(&almost, [artifact, artifact]).unwrap_err(), PlanError::Full { at: 1 });
        assert_eq!(plan(last.frontier(), [artifact]).unwrap_err(), PlanError::Full { at: 0 });
        assert_eq!(Frontier::resume(MAX_SIZE + 1, [sha256(b"root")].into()), None);
    }
}
