//! The name of content: its digest, by one of two hash functions.

use core::fmt;

use actum_canon::digest::{Sha3, Sha256, sha3, sha256};

use crate::entry::Foreign;

/// A digest of content. The written form of either says which it is, and orders them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentDigest {
    /// SHA3-256, written as digits alone (ASTP 5.1).
    Sha3(Sha3),
    /// SHA-256, written `sha256:` and digits.
    Sha256(Sha256),
}

/// Bytes under the digest that they have: it cannot be made otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content<'a> {
    digest: ContentDigest,
    bytes: &'a [u8],
}

impl ContentDigest {
    /// Reads the written form, strictly.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Sha256::parse(text).map(Self::Sha256).or_else(|| Sha3::parse(text).map(Self::Sha3))
    }

    /// Tells whether bytes have this digest.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Sha256(digest) => sha256(bytes) == *digest,
            Self::Sha3(digest) => sha3(bytes) == *digest,
        }
    }
}

impl fmt::Display for ContentDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sha256(digest) => digest.fmt(f),
            Self::Sha3(digest) => digest.fmt(f),
        }
    }
}

impl<'a> Content<'a> {
    /// Takes bytes under the digest that they are said to have.
    ///
    /// # Errors
    ///
    /// [`Foreign::Digest`] where they have another.
    pub fn new(digest: ContentDigest, bytes: &'a [u8]) -> Result<Self, Foreign> {
        if digest.is_of(bytes) { Ok(Self { digest, bytes }) } else { Err(Foreign::Digest) }
    }

    /// Returns the digest.
    #[must_use]
    pub const fn digest(&self) -> ContentDigest {
        self.digest
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
