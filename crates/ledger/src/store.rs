//! What a store of a ledger does, and what it promises.
//!
//! A store keeps what a [`Plan`] says and decides nothing itself. Its promises, which the contract tests ask for:
//!
//! - A plan is carried out whole or not at all, and only where the ledger has the head that it was made on.
//! - What was appended is durable when [`Append::append`] returns, and never changes.
//! - What is read is what was appended. Every digest is recomputed, and what fails is an error, never served.
//! - Where several processes append, each head has one successor.

use alloc::boxed::Box;
use core::fmt;
use core::ops::ControlFlow;

use actum_canon::digest::Sha256;

use crate::entry::Entry;
use crate::frontier::{Frontier, Head};
use crate::plan::Plan;

/// A ledger that can be read. Every call sees what was appended before it, by whatever process.
pub trait Read {
    /// Returns size and root.
    ///
    /// # Errors
    ///
    /// [`StoreError`], here and in every other method.
    fn head(&self) -> Result<Head, StoreError>;

    /// Returns what an append starts from. Its head is the head.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn frontier(&self) -> Result<Frontier, StoreError>;

    /// Returns one entry; `None` where the ledger has not so many.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] where the bytes, the record or the leaf are not those that were appended.
    fn entry(&self, index: u64) -> Result<Option<Entry>, StoreError>;

    /// Shows the entries from an index on, in order and without a gap, until the visitor breaks: all those that the
    /// ledger holds when the call begins.
    ///
    /// # Errors
    ///
    /// As [`Self::entry`], at the first entry that cannot be shown, and whatever the visitor returns.
    fn entries(&self, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreError>;

    /// Returns the root of the perfect subtree of 2^height leaves from `place × 2^height` on; at height 0 that is a
    /// leaf. `None` where the ledger does not fill it.
    ///
    /// # Errors
    ///
    /// [`StoreError`]. Whether a node follows from the leaves is not looked at here.
    fn node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError>;

    /// Returns the index of the entry with an idempotency key.
    ///
    /// # Errors
    ///
    /// [`StoreError`].
    fn find_key(&self, key: &str) -> Result<Option<u64>, StoreError>;
}

/// What [`Read::entries`] shows entries to.
pub type Visit<'v> = dyn FnMut(Entry) -> Result<ControlFlow<()>, StoreError> + 'v;

/// A ledger that can be appended to.
pub trait Append: Read {
    /// Carries out a plan: entries, nodes and head, at once and durably.
    ///
    /// # Errors
    ///
    /// [`StoreError`]. Nothing of the plan is then acknowledged; whether it was carried out, a later read tells.
    fn append(&mut self, plan: &Plan<'_>) -> Result<Outcome, StoreError>;
}

/// What became of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is carried out and durable.
    Appended,
    /// The ledger is not what the plan was made on: it has another head, or it holds one of the idempotency keys.
    /// Nothing was written.
    Stale,
}

/// Why a store cannot answer.
#[derive(Debug)]
pub enum StoreError {
    /// What is kept is not what was appended. It is not served.
    Corrupt(Corruption),
    /// Another process holds the ledger for longer than was waited.
    Busy,
    /// The medium or whatever drives it: its own words.
    Medium(Box<dyn core::error::Error + Send + Sync>),
}

/// One place of a ledger that is not as it was appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Corruption {
    /// Where.
    pub place: Place,
    /// What does not hold there.
    pub rule: Rule,
}

/// A place of a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// An entry, by index.
    Entry(u64),
    /// All entries from an index to before another.
    Entries(u64, u64),
    /// The root of a perfect subtree.
    Node {
        /// The subtree has 2^height leaves.
        height: u32,
        /// Among the subtrees of that height, from the left.
        place: u64,
    },
    /// Size, root and frontier.
    Head,
    /// Bytes of the content plane.
    Content,
}

/// What does not hold at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// It is there.
    Present,
    /// It stands once, and in its order.
    Order,
    /// It can be read as what it is to be.
    Readable,
    /// It is within the limits of an artifact.
    Limits,
    /// The bytes are as many as the record says.
    Size,
    /// The bytes have the recorded digest.
    Digest,
    /// The leaf is that of the record (RFC 6962 2.1).
    Leaf,
    /// The node follows from the leaves below it (RFC 6962 2.1).
    Node,
    /// The root and the frontier follow from the leaves.
    Root,
    /// The idempotency key leads to its one entry.
    Key,
}

impl StoreError {
    /// Something at a place does not hold.
    #[must_use]
    pub const fn corrupt(place: Place, rule: Rule) -> Self {
        Self::Corrupt(Corruption { place, rule })
    }

    /// The medium's own error, or whatever a visitor could not do with an entry.
    pub fn medium(error: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> Self {
        Self::Medium(error.into())
    }
}

impl Rule {
    /// Returns the name of the rule, in snake case. Names are stable: reports hold them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Order => "order",
            Self::Readable => "readable",
            Self::Limits => "limits",
            Self::Size => "size",
            Self::Digest => "digest",
            Self::Leaf => "leaf",
            Self::Node => "node",
            Self::Root => "root",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Present => "is missing",
            Self::Order => "is out of order",
            Self::Readable => "cannot be read as what it is to be",
            Self::Limits => "is beyond the limits of an artifact",
            Self::Size => "has not as many bytes as were recorded",
            Self::Digest => "has bytes with another digest than was recorded",
            Self::Leaf => "has another leaf than its record",
            Self::Node => "does not follow from the leaves below it",
            Self::Root => "does not follow from the leaves",
            Self::Key => "is not found by its idempotency key",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(index) => write!(f, "entry {index}"),
            Self::Entries(from, to) => write!(f, "entries {from} to before {to}: each"),
            Self::Node { height, place } => write!(f, "node {place} of height {height}"),
            Self::Head => f.write_str("the head"),
            Self::Content => f.write_str("content"),
        }
    }
}

impl fmt::Display for Corruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.place, self.rule)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corrupt(corruption) => corruption.fmt(f),
            Self::Busy => f.write_str("another process holds the ledger"),
            Self::Medium(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Medium(error) => error.source(),
            Self::Corrupt(_) | Self::Busy => None,
        }
    }
}
