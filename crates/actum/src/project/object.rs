//! Writes governance objects (TMPA 4.1) that projections make, with their digests.

use actum_canon::digest::sha256;
use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::instant::Instant;
use actum_canon::json::Parser;

/// An object in the making. What is not said here is the same for all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) id: String,
    pub(super) kind: &'static str,
    /// The carrier of the work item, whose id is also the work item's.
    pub(super) work: String,
    pub(super) stream: String,
    pub(super) sequence: u64,
    pub(super) creator: String,
    pub(super) role: &'static str,
    pub(super) created_at: String,
    pub(super) lifecycle: &'static str,
    pub(super) state: String,
    /// Source state and action of a transition into `state`.
    pub(super) step: Option<(String, String)>,
    /// Relation and target.
    pub(super) references: Vec<(&'static str, String)>,
    /// Members of the body.
    pub(super) body: Vec<(&'static str, Text)>,
}

/// A value of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    String(String),
    Number(u64),
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<u64> for Text {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl Made {
    /// The canonical bytes, digest included.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(1024);
        let Ok(()) = self.write(&mut Writer::new(&TMPA_S04, &mut text));
        let mut parser = Parser::new();
        let mut bytes = Vec::with_capacity(text.len() + 80);
        let Ok(document) = parser.parse(&text) else { return text };
        let located = TMPA_S04.write_located(document.root(), "integrity", ["digest"], &mut bytes);
        let Ok([Some(digest)]) = located else { return text };
        // The digest covers the form in which it is itself the empty string.
        let computed = format!("\"{}\"", sha256(&bytes));
        bytes.splice(digest.value, computed.into_bytes());
        bytes
    }

    fn write(&self, writer: &mut Writer<'_, Vec<u8>>) -> Result<(), core::convert::Infallible> {
        let mut references = self.references.clone();
        references.sort_unstable();
        references.dedup();
        let mut body = self.body.clone();
        body.sort_unstable_by_key(|(name, _)| *name);
        writer.begin_object()?;
        writer.name("content")?;
        writer.begin_object()?;
        writer.name("body")?;
        writer.begin_object()?;
        for (name, value) in &body {
            writer.name(name)?;
            match value {
                Text::String(text) => writer.string(text)?,
                Text::Number(number) => writer.integer(*number)?,
            }
        }
        writer.end_object()?;
        member(writer, "media_type", "application/json")?;
        writer.end_object()?;
        member(writer, "created_at", &self.created_at)?;
        member(writer, "creator", &self.creator)?;
        writer.name("governed_work")?;
        writer.begin_object()?;
        member(writer, "id", &self.work)?;
        member(writer, "primary_carrier_id", &self.work)?;
        writer.end_object()?;
        member(writer, "id", &self.id)?;
        writer.name("integrity")?;
        writer.begin_object()?;
        member(writer, "canonicalization", "tmpa-s0.4-stable-json-1")?;
        member(writer, "digest", "")?;
        member(writer, "hash_algorithm", "sha256")?;
        writer.end_object()?;
        writer.name("lifecycle")?;
        writer.begin_object()?;
        member(writer, "profile", self.lifecycle)?;
        member(writer, "state", &self.state)?;
        if let Some((from, action)) = &self.step {
            writer.name("transition")?;
            writer.begin_object()?;
            member(writer, "action", action)?;
            member(writer, "from", from)?;
            member(writer, "to", &self.state)?;
            writer.end_object()?;
        }
        writer.end_object()?;
        writer.name("references")?;
        writer.begin_array()?;
        for (relation, target) in &references {
            writer.begin_object()?;
            member(writer, "relation", relation)?;
            member(writer, "target", target)?;
            writer.end_object()?;
        }
        writer.end_array()?;
        member(writer, "role", self.role)?;
        writer.name("stream")?;
        writer.begin_object()?;
        member(writer, "id", &self.stream)?;
        writer.name("sequence")?;
        writer.integer(self.sequence)?;
        writer.end_object()?;
        member(writer, "tmpa_version", "S0.4")?;
        member(writer, "type", self.kind)?;
        writer.end_object()
    }
}

fn member(writer: &mut Writer<'_, Vec<u8>>, name: &str, text: &str) -> Result<(), core::convert::Infallible> {
    writer.name(name)?;
    writer.string(text)
}

/// A stamp in milliseconds since 1970 as a date-time; beyond the last one that can be written, that one.
pub(super) fn date_time(stamp: u64) -> String {
    let instant = Instant::from_milliseconds(stamp);
    instant.map_or_else(|| "9999-12-31T23:59:59.999Z".to_owned(), |instant| instant.to_string())
}

/// A name as one part of an id whose parts stand between slashes, so that no two lists of names give one id.
pub(super) fn named(text: &str) -> String {
    if text.is_empty() { "%".to_owned() } else { text.replace('%', "%25").replace('/', "%2F") }
}
