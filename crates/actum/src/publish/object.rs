//! Finished objects: completed, with their digest, and signed where a key is given (TMPA 9.8).

use super::draft::Draft;
use super::fill::{Filled, Setting, fill};
use super::forecast::Forecast;
use super::record::Record;
use crate::error::Error;
use crate::key::finish_object;

/// How an object gets its signature: the object with its digest goes in, the signed one comes out.
pub type Seal<'a> = dyn Fn(&[u8]) -> Result<Vec<u8>, Error> + 'a;

/// A publication that is ready, and what the reading would say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// What was filled in.
    pub filled: Vec<Filled>,
    /// The bytes of each object.
    pub objects: Vec<Vec<u8>>,
    /// The verdict beforehand.
    pub forecast: Forecast,
}

/// Completes, finishes and judges the drafts of one publication.
///
/// # Errors
/// As [`fill()`] and `seal`; [`crate::ErrorKind::Input`] where a member has no canonical form. Never for what the reading would say.
pub fn prepare(
    drafts: &[Draft],
    record: &dyn Record,
    setting: Setting<'_>,
    seal: Option<&Seal<'_>>,
) -> Result<Prepared, Error> {
    let filled = fill(drafts, record, setting)?;
    let mut objects = Vec::with_capacity(filled.len());
    for one in &filled {
        let bytes = match seal {
            Some(seal) => seal(one.json.as_bytes())?,
            None => finish_object(one.json.as_bytes())?,
        };
        objects.push(bytes);
    }
    let forecast = record.with(&objects);
    Ok(Prepared { filled, objects, forecast })
}
