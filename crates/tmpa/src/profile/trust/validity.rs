//! When a key counts: from and to a moment, and until its revocation in the registry (TMPA 6.4).
//!
//! A moment is a place in the ledger or a trusted time. Where the source has no such place, or the profile trusts no
//! clock, nothing is proven either way.

use super::super::error::{ProfileError, Rule};
use super::super::field::Field;
use actum_canon::instant::Instant;

/// A limit of validity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Ledger index, from 0.
    Index(u64),
    Time(Box<Instant>),
}

/// What is known about when a copy of an object came to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment<'m> {
    /// Index in the ledger that it was read from.
    pub(crate) position: Option<u64>,
    /// `created_at`, where the profile trusts it.
    pub(crate) time: Option<&'m Instant>,
}

/// Why a key does not count for a moment, or why that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    Revoked,
    NotYetValid,
    Expired,
    /// Unknown: the source has no place in a ledger.
    NoPosition,
    /// Unknown: the profile trusts no clock.
    NoClock,
}

/// The limits of one key; both ends belong to the interval.
#[derive(Debug, Clone, Default)]
pub(crate) struct Validity {
    from: Option<Limit>,
    to: Option<Limit>,
    revoked: Option<Revoked>,
}

#[derive(Debug, Clone)]
enum Revoked {
    /// Nothing that it ever signed counts.
    Always,
    From(Limit),
}

impl Validity {
    /// Whether a key counts at a moment. Limits combine as ALL: a proven end is not hidden by an unknown beginning
    /// (TMPA 7.3).
    pub(crate) fn at(&self, moment: Moment<'_>) -> Result<(), Doubt> {
        let revoked = match &self.revoked {
            None => Ok(()),
            Some(Revoked::Always) => Err(Doubt::Revoked),
            Some(Revoked::From(limit)) => match limit.compare(moment) {
                Ok(order) if order.is_lt() => Ok(()),
                Ok(_) => Err(Doubt::Revoked),
                Err(unknown) => Err(unknown),
            },
        };
        let bound = |limit: &Option<Limit>, doubt: Doubt, outside: fn(core::cmp::Ordering) -> bool| {
            let Some(limit) = limit else { return Ok(()) };
            if outside(limit.compare(moment)?) { Err(doubt) } else { Ok(()) }
        };
        let from = bound(&self.from, Doubt::NotYetValid, core::cmp::Ordering::is_lt);
        let to = bound(&self.to, Doubt::Expired, core::cmp::Ordering::is_gt);
        let outcomes = [revoked, from, to];
        let proven = outcomes.iter().find(|outcome| matches!(outcome, Err(doubt) if !doubt.is_open()));
        let first = proven.or_else(|| outcomes.iter().find(|outcome| outcome.is_err()));
        first.copied().unwrap_or(Ok(()))
    }

    pub(super) fn asks_for_position(&self) -> bool {
        let revoked = match &self.revoked {
            Some(Revoked::From(limit)) => Some(limit),
            _ => None,
        };
        [self.from.as_ref(), self.to.as_ref(), revoked]
            .into_iter()
            .flatten()
            .any(|limit| matches!(limit, Limit::Index(_)))
    }

    /// The limits in words, for people.
    pub(in crate::profile) fn words(&self) -> Vec<String> {
        let bound = |word: &str, limit: &Option<Limit>| limit.as_ref().map(|limit| format!("{word} {limit}"));
        let revoked = match &self.revoked {
            None => None,
            Some(Revoked::Always) => Some("revoked, and counts for nothing".to_owned()),
            Some(Revoked::From(limit)) => Some(format!("revoked from {limit}")),
        };
        [bound("valid from", &self.from), bound("valid to", &self.to), revoked]
            .into_iter()
            .flatten()
            .collect()
    }

    pub(super) fn load(item: &Field<'_>) -> Result<Self, ProfileError> {
        let limit = |name| item.optional(name).map(|field| Limit::load(&field)).transpose();
        let (from, to, revoked_from) = (limit("valid_from")?, limit("valid_to")?, limit("revoked_from")?);
        let backwards = match (&from, &to) {
            (Some(Limit::Index(from)), Some(Limit::Index(to))) => from > to,
            (Some(Limit::Time(from)), Some(Limit::Time(to))) => from > to,
            _ => false,
        };
        if backwards {
            return item.required("valid_to")?.fail(Rule::Backwards);
        }
        let status = match item.optional("status") {
            Some(field) => {
                field.choice(&[("active", Some(false)), ("revoked", Some(true))], "`active`, `revoked`")?
            }
            None => None,
        };
        let revoked = match (status, revoked_from) {
            (Some(false), Some(_)) => {
                return item.required("revoked_from")?.fail(Rule::ActiveAndRevoked);
            }
            (_, Some(limit)) => Some(Revoked::From(limit)),
            (Some(true), None) => Some(Revoked::Always),
            (Some(false) | None, None) => None,
        };
        Ok(Self { from, to, revoked })
    }
}

impl Limit {
    /// How a moment compares with this limit.
    fn compare(&self, moment: Moment<'_>) -> Result<core::cmp::Ordering, Doubt> {
        match self {
            Self::Index(limit) => {
                moment.position.map(|position| position.cmp(limit)).ok_or(Doubt::NoPosition)
            }
            Self::Time(limit) => moment.time.map(|time| time.cmp(limit)).ok_or(Doubt::NoClock),
        }
    }

    fn load(field: &Field<'_>) -> Result<Self, ProfileError> {
        field.object(&["index", "time"])?;
        match (field.optional("index"), field.optional("time")) {
            (Some(index), None) => Ok(Self::Index(index.count()?)),
            (None, Some(time)) => Ok(Self::Time(Box::new(time.instant()?))),
            _ => field.fail(Rule::Kind { expected: "either `index` or `time`" }),
        }
    }
}

impl core::fmt::Display for Limit {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Index(index) => write!(out, "entry {index}"),
            Self::Time(time) => write!(out, "{time}"),
        }
    }
}

impl Doubt {
    /// Whether the key may count after all.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::NoPosition | Self::NoClock)
    }

    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Revoked => "revoked_key",
            Self::NotYetValid => "key_not_yet_valid",
            Self::Expired => "key_expired",
            Self::NoPosition => "no_ledger_index",
            Self::NoClock => "no_trusted_clock",
        }
    }
}
