//! The content plane: content by digest, which may go while its digest stays.

use actum_ledger::content::{Content, ContentDigest, ContentPlane, Erasure, Put, Stored, VisitDigest};
use actum_ledger::store::{Place, Rule};
use actum_ledger::{Read, StoreError};
use rusqlite::{OptionalExtension, Row, params};

use crate::row;
use crate::sqlite::Sqlite;

impl ContentPlane for Sqlite {
    fn put(&mut self, content: &Content<'_>) -> Result<Put, StoreError> {
        let mut held = self.hold()?;
        let put = held.put(content)?;
        held.commit()?;
        Ok(put)
    }

    fn get(&self, digest: &ContentDigest) -> Result<Stored, StoreError> {
        let read = || -> rusqlite::Result<Option<Result<Vec<u8>, Option<u64>>>> {
            let mut statement = self
                .file
                .connection
                .prepare_cached("SELECT bytes, tombstone FROM content WHERE digest = ?1")?;
            let found = |row: &Row<'_>| {
                let bytes = row::blob(row, 0).filter(|bytes| digest.is_of(bytes));
                let tombstone = row.get_ref(1)?.as_i64().ok().and_then(|index| u64::try_from(index).ok());
                Ok(bytes.map(<[u8]>::to_vec).ok_or(tombstone))
            };
            statement.query_row([digest.to_string()], found).optional()
        };
        match read().map_err(|error| self.failed(error))? {
            None => Ok(Stored::Absent),
            Some(Ok(bytes)) => Ok(Stored::Kept(bytes)),
            // Gone is only what the ledger says is gone.
            Some(Err(Some(tombstone))) if self.is_tombstone(tombstone, digest)? => Ok(Stored::Erased),
            Some(Err(_)) => Err(self.corrupt(Place::Content, Rule::Digest)),
        }
    }

    fn digests(&self, after: Option<ContentDigest>, visit: &mut VisitDigest<'_>) -> Result<(), StoreError> {
        let mut last = after.map(|digest| digest.to_string()).unwrap_or_default();
        while let Some(text) = self.next_digest(&last).map_err(|error| self.failed(error))? {
            let digest = ContentDigest::parse(&text);
            let digest = digest.ok_or_else(|| self.corrupt(Place::Content, Rule::Readable))?;
            if visit(digest)?.is_break() {
                break;
            }
            last = text;
        }
        Ok(())
    }

    /// What is erased is overwritten in the file. A copy of its pages may stand in the log, until no process reads from
    /// there any more, and wherever the medium keeps what it has replaced.
    fn erase(&mut self, erasure: &Erasure) -> Result<(), StoreError> {
        let mut held = self.hold()?;
        held.erase(erasure)?;
        held.commit()
    }
}

impl Sqlite {
    /// Keeps content in the transaction that is open, where its digest is new.
    pub(crate) fn put_row(&self, content: &Content<'_>) -> Result<Put, StoreError> {
        match self.get(&content.digest())? {
            Stored::Kept(_) => Ok(Put::Kept),
            Stored::Erased => Ok(Put::Erased),
            Stored::Absent => {
                self.keep(&content.digest(), Some(content.bytes()), None)
                    .map_err(|error| self.failed(error))?;
                Ok(Put::Kept)
            }
        }
    }

    /// Takes content away in the transaction that is open, or keeps the digest of what never was there.
    pub(crate) fn erase_row(&self, erasure: &Erasure) -> Result<(), StoreError> {
        let digest = erasure.digest();
        let erase = || -> rusqlite::Result<()> {
            let mut statement = self.file.connection.prepare_cached(
                "UPDATE content SET bytes = NULL, tombstone = ?2 WHERE digest = ?1 AND tombstone IS NULL",
            )?;
            let tombstone = i64::try_from(erasure.index()).unwrap_or(i64::MAX);
            statement.execute(params![digest.to_string(), tombstone])?;
            let known = "SELECT 1 FROM content WHERE digest = ?1";
            if !self.file.connection.prepare_cached(known)?.exists([digest.to_string()])? {
                self.keep(&digest, None, Some(tombstone))?;
            }
            Ok(())
        };
        erase().map_err(|error| self.failed(error))
    }

    /// The digest behind another, of content that is there. A query for each, so that a visitor may do as it likes.
    fn next_digest(&self, last: &str) -> rusqlite::Result<Option<String>> {
        let mut statement = self.file.connection.prepare_cached(
            "SELECT digest FROM content WHERE digest > ?1 AND (bytes IS NOT NULL OR tombstone IS NULL) ORDER BY digest LIMIT 1",
        )?;
        statement.query_row([last], |row| row.get(0)).optional()
    }

    fn is_tombstone(&self, index: u64, digest: &ContentDigest) -> Result<bool, StoreError> {
        let entry = self.entry(index)?;
        Ok(entry.is_some_and(|entry| Erasure::of(&entry).is_ok_and(|erasure| erasure.digest() == *digest)))
    }

    fn keep(
        &self,
        digest: &ContentDigest,
        bytes: Option<&[u8]>,
        tombstone: Option<i64>,
    ) -> rusqlite::Result<()> {
        let mut statement = self.file.connection.prepare_cached(
            "INSERT INTO content VALUES ((SELECT ifnull(max(place), -1) + 1 FROM content), ?1, ?2, ?3)",
        )?;
        statement.execute(params![digest.to_string(), bytes, tombstone]).map(drop)
    }
}
