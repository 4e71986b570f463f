//! From a row to what was appended, or to the rule that does not hold.

use actum_canon::digest::Sha256;
use actum_ledger::store::{Place, Rule};
use actum_ledger::{Entry, Foreign, Record, StoreError};
use rusqlite::Row;
use rusqlite::types::ValueRef;

/// The columns of [`record`], and of [`entry`] with the bytes behind them.
pub(crate) const RECORD: &str =
    r#"e."index", e.source_id, e.media_type, e."key", e.digest, length(e.bytes), n.hashes"#;

/// The record of an entry, held against the leaf that stands for it in the tree.
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
    let record = Record {
        source_id,
        media_type: readable(text(row, 2))?,
        size: size.ok_or_else(|| corrupt(Rule::Readable))?,
        digest,
        key,
    };
    let Some(leaf) = blob(row, 6).and_then(|hashes| hash_at(hashes, 0)) else {
        return Err(corrupt(Rule::Leaf));
    };
    if record.leaf() == leaf { Ok(record) } else { Err(corrupt(Rule::Leaf)) }
}

/// An entry with its bytes, every digest of which was recomputed.
pub(crate) fn entry(row: &Row<'_>, index: u64) -> Result<Entry, StoreError> {
    let corrupt = |rule| StoreError::corrupt(Place::Entry(index), rule);
    let bytes = blob(row, 7).ok_or_else(|| corrupt(Rule::Readable))?;
    let record = record(row, index);
    // What was done to the bytes says more than that the leaf is another one.
    let written = blob(row, 4).and_then(digest);
    if written.is_some_and(|written| written != actum_canon::digest::sha256(bytes)) {
        return Err(corrupt(Rule::Digest));
    }
    Entry::new(index, record?, bytes.to_vec()).map_err(|foreign| {
        corrupt(match foreign {
            Foreign::Size => Rule::Size,
            Foreign::Digest => Rule::Digest,
            Foreign::Limit => Rule::Limits,
        })
    })
}

/// The hash of a height among those that an entry completed.
pub(crate) fn hash_at(hashes: &[u8], height: u32) -> Option<Sha256> {
    hashes.as_chunks::<32>().0.get(usize::try_from(height).ok()?).copied().map(Sha256::from_bytes)
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
