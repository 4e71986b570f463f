//! The name of content: its digest, by one of two hash functions.

use core::fmt;

use actum_canon::digest::{Sha3, Sha256, sha3, sha256};

use crate::artifact::MAX_BYTES;
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
    /// [`Foreign::Digest`] where they have another, [`Foreign::Limit`] where they are more than an artifact may have.
    pub fn new(digest: ContentDigest, bytes: &'a [u8]) -> Result<Self, Foreign> {
        if bytes.len() > MAX_BYTES {
            return Err(Foreign::Limit);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn content_has_its_digest_and_no_more_bytes_than_an_artifact() {
        let bytes = alloc::vec![7; MAX_BYTES + 1];
        let (whole, less) = (bytes.as_slice(), &bytes[1..]);
        assert!(Content::new(ContentDigest::Sha256(sha256(less)), less).is_ok());
        assert_eq!(Content::new(ContentDigest::Sha256(sha256(whole)), whole), Err(Foreign::Limit));
        assert_eq!(Content::new(ContentDigest::Sha3(sha3(b"a")), b"b"), Err(Foreign::Digest));
    }

    #[test]
    fn either_written_form_is_read_back_and_orders_as_text() {
        let mut digests = [b"a".as_slice(), b"b", b"c"]
            .map(|bytes| [ContentDigest::Sha256(sha256(bytes)), ContentDigest::Sha3(sha3(bytes))]);
        for digest in digests.as_flattened() {
            assert_eq!(ContentDigest::parse(&digest.to_string()), Some(*digest));
        }
        let mut texts: alloc::vec::Vec<_> = digests.as_flattened().iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        digests.as_flattened_mut().sort_unstable();
        assert!(digests.as_flattened().iter().map(ToString::to_string).eq(texts));
        for text in ["", "sha256:", "sha3:00", "SHA256:00"] {
            assert_eq!(ContentDigest::parse(text), None, "{text}");
        }
    }
}
