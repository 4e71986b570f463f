//! Key files (DEAL 15.1): Ed25519 keys as `openssl` writes them, private in PKCS #8 (RFC 8410 7), public as
//! SubjectPublicKeyInfo (RFC 8410 4).

use std::fmt;
use std::path::Path;

use actum_deal::signature::preimage;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer as _, SigningKey};

use super::message::with_member;
use crate::error::{Error, ErrorKind};
use crate::input::read_input;

/// All that stands before the 32 bytes of a private key in its DER form (RFC 8410 10.3).
const PRIVATE: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// All that stands before the 32 bytes of a public key in its DER form (RFC 8410 10.1).
const PUBLIC: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// A key that signs messages. Its bytes are never shown.
pub struct Key(SigningKey);

impl Key {
    /// Reads a private key file, PEM or DER.
    ///
    /// # Errors
    /// As [`read_input`], and [`ErrorKind::Input`] where the file holds no such key.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let bytes = read_input(path)?;
        Self::read(&bytes).ok_or_else(|| {
            let message = format!("`{}` holds no Ed25519 private key in PKCS #8 form", path.display());
            Error::new(ErrorKind::Input, "key_invalid", message)
                .hint("`openssl genpkey -algorithm ed25519 -out FILE` writes one; keys under a password are not read")
        })
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(SigningKey::from_bytes(&key(bytes, "PRIVATE KEY", &PRIVATE)?)))
    }

    /// The public key as Offers pin it: `ed25519:` and its 64 digits.
    pub fn public(&self) -> String {
        digits(self.0.verifying_key().as_bytes())
    }

    /// The message with its signature as last member.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] where the bytes are no message, or it is signed already.
    pub fn signed(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let preimage = preimage(message).ok_or_else(|| {
            Error::new(ErrorKind::Input, "message_invalid", "what is no message cannot be signed")
        })?;
        with_member(message, "sig", &format!("\"{}\"", self.sign(&preimage)))
    }

    /// The signature over these bytes: `ed25519:` and its 128 digits.
    pub(super) fn sign(&self, bytes: &[u8]) -> String {
        digits(&self.0.sign(bytes).to_bytes())
    }
}

/// The public key in a key file, private or public, PEM or DER, as Offers pin it: `ed25519:` and its 64 digits.
///
/// # Errors
/// As [`read_input`], and [`ErrorKind::Input`] where the file holds no Ed25519 key.
pub fn public_key(path: &Path) -> Result<String, Error> {
    let bytes = read_input(path)?;
    let public = key(&bytes, "PUBLIC KEY", &PUBLIC).map(|key| digits(&key));
    public.or_else(|| Some(Key::read(&bytes)?.public())).ok_or_else(|| {
        let message = format!("`{}` holds no Ed25519 key", path.display());
        Error::new(ErrorKind::Input, "key_invalid", message)
            .hint("`openssl pkey -in FILE -pubout` writes the public key of a private one")
    })
}

/// The 32 bytes of a key in a PEM file with this label, or in a DER file, behind this prefix.
fn key(bytes: &[u8], label: &str, prefix: &[u8]) -> Option<[u8; 32]> {
    let pem = str::from_utf8(bytes).ok().and_then(|text| {
        let (_, rest) = text.split_once(&format!("-----BEGIN {label}-----"))?;
        let (body, _) = rest.split_once(&format!("-----END {label}-----"))?;
        STANDARD.decode(body.split_ascii_whitespace().collect::<String>()).ok()
    });
    pem.as_deref().unwrap_or(bytes).strip_prefix(prefix)?.try_into().ok()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold("ed25519:".to_owned(), |digits, byte| format!("{digits}{byte:02x}"))
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Key").field("public", &self.public()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The private key of RFC 8410 10.3, and its public key of 10.1.
    const PEM: &str = "-----BEGIN PRIVATE KEY-----\n\
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
        -----END PRIVATE KEY-----\n";
    const PUBLIC_PEM: &str = "-----BEGIN PUBLIC KEY-----\n\
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n\
        -----END PUBLIC KEY-----\n";
    const SHOWN: &str = "ed25519:19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";

    #[test]
    fn the_published_key_is_read_in_all_its_forms() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        for pem in [PEM, PUBLIC_PEM] {
            fs::write(&file, pem).unwrap();
            assert_eq!(public_key(&file).unwrap(), SHOWN);
            let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
            fs::write(&file, STANDARD.decode(body).unwrap()).unwrap();
            assert_eq!(public_key(&file).unwrap(), SHOWN);
        }
        assert!(!format!("{:?}", Key::read(PEM.as_bytes()).unwrap()).contains("ef"));
    }

    #[test]
    fn a_signature_is_the_one_that_the_engine_checks() {
        let key = Key::read(PEM.as_bytes()).unwrap();
        let signed = key.signed(br#"{"type":"Accept","from":"A","offer_id":"x"}"#).unwrap();
        let text = String::from_utf8(signed.clone()).unwrap();
        let hex = text.split_once("ed25519:").unwrap().1.trim_end_matches("\"}");
        let bytes: Vec<_> =
            (0..64).map(|at| u8::from_str_radix(hex.get(2 * at..2 * at + 2).unwrap(), 16).unwrap()).collect();
        let public = actum_deal::signature::key(&key.public()).unwrap();
        assert!(public.verify(&preimage(&signed).unwrap(), &bytes));
        assert_eq!(key.signed(&signed).unwrap_err().code(), "message_invalid");
        assert_eq!(key.signed(b"[]").unwrap_err().code(), "message_invalid");
    }

    #[test]
    fn anything_else_is_no_key() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("key");
        for text in
            ["", "secret", &PEM.replace("MC4C", "MC5C"), &PEM.replace("PRIVATE", "SECRET"), PUBLIC_PEM]
        {
            fs::write(&file, text).unwrap();
            assert_eq!(Key::open(&file).unwrap_err().code(), "key_invalid", "{text}");
        }
        assert_eq!(Key::open(&place.path().join("absent")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
