//! A store that says other things than were appended.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use actum_canon::digest::Sha256;
use actum_ledger::store::{Place, Rule, Visit};
use actum_ledger::{Entry, Frontier, Head, Memory, Read, StoreError};

/// A ledger in memory, with changes over it.
#[derive(Clone)]
pub(crate) struct Damaged {
    pub(crate) memory: Memory,
    /// Entries that are shown in place of others; `None` for those that cannot be shown.
    pub(crate) entries: BTreeMap<u64, Option<Entry>>,
    /// Entries that are passed over in silence.
    pub(crate) skipped: Vec<u64>,
    pub(crate) nodes: BTreeMap<(u32, u64), Option<Sha256>>,
    pub(crate) keys: BTreeMap<String, Option<u64>>,
    pub(crate) head: Option<Head>,
    pub(crate) frontier: Option<Frontier>,
    /// Answers every question for entries with this error.
    pub(crate) broken: Option<(Place, Rule)>,
}

impl Damaged {
    pub(crate) fn new(memory: Memory) -> Self {
        Self {
            memory,
            entries: BTreeMap::new(),
            skipped: Vec::new(),
            nodes: BTreeMap::new(),
            keys: BTreeMap::new(),
            head: None,
            frontier: None,
            broken: None,
        }
    }
}

impl Read for Damaged {
    fn head(&self) -> Result<Head, StoreError> {
        self.head.map_or_else(|| self.memory.head(), Ok)
    }

    fn frontier(&self) -> Result<Frontier, StoreError> {
        self.frontier.clone().map_or_else(|| self.memory.frontier(), Ok)
    }

    fn entry(&self, index: u64) -> Result<Option<Entry>, StoreError> {
        match self.entries.get(&index) {
            None => self.memory.entry(index),
            Some(None) => Err(StoreError::corrupt(Place::Entry(index), Rule::Digest)),
            Some(shown) => Ok(shown.clone()),
        }
    }

    fn entries(&self, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        if let Some((place, rule)) = self.broken {
            return Err(StoreError::corrupt(place, rule));
        }
        for index in from..self.memory.head()?.size {
            if self.skipped.contains(&index) {
                continue;
            }
            if let Some(entry) = self.entry(index)?
                && visit(entry)? == ControlFlow::Break(())
            {
                break;
            }
        }
        Ok(())
    }

    fn node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        match self.nodes.get(&(height, place)) {
            None => self.memory.node(height, place),
            Some(node) => Ok(*node),
        }
    }

    fn find_key(&self, key: &str) -> Result<Option<u64>, StoreError> {
        match self.keys.get(key) {
            None => self.memory.find_key(key),
            Some(found) => Ok(*found),
        }
    }
}
