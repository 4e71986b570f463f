//! That content was erased, and why: an artifact like any other.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use actum_canon::digest::sha256;
use actum_canon::encode::{JCS, Writer};
use actum_canon::json::{Parser, Value};

use super::digest::ContentDigest;
use crate::entry::Entry;

/// The media type of tombstones.
pub const TOMBSTONE: &str = "application/vnd.actum.tombstone+json";

/// The most bytes of a reason.
pub const MAX_REASON: usize = 1024;

/// What stands in the ledger in place of content that is gone. It holds no moment: the ledger orders it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    digest: ContentDigest,
    reason: String,
}

/// That a ledger holds a tombstone for content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erasure {
    digest: ContentDigest,
    index: u64,
}

impl Tombstone {
    /// Names content and the reason for which it goes, from 1 to [`MAX_REASON`] bytes of text.
    ///
    /// # Errors
    ///
    /// [`TombstoneError::Reason`].
    pub fn new(digest: ContentDigest, reason: &str) -> Result<Self, TombstoneError> {
        if (1..=MAX_REASON).contains(&reason.len()) {
            Ok(Self { digest, reason: reason.into() })
        } else {
            Err(TombstoneError::Reason)
        }
    }

    /// Reads the canonical bytes, strictly.
    ///
    /// # Errors
    ///
    /// [`TombstoneError`].
    pub fn parse(bytes: &[u8]) -> Result<Self, TombstoneError> {
        let mut parser = Parser::new();
        let document = parser.parse(bytes).map_err(|_| TombstoneError::Form)?;
        let root = document.root();
        let text = |name| root.get(name).and_then(Value::as_str).ok_or(TombstoneError::Form);
        let digest = ContentDigest::parse(&text("erased")?).ok_or(TombstoneError::Form)?;
        let tombstone = Self::new(digest, &text("reason")?)?;
        // Another spelling, and any further member, is another document.
        if tombstone.to_bytes() == bytes { Ok(tombstone) } else { Err(TombstoneError::Form) }
    }

    /// Returns the canonical bytes (RFC 8785): the members `erased` and `reason`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Ok(()) = self.put(&mut Writer::new(&JCS, &mut bytes));
        bytes
    }

    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("erased")?;
        writer.string(&self.digest.to_string())?;
        writer.name("reason")?;
        writer.string(&self.reason)?;
        writer.end_object()
    }

    /// Returns the digest of the content.
    #[must_use]
    pub const fn digest(&self) -> ContentDigest {
        self.digest
    }

    /// Returns why it goes.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The idempotency key: the same content is erased once for the same reason.
    pub(super) fn key(&self) -> String {
        alloc::format!("tombstone {}", sha256(&self.to_bytes()))
    }
}

impl Erasure {
    /// Takes an entry of a ledger for the tombstone that it is.
    ///
    /// # Errors
    ///
    /// [`TombstoneError`] where it is none.
    pub fn of(entry: &Entry) -> Result<Self, TombstoneError> {
        if entry.media_type() != TOMBSTONE {
            return Err(TombstoneError::MediaType);
        }
        Tombstone::parse(entry.bytes())
            .map(|tombstone| Self { digest: tombstone.digest, index: entry.index() })
    }

    /// Returns the digest of the content that goes.
    #[must_use]
    pub const fn digest(&self) -> ContentDigest {
        self.digest
    }

    /// Returns the entry that says so.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.index
    }
}

/// Why something is no tombstone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TombstoneError {
    /// Another media type.
    MediaType,
    /// Not the canonical bytes of `erased` and `reason`.
    Form,
    /// No reason, or more than [`MAX_REASON`] bytes of it.
    Reason,
}

impl fmt::Display for TombstoneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MediaType => write!(f, "media type is not `{TOMBSTONE}`"),
            Self::Form => f.write_str("not the canonical bytes of `erased` and `reason`"),
            Self::Reason => write!(f, "reason is empty or longer than {MAX_REASON} bytes"),
        }
    }
}

impl core::error::Error for TombstoneError {}
