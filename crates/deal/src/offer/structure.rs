//! Who takes part, and who decides what machines cannot (DEAL 1.3, 1.4, 3.3, 3.4).

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use actum_canon::digest::Sha256Hasher;
use actum_canon::encode::{JCS_NEAREST, Writer};
use actum_canon::json::{Kind, Value};

use crate::edition::Edition;
use crate::error::Rule;
use crate::form;

/// How many counterparties a deal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// One.
    Bilateral,
    /// Two or more, in a pool.
    MultiParty,
}

impl Mode {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bilateral => "bilateral",
            Self::MultiParty => "multi_party_coordinated",
        }
    }
}

/// What the silence of the reviewer means (DEAL 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReviewDefault {
    /// What is not earned goes back.
    Refund,
    /// What is under review passes.
    Release,
}

impl ReviewDefault {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Release => "release",
        }
    }
}

/// The member `deal_structure`.
#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) mode: Mode,
    pub(crate) agent: String,
    pub(crate) counterparties: Vec<String>,
    pub(crate) quorum: usize,
    pool_id: Option<String>,
}

impl Structure {
    /// Reads the member; `from` is the counterparty where no parties are listed.
    pub(crate) fn read(value: Option<Value<'_>>, from: &str, edition: &Edition) -> Result<Self, Rule> {
        let get = |name: &str| value.and_then(|value| value.get(name));
        if let Some(value) = value {
            form::object(value, "deal_structure")?;
        }
        let mode = match get("mode") {
            None => Mode::Bilateral,
            Some(mode) => match mode.as_str().as_deref() {
                Some("bilateral") => Mode::Bilateral,
                Some("multi_party_coordinated") => Mode::MultiParty,
                _ => return Err(Rule::StructureMode),
            },
        };
        let agent = match get("agent") {
            None => edition.agent.into(),
            Some(agent) => {
                form::id(agent).ok_or_else(|| Rule::NotAParty { path: "deal_structure.agent".into() })?
            }
        };
        let listed = match mode {
            Mode::Bilateral => get("parties"),
            Mode::MultiParty => Some(form::present(get("parties"), "deal_structure.parties")?),
        };
        let counterparties = match listed {
            None if from == agent => Vec::new(),
            None => vec![from.into()],
            Some(listed) => read_parties(listed, mode, &agent, edition.limits.parties)?,
        };
        let most = counterparties.len().max(1);
        let quorum = match get("settlement_quorum") {
            None => most,
            Some(value) => form::integer(value)
                .and_then(|quorum| usize::try_from(quorum).ok())
                .filter(|quorum| (1..=most).contains(quorum))
                .ok_or(Rule::Quorum { counterparties: most })?,
        };
        let pool_id = match get("pool_id") {
            None => None,
            Some(id) => {
                Some(form::id(id).ok_or_else(|| Rule::NotAnId { path: "deal_structure.pool_id".into() })?)
            }
        };
        Ok(Self { mode, agent, counterparties, quorum, pool_id })
    }

    /// Tells whether somebody is a counterparty or the agent.
    pub(crate) fn is_party(&self, party: &str) -> bool {
        party == self.agent || self.counterparties.iter().any(|counterparty| counterparty == party)
    }

    /// The id of the deal that an Offer of this id belongs to (DEAL 9.2).
    pub(crate) fn pool_key(&self, offer: &str) -> String {
        match (self.mode, &self.pool_id) {
            (Mode::Bilateral, _) => offer.into(),
            (Mode::MultiParty, Some(id)) => id.clone(),
            (Mode::MultiParty, None) => {
                let digest = self.digest_of_parties().finish().to_string();
                digest.replacen("sha256:", "pool:", 1)
            }
        }
    }

    fn digest_of_parties(&self) -> Sha256Hasher {
        let mut parties: Vec<&String> = self.counterparties.iter().chain([&self.agent]).collect();
        parties.sort_unstable();
        let mut hasher = Sha256Hasher::new();
        let mut writer = Writer::new(&JCS_NEAREST, &mut hasher);
        let Ok(()) = writer.begin_array();
        for party in parties {
            let Ok(()) = writer.string(party);
        }
        let Ok(()) = writer.end_array();
        hasher
    }
}

fn read_parties(listed: Value<'_>, mode: Mode, agent: &str, limit: usize) -> Result<Vec<String>, Rule> {
    if listed.kind() != Kind::Array {
        return Err(Rule::Parties);
    }
    let parties: Vec<String> = listed.elements().map(form::id).collect::<Option<_>>().ok_or(Rule::Parties)?;
    let distinct: BTreeSet<&String> = parties.iter().collect();
    if distinct.len() != parties.len() {
        return Err(Rule::Parties);
    }
    if !parties.iter().any(|party| party == agent) {
        return Err(Rule::AgentMissing { agent: agent.into() });
    }
    match mode {
        Mode::Bilateral if parties.len() != 2 => return Err(Rule::NotTwoParties),
        Mode::MultiParty if parties.len() < 3 => return Err(Rule::TooFewParties),
        _ => {}
    }
    form::at_most(limit, parties.len(), "deal_structure.parties")?;
    Ok(parties.into_iter().filter(|party| party != agent).collect())
}

/// The member `review`.
#[derive(Debug)]
pub(crate) struct Review {
    pub(crate) by: String,
    pub(crate) default: ReviewDefault,
}

impl Review {
    /// Reads the member.
    pub(crate) fn read(value: Option<Value<'_>>, agent: &str, reviewer: &str) -> Result<Self, Rule> {
        let get = |name: &str| value.and_then(|value| value.get(name));
        if let Some(value) = value {
            form::object(value, "review")?;
        }
        let by = match get("by") {
            None => reviewer.into(),
            Some(by) => form::id(by).ok_or_else(|| Rule::NotAParty { path: "review.by".into() })?,
        };
        if by == agent {
            return Err(Rule::ReviewerIsAgent);
        }
        let default = match get("default") {
            None => ReviewDefault::Refund,
            Some(default) => match default.as_str().as_deref() {
                Some("refund") => ReviewDefault::Refund,
                Some("release") => ReviewDefault::Release,
                _ => return Err(Rule::ReviewDefault),
            },
        };
        Ok(Self { by, default })
    }
}
