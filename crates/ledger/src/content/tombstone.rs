//! That content was erased, and why: an artifact like any other.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

use actum_canon::digest::sha256;
use actum_canon::encode::Writer;
use actum_canon::json::Value;

use super::digest::ContentDigest;
use crate::entry::Entry;
use crate::form::{self, Form, FormError};

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
    /// `None` for another reason.
    #[must_use]
    pub fn new(digest: ContentDigest, reason: &str) -> Option<Self> {
        (1..=MAX_REASON).contains(&reason.len()).then(|| Self { digest, reason: reason.into() })
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

/// `{"erased","reason"}`
impl Form for Tombstone {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        writer.name("erased")?;
        writer.string(&self.digest.to_string())?;
        writer.name("reason")?;
        writer.string(&self.reason)?;
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["erased", "reason"], &[])?;
        let digest = form::member(value, "erased", |erased| ContentDigest::parse(&erased.as_str()?))?;
        form::member(value, "reason", |reason| Self::new(digest, &reason.as_str()?))
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
        let tombstone = Tombstone::parse(entry.bytes()).map_err(TombstoneError::Form)?;
        Ok(Self { digest: tombstone.digest, index: entry.index() })
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TombstoneError {
    /// Another media type.
    MediaType,
    /// The bytes are not those of one.
    Form(FormError),
}

impl fmt::Display for TombstoneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MediaType => write!(f, "media type is not `{TOMBSTONE}`"),
            Self::Form(error) => write!(f, "tombstone: {error}"),
        }
    }
}

impl core::error::Error for TombstoneError {}
