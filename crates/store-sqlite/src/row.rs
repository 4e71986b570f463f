//! From a row to what was appended, or to the rule that does not hold.

use actum_canon::digest::Sha256;
use actum_ledger::store::{Place, Rule};
use actum_ledger::{Entry, Foreign, Record, StoreError};
use rusqlite::Row;
use rusqlite::types::ValueRef;

/// The columns of [`record`], and of [`entry`] with the bytes behind them.
pub(crate) const RECORD: &str = r#""index", source_id, media_type, "key", digest, length(bytes)"#;

/// The record of an entry. Whether it is the one that was appended, its leaf tells.
pub(crate) fn record(row: &Row<'_>, index: u64) -> Result<Record, StoreError> {
    let corrupt = |rule| StoreError::corrupt(Place::Entry(index), rule);
    let readable = |found: Option<&str>| found.map(str::to_owned).ok_or_else(|| corrupt(Rule::Readable));
    let digest = blob(row, 4).and_then(digest).ok_or_else(|| corrupt(Rule::Readable))?;
    let source_id = match row.get_ref(1) {
        Ok(ValueRef::Null) => digest.to_string(),
        _ => readable(text(row, 1))?,
    };
    let key = match row.get_ref(3) {
        Ok(ValueRef::Null) => None,
        _ => Some(readable(text(row, 3))?),
    };
    let size = match row.get_ref(5) {
        Ok(ValueRef::Integer(size)) => u64::try_from(size).ok(),
        _ => None,
    };
    Ok(Record {
        source_id,
        media_type: readable(text(row, 2))?,
        size: size.ok_or_else(|| corrupt(Rule::Readable))?,
        digest,
        key,
    })
}

/// An entry with its bytes, which have the digest of its record.
pub(crate) fn entry(row: &Row<'_>, index: u64) -> Result<Entry, StoreError> {
    let corrupt = |rule| StoreError::corrupt(Place::Entry(index), rule);
    let bytes = blob(row, 6).ok_or_else(|| corrupt(Rule::Readable))?;
    Entry::new(index, record(row, index)?, bytes.to_vec()).map_err(|foreign| {
        corrupt(match foreign {
            Foreign::Size => Rule::Size,
            Foreign::Digest => Rule::Digest,
            Foreign::Limit => Rule::Limits,
        })
    })
}

pub(crate) fn digest(bytes: &[u8]) -> Option<Sha256> {
    bytes.try_into().ok().map(Sha256::from_bytes)
}

/// The bytes of a column, which a damaged file may have made anything.
pub(crate) fn blob<'r>(row: &'r Row<'_>, column: usize) -> Option<&'r [u8]> {
    match row.get_ref(column) {
        Ok(ValueRef::Blob(bytes)) => Some(bytes),
        _ => None,
    }
}

pub(crate) fn text<'r>(row: &'r Row<'_>, column: usize) -> Option<&'r str> {
    match row.get_ref(column) {
        Ok(ValueRef::Text(bytes)) => str::from_utf8(bytes).ok(),
        _ => None,
    }
}
