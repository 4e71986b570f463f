//! What the entries of a ledger can be found by, beside the ledger: derived from it, never an authority.
//!
//! The index knows up to which size and root of which ledger it stands, and by whose keys. Where it stands for another
//! ledger, for more than there is, or under another edition of the keys, or is damaged or absent, it is built anew; where
//! it cannot be written, in a place that is gone with the handle. What keys are, the caller knows.
//!
//! What a look-up gives is where to look: whoever reads the entries checks them. A look-up that gives too little is what
//! damage could do and SQLite does not see; [`Index::differs`] finds that, by deriving everything again.

mod build;
mod compare;
mod derived;
mod place;

use std::ops::RangeInclusive;
use std::path::Path;

use actum_ledger::StoreError;
use rusqlite::{Params, Row};

use place::Place;

use crate::failure::Failure;

pub use build::{KeysOf, Progress};

/// By what one entry is found. An entry may have several, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys<'a> {
    /// The id of an object in it.
    pub object: &'a str,
    /// The type of the object.
    pub kind: &'a str,
    /// The work item to which the object belongs.
    pub work: Option<&'a str>,
    /// Stream and sequence.
    pub stream: Option<(&'a str, u64)>,
    /// Relations and their targets.
    pub references: &'a [(&'a str, &'a str)],
}

/// A derived index in a file of its own.
#[derive(Debug)]
pub struct Index {
    place: Place,
    edition: String,
    /// The size of the ledger at the last catching up. What others have added since is not shown.
    upto: u64,
}

/// What words are, in the table of words.
#[derive(Clone, Copy, Debug)]
enum Field {
    Object = 0,
    Work = 1,
    Kind = 2,
    Media = 3,
}

impl Index {
    /// Opens an index, or makes one. `edition` names the function from entries to keys: under another name everything is
    /// derived anew.
    ///
    /// # Errors
    /// [`StoreError`], where not even a place of passing use can be had.
    pub fn open(path: &Path, edition: &str) -> Result<Self, StoreError> {
        Ok(Self { place: Place::open(path)?, edition: edition.to_owned(), upto: 0 })
    }

    /// Returns what the user should know of this place, in one line.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        self.place.notice.as_deref()
    }

    /// Returns the entries with an object of this id.
    ///
    /// # Errors
    /// [`StoreError`], here and in every other look-up. The next [`Self::catch_up`] builds the index anew.
    pub fn object(&self, id: &str) -> Result<Vec<u64>, StoreError> {
        self.word(Field::Object, id, 0)
    }

    /// Returns the entries with an object of this work item.
    ///
    /// # Errors
    /// As [`Self::object`].
    pub fn work(&self, id: &str) -> Result<Vec<u64>, StoreError> {
        self.word(Field::Work, id, 0)
    }

    /// Returns the entries with an object of this type.
    ///
    /// # Errors
    /// As [`Self::object`].
    pub fn kind(&self, kind: &str) -> Result<Vec<u64>, StoreError> {
        self.word(Field::Kind, kind, 0)
    }

    /// Returns the entries of this media type, as it was given, from an index on.
    ///
    /// # Errors
    /// As [`Self::object`].
    pub fn media(&self, media_type: &str, from: u64) -> Result<Vec<u64>, StoreError> {
        self.word(Field::Media, media_type, from)
    }

    /// Returns sequence and entry of what stands in a part of a stream, by sequence.
    ///
    /// # Errors
    /// As [`Self::object`].
    pub fn stream(&self, id: &str, part: RangeInclusive<u64>) -> Result<Vec<(u64, u64)>, StoreError> {
        self.rows(
            "SELECT sequence, entry FROM stream
                WHERE id = ?1 AND sequence BETWEEN ?2 AND ?3 AND entry < ?4 ORDER BY sequence, entry",
            (id, number(*part.start()), number(*part.end()), number(self.upto)),
            |row| Ok((unsigned(row, 0)?, unsigned(row, 1)?)),
        )
    }

    /// Returns relation and entry of every reference to a target, by entry.
    ///
    /// # Errors
    /// As [`Self::object`].
    pub fn target(&self, id: &str) -> Result<Vec<(String, u64)>, StoreError> {
        self.rows(
            "SELECT relation, entry FROM reference WHERE target = ?1 AND entry < ?2 ORDER BY entry, relation",
            (id, number(self.upto)),
            |row| Ok((row.get(0)?, unsigned(row, 1)?)),
        )
    }

    /// Returns work items behind one, in the order of their bytes.
    ///
    /// # Errors
    /// As [`Self::object`].
    pub fn works(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, StoreError> {
        let mut works: Vec<String> = Vec::new();
        while works.len() < limit {
            // One work item after the other, however many entries each has.
            let sql = match works.last().map(String::as_str).or(after) {
                Some(_) => {
                    "SELECT word FROM word WHERE field = ?1 AND word > ?2 AND entry < ?3 ORDER BY word LIMIT 1"
                }
                None => {
                    "SELECT word FROM word WHERE field = ?1 AND word >= ?2 AND entry < ?3 ORDER BY word LIMIT 1"
                }
            };
            let last = works.last().map(String::as_str).or(after).unwrap_or_default();
            let next = self.rows(sql, (Field::Work as i64, last, number(self.upto)), |row| row.get(0))?;
            match next.into_iter().next() {
                Some(next) => works.push(next),
                None => break,
            }
        }
        Ok(works)
    }

    fn word(&self, field: Field, word: &str, from: u64) -> Result<Vec<u64>, StoreError> {
        self.rows(
            "SELECT entry FROM word
                WHERE field = ?1 AND word = ?2 AND entry >= ?3 AND entry < ?4 ORDER BY entry",
            (field as i64, word, number(from), number(self.upto)),
            |row| unsigned(row, 0),
        )
    }

    fn rows<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let find = || -> rusqlite::Result<Vec<T>> {
            let mut statement = self.place.connection.prepare_cached(sql)?;
            statement.query_map(parameters, read)?.collect()
        };
        find().map_err(|error| self.failed(error))
    }

    /// What cannot be read is not trusted again.
    fn failed(&self, error: rusqlite::Error) -> StoreError {
        let failure = Failure::sqlite(&self.place.path, error);
        self.place.suspect(&failure);
        failure.into()
    }
}

/// As SQLite keeps it. Nothing here reaches beyond 2^53 but what a stranger claims as a sequence.
fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}
