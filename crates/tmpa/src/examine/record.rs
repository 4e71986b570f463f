//! What is kept of a source: little, since a reading may hold a million of them.

use super::facts::Facts;
use super::integrity::Digests;
use super::shape::Parts;
use super::signature::Signature;
use super::type_rules::is_foreign;
use crate::code::Code;
use crate::profile::Profile;
use crate::result::Cause;
use actum_canon::digest::Sha256;
use actum_canon::instant::Instant;
use std::borrow::Cow;

/// The outcome of an examination.
#[derive(Debug)]
pub(crate) enum Content {
    Accepted(Box<Record>),
    Excluded(Box<Excluded>),
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
        Self {
            object_id: None,
            work: None,
            stream: None,
            reasons: vec![(code, causes)],
        }
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

/// An intact object: its names in one text, everything else by value.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) canonical_digest: Sha256,
    pub(crate) covered_digest: Sha256,
    pub(crate) sequence: u64,
    pub(crate) signature: Signature,
    pub(crate) has_transition: bool,
    pub(crate) foreign_lifecycle: bool,
    /// Only under a profile that trusts this clock (TMPA 6.4).
    pub(crate) created_at: Option<Instant>,
    pub(crate) facts: Option<Box<Facts>>,
    text: Box<str>,
    ends: Box<[u32]>,
}

/// How many names stand before the tuple and the references: id, work, carrier, stream, creator, role, type.
pub(crate) const FIXED_NAMES: usize = 7;

impl Record {
    pub(super) fn new(
        parts: &Parts<'_>,
        profile: &Profile,
        digests: &Digests,
        signature: Signature,
        facts: Option<Box<Facts>>,
    ) -> Self {
        let fixed: [&Cow<'_, str>; FIXED_NAMES] = [
            &parts.id,
            &parts.work,
            &parts.carrier,
            &parts.stream,
            &parts.creator,
            &parts.role,
            &parts.kind,
        ];
        let tuple = parts.transition.iter().flatten();
        let references = parts
            .references
            .iter()
            .flat_map(|(relation, target)| [relation, target]);
        let mut text = String::with_capacity(fixed.iter().map(|name| name.len()).sum::<usize>() * 2);
        let mut ends = Vec::with_capacity(FIXED_NAMES + 3 + parts.references.len() * 2);
        for name in fixed.into_iter().chain(tuple).chain(references) {
            text.push_str(name);
            // A source is at most 16 MiB long, so that its names cannot exceed 32 bits.
            ends.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
        }
        Self {
            canonical_digest: digests.canonical,
            covered_digest: digests.covered,
            sequence: parts.sequence,
            signature,
            has_transition: parts.transition.is_some(),
            foreign_lifecycle: is_foreign(parts, profile),
            created_at: profile
                .roles
                .trusted_clock
                .then(|| Instant::parse(&parts.created_at))
                .flatten(),
            facts,
            text: text.into_boxed_str(),
            ends: ends.into_boxed_slice(),
        }
    }

    /// All names in the order of their storage.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let name = self.text.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            name
        })
    }
}
