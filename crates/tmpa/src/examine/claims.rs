//! What a source says about itself, by which others can find it. Nothing of it is established by being said.

use super::facts::Facts;
use super::names::Name;
use super::record::Content;
use super::{Candidate, InputBundle};
use std::borrow::Cow;

/// The names in a source: of an accepted object all of them, of a source that stays outside what could be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims<'c> {
    /// Object id, or empty.
    pub object: Cow<'c, str>,
    /// Document type, or empty.
    pub kind: Cow<'c, str>,
    /// The governed work item.
    pub work: Option<Cow<'c, str>>,
    /// The primary carrier.
    pub carrier: Option<Cow<'c, str>>,
    /// Stream and position.
    pub stream: Option<(Cow<'c, str>, u64)>,
    /// Who published it.
    pub creator: Option<Cow<'c, str>>,
    /// Relations and targets, in the order of the object.
    pub references: Vec<(Cow<'c, str>, Cow<'c, str>)>,
    /// Whether there is a transition tuple.
    pub has_transition: bool,
    /// What it changes about authority, where its type does.
    pub bearing: Option<Bearing<'c>>,
    /// Whether the source passed the checks that need no other source.
    pub accepted: bool,
}

/// What an object changes about authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bearing<'c> {
    /// Somebody gets a role, by assignment or delegation: identity and role.
    Grant(Cow<'c, str>, Cow<'c, str>),
    /// An assignment is withdrawn.
    Withdrawal(Cow<'c, str>),
    /// A key is withdrawn.
    Key,
}

impl Candidate {
    /// What the source says about itself; `bundle` is the one that it was examined under.
    #[must_use]
    pub fn claims<'c>(&'c self, bundle: &'c InputBundle) -> Claims<'c> {
        match &self.content {
            Content::Excluded(excluded) | Content::Foreign(excluded) => Claims {
                object: excluded.object_id.as_deref().unwrap_or_default().into(),
                kind: "".into(),
                work: excluded.work.as_deref().map(Cow::from),
                carrier: None,
                stream: excluded.stream.as_ref().map(|(id, sequence)| (id.as_str().into(), *sequence)),
                creator: None,
                references: Vec::new(),
                has_transition: false,
                bearing: None,
                accepted: false,
            },
            Content::Claimed => Claims::default(),
            Content::Accepted(record) => {
                let text = |name: Name<'c>| -> Cow<'c, str> {
                    match name {
                        Name::Known(symbol) => bundle.profile().names.text(symbol).into(),
                        Name::Text(text) => text.into(),
                    }
                };
                let mut names = record.names.iter().map(text);
                let mut next = || names.next().unwrap_or_default();
                let (object, work, carrier, stream) = (next(), next(), next(), next());
                let (creator, _role, kind) = (next(), next(), next());
                let mut names = names.skip(if record.has_transition { 3 } else { 0 });
                let mut references = Vec::new();
                while let (Some(relation), Some(target)) = (names.next(), names.next()) {
                    references.push((relation, target));
                }
                Claims {
                    object,
                    kind,
                    work: Some(work),
                    carrier: Some(carrier),
                    stream: Some((stream, record.sequence)),
                    creator: Some(creator),
                    references,
                    has_transition: record.has_transition,
                    bearing: record.facts.as_deref().and_then(bearing),
                    accepted: true,
                }
            }
        }
    }
}

fn bearing(facts: &Facts) -> Option<Bearing<'_>> {
    match facts {
        Facts::Grant(grant) => {
            Some(Bearing::Grant(grant.identity.as_str().into(), grant.role.as_str().into()))
        }
        Facts::Revocation(assignment) => Some(Bearing::Withdrawal(assignment.as_str().into())),
        Facts::KeyRevocation(_) => Some(Bearing::Key),
        _ => None,
    }
}

impl Candidate {
    /// Whether two accepted sources of one id show one object: otherwise none of them is accepted in the end.
    #[must_use]
    pub fn agrees(&self, other: &Self, bundle: &InputBundle) -> bool {
        let (Content::Accepted(one), Content::Accepted(two)) = (&self.content, &other.content) else {
            return false;
        };
        if bundle.profile().integrity.identity_by_covered_bytes {
            one.covered_digest == two.covered_digest
        } else {
            one.canonical_digest == two.canonical_digest
        }
    }
}
