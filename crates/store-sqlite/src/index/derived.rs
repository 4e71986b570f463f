//! Bytes that a view of a ledger derives and wants to find again: an ordered map for each view, and the size of the
//! ledger that it stands for.

use actum_ledger::StoreError;
use rusqlite::{Connection, OptionalExtension, params};

use super::{Index, number, unsigned};

/// How many views are kept. A new one takes the place of the one that was begun first.
const VIEWS: i64 = 4;

impl Index {
    /// Returns the size of the ledger that a view's rows stand for; `None` where it has none.
    ///
    /// # Errors
    /// As [`Index::object`].
    pub fn rows_upto(&self, view: &[u8; 32]) -> Result<Option<u64>, StoreError> {
        let found = self.rows("SELECT upto FROM view WHERE digest = ?1", [view], |row| unsigned(row, 0))?;
        Ok(found.into_iter().next())
    }

    /// Returns one row of a view.
    ///
    /// # Errors
    /// As [`Index::object`].
    pub fn row(&self, view: &[u8; 32], name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT bytes FROM derived
            WHERE view = (SELECT number FROM view WHERE digest = ?1) AND name = ?2";
        Ok(self.rows(sql, params![view, name], |row| row.get(0))?.into_iter().next())
    }

    /// Returns rows of a view from a name on, in the order of their bytes.
    ///
    /// # Errors
    /// As [`Index::object`].
    pub fn rows_from(
        &self,
        view: &[u8; 32],
        from: &str,
        limit: usize,
    ) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let sql = "SELECT name, bytes FROM derived
            WHERE view = (SELECT number FROM view WHERE digest = ?1) AND name >= ?2 ORDER BY name LIMIT ?3";
        let limit = number(limit as u64);
        self.rows(sql, params![view, from, limit], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Replaces rows of a view that stands at `from`, takes out those without bytes, and lets it stand at `upto`, all at
    /// once. In the order of their names many rows cost least.
    ///
    /// `false`, and nothing is written, where the view does not stand at `from`: another process was faster.
    ///
    /// # Errors
    /// As [`Index::object`].
    pub fn set_rows<'r>(
        &mut self,
        view: &[u8; 32],
        from: Option<u64>,
        upto: u64,
        rows: &mut dyn Iterator<Item = (&'r str, Option<&'r [u8]>)>,
    ) -> Result<bool, StoreError> {
        if self.place.fixed {
            return Ok(false);
        }
        self.locked(|connection, index| {
            if index.rows_upto(view)? != from {
                return Ok(false);
            }
            write(connection, view, upto, rows).map_err(|error| index.failed(error))?;
            Ok(true)
        })
    }

    /// Shows one moment of the index, whatever other processes write meanwhile. They may have to wait.
    ///
    /// # Errors
    /// Of SQLite, as [`Index::object`]; and whatever `show` returns.
    pub fn at_once<T>(&self, show: impl FnOnce(&Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let moment = self.place.connection.unchecked_transaction().map_err(|error| self.failed(error))?;
        let shown = show(self)?;
        moment.commit().map_err(|error| self.failed(error))?;
        Ok(shown)
    }
}

fn write(
    connection: &Connection,
    view: &[u8; 32],
    upto: u64,
    rows: &mut dyn Iterator<Item = (&str, Option<&[u8]>)>,
) -> rusqlite::Result<()> {
    let number = reserve(connection, view, number(upto))?;
    let mut keep = connection.prepare_cached(
        "INSERT INTO derived (view, name, bytes) VALUES (?1, ?2, ?3)
            ON CONFLICT (view, name) DO UPDATE SET bytes = excluded.bytes",
    )?;
    let mut take = connection.prepare_cached("DELETE FROM derived WHERE view = ?1 AND name = ?2")?;
    for (name, bytes) in rows {
        match bytes {
            Some(bytes) => keep.execute(params![number, name, bytes])?,
            None => take.execute(params![number, name])?,
        };
    }
    Ok(())
}

/// The number of a view, which stands at `upto` from now on.
fn reserve(connection: &Connection, view: &[u8; 32], upto: i64) -> rusqlite::Result<i64> {
    let known = "SELECT number FROM view WHERE digest = ?1";
    if let Some(number) = connection.query_row(known, [view], |row| row.get(0)).optional()? {
        connection.execute("UPDATE view SET upto = ?2 WHERE number = ?1", params![number, upto])?;
        return Ok(number);
    }
    let number = connection.query_row(
        "INSERT INTO view (number, digest, upto) SELECT ifnull(max(number), 0) + 1, ?1, ?2 FROM view RETURNING number",
        params![view, upto],
        |row| row.get(0),
    )?;
    connection.execute("DELETE FROM derived WHERE view <= ?1", [number - VIEWS])?;
    connection.execute("DELETE FROM view WHERE number <= ?1", [number - VIEWS])?;
    Ok(number)
}
