//! A file that is opened as a ledger, or refused.

use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::connection::{PAGE, be_patient, comes_again, connect, journal, to_read};
use super::identity::{self, Identity, Stamps};
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
    unlocked: Option<Stamps>,
}

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
        let once = || match purpose {
            Purpose::Create => Self::create(path, medium),
            Purpose::Append => Self::append(path, medium),
            Purpose::Read => Self::read(path, medium),
        };
        let mut turn = 0;
        loop {
            match once() {
                Err(failure) if failure.kind() == FailureKind::Busy && comes_again(turn) => turn += 1,
                opened => return opened,
            }
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
        let (connection, unlocked) = to_read(path, medium)?;
        accept(schema::look(&connection, schema::STEPS).map_err(failed)?, path)?;
        let writable = unlocked.is_none() && !connection.is_readonly("main").map_err(failed)?;
        let notice = match medium {
            Medium::Remote(_) if writable => journal(&connection, medium).map_err(failed)?,
            _ => None,
        };
        connection.pragma_update(None, "query_only", true).map_err(failed)?;
        let mut file = Self::with(connection, path, Purpose::Read, notice)?;
        file.unlocked = unlocked;
        Ok(file)
    }

    fn with(
        mut connection: Connection,
        path: &Path,
        purpose: Purpose,
        notice: Option<String>,
    ) -> Result<Self, Failure> {
        // Now that it is known to be ours, the last one to close may take the log in.
        connection
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
            .map_err(|error| Failure::sqlite(path, error))?;
        be_patient(&mut connection).map_err(|error| Failure::sqlite(path, error))?;
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
        self.unlocked.is_some_and(|before| Stamps::of(&self.path).map_or(true, |now| now != before))
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

/// Makes sure that the file's name is on the medium too.
fn sync_folder(path: &Path) -> Result<(), Failure> {
    // Elsewhere a folder cannot be opened, and names are written through.
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let synced = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| Failure::io(folder, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use actum_ledger::{Append, Artifact, Read, StoreError, append};

    use super::*;
    use crate::Sqlite;

    const REMOTE: Medium = Medium::Remote("NFS");

    fn on(path: &Path, purpose: Purpose, medium: Medium) -> Sqlite {
        Sqlite::with(File::open_on(path, purpose, medium).unwrap())
    }

    fn keep(store: &mut Sqlite, bytes: &[u8]) {
        append(store, &[Artifact { source_id: None, media_type: "a/b", bytes, key: None }]).unwrap();
    }

    fn mode(store: &Sqlite) -> (String, i64) {
        let connection = &store.file.connection;
        let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        (mode, connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap())
    }

    #[test]
    fn where_memory_cannot_be_shared_there_is_a_rollback_journal_and_a_notice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l");
        let mut one = on(&path, Purpose::Create, REMOTE);
        assert!(one.notice().unwrap().starts_with("this place is on NFS: a rollback journal"));
        assert_eq!(mode(&one), ("delete".to_owned(), 3));
        // Several have it open, and append by turns.
        let mut two = on(&path, Purpose::Append, REMOTE);
        let reader = on(&path, Purpose::Read, REMOTE);
        keep(&mut one, b"a");
        keep(&mut two, b"b");
        keep(&mut one, b"c");
        assert_eq!(reader.head().unwrap(), two.head().unwrap());
        assert_eq!(reader.head().unwrap().size, 3);
        assert!(std::fs::read_dir(folder.path()).unwrap().count() == 1);
    }

    #[test]
    fn a_ledger_that_moves_between_media_gets_the_journal_of_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l");
        keep(&mut on(&path, Purpose::Create, Medium::Local), b"a");
        for (purpose, medium, expected) in [
            (Purpose::Append, REMOTE, ("delete", 3)),
            (Purpose::Append, Medium::Local, ("wal", 2)),
            (Purpose::Read, REMOTE, ("delete", 3)),
            (Purpose::Create, Medium::Local, ("wal", 2)),
        ] {
            let store = on(&path, purpose, medium);
            assert_eq!(mode(&store), (expected.0.to_owned(), expected.1), "{purpose:?} {medium:?}");
            assert_eq!(store.head().unwrap().size, 1);
        }
    }

    #[test]
    fn several_may_come_first_to_a_ledger_that_was_moved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l");
        keep(&mut on(&path, Purpose::Create, Medium::Local), b"a");
        std::thread::scope(|scope| {
            for number in 0..4_u8 {
                let path = &path;
                scope.spawn(move || keep(&mut on(path, Purpose::Append, REMOTE), &[number]));
            }
        });
        assert_eq!(on(&path, Purpose::Read, REMOTE).head().unwrap().size, 5);
    }

    #[test]
    fn several_may_make_the_same_ledger_at_once() {
        for medium in [Medium::Local, REMOTE] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("l");
            let made: usize = std::thread::scope(|scope| {
                let makers: Vec<_> = (0..6_u8)
                    .map(|number| {
                        let path = &path;
                        scope.spawn(move || {
                            let mut store = on(path, Purpose::Create, medium);
                            keep(&mut store, &[number]);
                            usize::from(store.is_new())
                        })
                    })
                    .collect();
                makers.into_iter().map(|maker| maker.join().unwrap()).sum()
            });
            assert_eq!((made, on(&path, Purpose::Read, medium).head().unwrap().size), (1, 6));
        }
    }

    #[test]
    fn whoever_holds_the_ledger_for_too_long_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l");
        let mut one = on(&path, Purpose::Create, Medium::Local);
        let mut two = on(&path, Purpose::Append, Medium::Local);
        two.file.connection.busy_timeout(std::time::Duration::from_millis(20)).unwrap();
        let held = one.hold().unwrap();
        let planned = actum_ledger::plan(&two.frontier().unwrap(), []).unwrap();
        assert!(matches!(two.append(&planned), Err(StoreError::Busy)));
        assert_eq!(two.head().unwrap().size, 0);
        drop(held);
        keep(&mut two, b"a");
    }

    #[test]
    fn a_handle_goes_from_thread_to_thread() {
        fn is_send<T: Send>() {}
        is_send::<Sqlite>();
    }
}
