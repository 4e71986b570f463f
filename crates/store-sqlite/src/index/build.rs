//! Bringing an index to where its ledger is.

use core::ops::ControlFlow;

use actum_ledger::{Entry, Head, Read, StoreError, proof};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{Field, Index, Keys, number};

/// How far catching up went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The size up to which the index stood before.
    pub from: u64,
    /// The size up to which it stands now.
    pub to: u64,
    /// Why it was built anew, if it was.
    pub rebuilt: Option<&'static str>,
}

/// What a caller knows of an entry: its keys, each given to the second function. The same entry has the same keys, always.
pub type KeysOf<'k> = dyn FnMut(&Entry, &mut dyn FnMut(Keys<'_>)) + 'k;

/// From this many entries on, keys are gathered first and written in their order: one pass over the index instead of
/// one for each key.
const MANY: u64 = 10_000;

const GATHER: &str = r"
CREATE TEMP TABLE new_word (field INTEGER, word TEXT, entry INTEGER);
CREATE TEMP TABLE new_stream (id TEXT, sequence INTEGER, entry INTEGER);
CREATE TEMP TABLE new_reference (target TEXT, entry INTEGER, relation TEXT);
";

const SPREAD: &str = r"
INSERT OR IGNORE INTO main.word SELECT field, word, entry FROM new_word ORDER BY field, word, entry;
INSERT OR IGNORE INTO main.stream SELECT id, sequence, entry FROM new_stream ORDER BY id, sequence, entry;
INSERT OR IGNORE INTO main.reference SELECT target, entry, relation FROM new_reference ORDER BY target, entry, relation;
";

const LET_GO: &str = r"
DROP TABLE IF EXISTS temp.new_word; DROP TABLE IF EXISTS temp.new_stream; DROP TABLE IF EXISTS temp.new_reference;
";

impl Index {
    /// Brings the index to where the ledger is, by the keys of every entry that it does not know yet.
    ///
    /// # Errors
    /// [`StoreError`], of the ledger or of the index; the index is then as it was.
    pub fn catch_up(&mut self, ledger: &dyn Read, keys: &mut KeysOf<'_>) -> Result<Progress, StoreError> {
        let damaged = self.place.renewed()?;
        let head = ledger.head()?;
        let standing = self.standing(ledger, head);
        if let Ok(Standing::At(size)) = standing
            && size == head.size
        {
            self.upto = size;
            return Ok(Progress { from: size, to: size, rebuilt: None });
        }
        if self.place.fixed {
            self.place.pass()?;
        }
        let progress = self.advance(ledger, head, keys);
        if progress.is_err() {
            let _ = self.place.connection.execute_batch(LET_GO);
        }
        let mut progress = match progress {
            Err(StoreError::Medium(_)) if self.place.renewed()? => {
                let mut progress = self.advance(ledger, head, keys)?;
                progress.rebuilt = Some(DAMAGED);
                progress
            }
            progress => progress?,
        };
        if damaged {
            progress.rebuilt = Some(DAMAGED);
        }
        Ok(progress)
    }

    fn advance(
        &mut self,
        ledger: &dyn Read,
        head: Head,
        keys: &mut KeysOf<'_>,
    ) -> Result<Progress, StoreError> {
        self.locked(|connection, index| {
            // Looked at again, now that nobody else builds.
            let (from, rebuilt) = match index.standing(ledger, head)? {
                Standing::At(size) => (size, None),
                Standing::Nowhere(reason) => {
                    empty(connection).map_err(|error| index.failed(error))?;
                    (0, reason)
                }
            };
            if from < head.size {
                index.take_in(connection, ledger, from, head, keys)?;
            }
            let position = "INSERT OR REPLACE INTO position VALUES (0, ?1, ?2, ?3)";
            connection
                .execute(position, params![number(head.size), head.root.as_bytes(), index.edition])
                .map_err(|error| index.failed(error))?;
            Ok(Progress { from, to: head.size, rebuilt })
        })
        .inspect(|progress| self.upto = progress.to)
    }

    /// Does something to the index in one transaction.
    pub(super) fn locked<T>(
        &self,
        act: impl FnOnce(&Connection, &Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let failed = |error| self.failed(error);
        let transaction = Transaction::new_unchecked(&self.place.connection, TransactionBehavior::Immediate)
            .map_err(failed)?;
        let done = act(&transaction, self)?;
        transaction.commit().map_err(failed)?;
        Ok(done)
    }

    /// Up to where of this ledger the index stands.
    fn standing(&self, ledger: &dyn Read, head: Head) -> Result<Standing, StoreError> {
        let read = || -> rusqlite::Result<Option<(i64, Vec<u8>, String)>> {
            let mut statement =
                self.place.connection.prepare_cached("SELECT size, root, edition FROM position")?;
            statement.query_row([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()
        };
        let Some((size, root, edition)) = read().map_err(|error| self.failed(error))? else {
            return Ok(Standing::Nowhere(None));
        };
        if edition != self.edition {
            return Ok(Standing::Nowhere(Some("its keys are of another edition")));
        }
        let size = size.unsigned_abs();
        if size > head.size {
            return Ok(Standing::Nowhere(Some("it stands for more than the ledger holds")));
        }
        let then = if size == head.size { head } else { proof::head_at(ledger, size)? };
        if *then.root.as_bytes() != *root {
            return Ok(Standing::Nowhere(Some("it stands for another ledger")));
        }
        Ok(Standing::At(size))
    }

    fn take_in(
        &self,
        connection: &Connection,
        ledger: &dyn Read,
        from: u64,
        head: Head,
        keys: &mut KeysOf<'_>,
    ) -> Result<(), StoreError> {
        let failed = |error| self.failed(error);
        let many = head.size.saturating_sub(from) >= MANY;
        if many {
            connection.execute_batch(GATHER).map_err(failed)?;
        }
        let mut visit = |entry: Entry| {
            if entry.index() >= head.size {
                return Ok(ControlFlow::Break(()));
            }
            note(connection, many, &entry, keys).map_err(failed)?;
            Ok(ControlFlow::Continue(()))
        };
        ledger.entries(from, &mut visit)?;
        if many {
            connection.execute_batch(SPREAD).map_err(failed)?;
            connection.flush_prepared_statement_cache();
            connection.execute_batch(LET_GO).map_err(failed)?;
        }
        Ok(())
    }
}

enum Standing {
    At(u64),
    /// Nowhere of use, for a reason unless it is new.
    Nowhere(Option<&'static str>),
}

const DAMAGED: &str = "it was damaged";

/// Writes the keys of one entry, into the index or to those that are gathered.
fn note(connection: &Connection, many: bool, entry: &Entry, keys: &mut KeysOf<'_>) -> rusqlite::Result<()> {
    let [words, streams, references] = if many {
        [
            "INSERT INTO temp.new_word VALUES (?1, ?2, ?3)",
            "INSERT INTO temp.new_stream VALUES (?1, ?2, ?3)",
            "INSERT INTO temp.new_reference VALUES (?1, ?2, ?3)",
        ]
    } else {
        [
            "INSERT OR IGNORE INTO main.word VALUES (?1, ?2, ?3)",
            "INSERT OR IGNORE INTO main.stream VALUES (?1, ?2, ?3)",
            "INSERT OR IGNORE INTO main.reference VALUES (?1, ?2, ?3)",
        ]
    };
    let at = number(entry.index());
    let mut words = connection.prepare_cached(words)?;
    let mut streams = connection.prepare_cached(streams)?;
    let mut references = connection.prepare_cached(references)?;
    words.execute(params![Field::Media as i64, entry.media_type(), at])?;
    let mut noted = Ok(());
    keys(entry, &mut |keys: Keys<'_>| {
        let mut write = || -> rusqlite::Result<()> {
            words.execute(params![Field::Object as i64, keys.object, at])?;
            words.execute(params![Field::Kind as i64, keys.kind, at])?;
            if let Some(work) = keys.work {
                words.execute(params![Field::Work as i64, work, at])?;
            }
            if let Some((stream, sequence)) = keys.stream {
                streams.execute(params![stream, number(sequence), at])?;
            }
            for (relation, target) in keys.references {
                references.execute(params![target, at, relation])?;
            }
            Ok(())
        };
        if noted.is_ok() {
            noted = write();
        }
    });
    noted
}

/// Takes everything out: it is derived again.
fn empty(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DELETE FROM position; DELETE FROM word; DELETE FROM stream; DELETE FROM reference;
         DELETE FROM derived; DELETE FROM view;",
    )
}
