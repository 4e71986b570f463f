//! A store that forgets: for tests, and for asking what would be.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Bound, ControlFlow};

use actum_canon::digest::Sha256;

use crate::content::{Content, ContentDigest, ContentPlane, Erasure, Put, Stored, VisitDigest};
use crate::entry::{Entry, Record};
use crate::frontier::{Frontier, Head};
use crate::plan::Plan;
use crate::store::{Append, Outcome, Place, Read, Rule, StoreError, Visit};

/// A ledger in memory. A copy is a ledger of its own.
#[derive(Clone, Debug)]
pub struct Memory {
    frontier: Frontier,
    entries: Vec<Entry>,
    /// `levels[k]` holds the roots of the perfect subtrees of 2^k leaves, from the left.
    levels: Vec<Vec<Sha256>>,
    keys: BTreeMap<String, u64>,
    /// Content by digest; `None` where it was erased.
    content: BTreeMap<ContentDigest, Option<Vec<u8>>>,
}

impl Memory {
    /// Starts empty.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            frontier: Frontier::empty(),
            entries: Vec::new(),
            levels: Vec::new(),
            keys: BTreeMap::new(),
            content: BTreeMap::new(),
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Read for Memory {
    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.frontier.head())
    }

    fn frontier(&self) -> Result<Frontier, StoreError> {
        Ok(self.frontier.clone())
    }

    fn entry(&self, index: u64) -> Result<Option<Entry>, StoreError> {
        Ok(usize::try_from(index).ok().and_then(|index| self.entries.get(index)).cloned())
    }

    fn entries(&self, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        for entry in self.entries.iter().skip(from) {
            if visit(entry.clone())? == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }

    fn node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        let level = usize::try_from(height).ok().and_then(|height| self.levels.get(height));
        Ok(usize::try_from(place).ok().and_then(|place| level?.get(place)).copied())
    }

    fn find_key(&self, key: &str) -> Result<Option<u64>, StoreError> {
        Ok(self.keys.get(key).copied())
    }
}

impl Append for Memory {
    fn append(&mut self, plan: &Plan<'_>) -> Result<Outcome, StoreError> {
        let taken =
            plan.entries().iter().filter_map(|entry| entry.key).any(|key| self.keys.contains_key(key));
        if plan.before() != self.frontier.head() || taken {
            return Ok(Outcome::Stale);
        }
        let mut entries = Vec::with_capacity(plan.entries().len());
        for planned in plan.entries() {
            let record = Record {
                source_id: planned.source_id.clone().into_owned(),
                media_type: planned.media_type.into(),
                size: planned.bytes.len() as u64,
                digest: planned.digest,
                key: planned.key.map(Into::into),
            };
            let entry = Entry::new(planned.index, record, planned.bytes.to_vec());
            entries.push(entry.map_err(|_| StoreError::corrupt(Place::Entry(planned.index), Rule::Digest))?);
        }
        for planned in plan.entries() {
            self.keep(0, planned.leaf);
            self.keys.extend(planned.key.map(|key| (key.into(), planned.index)));
        }
        // A subtree is complete after those to its left, so each level grows in order.
        plan.nodes().iter().for_each(|node| self.keep(node.height, node.root));
        self.entries.append(&mut entries);
        self.frontier = plan.frontier().clone();
        Ok(Outcome::Appended)
    }
}

impl Memory {
    fn keep(&mut self, height: u32, root: Sha256) {
        let height = usize::try_from(height).unwrap_or(usize::MAX);
        match self.levels.get_mut(height) {
            Some(level) => level.push(root),
            // The first subtree of a height is the first of all that is higher than those before.
            None => self.levels.push([root].into()),
        }
    }
}

impl ContentPlane for Memory {
    fn put(&mut self, content: &Content<'_>) -> Result<Put, StoreError> {
        let kept = self.content.entry(content.digest()).or_insert_with(|| Some(content.bytes().into()));
        Ok(if kept.is_some() { Put::Kept } else { Put::Erased })
    }

    fn get(&self, digest: &ContentDigest) -> Result<Stored, StoreError> {
        Ok(match self.content.get(digest) {
            None => Stored::Absent,
            Some(None) => Stored::Erased,
            Some(Some(bytes)) => Stored::Kept(bytes.clone()),
        })
    }

    fn digests(&self, after: Option<ContentDigest>, visit: &mut VisitDigest<'_>) -> Result<(), StoreError> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        for (digest, _) in self.content.range((from, Bound::Unbounded)).filter(|(_, bytes)| bytes.is_some()) {
            if visit(*digest)? == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }

    fn erase(&mut self, erasure: &Erasure) -> Result<(), StoreError> {
        self.content.insert(erasure.digest(), None);
        Ok(())
    }
}
