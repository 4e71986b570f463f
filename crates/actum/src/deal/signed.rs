//! Signatures of messages and receipts as deals write them (DEAL 15.1): `ed25519:` and 128 digits.

use actum_deal::signature::preimage;

use super::message::with_member;
use crate::error::{Error, ErrorKind};
use crate::key::{Key, digits};

impl Key {
    /// A deal message with its signature as last member.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where the bytes are no message, or it is signed already.
    pub fn signed(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let preimage = preimage(message).ok_or_else(|| {
            Error::new(ErrorKind::Input, "message_invalid", "what is no message cannot be signed")
        })?;
        with_member(message, "sig", &format!("\"{}\"", self.signature(&preimage)))
    }

    /// The signature over these bytes: `ed25519:` and its 128 digits.
    pub(super) fn signature(&self, bytes: &[u8]) -> String {
        digits(&self.sign(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_one_that_the_engine_checks() {
        let place = tempfile::tempdir().unwrap();
        let key = Key::create(&place.path().join("key"), None).unwrap();
        let signed = key.signed(br#"{"type":"Accept","from":"A","offer_id":"x"}"#).unwrap();
        let text = String::from_utf8(signed.clone()).unwrap();
        let hex = text.split_once("ed25519:").unwrap().1.trim_end_matches("\"}");
        let bytes: Vec<_> =
            (0..64).map(|at| u8::from_str_radix(hex.get(2 * at..2 * at + 2).unwrap(), 16).unwrap()).collect();
        let public = actum_deal::signature::key(&key.public().to_string()).unwrap();
        assert!(public.verify(&preimage(&signed).unwrap(), &bytes));
        assert_eq!(key.signed(&signed).unwrap_err().code(), "message_invalid");
        assert_eq!(key.signed(b"[]").unwrap_err().code(), "message_invalid");
    }
}
