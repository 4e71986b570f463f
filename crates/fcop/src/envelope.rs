//! One envelope, read from its bytes alone (FCOP 3).

use crate::event::{Cuts, Event};
use crate::finding::Cause;
use crate::form;
use crate::front::{Front, divide};
use crate::manifest::Manifest;
use crate::name::{Kind, Name};
use crate::yaml::Field;
use actum_canon::digest::{Sha256, sha256};

/// An envelope that has the form of its version.
#[derive(Debug)]
pub(crate) struct Envelope<'a> {
    /// The source that it was read from.
    pub(crate) source: usize,
    pub(crate) kind: Kind,
    /// The file name without `.md`.
    pub(crate) id: &'a str,
    /// What the name of v1 to v3 says.
    pub(crate) name: Option<Name<'a>>,
    pub(crate) front: Front<'a>,
    pub(crate) cuts: Option<Cuts>,
    /// Digest of what a TASK was before its second event; of the whole file for the others.
    pub(crate) covered: Sha256,
    /// Digest of the whole file, as FCoP pins evidence.
    pub(crate) whole: Sha256,
}

impl<'a> Envelope<'a> {
    pub(crate) fn read(
        source: usize,
        kind: Kind,
        stem: &'a str,
        bytes: &'a [u8],
        typed: Option<&Manifest>,
    ) -> Result<Self, Vec<Cause>> {
        let front = divide(bytes, typed.is_some()).map_err(|cause| vec![*cause])?;
        let mut causes = Vec::new();
        match typed {
            Some(manifest) => form::check_typed(kind, stem, front.yaml.top(), manifest, &mut causes),
            None => form::check_named(kind, stem, front.yaml.top(), &mut causes),
        }
        if !causes.is_empty() {
            return Err(causes);
        }
        let cuts = if kind == Kind::Task { Cuts::find(bytes, &front) } else { None };
        let whole = sha256(bytes);
        let first =
            cuts.as_ref().and_then(|cuts| cuts.digests(bytes, |place| place == 0).first().copied().flatten());
        let name = if typed.is_some() { None } else { Name::parse(kind, stem) };
        Ok(Self { source, kind, id: stem, name, front, cuts, covered: first.unwrap_or(whole), whole })
    }

    pub(crate) fn top(&self) -> Field<'_> {
        self.front.yaml.top()
    }

    /// The text of a field that is not empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.top().text_of(name).filter(|text| !text.is_empty())
    }

    /// The ids that it refers to, in their order.
    pub(crate) fn references(&self) -> Vec<&str> {
        self.top().get("references").map(Field::texts).unwrap_or_default()
    }

    pub(crate) fn events(&self) -> Vec<Event<'_>> {
        if self.kind == Kind::Task { Event::all(self.top()) } else { Vec::new() }
    }

    /// Who wrote it, as it says itself (FCOP 3.1, 7); the name where it says nothing.
    pub(crate) fn sender(&self) -> &str {
        let fields: &[&str] = match self.kind {
            Kind::Task | Kind::Report => &["sender"],
            Kind::Issue => &["sender", "reporter"],
            Kind::Review => &["reviewer_agent", "reviewer_role", "sender"],
        };
        let said = fields.iter().find_map(|name| self.text(name));
        said.or(self.name.as_ref().map(|name| name.sender)).unwrap_or("unknown")
    }

    pub(crate) fn recipient(&self) -> Option<&str> {
        self.text("recipient")
    }

    /// Whom the act is attributed to: a session where one is named, else a role.
    pub(crate) fn creator(&self) -> String {
        match self.text("session_id") {
            Some(session) => format!("session:{session}"),
            None => format!("role:{}", self.sender()),
        }
    }
}
