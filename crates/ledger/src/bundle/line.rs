//! One line of an exported ledger.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::Writer;
use actum_canon::json::Value;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::artifact::MAX_BYTES;
use crate::content::ContentDigest;
use crate::entry::{Entry, Record};
use crate::form::{self, Form, FormError};
use crate::frontier::Head;

/// What the first line says that the file is.
pub const LEDGER_FORMAT: &str = "actum-ledger-1";

/// The longest path of a file.
pub const MAX_PATH: usize = 1024;

/// A line. Bytes are written as text where they are UTF-8 without control characters other than tab, line feed and
/// carriage return, in base64 otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The first line: `{"checkpoint","format","head"}`, `checkpoint` absent without one.
    Start {
        /// The head that all entries come to.
        head: Head,
        /// A checkpoint of the ledger at this head or an earlier one, with its signatures.
        checkpoint: Option<String>,
    },
    /// A file of the profile: `{"base64" or "text","digest","file"}`.
    File {
        /// Its path: see [`is_path`].
        path: String,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// An entry: `{"base64" or "text","digest","index","key","media_type","source_id"}`, `key` absent without one.
    Entry(Entry),
    /// A piece of content: `{"base64" or "text","content"}`.
    Content {
        /// Its digest.
        digest: ContentDigest,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// The last line: `{"end":{"contents","entries","files"}}`.
    End(Counts),
}

/// How many lines of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pieces of content.
    pub contents: u64,
    /// Entries.
    pub entries: u64,
    /// Files of the profile.
    pub files: u64,
}

/// Tells whether a path stays below the folder that it is written to, on every system: names between slashes, none of
/// them empty, `.` or `..`, without backslash, colon or control character, up to [`MAX_PATH`] bytes.
#[must_use]
pub fn is_path(path: &str) -> bool {
    path.len() <= MAX_PATH
        && !path.contains(|one: char| one.is_control() || one == '\\' || one == ':')
        && path.split('/').all(|name| !matches!(name, "" | "." | ".."))
}

impl Form for Line {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        match self {
            Self::Start { head, checkpoint } => {
                if let Some(checkpoint) = checkpoint {
                    writer.name("checkpoint")?;
                    writer.string(checkpoint)?;
                }
                writer.name("format")?;
                writer.string(LEDGER_FORMAT)?;
                writer.name("head")?;
                head.put(writer)?;
            }
            Self::File { path, bytes } => put_bytes(bytes, writer, |writer| {
                writer.name("digest")?;
                form::put_digest(sha256(bytes), writer)?;
                writer.name("file")?;
                writer.string(path)
            })?,
            Self::Entry(entry) => put_bytes(entry.bytes(), writer, |writer| put_record(entry, writer))?,
            Self::Content { digest, bytes } => put_bytes(bytes, writer, |writer| {
                writer.name("content")?;
                writer.string(&digest.to_string())
            })?,
            Self::End(counts) => {
                writer.name("end")?;
                counts.put(writer)?;
            }
        }
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        let has = |name| value.get(name).is_some();
        if has("end") {
            form::members(value, &["end"], &[])?;
            return Ok(Self::End(form::inner(value, "end")?));
        }
        if has("index") {
            return entry(value).map(Self::Entry);
        }
        if has("file") {
            form::members(value, &["digest", "file"], &BYTES)?;
            let path = form::member(value, "file", |path| form::text(path).filter(|path| is_path(path)))?;
            let (digest, bytes) = (form::member(value, "digest", form::digest)?, bytes(value)?);
            let holds = sha256(&bytes) == digest;
            return if holds { Ok(Self::File { path, bytes }) } else { Err(FormError::Member("digest")) };
        }
        if has("content") {
            form::members(value, &["content"], &BYTES)?;
            let digest = form::member(value, "content", |digest| ContentDigest::parse(&digest.as_str()?))?;
            let bytes = bytes(value)?;
            return if digest.is_of(&bytes) {
                Ok(Self::Content { digest, bytes })
            } else {
                Err(FormError::Member("content"))
            };
        }
        form::members(value, &["format", "head"], &["checkpoint"])?;
        form::member(value, "format", |format| (format.as_str()? == LEDGER_FORMAT).then_some(()))?;
        let checkpoint = form::optional(value, "checkpoint", form::text)?;
        Ok(Self::Start { head: form::inner(value, "head")?, checkpoint })
    }
}

/// `{"contents","entries","files"}`
impl Form for Counts {
    fn put(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
        writer.begin_object()?;
        for (name, count) in [("contents", self.contents), ("entries", self.entries), ("files", self.files)] {
            writer.name(name)?;
            writer.integer(count)?;
        }
        writer.end_object()
    }

    fn read(value: Value<'_>) -> Result<Self, FormError> {
        form::members(value, &["contents", "entries", "files"], &[])?;
        Ok(Self {
            contents: form::member(value, "contents", form::number)?,
            entries: form::member(value, "entries", form::number)?,
            files: form::member(value, "files", form::number)?,
        })
    }
}

/// The two ways in which bytes are written; a line has one of them.
const BYTES: [&str; 2] = ["base64", "text"];

/// Writes bytes before or behind the other members, where the order of names has them.
fn put_bytes<'w>(
    bytes: &[u8],
    writer: &mut Writer<'w, Vec<u8>>,
    rest: impl FnOnce(&mut Writer<'w, Vec<u8>>) -> Result<(), Infallible>,
) -> Result<(), Infallible> {
    if let Some(text) = as_text(bytes) {
        rest(writer)?;
        writer.name("text")?;
        return writer.string(text);
    }
    writer.name("base64")?;
    writer.string(&STANDARD.encode(bytes))?;
    rest(writer)
}

fn put_record(entry: &Entry, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), Infallible> {
    writer.name("digest")?;
    form::put_digest(entry.digest(), writer)?;
    writer.name("index")?;
    writer.integer(entry.index())?;
    if let Some(key) = entry.key() {
        writer.name("key")?;
        writer.string(key)?;
    }
    writer.name("media_type")?;
    writer.string(entry.media_type())?;
    writer.name("source_id")?;
    writer.string(entry.source_id())
}

fn entry(value: Value<'_>) -> Result<Entry, FormError> {
    let (demanded, optional) = (["digest", "index", "media_type", "source_id"], ["base64", "text", "key"]);
    form::members(value, &demanded, &optional)?;
    let index = form::member(value, "index", form::index)?;
    let digest: Sha256 = form::member(value, "digest", form::digest)?;
    let bytes = bytes(value)?;
    let record = Record {
        source_id: form::member(value, "source_id", form::text)?,
        media_type: form::member(value, "media_type", form::text)?,
        size: bytes.len() as u64,
        digest,
        key: form::optional(value, "key", form::text)?,
    };
    record.check().map_err(|fault| FormError::Member(fault.member()))?;
    Entry::new(index, record, bytes).map_err(|_| FormError::Member("digest"))
}

/// Reads bytes; that the right one of the two ways was taken shows when the line is written again.
fn bytes(value: Value<'_>) -> Result<Vec<u8>, FormError> {
    let bytes = match value.get("base64") {
        Some(encoded) => encoded.as_str().and_then(|encoded| STANDARD.decode(encoded.as_bytes()).ok()),
        None => Some(form::member(value, "text", form::text)?.into_bytes()),
    };
    bytes.filter(|bytes| bytes.len() <= MAX_BYTES).ok_or(FormError::Member("base64"))
}

fn as_text(bytes: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(bytes).ok()?;
    let plain = |byte: u8| byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r');
    text.bytes().all(plain).then_some(text)
}
