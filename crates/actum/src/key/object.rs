//! Governance objects get their integrity record: the digest, and a signature where a key is given (TMPA 3.7, 9.8).

use actum_tmpa::{CoverError, Covered};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Key;
use crate::error::{Error, ErrorKind};

/// The finished object in canonical form: a draft with its digest and a signature under `key`, which it calls `key_id`.
/// A digest and a signature group that the draft holds already are replaced. Whether the object is a good one, a reading
/// says.
///
/// # Errors
/// [`ErrorKind::Input`] where the draft is no object with a canonicalization that is known here.
pub fn sign_object(draft: &[u8], key_id: &str, key: &Key) -> Result<Vec<u8>, Error> {
    let covered = Covered::of(draft).map_err(unusable)?;
    Ok(covered.signed(key_id, &STANDARD.encode(key.sign(covered.bytes()))))
}

/// The finished object in canonical form, without a signature.
///
/// # Errors
/// As [`sign_object`].
pub fn finish_object(draft: &[u8]) -> Result<Vec<u8>, Error> {
    Covered::of(draft).map(|covered| covered.unsigned()).map_err(unusable)
}

fn unusable(error: CoverError) -> Error {
    Error::new(ErrorKind::Input, "draft_invalid", "the draft is no object that can be published")
        .because(error)
}
