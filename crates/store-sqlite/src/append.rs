//! Appending: compare and write, in one transaction.

use actum_canon::digest::Sha256;
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

    fn insert(&self, plan: &Plan<'_>) -> rusqlite::Result<()> {
        let mut insert =
            self.file.connection.prepare_cached("INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        for Planned { index, source_id, media_type, bytes, digest, key, .. } in plan.entries() {
            let index = i64::try_from(*index).unwrap_or(i64::MAX);
            // A name that follows from the digest is not written beside it.
            let follows = Sha256::parse(source_id).as_ref() == Some(digest);
            let source_id = (!follows).then_some(&**source_id);
            insert.execute(params![index, source_id, media_type, key, digest.as_bytes(), bytes])?;
        }
        self.write_nodes(plan)
    }
}
