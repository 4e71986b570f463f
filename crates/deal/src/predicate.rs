//! The registry of predicates: what an item asks of an artifact (DEAL 6.1, 6.4).
//!
//! Not here: the answers, which are [`crate::artifact`]'s.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use actum_canon::digest::{self, Sha256};
use actum_canon::json::{Kind as JsonKind, Value};

use crate::canonical::{self, Object};
use crate::error::Rule;
use crate::form;
use crate::verdict::Kind;

mod pointer;

pub use pointer::Pointer;

/// What a value must be to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Anything but `false` and `null`.
    Affirmative,
    /// A value whose canonical bytes have this digest.
    Exactly(Sha256),
}

/// What an item asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// Every claim refers to evidence, and all evidence of the duties is referred to (DEAL 6.5).
    ClaimCrossReferenced,
    /// Every entry has a value that fits its digest.
    EvidenceDigestsValid,
    /// An own entry's value has this digest.
    DigestEquals(Sha256),
    /// The artifact has a value there.
    FieldPresent(Pointer),
    /// The artifact has a value there whose canonical bytes have this digest.
    FieldEquals(Pointer, Sha256),
    /// The artifact has a string or array of at least this length there.
    MinLength(Pointer, u64),
    /// Only the reviewer can tell.
    Manual,
    /// The agent says so: own evidence or `attest` agrees.
    Attested(Expected),
    /// A predicate that this engine does not know: only the reviewer can tell.
    Unregistered(String),
}

impl Predicate {
    /// The name in the registry.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::ClaimCrossReferenced => "claim_cross_referenced",
            Self::EvidenceDigestsValid => "evidence_digests_valid",
            Self::DigestEquals(_) => "digest_equals",
            Self::FieldPresent(_) => "field_present",
            Self::FieldEquals(..) => "field_equals",
            Self::MinLength(..) => "min_length",
            Self::Manual => "manual",
            Self::Attested(_) => "attested",
            Self::Unregistered(name) => name,
        }
    }

    /// What it asks about.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::ClaimCrossReferenced | Self::EvidenceDigestsValid => Kind::Evidence,
            _ => Kind::Substance,
        }
    }

    /// Where in the artifact it looks, if it looks at one place.
    pub(crate) const fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::FieldPresent(pointer) | Self::FieldEquals(pointer, _) | Self::MinLength(pointer, _) => {
                Some(pointer)
            }
            _ => None,
        }
    }

    /// Reads a predicate that is named; a name outside the registry takes any parameters.
    ///
    /// `None` where the predicate does not take the parameters.
    pub(crate) fn read(name: &str, parameters: &Parameters<'_>) -> Result<Option<Self>, Rule> {
        let pointer = || parameters.get("path").and_then(|path| Pointer::read(&path.as_str()?));
        Ok(match name {
            "claim_cross_referenced" => parameters.is_true().then_some(Self::ClaimCrossReferenced),
            "evidence_digests_valid" => parameters.is_true().then_some(Self::EvidenceDigestsValid),
            "digest_equals" => parameters
                .get("sha256")
                .and_then(|digest| Sha256::parse(&digest.as_str()?))
                .map(Self::DigestEquals),
            "field_present" => pointer().map(Self::FieldPresent),
            "field_equals" => match (pointer(), parameters.get("value")) {
                (Some(pointer), Some(value)) => Some(Self::FieldEquals(pointer, canonical::digest(value)?)),
                _ => None,
            },
            "min_length" => pointer()
                .zip(parameters.get("n").and_then(form::integer))
                .map(|(pointer, length)| Self::MinLength(pointer, length)),
            "manual" => Some(Self::Manual),
            "attested" if parameters.is_true() => Some(Self::Attested(Expected::Affirmative)),
            "attested" => Some(Self::Attested(Expected::Exactly(digest::sha256(&parameters.bytes()?)))),
            _ => Some(Self::Unregistered(name.into())),
        })
    }

    /// Tells whether a checklist key of this name means the predicate of that name (DEAL 6.1).
    pub(crate) fn is_registered(name: &str) -> bool {
        matches!(
            name,
            "claim_cross_referenced"
                | "evidence_digests_valid"
                | "digest_equals"
                | "field_present"
                | "field_equals"
                | "min_length"
                | "manual"
                | "attested"
        )
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The parameters of an item.
#[derive(Debug)]
pub(crate) enum Parameters<'a> {
    /// None, which is the same as `true`.
    None,
    /// A value that stands for itself.
    Value(Value<'a>),
    /// The members of an item object but those that name item and predicate.
    Members(Object<'a>, &'static [&'static str]),
}

impl<'a> Parameters<'a> {
    fn get(&self, name: &str) -> Option<Value<'a>> {
        match self {
            Self::None => None,
            Self::Value(value) => value.get(name),
            Self::Members(object, _) => object.get(name),
        }
    }

    fn is_true(&self) -> bool {
        match self {
            Self::None => true,
            Self::Value(value) => value.kind() == JsonKind::Boolean && value.as_bool() == Some(true),
            Self::Members(..) => false,
        }
    }

    /// The canonical bytes: what tells two items of one id apart (DEAL 6.9).
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Rule> {
        match self {
            Self::None => Ok(b"true".to_vec()),
            Self::Value(value) => canonical::bytes(*value),
            Self::Members(object, names) => {
                let mut out = Vec::new();
                object.write_without(|member| names.contains(&member), &mut out);
                Ok(out)
            }
        }
    }
}
