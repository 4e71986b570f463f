//! Reading: every digest is recomputed, every leaf held against its record, every node against those below it.

use core::ops::ControlFlow;

use actum_canon::digest::Sha256;
use actum_ledger::store::{Corruption, Place, Rule, Visit};
use actum_ledger::{Entry, Frontier, Head, MAX_SIZE, Read, StoreError};
use rusqlite::{OptionalExtension, Row};

use crate::failure::{Failure, FailureKind};
use crate::row::{self, RECORD};
use crate::sqlite::Sqlite;
use crate::tree::{Nodes, last_leaf};

/// How many entries are shown before others may write: a slow visitor holds nobody up for longer.
const RUN: u64 = 1024;

/// The end of the ledger, in one statement, so that both tables are seen at one moment.
const END: &str = r#"SELECT e.last, n.last, n.root
    FROM (SELECT max("index") AS last FROM entry) AS e
    LEFT JOIN node AS n ON n.last = (SELECT max(last) FROM node)"#;

impl Read for Sqlite {
    fn head(&self) -> Result<Head, StoreError> {
        self.frontier().map(|frontier| frontier.head())
    }

    fn frontier(&self) -> Result<Frontier, StoreError> {
        let head = self.end()?;
        let seen = self.seen.borrow().clone();
        if seen.head() == head {
            return Ok(seen);
        }
        if seen.size() >= head.size || self.frontier_at(seen.size())? != seen {
            // What this handle has read is no longer there.
            return Err(
                self.corrupt(Place::Head, if seen.size() > head.size { Rule::Present } else { Rule::Root })
            );
        }
        let frontier = self.frontier_at(head.size)?;
        if frontier.head() != head {
            return Err(self.corrupt(Place::Head, Rule::Root));
        }
        self.seen.replace(frontier.clone());
        Ok(frontier)
    }

    fn entry(&self, index: u64) -> Result<Option<Entry>, StoreError> {
        let sql = format!(r#"SELECT {RECORD}, bytes FROM entry WHERE "index" = ?1"#);
        let found = self.at(&sql, index, |row| row::entry(row, index));
        self.found(
            found.and_then(|found| found.map(|entry| self.checked(entry)).transpose()),
            Place::Entry(index),
            index,
        )
    }

    fn entries(&self, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        // Where the head does not hold, the entries may: they are shown, and then that is said.
        let head = self.head();
        let size = match &head {
            Ok(head) => head.size,
            Err(_) => self.last_entry()?.map_or(0, |last| last.saturating_add(1)),
        };
        let mut next = from;
        while next < size {
            let end = next.saturating_add(RUN).min(size);
            if self.run(next, end, visit)? == ControlFlow::Break(()) {
                return Ok(());
            }
            next = end;
        }
        head.map(drop)
    }

    fn node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        let Some(last) = last_leaf(height, place) else {
            return Ok(None);
        };
        let at = Place::Node { height, place };
        let found = if height == 0 {
            // The leaf is held against the record that it stands for.
            let sql = format!(r#"SELECT {RECORD} FROM entry WHERE "index" = ?1"#);
            self.at(&sql, last, |row| row::record(row, last))
                .and_then(|record| record.map(|record| self.leaf(last, record.leaf(), &mut None)).transpose())
        } else {
            self.inner_node(height, place)
        };
        self.found(found, at, last)
    }

    fn find_key(&self, key: &str) -> Result<Option<u64>, StoreError> {
        let find = || -> rusqlite::Result<Option<(i64, bool)>> {
            let mut statement = self.file.connection.prepare_cached(
                r#"SELECT "index", (SELECT e."key" IS ?1 FROM entry AS e NOT INDEXED WHERE e."index" = k."index")
                    FROM entry AS k WHERE "key" = ?1"#,
            )?;
            statement
                .query_row([key], |row| Ok((row.get(0)?, row.get::<_, Option<bool>>(1)? == Some(true))))
                .optional()
        };
        match find().map_err(|error| self.failed(error))? {
            None => Ok(None),
            Some((index, true)) => Ok(u64::try_from(index).ok()),
            Some((index, false)) => Err(self.corrupt(Place::Entry(index.unsigned_abs()), Rule::Key)),
        }
    }
}

impl Sqlite {
    /// Size and root as the last rows say. Both tables end together, and a batch ends with the root behind it.
    fn end(&self) -> Result<Head, StoreError> {
        let read = |row: &Row<'_>| -> rusqlite::Result<(Option<i64>, Option<i64>, Option<Sha256>)> {
            Ok((row.get(0)?, row.get(1)?, row::blob(row, 2).and_then(row::digest)))
        };
        let end =
            self.file.connection.prepare_cached(END).and_then(|mut statement| statement.query_row([], read));
        match end.map_err(|error| self.failed(error))? {
            (None, None, _) => Ok(Head::empty()),
            (Some(entry), Some(node), Some(root)) if entry == node => {
                let size = u64::try_from(entry).ok().and_then(|last| last.checked_add(1));
                let size = size.filter(|size| *size <= MAX_SIZE);
                Ok(Head { size: size.ok_or_else(|| self.corrupt(Place::Head, Rule::Limits))?, root })
            }
            _ => Err(self.corrupt(Place::Head, Rule::Present)),
        }
    }

    /// The last entry that is there, whatever else is.
    fn last_entry(&self) -> Result<Option<u64>, StoreError> {
        let last = self
            .file
            .connection
            .prepare_cached(r#"SELECT max("index") FROM entry"#)
            .and_then(|mut statement| statement.query_row([], |row| row.get::<_, Option<i64>>(0)));
        let last = last.map_err(|error| self.failed(error))?;
        Ok(last.and_then(|last| u64::try_from(last).ok()).filter(|last| *last < MAX_SIZE))
    }

    /// An entry whose leaf is in the tree.
    fn checked(&self, entry: Entry) -> Result<Entry, StoreError> {
        self.leaf(entry.index(), entry.leaf(), &mut None)?;
        Ok(entry)
    }

    /// Holds a leaf that follows from a record against the one in the tree. The row that was read last is looked at first.
    fn leaf(&self, index: u64, leaf: Sha256, nodes: &mut Option<Nodes>) -> Result<Sha256, StoreError> {
        let mut written = nodes.as_ref().and_then(|nodes| nodes.at(index, 0));
        if written.is_none() {
            *nodes = self.nodes(index)?;
            written = nodes.as_ref().and_then(|nodes| nodes.at(index, 0));
        }
        if written == Some(leaf) { Ok(leaf) } else { Err(self.corrupt(Place::Entry(index), Rule::Leaf)) }
    }

    /// Shows the row of an index; `None` where there is none.
    fn at<T>(
        &self,
        sql: &str,
        index: u64,
        show: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let Ok(index) = i64::try_from(index) else {
            return Ok(None);
        };
        let failed = |error| self.failed(error);
        let mut statement = self.file.connection.prepare_cached(sql).map_err(failed)?;
        let mut rows = statement.query([index]).map_err(failed)?;
        rows.next().map_err(failed)?.map(show).transpose()
    }

    /// Shows the entries of a run, each in its place.
    fn run(&self, from: u64, end: u64, visit: &mut Visit<'_>) -> Result<ControlFlow<()>, StoreError> {
        let failed = |error| self.failed(error);
        let sql = format!(
            r#"SELECT {RECORD}, bytes FROM entry WHERE "index" >= ?1 AND "index" < ?2 ORDER BY "index""#
        );
        let mut statement = self.file.connection.prepare_cached(&sql).map_err(failed)?;
        let bounds = [from, end].map(|bound| i64::try_from(bound).unwrap_or(i64::MAX));
        let mut rows = statement.query(bounds).map_err(failed)?;
        let mut nodes = None;
        for index in from..end {
            let at = Place::Entry(index);
            let row = rows.next().map_err(|error| self.at_place(self.failed(error), at))?;
            let row = row.ok_or_else(|| self.corrupt(at, Rule::Present))?;
            if row.get(0).ok() != i64::try_from(index).ok() {
                return Err(self.corrupt(at, Rule::Present));
            }
            let entry = row::entry(row, index).map_err(|error| self.or_changed(error))?;
            let leaf = self.leaf(index, entry.leaf(), &mut nodes);
            leaf.map_err(|error| self.at_place(error, at))?;
            if visit(entry)? == ControlFlow::Break(()) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What was looked for at a place that the row of `index` holds: absent it may be only behind the end.
    fn found<T>(
        &self,
        found: Result<Option<T>, StoreError>,
        place: Place,
        index: u64,
    ) -> Result<Option<T>, StoreError> {
        match found {
            Ok(None) if index < self.head()?.size => Err(self.corrupt(place, Rule::Present)),
            Err(error) => Err(self.at_place(error, place)),
            found => found,
        }
    }

    /// Where SQLite finds pages damaged while one place is looked for, it is that place.
    fn at_place(&self, error: StoreError, place: Place) -> StoreError {
        match error {
            StoreError::Medium(error) => match error.downcast::<Failure>() {
                Ok(failure) if failure.kind() == FailureKind::Damaged => self.corrupt(place, Rule::Readable),
                Ok(failure) => (*failure).into(),
                Err(error) => StoreError::Medium(error),
            },
            error => self.or_changed(error),
        }
    }

    pub(crate) fn failed(&self, error: rusqlite::Error) -> StoreError {
        self.file.failed(error).into()
    }

    pub(crate) fn corrupt(&self, place: Place, rule: Rule) -> StoreError {
        self.or_changed(StoreError::Corrupt(Corruption { place, rule }))
    }

    /// No alarm over a file that was written while nothing could be locked.
    fn or_changed(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Corrupt(_) if self.file.has_changed() => {
                Failure::new(FailureKind::Changed, &self.file.path).into()
            }
            error => error,
        }
    }
}
