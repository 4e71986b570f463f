//! Ed25519 verification (RFC 8032 5.1.7), read strictly.
//!
//! Verifiers of the world disagree on signatures made with points of small order and on encodings that are not
//! reduced. The strict reading refuses them all, so that a verdict is the same everywhere: the cofactorless
//! equation, `S` below the group order, no point of small order as key or as `R`, no unreduced encoding.
//! Batch verification answers differently on such input and is therefore not offered.
//!
//! Not here: signing, key storage, what the signed bytes are.

use core::fmt;

use ed25519_dalek::{Signature, VerifyingKey};

/// A public key that is fit to verify with: decoded once, canonically encoded, not of small order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Decodes a key from its 32 bytes.
    ///
    /// # Errors
    ///
    /// [`KeyError`] says which demand the bytes fail.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| KeyError::Length)?;
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::Malformed)?;
        if key.is_weak() {
            return Err(KeyError::Weak);
        }
        if key.to_edwards().compress().as_bytes() != bytes {
            return Err(KeyError::Malformed);
        }
        Ok(Self(key))
    }

    /// Tells whether `signature` (64 bytes; any other length is false) signs `message` under this key.
    #[must_use]
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature)
            .and_then(|signature| self.0.verify_strict(message, &signature))
            .is_ok()
    }

    /// Returns the 32 bytes that the key was decoded from.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }
}

/// Why bytes are not a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// The key is not 32 bytes.
    Length,
    /// The bytes encode no point of the curve, or encode one in a form that is not reduced (RFC 8032 5.1.3).
    Malformed,
    /// The point has small order: some signatures under it verify for any message.
    Weak,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "public key is not 32 bytes long",
            Self::Malformed => "public key encodes no point of the curve",
            Self::Weak => "public key is a point of small order",
        })
    }
}

impl core::error::Error for KeyError {}
