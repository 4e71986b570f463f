//! All that the engine shows, in the words of the model's driver (`tests/oracle/driver.py`).

use std::collections::BTreeMap;

use actum_canon::digest::sha256;
use actum_deal::{Account, Deal, Deals, Kind, Stage, V0_3};
use serde_json::{Value, json};

use super::model::{Answer, Detail};
use actum_testkit::deal::sequence::{Listener, Sent};

/// An engine under test.
pub(crate) struct Subject {
    deals: Deals,
    answers: Vec<Answer>,
    /// How much an answer tells; `None` where nobody asks for answers.
    detail: Option<Detail>,
}

impl Subject {
    pub(crate) fn new(detail: Detail) -> Self {
        Self { deals: Deals::new(&V0_3), answers: Vec::new(), detail: Some(detail) }
    }

    /// One that keeps no answers.
    pub(crate) fn silent() -> Self {
        Self { detail: None, ..Self::new(Detail::Digest) }
    }

    /// One for a session of this version, if the edition has it.
    pub(crate) fn of_version(version: &str) -> Option<Self> {
        V0_3.versions.contains(&version).then(Self::silent)
    }

    pub(crate) fn answers(sequence: &[Sent], detail: Detail) -> Vec<Answer> {
        let mut subject = Self::new(detail);
        sequence.iter().for_each(|message| subject.take(message));
        subject.into_answers()
    }

    pub(crate) fn into_answers(self) -> Vec<Answer> {
        self.answers
    }

    /// Applies a message, whose own stamp holds, and returns its transcript entry.
    pub(crate) fn apply(&mut self, message: &[u8]) -> Value {
        self.apply_at(message, None)
    }

    pub(crate) fn apply_at(&mut self, message: &[u8], at: Option<u64>) -> Value {
        let outcome = self.deals.apply(message, at);
        let mut bytes = Vec::new();
        outcome.entry.write(&mut bytes);
        serde_json::from_slice(&bytes).unwrap()
    }

    /// The number of deals.
    pub(crate) fn count(&self) -> usize {
        self.deals.deals().len()
    }

    /// The number of stages in the first Offer of the first deal, as sent.
    pub(crate) fn stages_length(&self) -> usize {
        let first = self.deals.deals().first().and_then(|deal| deal.offers().next());
        let body: Value =
            first.map_or(Value::Null, |(_, offer)| serde_json::from_slice(offer.snapshot.body()).unwrap());
        body.pointer("/consideration/stages").and_then(Value::as_array).map_or(0, Vec::len)
    }

    pub(crate) fn record(&self) -> Value {
        json!({ "clock": self.deals.now(), "deals": self.deals.deals().iter().map(deal).collect::<Vec<_>>() })
    }
}

impl Listener for Subject {
    fn take(&mut self, message: &Sent) {
        let outcome = self.deals.apply(message.text.as_bytes(), None);
        let Some(detail) = self.detail else { return };
        let mut record = self.record();
        if matches!(detail, Detail::Whole) {
            let mut bytes = Vec::new();
            outcome.entry.write(&mut bytes);
            record["entry"] = serde_json::from_slice(&bytes).unwrap();
        }
        let mut text = record.to_string();
        if matches!(detail, Detail::Digest) {
            text = sha256(text.as_bytes()).to_string().split_off("sha256:".len());
        }
        self.answers.push(format!("{} {text}", outcome.entry.hash));
    }

    fn state(&self, id: &str) -> Option<&str> {
        self.deals.deal(id).map(|deal| deal.state().as_str())
    }
}

fn deal(deal: &Deal) -> Value {
    let received = deal.received();
    let breach = |breach: &actum_deal::Breach| {
        json!({
            "at_fault": breach.at_fault,
            "code": breach.code.as_str(),
            "name": breach.code.name(),
            "reason": breach.reason,
        })
    };
    let posting = |posting: &actum_deal::Posting| -> Value {
        let mut bytes = Vec::new();
        let mut writer = actum_canon::encode::Writer::new(&actum_canon::encode::JCS_NEAREST, &mut bytes);
        posting.movement.write(&mut writer).unwrap();
        writer.finish().unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let offer = |(party, offer): (&str, &actum_deal::Offer)| {
        (party.to_owned(), json!({ "digest": offer.snapshot.digest().to_string(), "id": offer.id }))
    };
    let mut votes: Vec<&str> = deal.votes().collect();
    votes.sort_unstable();
    let mut ejected: Vec<&str> = deal.ejected().collect();
    ejected.sort_unstable();
    let verdict = deal.verdict().map(|verdict| verdict.as_str());
    json!({
        "accounts": deal.accounts().map(|(party, account)| (party, self::account(deal, party, account))).collect::<BTreeMap<_, _>>(),
        "breaches": deal.breaches().iter().map(breach).collect::<Vec<_>>(),
        "ejected": ejected,
        "final": deal.is_final(),
        "id": deal.id(),
        "ledger": deal.ledger().iter().map(posting).collect::<Vec<_>>(),
        "offers": deal.offers().map(offer).collect::<BTreeMap<_, _>>(),
        "parties": deal.party_states().map(|(party, state)| (party, state.as_str())).collect::<BTreeMap<_, _>>(),
        "pool": deal.pool().map(|digest| digest.to_string()).collect::<Vec<_>>(),
        "received": { "cash_sim": received.cash_sim, "object_options": received.object_options },
        "results": results(deal),
        "states": deal.states().iter().map(|state| state.as_str()).collect::<Vec<_>>(),
        "terms": terms(deal),
        "under_review": deal.under_review(),
        "union": deal.union(),
        "verdict": verdict,
        "votes": votes,
    })
}

fn terms(deal: &Deal) -> Value {
    let deadline =
        |deadline: &actum_deal::Deadline| (deadline.as_str(), deal.deadlines().effective(*deadline));
    json!({
        "agent": deal.agent(),
        "counterparties": deal.counterparties().collect::<Vec<_>>(),
        "deadlines": actum_deal::Deadline::ALL.iter().map(deadline).collect::<BTreeMap<_, _>>(),
        "quorum": deal.quorum(),
        "review_default": deal.review_default().as_str(),
        "reviewer": deal.reviewer(),
        "version": deal.version(),
    })
}

fn account(deal: &Deal, party: &str, account: &Account) -> Value {
    let items = &deal.offer(party).unwrap().items;
    let stage = |stage: &Stage| {
        let mut ids: Vec<&str> = stage.items.iter().map(|place| items[*place].id.as_str()).collect();
        ids.sort_unstable();
        json!({
            "cash_sim": stage.cash,
            "items": ids,
            "object_options": stage.options,
            "status": stage.status.as_str(),
        })
    };
    json!({
        "deposited": account.deposited,
        "held": account.held,
        "refunded": account.refunded,
        "released": account.released,
        "required": account.required,
        "stages": account.stages.iter().map(stage).collect::<Vec<_>>(),
    })
}

/// The results of all items of the parties that were not ejected, each followed by the commitment upon it.
fn results(deal: &Deal) -> Vec<Value> {
    let all = deal.items();
    let result = |party: &str, result: &actum_deal::ItemResult<'_>| {
        let name = if result.party.is_none() { "commitment:" } else { "" };
        json!({
            "disputed": result.is_disputed,
            "item": format!("{name}{}", result.item),
            "kind": if result.kind == Kind::Evidence { "evidence" } else { "substance" },
            "machine": result.machine.as_str(),
            "party": party,
            "result": result.result.as_str(),
            "ruling": result.ruling.map(|verdict| verdict.as_str()),
            "scope": result.is_in_scope,
        })
    };
    let ejected: Vec<&str> = deal.ejected().collect();
    let mut results = Vec::new();
    for own in &all {
        let Some(party) = own.party.filter(|party| !ejected.contains(party)) else { continue };
        results.push(result(party, own));
        let commitment = all.iter().find(|other| other.party.is_none() && other.item == own.item);
        results.extend(commitment.map(|commitment| result(party, commitment)));
    }
    results
}
