//! What is kept: a record of the bytes, which the log commits to, and the bytes.

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{JCS, Writer};
use actum_canon::json::Value;
use actum_canon::merkle::RFC_6962;

use crate::artifact::{self, Fault, MAX_BYTES};
use crate::form::{self, Form, FormError};

/// All that the log commits to of an artifact. The bytes take part by size and digest, so that a proof travels without
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Under which name the bytes are evidence.
    pub source_id: String,
    /// What they are.
    pub media_type: String,
    /// How many there are.
    pub size: u64,
    /// Their SHA-256.
    pub digest: Sha256,
    /// The idempotency key of the request.
    pub key: Option<String>,
}

/// An artifact that is kept. Its bytes have the size and the digest that its record names: it cannot be made otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    index: u64,
    record: Record,
    bytes: Vec<u8>,
}

impl Record {
    /// Returns the leaf of the Merkle tree: the digest of RFC 6962 2.1 over the canonical bytes.
    #[must_use]
    pub fn leaf(&self) -> Sha256 {
        RFC_6962.leaf(&self.to_bytes())
    }

    /// Checks the limits of what is said about the bytes, and of their number.
    ///
    /// # Errors
    ///
    /// As [`Artifact::check`](crate::Artifact::check).
    pub fn check(&self) -> Result<(), Fault> {
        if self.size > MAX_BYTES as u64 {
            return Err(Fault::Bytes);
        }
        artifact::check_names(Some(&self.source_id), &self.media_type, self.key.as_deref())
    }
}

/// `{"digest","key","media_type","size","source_id"}`; `key` is absent without one.
impl Form for Record {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        put(&self.source_id, &self.media_type, self.size, self.digest, self.key.as_deref(), writer)
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["digest", "media_type", "size", "source_id"], &["key"])?;
        Ok(Self {
            source_id: form::member(value, "source_id", form::text)?,
            media_type: form::member(value, "media_type", form::text)?,
            size: form::member(value, "size", form::number)?,
            digest: form::member(value, "digest", form::digest)?,
            key: form::optional(value, "key", form::text)?,
        })
    }
}

impl Entry {
    /// Joins a record with the bytes that it speaks of.
    ///
    /// # Errors
    ///
    /// [`Foreign`] where they are not the bytes that were recorded.
    pub fn new(index: u64, record: Record, bytes: Vec<u8>) -> Result<Self, Foreign> {
        if bytes.len() > MAX_BYTES {
            return Err(Foreign::Limit);
        }
        if bytes.len() as u64 != record.size {
            return Err(Foreign::Size);
        }
        if sha256(&bytes) != record.digest {
            return Err(Foreign::Digest);
        }
        Ok(Self { index, record, bytes })
    }

    /// Returns the place in the ledger, from 0.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// Returns what the log commits to.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the name under which the bytes are evidence.
    #[must_use]
    pub fn source_id(&self) -> &str {
        &self.record.source_id
    }

    /// Returns what the bytes are.
    #[must_use]
    pub fn media_type(&self) -> &str {
        &self.record.media_type
    }

    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives the bytes away.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the SHA-256 of the bytes.
    #[must_use]
    pub const fn digest(&self) -> Sha256 {
        self.record.digest
    }

    /// Returns the idempotency key of the request.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.record.key.as_deref()
    }

    /// Returns the leaf; see [`Record::leaf`].
    #[must_use]
    pub fn leaf(&self) -> Sha256 {
        self.record.leaf()
    }
}

/// The leaf of a record that is borrowed; `buffer` only spares an allocation.
pub(crate) fn leaf(
    source_id: &str,
    media_type: &str,
    size: u64,
    digest: Sha256,
    key: Option<&str>,
    buffer: &mut Vec<u8>,
) -> Sha256 {
    buffer.clear();
    let Ok(()) = put(source_id, media_type, size, digest, key, &mut Writer::new(&JCS, buffer));
    RFC_6962.leaf(buffer)
}

fn put(
    source_id: &str,
    media_type: &str,
    size: u64,
    digest: Sha256,
    key: Option<&str>,
    writer: &mut Writer<'_, Vec<u8>>,
) -> Result<(), Infallible> {
    writer.begin_object()?;
    writer.name("digest")?;
    form::put_digest(digest, writer)?;
    if let Some(key) = key {
        writer.name("key")?;
        writer.string(key)?;
    }
    writer.name("media_type")?;
    writer.string(media_type)?;
    writer.name("size")?;
    writer.integer(size)?;
    writer.name("source_id")?;
    writer.string(source_id)?;
    writer.end_object()
}

/// Why bytes are not those of a record, or of a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// Another number of bytes.
    Size,
    /// Another digest.
    Digest,
    /// More than [`MAX_BYTES`].
    Limit,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Size => "the bytes are not as many as were recorded",
            Self::Digest => "the bytes have another digest than was recorded",
            Self::Limit => "there are more bytes than are ever kept",
        })
    }
}

impl core::error::Error for Foreign {}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(key: Option<&str>) -> Record {
        let (source_id, media_type) = ("notes/ü.txt".into(), "text/plain".into());
        Record { source_id, media_type, size: 2, digest: sha256(b"hi"), key: key.map(Into::into) }
    }

    #[test]
    fn a_leaf_is_the_digest_of_a_zero_byte_and_the_canonical_record() {
        let digits = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";
        for (key, member) in [(None, ""), (Some("k\"1"), r#""key":"k\"1","#)] {
            let text = alloc::format!(
                "\0{{\"digest\":\"sha256:{digits}\",{member}\"media_type\":\"text/plain\",\"size\":2,\"source_id\":\"notes/ü.txt\"}}"
            );
            assert_eq!(record(key).leaf(), sha256(text.as_bytes()));
        }
    }

    #[test]
    fn an_entry_cannot_be_made_with_other_bytes() {
        assert_eq!(Entry::new(0, record(None), b"ho".to_vec()), Err(Foreign::Digest));
        assert_eq!(Entry::new(0, record(None), b"hi!".to_vec()), Err(Foreign::Size));
        let huge = alloc::vec![0; MAX_BYTES + 1];
        let long = Record { size: huge.len() as u64, digest: sha256(&huge), ..record(None) };
        assert_eq!(Entry::new(0, long, huge), Err(Foreign::Limit));
        assert_eq!(Entry::new(7, record(None), b"hi".to_vec()).unwrap().bytes(), b"hi");
    }
}
