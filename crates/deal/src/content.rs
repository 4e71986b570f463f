//! What the messages after the Offer say, once their form is in order (DEAL 3, 3.10).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::{self, Sha256};
use actum_canon::json::{Kind, Value};

use crate::artifact::Artifact;
use crate::breach::Code;
use crate::canonical::Object;
use crate::edition::{Edition, MessageType};
use crate::error::Rule;
use crate::form;
use crate::message::Message;
use crate::offer::Snapshot;
use crate::verdict::Verdict;

/// The content of a message that names an existing deal.
#[derive(Debug)]
pub(crate) enum Content<'a> {
    Accept(Accept),
    Hold(Hold),
    Disclose(Disclose<'a>),
    Settle,
    Reject,
    Withdraw,
    Dispute(Option<BTreeSet<String>>),
    Ruling(Ruling),
    Amend(Amend<'a>),
    Cancel(Division),
}

/// What becomes of the open stages of a deal that all parties end (DEAL 15.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Division {
    /// They go back.
    Refund,
    /// What is earned is paid, the rest goes back.
    Earned,
}

impl Division {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Earned => "earned",
        }
    }
}

/// New terms for one counterparty's Offer.
#[derive(Debug)]
pub(crate) struct Amend<'a> {
    /// Whose Offer it is, if the message says so.
    pub(crate) party: Option<String>,
    pub(crate) body: Object<'a>,
    pub(crate) edition: &'static Edition,
}

/// The terms that the agent accepts.
#[derive(Debug)]
pub(crate) enum Accepted {
    /// Whatever is posted.
    Posted,
    /// One digest (DEAL 5.2).
    Digest(Sha256),
    /// The digest of each party's Offer.
    Digests(BTreeMap<String, Sha256>),
}

#[derive(Debug)]
pub(crate) struct Accept {
    pub(crate) terms: Accepted,
    /// In the order of the message.
    pub(crate) commitments: Vec<(String, Sha256)>,
}

#[derive(Debug)]
pub(crate) struct Hold {
    pub(crate) cash: Option<u64>,
    pub(crate) options: Option<Vec<String>>,
}

#[derive(Debug)]
pub(crate) struct Disclose<'a> {
    pub(crate) artifact: Artifact<'a>,
    pub(crate) digest: Sha256,
    pub(crate) is_final: bool,
}

#[derive(Debug)]
pub(crate) struct Ruling {
    pub(crate) verdict: Verdict,
    /// In the order of the message.
    pub(crate) items: Vec<(String, Verdict)>,
    pub(crate) breach: Option<Code>,
}

impl<'a> Content<'a> {
    /// Reads the content of a message; `None` for a type that names no existing deal.
    ///
    /// # Errors
    ///
    /// The first rule of form that it breaks (DEAL 2.11, step 9).
    pub(crate) fn read(
        kind: MessageType,
        message: &Message<'a>,
        edition: &'static Edition,
    ) -> Result<Option<Self>, Rule> {
        Ok(Some(match kind {
            MessageType::Accept => Self::Accept(Accept::read(message)?),
            MessageType::EscrowHold => {
                check_invocation(message)?;
                Self::Hold(Hold::read(message)?)
            }
            MessageType::Settle => {
                check_invocation(message)?;
                Self::Settle
            }
            MessageType::Disclose => Self::Disclose(Disclose::read(message, edition)?),
            MessageType::Reject => Self::Reject,
            MessageType::Withdraw => Self::Withdraw,
            MessageType::Dispute => Self::Dispute(match message.get("items") {
                None => None,
                Some(items) => Some(form::strings(items, "items")?.into_iter().collect()),
            }),
            MessageType::Ruling => Self::Ruling(Ruling::read(message)?),
            MessageType::Amend => Self::Amend(Amend::read(message, edition)?),
            MessageType::Cancel => Self::Cancel(match message.get("policy") {
                None => Division::Refund,
                Some(policy) => match policy.as_str().as_deref() {
                    Some("refund") => Division::Refund,
                    Some("earned") => Division::Earned,
                    _ => return Err(Rule::CancelPolicy),
                },
            }),
            MessageType::Offer | MessageType::Tick => return Ok(None),
        }))
    }
}

impl Accept {
    fn read(message: &Message<'_>) -> Result<Self, Rule> {
        let terms = match message.get("offer_digest") {
            None => Accepted::Posted,
            Some(digests) if digests.kind() == Kind::Object => Accepted::Digests(
                digests
                    .members()
                    .map(|(party, value)| Ok((party.into_owned(), form::digest(value, "offer_digest")?)))
                    .collect::<Result<_, Rule>>()?,
            ),
            Some(value) => Accepted::Digest(form::digest(value, "offer_digest")?),
        };
        let commitments = match message.get("commitments") {
            None => Vec::new(),
            Some(commitments) => form::object(commitments, "commitments")?
                .members()
                .map(|(item, value)| Ok((item.into_owned(), form::digest(value, "commitments")?)))
                .collect::<Result<_, Rule>>()?,
        };
        Ok(Self { terms, commitments })
    }
}

impl Hold {
    fn read(message: &Message<'_>) -> Result<Self, Rule> {
        let cash = message.get("cash_sim").map(|value| form::amount(value, "cash_sim")).transpose()?;
        let options =
            message.get("object_options").map(|value| form::strings(value, "object_options")).transpose()?;
        Ok(Self { cash, options })
    }
}

impl<'a> Disclose<'a> {
    fn read(message: &Message<'a>, edition: &Edition) -> Result<Self, Rule> {
        let artifact = Artifact::read(form::present(message.get("artifact"), "artifact")?, edition)?;
        let is_final = match message.get("final") {
            None => false,
            Some(value) => form::boolean(value, "final")?,
        };
        let digest = digest::sha256(message.object().bytes_of("artifact").unwrap_or_default());
        Ok(Self { artifact, digest, is_final })
    }
}

impl<'a> Amend<'a> {
    fn read(message: &Message<'a>, edition: &'static Edition) -> Result<Self, Rule> {
        let party = match message.get("party") {
            None => None,
            Some(party) => Some(form::id(party).ok_or_else(|| Rule::NotAParty { path: "party".into() })?),
        };
        let body = form::object(form::present(message.get("offer_body"), "offer_body")?, "offer_body")?;
        Ok(Self { party, body: Object::new(body, Vec::new())?, edition })
    }
}

impl Ruling {
    fn read(message: &Message<'_>) -> Result<Self, Rule> {
        let verdict = form::present(message.get("verdict"), "verdict")?;
        let verdict = read_verdict(verdict).ok_or(Rule::RulingVerdict)?;
        let items = match message.get("items") {
            None => Vec::new(),
            Some(items) => form::object(items, "items")?
                .members()
                .map(|(item, value)| Ok((item.into_owned(), read_verdict(value).ok_or(Rule::RulingItems)?)))
                .collect::<Result<_, Rule>>()?,
        };
        let breach = match message.get("breach") {
            None => None,
            Some(code) => match code.as_str().as_deref() {
                Some("F2") => Some(Code::F2),
                Some("F3") => Some(Code::F3),
                _ => return Err(Rule::RulingBreach),
            },
        };
        Ok(Self { verdict, items, breach })
    }
}

fn read_verdict(value: Value<'_>) -> Option<Verdict> {
    match value.as_str().as_deref() {
        Some("pass") => Some(Verdict::Pass),
        Some("fail") => Some(Verdict::Fail),
        _ => None,
    }
}

/// Checks the form of what an EscrowHold or Settle says about the terms.
fn check_invocation(message: &Message<'_>) -> Result<(), Rule> {
    if let Some(digest) = message.get("offer_digest") {
        form::digest(digest, "offer_digest")?;
    }
    if let Some(body) = message.get("offer_body") {
        form::object(body, "offer_body")?;
    }
    Ok(())
}

/// Tells whether an EscrowHold or Settle invokes other terms than those of the snapshot (DEAL 7.4).
///
/// A message that says nothing about the terms invokes the snapshot's.
///
/// # Errors
///
/// None that the form check has not excluded.
pub(crate) fn is_mutated(
    kind: MessageType,
    message: &Message<'_>,
    snapshot: &Snapshot,
    edition: &Edition,
) -> Result<bool, Rule> {
    if let Some(digest) = message.get("offer_digest")
        && form::digest(digest, "offer_digest")? != snapshot.digest()
    {
        return Ok(true);
    }
    if let Some(body) = message.get("offer_body") {
        let digest = Object::new(body, Vec::new())?.digest_without(|name| edition.is_envelope(name));
        if digest != snapshot.digest() {
            return Ok(true);
        }
    }
    let repeated = ["consideration", "obligation", "deal_structure"];
    Ok(kind == MessageType::Settle
        && repeated.iter().any(|name| {
            let bytes = message.object().bytes_of(name);
            bytes.is_some() && bytes != snapshot.part(name)
        }))
}
