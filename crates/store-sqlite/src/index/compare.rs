//! Whether an index still says what its ledger says.

use actum_ledger::{Read, StoreError};
use rusqlite::types::Value;
use rusqlite::{Connection, Statement};

use super::place::Place;
use super::{Index, KeysOf};
use crate::failure::Failure;

/// What is derived, each in the order of its key.
const TABLES: [&str; 4] = [
    "SELECT size, root, edition FROM position",
    "SELECT field, word, entry FROM word ORDER BY field, word, entry",
    "SELECT id, sequence, entry FROM stream ORDER BY id, sequence, entry",
    "SELECT target, entry, relation FROM reference ORDER BY target, entry, relation",
];

impl Index {
    /// Derives everything again, beside what is there, and tells whether it differs. Costs what building costs.
    ///
    /// # Errors
    /// [`StoreError`]; of the ledger, of the index, or of the place in which it is derived.
    pub fn differs(&mut self, ledger: &dyn Read, keys: &mut KeysOf<'_>) -> Result<bool, StoreError> {
        self.catch_up(ledger, keys)?;
        let place = Place::aside(&self.place.path)?;
        let mut fresh = Self { place, edition: self.edition.clone(), upto: 0 };
        fresh.catch_up(ledger, keys)?;
        for table in TABLES {
            let equal = equal(&self.place.connection, &fresh.place.connection, table);
            if !equal.map_err(|error| Failure::sqlite(&self.place.path, error))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn equal(one: &Connection, other: &Connection, sql: &str) -> rusqlite::Result<bool> {
    let (mut one, mut other) = (one.prepare(sql)?, other.prepare(sql)?);
    let (mut one, mut other) = (rows(&mut one)?, rows(&mut other)?);
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (one, other) if one != other => return Ok(false),
            _ => {}
        }
    }
}

fn rows<'s>(
    statement: &'s mut Statement<'_>,
) -> rusqlite::Result<impl Iterator<Item = rusqlite::Result<[Value; 3]>> + 's> {
    statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))
}
