//! An artifact, judged by itself when it arrives (DEAL 3.6, 6.4, 6.5).
//!
//! Nothing of it is kept but its digest and the results: refs resolve only inside the artifact, so no later
//! message can change what it says.

mod evidence;
mod judge;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use actum_canon::json::{Kind, Value};

use crate::edition::Edition;
use crate::error::Rule;
use crate::form;

pub(crate) use evidence::Evidence;
pub(crate) use judge::Judge;

/// An artifact whose form is in order.
#[derive(Debug)]
pub(crate) struct Artifact<'a> {
    root: Value<'a>,
    /// For every claim, the evidence ids that it refers to.
    claims: Vec<Vec<Cow<'a, str>>>,
    evidence: Evidence<'a>,
    /// The members of `attest`, by name.
    attest: Vec<(Cow<'a, str>, Value<'a>)>,
}

impl<'a> Artifact<'a> {
    /// Reads an artifact.
    ///
    /// # Errors
    ///
    /// The first rule of form that it breaks (DEAL 3.6, 3.10).
    pub(crate) fn read(value: Value<'a>, edition: &Edition) -> Result<Self, Rule> {
        let root = form::object(value, "artifact")?;
        let claims = read_claims(root, edition.limits.claims)?;
        let refs = match root.get("refs") {
            None => Vec::new(),
            Some(refs) => read_refs(refs, "artifact.refs")?,
        };
        let evidence = Evidence::read(root.get("evidence"), edition)?;
        let mut attest = match root.get("attest") {
            None => Vec::new(),
            Some(attest) => form::object(attest, "artifact.attest")?.members().collect(),
        };
        attest.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let claims = match claims {
            Claims::Plain => [refs].into(),
            Claims::Listed(claims) => claims,
        };
        Ok(Self { root, claims, evidence, attest })
    }

    /// The member of `attest` with this name.
    fn attested(&self, item: &str) -> Option<Value<'a>> {
        let place = self.attest.binary_search_by(|(name, _)| name.as_ref().cmp(item)).ok()?;
        self.attest.get(place).map(|(_, value)| *value)
    }
}

enum Claims<'a> {
    /// One string, whose refs are the artifact's.
    Plain,
    /// Claims with their own refs.
    Listed(Vec<Vec<Cow<'a, str>>>),
}

fn read_claims(root: Value<'_>, limit: usize) -> Result<Claims<'_>, Rule> {
    let Some(claim) = root.get("claim") else {
        return Ok(Claims::Listed(Vec::new()));
    };
    match claim.kind() {
        Kind::String => Ok(Claims::Plain),
        Kind::Array => {
            form::at_most(limit, claim.len(), "artifact.claim")?;
            claim.elements().map(read_claim).collect::<Result<_, _>>().map(Claims::Listed)
        }
        _ => Ok(Claims::Listed([read_claim(claim)?].into())),
    }
}

/// Reads one claim. A string among several has no refs.
fn read_claim(claim: Value<'_>) -> Result<Vec<Cow<'_, str>>, Rule> {
    match claim.kind() {
        Kind::String => Ok(Vec::new()),
        Kind::Object => {
            if claim.get("text").is_none_or(|text| text.kind() != Kind::String) {
                return Err(Rule::Required { path: "artifact.claim.text".into() });
            }
            claim.get("refs").map_or(Ok(Vec::new()), |refs| read_refs(refs, "artifact.claim.refs"))
        }
        _ => Err(Rule::Claim),
    }
}

fn read_refs<'a>(refs: Value<'a>, path: &str) -> Result<Vec<Cow<'a, str>>, Rule> {
    let refused = || Rule::NotStrings { path: path.into() };
    if refs.kind() != Kind::Array {
        return Err(refused());
    }
    refs.elements().map(|entry| entry.as_str().ok_or_else(refused)).collect()
}
