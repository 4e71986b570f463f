//! The canonical result (TMPA 8.2, 8.3): written member by member, never held as a whole.

use super::pieces;
use super::view::{Edge, Issue, Node, Reconstruction};
use crate::graph::Index;
use crate::judgment::Authentication;
use crate::spread::{Alone, Spread};
use actum_canon::digest::Sha256;
use actum_canon::encode::{Sink, TMPA_S04, Writer};
use core::ops::Range;

/// Writes one member whose value is a string.
pub(super) fn member<S: Sink>(writer: &mut Writer<'_, S>, name: &str, text: &str) -> Result<(), S::Error> {
    writer.name(name)?;
    writer.string(text)
}

/// Writes one member whose value is a digest.
pub(crate) fn digest<S: Sink>(
    writer: &mut Writer<'_, S>,
    name: &str,
    digest: Sha256,
) -> Result<(), S::Error> {
    writer.name(name)?;
    // The written form needs no escapes.
    let mut quoted = [b'"'; 73];
    if let Some((_, inner)) = quoted.split_first_mut() {
        inner.iter_mut().zip(digest.to_ascii()).for_each(|(slot, byte)| *slot = byte);
    }
    writer.raw(&quoted)
}

/// Writes the assurance label of one object or view (TMPA 7.4).
pub(super) fn authentication<S: Sink>(
    writer: &mut Writer<'_, S>,
    authenticated: bool,
) -> Result<(), S::Error> {
    let label = if authenticated { Authentication::Authenticated } else { Authentication::Unauthenticated };
    member(writer, "authentication_state", label.as_str())
}

/// As [`member`], where an empty text stands for an absent member.
fn optional<S: Sink>(writer: &mut Writer<'_, S>, name: &str, text: &str) -> Result<(), S::Error> {
    if text.is_empty() { Ok(()) } else { member(writer, name, text) }
}

/// Writes one member whose value is a list of strings.
pub(super) fn list<'t, S: Sink>(
    writer: &mut Writer<'_, S>,
    name: &str,
    texts: impl IntoIterator<Item = &'t str>,
) -> Result<(), S::Error> {
    writer.name(name)?;
    writer.begin_array()?;
    texts.into_iter().try_for_each(|text| writer.string(text))?;
    writer.end_array()
}

impl Reconstruction {
    /// Writes the canonical result envelope, valid against the published result schema and equal for equal inputs.
    ///
    /// # Errors
    /// Only those of the sink.
    pub fn write<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.write_by(sink, &Alone)
    }

    /// As [`Self::write`], with parts of the work left to `spread`. The bytes do not hang on it.
    ///
    /// # Errors
    /// Only those of the sink.
    pub fn write_by<S: Sink>(&self, sink: &mut S, spread: &dyn Spread) -> Result<(), S::Error> {
        let mut whole = Writer::new(&TMPA_S04, sink);
        let writer = &mut whole;
        writer.begin_object()?;
        member(writer, "authentication_state", self.authentication().as_str())?;
        member(writer, "core_version", "S0.4")?;
        let objects = self.parts.graph.len();
        writer.name("edges")?;
        pieces::array(writer, spread, objects, |writer, range| {
            self.edges_from(indices(range)).try_for_each(|item| edge(writer, item))
        })?;
        writer.name("extensions")?;
        self.write_extensions(writer, spread)?;
        array(writer, "issues", self.issues(), issue)?;
        member(writer, "judgment", self.judgment().as_str())?;
        let labelled = self.parts.trust_declared;
        writer.name("nodes")?;
        pieces::array(writer, spread, objects, |writer, range| {
            self.nodes_from(indices(range)).try_for_each(|item| write_node(writer, item, labelled))
        })?;
        member(writer, "output_version", "1")?;
        self.inputs(writer)?;
        digest(writer, "source_set_digest", self.source_set_digest())?;
        member(writer, "view_state", self.view_state().as_str())?;
        writer.end_object()?;
        whole.finish()
    }

    /// The canonical result as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self.write(&mut bytes) {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }

    fn inputs<S: Sink>(&self, writer: &mut Writer<'_, S>) -> Result<(), S::Error> {
        writer.name("profile")?;
        writer.begin_object()?;
        for (name, input) in &self.parts.inputs {
            writer.name(name)?;
            writer.begin_object()?;
            digest(writer, "digest", input.digest)?;
            member(writer, "id", &input.id)?;
            member(writer, "version", &input.version)?;
            writer.end_object()?;
        }
        writer.end_object()?;
        writer.name("reader")?;
        writer.begin_object()?;
        member(writer, "id", &self.parts.reader.id)?;
        member(writer, "version", &self.parts.reader.version)?;
        writer.end_object()
    }
}

fn indices(range: Range<usize>) -> Range<Index> {
    range.start as Index..range.end as Index
}

fn array<S: Sink, T>(
    writer: &mut Writer<'_, S>,
    name: &str,
    items: impl Iterator<Item = T>,
    each: impl Fn(&mut Writer<'_, S>, T) -> Result<(), S::Error>,
) -> Result<(), S::Error> {
    writer.name(name)?;
    writer.begin_array()?;
    for item in items {
        each(writer, item)?;
    }
    writer.end_array()
}

pub(super) fn write_node<S: Sink>(
    writer: &mut Writer<'_, S>,
    node: Node<'_>,
    labelled: bool,
) -> Result<(), S::Error> {
    writer.begin_object()?;
    if labelled {
        authentication(writer, node.authenticated)?;
    }
    digest(writer, "canonical_digest", node.canonical_digest)?;
    member(writer, "creator", node.creator)?;
    member(writer, "governed_work_id", node.work)?;
    member(writer, "id", node.id)?;
    member(writer, "judgment", node.judgment.as_str())?;
    member(writer, "primary_carrier_id", node.carrier)?;
    member(writer, "role", node.role)?;
    list(writer, "source_ids", node.source_ids.iter().copied())?;
    member(writer, "source_object_id", node.id)?;
    member(writer, "stream_id", node.stream)?;
    writer.name("stream_sequence")?;
    writer.integer(node.sequence)?;
    member(writer, "type", node.kind)?;
    member(writer, "view_state", node.view.as_str())?;
    writer.end_object()
}

fn edge<S: Sink>(writer: &mut Writer<'_, S>, edge: Edge<'_>) -> Result<(), S::Error> {
    writer.begin_object()?;
    digest(writer, "id", edge.id)?;
    writer.name("ordering")?;
    writer.boolean(edge.ordering)?;
    member(writer, "relation", edge.relation)?;
    member(writer, "source_id", edge.source)?;
    member(writer, "source_object_id", edge.source)?;
    member(writer, "target_id", edge.target)?;
    writer.end_object()
}

fn issue<S: Sink>(writer: &mut Writer<'_, S>, issue: Issue<'_>) -> Result<(), S::Error> {
    writer.begin_object()?;
    member(writer, "code", issue.code.as_str())?;
    digest(writer, "issue_id", issue.id)?;
    member(writer, "message", issue.message)?;
    member(writer, "object_id", issue.object_id)?;
    optional(writer, "relation", issue.relation)?;
    member(writer, "severity", issue.severity.as_str())?;
    member(writer, "source_id", issue.source_id)?;
    optional(writer, "source_object_id", issue.object_id)?;
    optional(writer, "target_id", issue.target_id)?;
    writer.end_object()
}
