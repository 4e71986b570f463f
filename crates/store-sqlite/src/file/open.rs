//! Opening: which lock, which journal, and whether it is a ledger at all.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::identity::{self, Identity, Stamp};
use super::medium::Medium;
use super::schema::{self, Found};
use crate::failure::{Failure, FailureKind};

/// What a file is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To make a ledger, where none is.
    Create,
    /// To read and append.
    Append,
    /// To read.
    Read,
}

/// An open file that is a ledger.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    /// What whoever opened it should know.
    pub(crate) notice: Option<String>,
    /// Whether this call made the ledger.
    pub(crate) made: bool,
    pub(crate) purpose: Purpose,
    identity: Identity,
    /// Of file and log, where nothing keeps others from writing meanwhile.
    unlocked: Option<(Stamp, Option<Stamp>)>,
}

/// How often a lock is tried before it is given up, and how long is waited between two tries: one minute together. They
/// are counted, so that no clock is asked.
const TRIES: i32 = 30_000;
const PAUSE: Duration = Duration::from_millis(2);

/// How long is waited between the first tries: an append of another process takes less.
const FIRST_TRIES: i32 = 50;
const FIRST_PAUSE: Duration = Duration::from_micros(200);

/// Bytes of a page. An entry of some hundred bytes fills it well, and one more of them is not yet felt in an append.
const PAGE: u32 = 8192;

impl File {
    /// Opens, or makes, the file.
    ///
    /// # Errors
    /// [`Failure`].
    pub(crate) fn open(path: &Path, purpose: Purpose) -> Result<Self, Failure> {
        // A relative path that begins with `file:` would be read as an address.
        let path = std::path::absolute(path).map_err(|error| Failure::io(path, error))?;
        let folder = path.parent().unwrap_or(&path);
        let medium = Medium::of(folder).map_err(|error| Failure::io(folder, error))?;
        Self::open_on(&path, purpose, medium)
    }

    /// As [`Self::open`], on a medium that was looked at.
    pub(crate) fn open_on(path: &Path, purpose: Purpose, medium: Medium) -> Result<Self, Failure> {
        match identity::regular(path) {
            Ok(metadata) if purpose != Purpose::Read && identity::is_linked(&metadata) => {
                return Err(Failure::new(FailureKind::Linked, path));
            }
            Ok(_) => {}
            Err(failure) if purpose == Purpose::Create && failure.kind() == FailureKind::Absent => {}
            Err(failure) => return Err(failure),
        }
        match purpose {
            Purpose::Create => Self::create(path, medium),
            Purpose::Append => Self::append(path, medium),
            Purpose::Read => Self::read(path, medium),
        }
    }

    fn create(path: &Path, medium: Medium) -> Result<Self, Failure> {
        let failed = |error| Failure::sqlite(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = connect(path, flags, medium).map_err(failed)?;
        // Of no effect where pages are there already.
        connection.pragma_update(None, "page_size", PAGE).map_err(failed)?;
        match schema::look(&connection, schema::STEPS).map_err(failed)? {
            Found::Nothing => {}
            found => accept(found, path)?,
        }
        let notice = journal(&connection, medium).map_err(failed)?;
        let found = schema::advance(&mut connection, schema::STEPS).map_err(failed)?;
        if found != Found::Nothing {
            accept(found, path)?;
        }
        sync_folder(path)?;
        let mut file = Self::with(connection, path, Purpose::Append, notice)?;
        file.made = found == Found::Nothing;
        Ok(file)
    }

    fn append(path: &Path, medium: Medium) -> Result<Self, Failure> {
        let failed = |error| Failure::sqlite(path, error);
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, medium).map_err(failed)?;
        let found = schema::look(&connection, schema::STEPS).map_err(failed)?;
        accept(found, path)?;
        if connection.is_readonly("main").map_err(failed)? {
            return Err(Failure::new(FailureKind::ReadOnly, path));
        }
        let notice = journal(&connection, medium).map_err(failed)?;
        if matches!(found, Found::Older(_)) {
            accept(schema::advance(&mut connection, schema::STEPS).map_err(failed)?, path)?;
        }
        Self::with(connection, path, Purpose::Append, notice)
    }

    fn read(path: &Path, medium: Medium) -> Result<Self, Failure> {
        let failed = |error| Failure::sqlite(path, error);
        // Opened to be written, since whoever is last takes the log in and leaves no file behind.
        let mut opened = reader(path, OpenFlags::SQLITE_OPEN_READ_WRITE, medium);
        if opened.as_ref().is_err_and(is_shut) {
            opened = reader(path, OpenFlags::SQLITE_OPEN_READ_ONLY, medium);
        }
        let (connection, notice, unlocked) = match opened {
            Ok((connection, notice)) => (connection, notice, None),
            Err(error) if is_shut(&error) => {
                let stamps = stamps(path)?;
                (unlocked(path, stamps.1.is_some()).map_err(failed)?, None, Some(stamps))
            }
            Err(error) => return Err(failed(error)),
        };
        accept(schema::look(&connection, schema::STEPS).map_err(failed)?, path)?;
        connection.pragma_update(None, "query_only", true).map_err(failed)?;
        let mut file = Self::with(connection, path, Purpose::Read, notice)?;
        file.unlocked = unlocked;
        Ok(file)
    }

    fn with(
        connection: Connection,
        path: &Path,
        purpose: Purpose,
        notice: Option<String>,
    ) -> Result<Self, Failure> {
        // Now that it is known to be ours, the last one to close may take the log in.
        connection
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
            .map_err(|error| Failure::sqlite(path, error))?;
        let identity = Identity::of(&identity::regular(path)?);
        let path = path.to_owned();
        Ok(Self { connection, path, notice, made: false, purpose, identity, unlocked: None })
    }

    /// Refuses a file that was moved away or got a second name: what is appended to it, nobody would find.
    ///
    /// # Errors
    /// [`Failure`].
    pub(crate) fn is_same(&self) -> Result<(), Failure> {
        let metadata = identity::regular(&self.path)?;
        if Identity::of(&metadata) != self.identity {
            return Err(Failure::new(FailureKind::Moved, &self.path));
        }
        if identity::is_linked(&metadata) {
            return Err(Failure::new(FailureKind::Linked, &self.path));
        }
        Ok(())
    }

    /// Tells whether somebody wrote to a file that could not be locked, so that what was read of it means nothing.
    pub(crate) fn has_changed(&self) -> bool {
        self.unlocked.is_some_and(|before| stamps(&self.path).map_or(true, |now| now != before))
    }

    pub(crate) fn failed(&self, error: rusqlite::Error) -> Failure {
        if self.has_changed() {
            return Failure::new(FailureKind::Changed, &self.path);
        }
        Failure::sqlite(&self.path, error)
    }
}

fn accept(found: Found, path: &Path) -> Result<(), Failure> {
    let kind = match found {
        Found::Present | Found::Older(_) => return Ok(()),
        Found::Nothing => FailureKind::Unfinished,
        Found::Newer(version) => FailureKind::Newer(version),
        Found::Foreign(reason) => FailureKind::Foreign(reason),
    };
    Err(Failure::new(kind, path))
}

/// A connection that trusts nothing in the file and touches nothing yet.
fn connect(path: &Path, flags: OpenFlags, medium: Medium) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    distrust(&mut connection)?;
    if medium != Medium::Local {
        // Alone with the file, SQLite keeps the index of a log in its own memory.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    }
    Ok(connection)
}

fn distrust(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(|tries| {
        thread::sleep(if tries < FIRST_TRIES { FIRST_PAUSE } else { PAUSE });
        tries < TRIES
    }))?;
    for (config, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, true),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
    ] {
        connection.set_db_config(config, on)?;
    }
    for pragma in ["cell_size_check", "fullfsync", "checkpoint_fullfsync", "secure_delete"] {
        connection.pragma_update(None, pragma, true)?;
    }
    connection.set_prepared_statement_cache_capacity(32);
    Ok(())
}

/// Chooses the journal, and says so where it is not the one that most have.
fn journal(connection: &Connection, medium: Medium) -> rusqlite::Result<Option<String>> {
    let set = |mode: &str| {
        connection.pragma_update_and_check(None, "journal_mode", mode, |row| row.get::<_, String>(0))
    };
    let notice = match medium {
        Medium::Local if set("WAL")? == "wal" => {
            connection.pragma_update(None, "synchronous", "FULL")?;
            return Ok(None);
        }
        Medium::Local => "this place has no memory that processes share".to_owned(),
        Medium::Remote(name) => {
            set("DELETE")?;
            // The exclusive lock is given back at the next read.
            connection.pragma_update(None, "locking_mode", "NORMAL")?;
            connection.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0))?;
            format!("this place is on {name}")
        }
    };
    // Without the folder's own sync, a journal that was taken away may come back after a loss of power, and undo what
    // was acknowledged.
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    Ok(Some(format!(
        "{notice}: a rollback journal is kept, which is slower, and one process at a time has the file"
    )))
}

/// A connection to read by.
fn reader(path: &Path, flags: OpenFlags, medium: Medium) -> rusqlite::Result<(Connection, Option<String>)> {
    let connection = connect(path, flags, medium)?;
    // The first look at the file: only now does it show whether it can be locked.
    connection.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0))?;
    let notice = match medium {
        Medium::Local => None,
        Medium::Remote(_) if connection.is_readonly("main")? => {
            connection.pragma_update(None, "locking_mode", "NORMAL")?;
            connection.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0))?;
            None
        }
        Medium::Remote(_) => {
            // Never another application's file.
            if schema::look(&connection, schema::STEPS)? == Found::Present {
                journal(&connection, medium)?
            } else {
                None
            }
        }
    };
    Ok((connection, notice))
}

/// Tells whether SQLite could not make what it needs beside the file.
fn is_shut(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied
        )
    )
}

/// A connection without locks, for a folder in which this process can write nothing.
fn unlocked(path: &Path, logged: bool) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = if logged && cfg!(unix) {
        // What stands in a log that somebody left is part of the ledger.
        Connection::open_with_flags_and_vfs(path, flags, "unix-none")?
    } else {
        let address = address(path);
        Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI)?
    };
    distrust(&mut connection)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    Ok(connection)
}

/// The path as an address of SQLite's that says: nobody writes here.
fn address(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => {
                address.push(char::from(*byte))
            }
            b'\\' if cfg!(windows) => address.push('/'),
            other => address.push_str(&format!("%{other:02x}")),
        }
    }
    if cfg!(windows) {
        address.insert(5, '/');
    }
    address.push_str("?immutable=1");
    address
}

/// Of the file, and of its log where something stands in it.
fn stamps(path: &Path) -> Result<(Stamp, Option<Stamp>), Failure> {
    let file = Stamp::of(&identity::regular(path)?);
    // The log stands beside the file itself, not beside a link to it.
    let file_itself = fs::canonicalize(path).map_err(|error| Failure::io(path, error))?;
    let mut log = file_itself.into_os_string();
    log.push("-wal");
    let log = fs::metadata(log).ok().filter(|log| log.len() > 0);
    Ok((file, log.as_ref().map(Stamp::of)))
}

/// Makes sure that the file's name is on the medium too.
fn sync_folder(path: &Path) -> Result<(), Failure> {
    // Elsewhere a folder cannot be opened, and names are written through.
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| Failure::io(folder, error))?;
    }
    Ok(())
}
