//! What the bodies of certain types say to the reading: decisions, assignments, revocations, exceptions.

use super::shape::Parts;
use crate::code::Code;
use crate::issue::Cause;
use crate::profile::types::{Evidence, Type};
use actum_canon::encode::TMPA_S04;
use actum_canon::instant::Instant;
use actum_canon::json::Value;
use std::borrow::Cow;

/// The part of a body that the reading acts on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Facts {
    /// A review or a decision.
    Verdict {
        /// Canonical bytes of `decision`, so that equal values of any kind are equal claims (G34).
        decision: Option<String>,
        /// `decision` when it is a string.
        word: Option<String>,
        /// The claim that a decision prefers.
        selects: Option<String>,
        /// In single-file profiles a decision may record an exception.
        exception: Option<String>,
    },
    /// An assignment or a delegation.
    Grant(GrantFacts),
    /// The assignment that is withdrawn.
    Revocation(String),
    /// The key that is withdrawn.
    KeyRevocation(String),
    /// The duty rule that is lifted, and for whom.
    Exception { rule: String, identity: String },
    /// Until when the creator holds the work item; without a moment where the body breaks the type rule.
    Lease(Option<Instant>),
}

/// What an assignment object grants; names are not interned yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GrantFacts {
    pub(crate) identity: String,
    pub(crate) role: String,
    pub(crate) actions: Option<Vec<String>>,
    pub(crate) works: Option<Vec<String>>,
    pub(crate) not_before: Option<Instant>,
    pub(crate) not_after: Option<Instant>,
}

/// Reads the facts; a body that lacks what its type stands for breaks the type rule (TMPA 9.3).
pub(super) fn gather(
    parts: &Parts<'_>,
    entry: &Type,
    reasons: &mut Vec<(Code, Vec<Cause>)>,
) -> Option<Box<Facts>> {
    let mut body = Body { value: parts.body, causes: Vec::new() };
    let facts = match entry.evidence {
        Evidence::Plain | Evidence::Execution => match &entry.lease {
            Some(name) => Facts::Lease(body.lease(name)),
            None => return None,
        },
        Evidence::Review | Evidence::Decision => body.verdict(),
        Evidence::Assignment | Evidence::Delegation => Facts::Grant(body.grant()),
        Evidence::Revocation => Facts::Revocation(body.required("assignment")),
        Evidence::KeyRevocation => Facts::KeyRevocation(body.required("key_id")),
        Evidence::Exception => {
            Facts::Exception { rule: body.required("rule"), identity: body.required("identity") }
        }
    };
    if !body.causes.is_empty() {
        reasons.push((Code::SchemaInvalid, body.causes));
    }
    Some(Box::new(facts))
}

struct Body<'a> {
    value: Value<'a>,
    causes: Vec<Cause>,
}

impl Body<'_> {
    fn fail(&mut self, name: &str, expected: &'static str) {
        self.causes.push(
            Cause::new("body_field", "TMPA 9.3").at(&format!("/content/body/{name}")).expected(expected),
        );
    }

    fn text(&self, name: &str) -> Option<String> {
        self.value.get(name).and_then(Value::as_str).map(Cow::into_owned)
    }

    fn required(&mut self, name: &'static str) -> String {
        match self.text(name).filter(|text| !text.is_empty()) {
            Some(text) => text,
            None => {
                self.fail(name, "a string that is not empty");
                String::new()
            }
        }
    }

    fn set(&mut self, name: &'static str) -> Option<Vec<String>> {
        let value = self.value.get(name)?;
        let list: Option<Vec<String>> =
            value.elements().map(|item| item.as_str().map(Cow::into_owned)).collect();
        match list {
            Some(list) if value.kind() == actum_canon::json::Kind::Array => Some(list),
            _ => {
                self.fail(name, "an array of strings");
                None
            }
        }
    }

    fn lease(&mut self, name: &str) -> Option<Instant> {
        if self.value.get(name).is_none() {
            self.fail(name, "an RFC 3339 date-time");
        }
        self.instant(name)
    }

    fn instant(&mut self, name: &str) -> Option<Instant> {
        let value = self.value.get(name)?;
        let instant = value.as_str().and_then(|text| Instant::parse(&text));
        if instant.is_none() {
            self.fail(name, "an RFC 3339 date-time");
        }
        instant
    }

    fn grant(&mut self) -> GrantFacts {
        GrantFacts {
            identity: self.required("identity"),
            role: self.required("role"),
            actions: self.set("actions"),
            works: self.set("works"),
            not_before: self.instant("not_before"),
            not_after: self.instant("not_after"),
        }
    }

    fn verdict(&self) -> Facts {
        let canonical = self.value.get("decision").and_then(|value| {
            let mut bytes = Vec::new();
            TMPA_S04.write(value, &mut bytes).ok()?;
            String::from_utf8(bytes).ok()
        });
        Facts::Verdict {
            decision: canonical,
            word: self.text("decision"),
            selects: self.text("selects"),
            exception: self.text("exception"),
        }
    }
}
