//! Where an index stands: in its file, or in a place that is gone with the handle.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use actum_ledger::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::failure::{Failure, FailureKind};
use crate::file::{Medium, PAGE, connect, journal, to_read};

/// `Acti`: what the header of the file says that it is.
const APPLICATION: i32 = 0x4163_7469;

/// The number of the tables below. Another number, older or newer: derived anew.
const VERSION: i32 = 1;

const TABLES: &str = r"
CREATE TABLE position (one INTEGER PRIMARY KEY CHECK (one = 0), size INTEGER NOT NULL, root BLOB NOT NULL, edition TEXT NOT NULL) STRICT;
CREATE TABLE word (field INTEGER NOT NULL, word TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (field, word, entry)) STRICT, WITHOUT ROWID;
CREATE TABLE stream (id TEXT NOT NULL, sequence INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (id, sequence, entry)) STRICT, WITHOUT ROWID;
CREATE TABLE reference (target TEXT NOT NULL, entry INTEGER NOT NULL, relation TEXT NOT NULL, PRIMARY KEY (target, entry, relation)) STRICT, WITHOUT ROWID;
CREATE TABLE view (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, upto INTEGER NOT NULL) STRICT;
CREATE TABLE derived (place INTEGER PRIMARY KEY, view INTEGER NOT NULL, name TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE UNIQUE INDEX derived_by_name ON derived (view, name);
";

#[derive(Debug)]
pub(super) struct Place {
    pub(super) connection: Connection,
    pub(super) path: PathBuf,
    pub(super) notice: Option<String>,
    /// Nothing can be written here, and nothing needs to be while it stands for the ledger.
    pub(super) fixed: bool,
    suspect: Cell<bool>,
}

impl Place {
    /// Opens the file, whatever it is in; a place of passing use where that cannot be.
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let path = std::path::absolute(path).map_err(|error| Failure::io(path, error))?;
        let (connection, notice, fixed) = match Self::written(&path) {
            Ok(connection) => (connection, None, false),
            Err(failure) if failure.kind() == FailureKind::Busy => return Err(failure.into()),
            Err(failure) => match Self::read(&path) {
                Some(connection) => (connection, None, true),
                None => (passing(&path)?, Some(passing_notice(&failure)), false),
            },
        };
        Ok(Self { connection, path, notice, fixed, suspect: Cell::new(false) })
    }

    fn written(path: &Path) -> Result<Connection, Failure> {
        let failed = |error| Failure::sqlite(path, error);
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(Failure::new(FailureKind::NotSqlite, path));
        }
        let folder = path.parent().unwrap_or(path);
        let medium = Medium::of(folder).map_err(|error| Failure::io(folder, error))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = connect(path, flags, medium).map_err(failed)?;
        if connection.is_readonly("main").is_ok_and(|readonly| readonly) {
            return Err(Failure::new(FailureKind::ReadOnly, path));
        }
        match furnish(&mut connection, path, medium) {
            Err(failure) if matches!(failure.kind(), FailureKind::Damaged | FailureKind::NotSqlite) => {
                reset(&connection).map_err(failed)?;
                furnish(&mut connection, path, medium)?;
            }
            furnished => furnished?,
        }
        // Whole after a loss of power, if not up to the last: what is missing is derived again.
        let synchronous = if medium == Medium::Local { "NORMAL" } else { "FULL" };
        connection.pragma_update(None, "synchronous", synchronous).map_err(failed)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(failed)?;
        prepare(&connection).map_err(failed)?;
        Ok(connection)
    }

    /// What somebody built where this process cannot write.
    fn read(path: &Path) -> Option<Connection> {
        let medium = Medium::of(path).ok()?;
        let (connection, _) = to_read(path, medium).ok()?;
        let version = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0)).ok()?;
        (application(&connection).ok()? == APPLICATION && version == VERSION).then_some(connection)
    }

    /// A place that holds nothing, beside the one at `path`.
    pub(super) fn aside(path: &Path) -> Result<Self, StoreError> {
        let connection = passing(path)?;
        let path = path.to_owned();
        Ok(Self { connection, path, notice: None, fixed: false, suspect: Cell::new(false) })
    }

    /// Gives up a fixed place for one that can be written.
    pub(super) fn pass(&mut self) -> Result<(), StoreError> {
        self.connection = passing(&self.path)?;
        self.notice = Some(passing_notice(&Failure::new(FailureKind::ReadOnly, &self.path)));
        self.fixed = false;
        self.suspect.set(false);
        Ok(())
    }

    /// Notes that damage was seen.
    pub(super) fn suspect(&self, failure: &Failure) {
        let damaged =
            [FailureKind::Damaged, FailureKind::NotSqlite, FailureKind::Medium].contains(&failure.kind());
        self.suspect.set(self.suspect.get() || damaged);
    }

    /// Empties the place where damage was seen, and tells whether it was.
    pub(super) fn renewed(&mut self) -> Result<bool, StoreError> {
        if !self.suspect.take() {
            return Ok(false);
        }
        if self.fixed {
            self.pass()?;
            return Ok(true);
        }
        self.connection.flush_prepared_statement_cache();
        let renew = reset(&self.connection).and_then(|()| ready(&mut self.connection));
        if renew.is_err() {
            self.pass()?;
        }
        Ok(true)
    }
}

/// Makes the tables where they are not there, in a file that is nobody else's.
fn furnish(connection: &mut Connection, path: &Path, medium: Medium) -> Result<(), Failure> {
    let failed = |error| Failure::sqlite(path, error);
    let foreign = match application(connection).map_err(failed)? {
        APPLICATION => false,
        0 => connection
            .prepare("SELECT 1 FROM sqlite_schema")
            .and_then(|mut any| any.exists([]))
            .map_err(failed)?,
        _ => true,
    };
    if foreign {
        return Err(Failure::new(FailureKind::Foreign("it belongs to another application"), path));
    }
    connection.pragma_update(None, "page_size", PAGE).map_err(failed)?;
    journal(connection, medium).map_err(failed)?;
    ready(connection).map_err(failed)
}

fn application(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// A place of its own, in memory and in files without a name.
fn passing(path: &Path) -> Result<Connection, Failure> {
    let failed = |error| Failure::sqlite(path, error);
    let mut connection = Connection::open("").map_err(failed)?;
    connection.pragma_update(None, "page_size", PAGE).map_err(failed)?;
    ready(&mut connection).map_err(failed)?;
    prepare(&connection).map_err(failed)?;
    Ok(connection)
}

fn passing_notice(failure: &Failure) -> String {
    format!("the index is built for this time only: {failure}")
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -CACHE_KIBIBYTES)?;
    connection.pragma_update(None, "secure_delete", false)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(())
}

/// Makes the tables where they are not those of this version.
fn ready(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
    let version: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version == VERSION {
        return Ok(());
    }
    let names: Vec<String> = transaction
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for name in names {
        transaction.execute_batch(&format!("DROP TABLE \"{}\"", name.replace('"', "\"\"")))?;
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Empties a file that is damaged beyond reading, under the locks of SQLite: others may have it open.
fn reset(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, true)?;
    let emptied = connection.execute_batch("VACUUM");
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, false)?;
    emptied
}

/// How much of an index is kept in memory while it grows.
const CACHE_KIBIBYTES: i32 = 32 * 1024;
