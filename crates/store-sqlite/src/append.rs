//! Appending: compare and write, in one transaction.

use actum_ledger::{Append, Outcome, Plan, Planned, Read, StoreError};
use rusqlite::params;

use crate::sqlite::Sqlite;

impl Append for Sqlite {
    fn append(&mut self, plan: &Plan<'_>) -> Result<Outcome, StoreError> {
        let mut held = self.hold()?;
        let outcome = held.append(plan)?;
        if outcome == Outcome::Appended {
            held.commit()?;
        }
        Ok(outcome)
    }
}

impl Sqlite {
    /// Writes a plan into the transaction that is open, where it fits.
    pub(crate) fn write(&self, plan: &Plan<'_>) -> Result<Outcome, StoreError> {
        if plan.before() != self.head()? {
            return Ok(Outcome::Stale);
        }
        for key in plan.entries().iter().filter_map(|entry| entry.key) {
            if self.find_key(key)?.is_some() {
                return Ok(Outcome::Stale);
            }
        }
        self.insert(plan).map_err(|error| self.failed(error))?;
        self.seen.replace(plan.frontier().clone());
        Ok(Outcome::Appended)
    }

    /// One row for each entry, then one for the nodes that it completes. The last one keeps the root.
    fn insert(&self, plan: &Plan<'_>) -> rusqlite::Result<()> {
        let connection = &self.file.connection;
        let mut entry_row = connection.prepare_cached("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        let mut node_row = connection.prepare_cached("INSERT INTO node VALUES (?1, ?2, ?3)")?;
        let mut nodes = plan.nodes().iter().peekable();
        let mut entries = plan.entries().iter().peekable();
        let mut hashes = Vec::new();
        while let Some(entry) = entries.next() {
            let Planned { index, media_type, bytes, digest, key, leaf, .. } = entry;
            let index = i64::try_from(*index).unwrap_or(i64::MAX);
            // A name that follows from the digest is not written beside it.
            let named = *entry.source_id != digest.to_string();
            let source_id = named.then_some(&*entry.source_id);
            entry_row.execute(params![index, source_id, media_type, key, digest.as_bytes(), bytes])?;
            hashes.clear();
            hashes.extend_from_slice(leaf.as_bytes());
            // The nodes that an entry completes stand behind those of the entry before, lowest first.
            let completed = |node: &&actum_ledger::Node| {
                node.place.checked_add(1).and_then(|end| end.checked_shl(node.height)).map(|end| end - 1)
                    == Some(entry.index)
            };
            while let Some(node) = nodes.next_if(completed) {
                hashes.extend_from_slice(node.root.as_bytes());
            }
            let root = entries.peek().is_none().then(|| plan.after().root);
            node_row.execute(params![index, hashes, root.as_ref().map(|root| root.as_bytes())])?;
        }
        Ok(())
    }
}
