//! What is kept of a source: little, since a reading may hold a million of them.

use super::facts::Facts;
use super::integrity::Digests;
use super::names::{Name, PackedNames};
use super::shape::Parts;
use super::signature::Signature;
use super::type_rules::is_foreign;
use crate::code::Code;
use crate::issue::Cause;
use crate::profile::Profile;
use actum_canon::digest::Sha256;
use actum_canon::instant::Instant;

/// The outcome of an examination.
#[derive(Debug)]
pub(crate) enum Content {
    Accepted(Box<Record>),
    Excluded(Box<Excluded>),
    /// Excluded by its media type, which is part of an observation's identity.
    Foreign(Box<Excluded>),
    /// Read by a projection, and no object of its own.
    Claimed,
}

impl Content {
    pub(super) fn accepted(record: Record) -> Self {
        Self::Accepted(Box::new(record))
    }

    pub(super) fn excluded(excluded: Excluded) -> Self {
        Self::Excluded(Box::new(excluded))
    }
}

/// A source outside the intact set, with what it claims about itself (TMPA 4.4).
#[derive(Debug)]
pub(crate) struct Excluded {
    pub(crate) object_id: Option<String>,
    pub(crate) work: Option<String>,
    pub(crate) stream: Option<(String, u64)>,
    pub(crate) reasons: Vec<(Code, Vec<Cause>)>,
}

impl Excluded {
    pub(super) fn unnamed(code: Code, causes: Vec<Cause>) -> Self {
        Self { object_id: None, work: None, stream: None, reasons: vec![(code, causes)] }
    }

    pub(super) fn of(parts: &Parts<'_>, reasons: Vec<(Code, Vec<Cause>)>) -> Self {
        Self {
            object_id: Some(parts.id.as_ref().to_owned()),
            work: Some(parts.work.as_ref().to_owned()),
            stream: Some((parts.stream.as_ref().to_owned(), parts.sequence)),
            reasons,
        }
    }
}

/// An intact object: its names packed, everything else by value.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) canonical_digest: Sha256,
    pub(crate) covered_digest: Sha256,
    pub(crate) sequence: u64,
    pub(crate) signature: Signature,
    pub(crate) has_transition: bool,
    pub(crate) foreign_lifecycle: bool,
    /// Made by a projection, not published as a governance object.
    pub(crate) projected: bool,
    /// Only under a profile that trusts this clock (TMPA 6.4).
    pub(crate) created_at: Option<Box<Instant>>,
    pub(crate) facts: Option<Box<Facts>>,
    /// Id, work, carrier, stream, creator, role, type; the tuple, if there is one; relation and target of every
    /// reference.
    pub(crate) names: PackedNames,
}

impl Record {
    pub(super) fn new(
        parts: &Parts<'_>,
        profile: &Profile,
        digests: &Digests,
        signature: Signature,
        facts: Option<Box<Facts>>,
        buffer: &mut String,
    ) -> Self {
        let known = |name| match profile.names.get(name) {
            Some(symbol) => Name::Known(symbol),
            None => Name::Text(name),
        };
        let fixed = [&parts.id, &parts.work, &parts.carrier, &parts.stream, &parts.creator];
        let fixed = fixed.into_iter().map(|name| Name::Text(name));
        let ruled = [&parts.role, &parts.kind].into_iter().chain(parts.transition.iter().flatten());
        let references = parts.references.iter();
        let references = references.flat_map(|(relation, target)| [known(relation), Name::Text(target)]);
        let names = fixed.chain(ruled.map(|name| known(name))).chain(references);
        let trusted = profile.roles.trusted_clock;
        Self {
            canonical_digest: digests.canonical,
            covered_digest: digests.covered,
            sequence: parts.sequence,
            signature,
            has_transition: parts.transition.is_some(),
            foreign_lifecycle: is_foreign(parts, profile),
            projected: false,
            created_at: trusted.then(|| Instant::parse(&parts.created_at)).flatten().map(Box::new),
            facts,
            names: PackedNames::pack(names, buffer),
        }
    }

    /// The object's id, the first of its names.
    pub(super) fn id(&self) -> &str {
        match self.names.iter().next() {
            Some(Name::Text(id)) => id,
            Some(Name::Known(_)) | None => "",
        }
    }
}
