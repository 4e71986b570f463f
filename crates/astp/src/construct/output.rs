//! What the vector runner gets back.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use actum_canon::digest::{Sha3, sha3};
use actum_canon::encode::{ASTP, Writer};

/// A result in the form of the published vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The result as canonical JSON (ASTP 5.1.2).
    pub json: Vec<u8>,
    /// What was digested last, where the result is a digest of one text of bytes.
    pub preimage: Option<Vec<u8>>,
}

impl Output {
    /// Whatever a closure writes.
    pub(super) fn json(
        write: impl FnOnce(&mut Writer<'_, Vec<u8>>) -> Result<(), core::convert::Infallible>,
    ) -> Self {
        let mut json = Vec::new();
        let mut writer = Writer::new(&ASTP, &mut json);
        let Ok(()) = write(&mut writer);
        let Ok(()) = writer.finish();
        Self { json, preimage: None }
    }

    /// The digest of a preimage.
    pub(super) fn digest(preimage: Vec<u8>) -> Self {
        Self { preimage: Some(preimage.clone()), ..Self::text(&sha3(&preimage).to_string()) }
    }

    pub(super) fn hash(digest: Sha3) -> Self {
        Self::text(&digest.to_string())
    }

    pub(super) fn text(text: &str) -> Self {
        Self::json(|writer| writer.string(text))
    }

    pub(super) fn truth(truth: bool) -> Self {
        Self::json(|writer| writer.boolean(truth))
    }

    pub(super) fn hashes(hashes: &[Sha3]) -> Self {
        Self::json(|writer| list(writer, hashes))
    }

    pub(super) fn levels(levels: &[Vec<Sha3>]) -> Self {
        Self::json(|writer| {
            writer.begin_array()?;
            levels.iter().try_for_each(|level| list(writer, level))?;
            writer.end_array()
        })
    }
}

/// Writes digests as an array of texts.
pub(super) fn list(
    writer: &mut Writer<'_, Vec<u8>>,
    hashes: &[Sha3],
) -> Result<(), core::convert::Infallible> {
    writer.begin_array()?;
    hashes.iter().try_for_each(|digest| writer.string(&digest.to_string()))?;
    writer.end_array()
}

/// Bytes as lower-case hexadecimal digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|nibble| char::from_digit(nibble.into(), 16))
        .collect()
}
