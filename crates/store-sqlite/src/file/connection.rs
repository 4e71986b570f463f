//! A connection: which locks, which journal, and what it does not trust.

use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::identity::Stamps;
use super::medium::Medium;
use crate::failure::Failure;

/// How often a lock is tried before it is given up, and how long is waited between two tries: one minute together. They
/// are counted, so that no clock is asked.
const TRIES: i32 = 30_000;
const PAUSE: Duration = Duration::from_millis(2);

/// How long is waited between the first tries: an append of another process takes less.
const FIRST_TRIES: i32 = 50;
const FIRST_PAUSE: Duration = Duration::from_micros(200);

/// How many pages a log may have before it is taken in: 4 MiB.
const LOG_PAGES: u32 = 512;

/// Bytes of a page. An entry of some hundred bytes fills it well, and one more of them is not yet felt in an append.
pub(crate) const PAGE: u32 = 8192;

/// A connection that trusts nothing in the file and touches nothing yet.
pub(crate) fn connect(path: &Path, flags: OpenFlags, medium: Medium) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    distrust(&mut connection)?;
    // What others left in the log is not ours to take in, unless it turns out to be a ledger.
    let has_log = Stamps::of(path).is_ok_and(|stamps| stamps.has_log());
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log)?;
    // Of several that want to be alone with a file, to make it or to change its journal, each would wait for the others:
    // whoever opens a file gives up soon, and comes again.
    connection.busy_handler(Some(|tries| {
        thread::sleep(FIRST_PAUSE);
        tries < FIRST_TRIES
    }))?;
    if medium != Medium::Local {
        // Alone with the file, SQLite keeps the index of a log in its own memory.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    }
    Ok(connection)
}

/// Waits from now on as long as for an append of another process.
pub(crate) fn be_patient(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(|tries| {
        thread::sleep(if tries < FIRST_TRIES { FIRST_PAUSE } else { PAUSE });
        tries < TRIES
    }))
}

/// How often a file is opened anew before it is given up: about a minute together.
const TURNS: usize = 3_000;

/// Waits before a file is opened once more; not so long as others wait who came at the same time. Tells whether to.
pub(crate) fn comes_again(turn: usize) -> bool {
    let own = format!("{}{:?}", std::process::id(), thread::current().id());
    let salt: usize = own.bytes().map(usize::from).sum();
    thread::sleep(PAUSE * u32::try_from(1 + (turn * 3 + salt) % 8).unwrap_or(1));
    turn < TURNS
}

fn distrust(connection: &mut Connection) -> rusqlite::Result<()> {
    for (config, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, true),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
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
pub(crate) fn journal(connection: &Connection, medium: Medium) -> rusqlite::Result<Option<String>> {
    let set = |mode: &str| {
        connection.pragma_update_and_check(None, "journal_mode", mode, |row| row.get::<_, String>(0))
    };
    let notice = match medium {
        Medium::Local if set("WAL")? == "wal" => {
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
            return Ok(None);
        }
        Medium::Local => "this place has no memory that processes share".to_owned(),
        Medium::Remote(name) => {
            set("DELETE")?;
            // The exclusive lock is given back at the next read.
            connection.pragma_update(None, "locking_mode", "NORMAL")?;
            look(connection)?;
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

/// A connection to read by, and what to compare where it could not be locked.
///
/// # Errors
/// [`Failure`].
pub(crate) fn to_read(path: &Path, medium: Medium) -> Result<(Connection, Option<Stamps>), Failure> {
    // Opened to be written, since whoever is last takes the log in and leaves no file behind.
    let mut opened = locked(path, OpenFlags::SQLITE_OPEN_READ_WRITE, medium);
    if opened.as_ref().is_err_and(is_shut) {
        opened = locked(path, OpenFlags::SQLITE_OPEN_READ_ONLY, medium);
    }
    match opened {
        Err(error) if is_shut(&error) && !may_write(path) => {
            let stamps = Stamps::of(path)?;
            if stamps.has_journal() {
                let reason =
                    "a process wrote or died, and what it began can only be undone where it can be written";
                return Err(Failure::because(path, reason));
            }
            let opened = unlocked(path, stamps.has_log());
            opened.map(|connection| (connection, Some(stamps))).map_err(|error| Failure::sqlite(path, error))
        }
        opened => opened.map(|connection| (connection, None)).map_err(|error| Failure::sqlite(path, error)),
    }
}

/// A connection to a file that has fewer pages than it says, or other damage: what can be read of it is read.
pub(crate) fn connect_damaged(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = |shut: bool| -> rusqlite::Result<Connection> {
        let connection =
            if shut { unlocked(path, false)? } else { Connection::open_with_flags(path, flags)? };
        // Only a connection that could write to the schema, if it could write at all, takes a short file as it is.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)?;
        connection.pragma_update(None, "query_only", true)?;
        look(&connection)?;
        Ok(connection)
    };
    open(false).or_else(|error| if is_shut(&error) { open(true) } else { Err(error) })
}

fn locked(path: &Path, flags: OpenFlags, medium: Medium) -> rusqlite::Result<Connection> {
    let connection = connect(path, flags, medium)?;
    // The first look at the file: only now does it show whether it can be locked.
    look(&connection)?;
    if medium != Medium::Local && connection.is_readonly("main")? {
        connection.pragma_update(None, "locking_mode", "NORMAL")?;
        look(&connection)?;
    }
    Ok(connection)
}

fn look(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "schema_version", |row| row.get(0))
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

/// Tells whether this process can make a file beside this one.
fn may_write(path: &Path) -> bool {
    // What a link points to is the file that SQLite stands beside.
    let file = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = file.parent().unwrap_or(&file);
    #[cfg(unix)]
    return rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok();
    #[cfg(not(unix))]
    return std::fs::metadata(folder).is_ok_and(|folder| !folder.permissions().readonly());
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
