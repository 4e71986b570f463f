//! A file that SQLite finds damaged, such as one that was cut: the entries that its remaining pages still hold.
//!
//! Not here: mending. The file is opened to be read, and what stands beside it is left as it is.

use std::path::Path;

use actum_ledger::store::{Place, Rule};
use actum_ledger::{Entry, StoreError};

use crate::failure::{Failure, FailureKind};
use crate::file::connect_damaged;
use crate::row::{self, RECORD};

/// Shows the entries from the first one on, each with its digest recomputed, as far as they follow one another. The tree
/// beside them is not asked, since its pages may be those that are gone: whoever has a root compares it.
///
/// # Errors
/// What ended it, where that is not the last row: an entry that is missing or does not hold, or pages that cannot be read.
pub fn survey(path: &Path, show: &mut dyn FnMut(Entry)) -> Result<(), StoreError> {
    let mut next = 0;
    let failed = |error, next: Option<u64>| {
        let failure = Failure::sqlite(path, error);
        match next {
            Some(next) if failure.kind() == FailureKind::Damaged => {
                StoreError::corrupt(Place::Entry(next), Rule::Readable)
            }
            _ => failure.into(),
        }
    };
    let connection = connect_damaged(path).map_err(|error| failed(error, None))?;
    let sql = format!(r#"SELECT {RECORD}, bytes FROM entry NOT INDEXED ORDER BY "index""#);
    let mut statement = connection.prepare(&sql).map_err(|error| failed(error, None))?;
    let mut rows = statement.query([]).map_err(|error| failed(error, None))?;
    while let Some(row) = rows.next().map_err(|error| failed(error, Some(next)))? {
        if row.get(0).ok() != i64::try_from(next).ok() {
            return Err(StoreError::corrupt(Place::Entry(next), Rule::Present));
        }
        show(row::entry(row, next)?);
        next += 1;
    }
    Ok(())
}
