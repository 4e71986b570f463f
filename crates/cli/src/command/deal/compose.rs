//! Messages from flags (DEAL 3). Nothing is checked here that the engine checks: it knows better what is wrong.

use std::path::Path;

use actum::canon::digest::sha256;
use actum::deal::{Attachment, Deals, Object, Value, public_key};
use actum::{Error, ErrorKind};

use super::sender::{Role, sender};
use crate::args;

/// The message about a deal, with all that every message has.
fn message(
    kind: &str,
    role: Role,
    named: &args::Named,
    sending: &args::Sending,
    deals: &Deals,
) -> Result<Object, Error> {
    let from = sender(sending.from.as_deref(), role, named, deals)?;
    let message =
        Object::message(kind, &from).maybe(sending.msg_id.as_deref(), |one, id| one.string("msg_id", id));
    Ok(message.maybe(named.deal.as_deref(), |one, deal| one.string("offer_id", deal)))
}

pub(super) fn offer(asked: &args::Offer, _: &Deals) -> Result<Object, Error> {
    let Some(from) = &asked.sending.from else {
        return Err(Error::new(ErrorKind::Usage, "sender_open", "`--from` must say who offers"));
    };
    let message = Object::message("Offer", from)
        .maybe(asked.sending.msg_id.as_deref(), |one, id| one.string("msg_id", id))
        .maybe(asked.offer.as_deref(), |one, id| one.string("offer_id", id));
    let consideration = Object::new()
        .string("mode", "fixed")
        .maybe(asked.cash, |one, cash| one.number("cash_sim", cash))
        .strings("object_options", &asked.grant);
    let mut checklist = Object::new();
    for item in &asked.item {
        checklist = member(checklist, item, "true")?;
    }
    let obligation = Object::new()
        .object("checklist", &checklist)
        .maybe(asked.max_disclosures, |one, most| one.number("max_disclosures", most))
        .maybe(asked.no_attested.then_some(false), |one, allowed| one.boolean("allow_attested", allowed));
    let message = message.object("consideration", &consideration).object("obligation", &obligation);
    let structure = structure(asked)?;
    let review = Object::new().maybe(asked.reviewer.as_deref(), |one, by| one.string("by", by)).maybe(
        asked.review_default,
        |one, effect| {
            let word = match effect {
                args::ReviewDefault::Refund => "refund",
                args::ReviewDefault::Release => "release",
            };
            one.string("default", word)
        },
    );
    let mut deadlines = Object::new();
    for (name, deadline) in [
        ("accept_by", asked.accept_by),
        ("hold_by", asked.hold_by),
        ("disclose_by", asked.disclose_by),
        ("review_by", asked.review_by),
        ("settle_by", asked.settle_by),
    ] {
        deadlines = deadlines.maybe(deadline, |one, deadline| one.number(name, deadline));
    }
    let parts = [("deal_structure", structure), ("review", review), ("deadlines", deadlines)];
    let filled = parts.iter().filter(|(_, part)| !part.is_empty());
    Ok(filled.fold(message, |message, (name, part)| message.object(name, part)))
}

fn structure(asked: &args::Offer) -> Result<Object, Error> {
    let pool = asked.party.len() > 2;
    let mut keys = Object::new();
    for pinned in &asked.pin {
        let (party, key) = pair(pinned, "--pin")?;
        let key = if key.starts_with("ed25519:") { key.to_owned() } else { public_key(Path::new(key))? };
        keys = keys.string(party, &key);
    }
    let structure = Object::new()
        .maybe(pool.then_some("multi_party_coordinated"), |one, mode| one.string("mode", mode))
        .maybe((!asked.party.is_empty()).then_some(&asked.party), |one, parties| {
            one.strings("parties", parties)
        })
        .maybe(asked.agent.as_deref(), |one, agent| one.string("agent", agent))
        .maybe(asked.quorum, |one, quorum| one.number("settlement_quorum", quorum))
        .maybe(asked.pool.as_deref(), |one, pool| one.string("pool_id", pool));
    Ok(if keys.is_empty() { structure } else { structure.object("keys", &keys) })
}

pub(super) fn accept(asked: &args::Accept, deals: &Deals) -> Result<Object, Error> {
    let mut commitments = Object::new();
    for commitment in &asked.commit {
        let (item, digest) = pair(commitment, "--commit")?;
        commitments = commitments.string(item, digest);
    }
    let message = message("Accept", Role::Agent, &asked.named, &asked.sending, deals)?
        .maybe(asked.digest.as_deref(), |one, digest| one.string("offer_digest", digest));
    Ok(if commitments.is_empty() { message } else { message.object("commitments", &commitments) })
}

pub(super) fn hold(asked: &args::Hold, deals: &Deals) -> Result<Object, Error> {
    Ok(message("EscrowHold", Role::Counterparty, &asked.named, &asked.sending, deals)?
        .maybe(asked.cash, |one, cash| one.number("cash_sim", cash))
        .maybe(asked.digest.as_deref(), |one, digest| one.string("offer_digest", digest)))
}

pub(super) fn disclose(asked: &args::Disclose, deals: &Deals) -> Result<Object, Error> {
    let mut entries = Vec::new();
    for evidence in &asked.evidence {
        let (item, value) = pair(evidence, "--evidence")?;
        let value = Value::typed(value)?;
        let digest = sha256(&value.canonical()?);
        let entry = entry(entries.len(), item).raw("value", value.as_json());
        entries.push(entry.string("sha256", &digest.to_string()));
    }
    for attached in &asked.attach {
        let (item, path) = pair(attached, "--attach")?;
        let file = Attachment::take(Path::new(path))?;
        entries.push(
            entry(entries.len(), item)
                .string("sha256", &file.digest.to_string())
                .number("size", file.size)
                .string("uri", &file.name),
        );
    }
    let mut attest = Object::new();
    for attested in &asked.attest {
        attest = member(attest, attested, "true")?;
    }
    let names: Vec<_> = (1..=entries.len()).map(|number| format!("e{number}")).collect();
    let claim = asked.claim.as_ref().map(|text| Object::new().string("text", text).strings("refs", &names));
    let mut artifact = Object::new().maybe(claim, |one, claim| one.object("claim", &claim));
    if !entries.is_empty() {
        artifact = artifact.array("evidence", entries.iter().map(Object::to_json));
    }
    if !attest.is_empty() {
        artifact = artifact.object("attest", &attest);
    }
    Ok(message("Disclose", Role::Agent, &asked.named, &asked.sending, deals)?
        .object("artifact", &artifact)
        .maybe(asked.last.then_some(true), |one, last| one.boolean("final", last)))
}

/// An evidence entry for an item.
fn entry(before: usize, item: &str) -> Object {
    Object::new().string("id", &format!("e{}", before + 1)).string("predicate", item)
}

pub(super) fn settle(asked: &args::Settle, deals: &Deals) -> Result<Object, Error> {
    Ok(message("Settle", Role::Counterparty, &asked.named, &asked.sending, deals)?
        .maybe(asked.digest.as_deref(), |one, digest| one.string("offer_digest", digest)))
}

/// Reject and Withdraw: a message that at most gives a reason.
pub(super) fn reason(kind: &str, role: Role, asked: &args::Reason, deals: &Deals) -> Result<Object, Error> {
    Ok(message(kind, role, &asked.named, &asked.sending, deals)?
        .maybe(asked.reason.as_deref(), |one, reason| one.string("reason", reason)))
}

pub(super) fn dispute(asked: &args::Dispute, deals: &Deals) -> Result<Object, Error> {
    let items = (!asked.item.is_empty()).then_some(&asked.item);
    Ok(message("Dispute", Role::Any, &asked.named, &asked.sending, deals)?
        .maybe(items, |one, items| one.strings("items", items))
        .maybe(asked.reason.as_deref(), |one, reason| one.string("reason", reason)))
}

pub(super) fn rule(asked: &args::Rule, deals: &Deals) -> Result<Object, Error> {
    let mut items = Object::new();
    for decided in &asked.item {
        let (item, verdict) = pair(decided, "--item")?;
        items = items.string(item, verdict);
    }
    let verdict = asked.verdict.map(|verdict| match verdict {
        args::Decision::Pass => "pass",
        args::Decision::Fail => "fail",
    });
    let breach = asked.breach.map(|breach| match breach {
        args::RuledBreach::F2 => "F2",
        args::RuledBreach::F3 => "F3",
    });
    let message = message("Ruling", Role::Reviewer, &asked.named, &asked.sending, deals)?
        .maybe(verdict, |one, verdict| one.string("verdict", verdict))
        .maybe(breach, |one, breach| one.string("breach", breach));
    Ok(if items.is_empty() { message } else { message.object("items", &items) })
}

pub(super) fn amend(asked: &args::Amend, deals: &Deals) -> Result<Object, Error> {
    let message = message("Amend", Role::Any, &asked.named, &asked.sending, deals)?;
    let Some(file) = &asked.terms else {
        return Ok(message);
    };
    let terms = Value::read(file)?;
    Ok(message
        .raw("offer_body", terms.as_json())
        .maybe(asked.party.as_deref(), |one, party| one.string("party", party)))
}

pub(super) fn cancel(asked: &args::Cancel, deals: &Deals) -> Result<Object, Error> {
    let policy = asked.policy.map(|policy| match policy {
        args::Division::Refund => "refund",
        args::Division::Earned => "earned",
    });
    Ok(message("Cancel", Role::Any, &asked.named, &asked.sending, deals)?
        .maybe(policy, |one, policy| one.string("policy", policy))
        .maybe(asked.reason.as_deref(), |one, reason| one.string("reason", reason)))
}

/// Adds `NAME` with a value of its own, or `NAME=VALUE`.
fn member(object: Object, typed: &str, value: &str) -> Result<Object, Error> {
    match typed.split_once('=') {
        None => Ok(object.raw(typed, value)),
        Some((name, value)) => Ok(object.raw(name, Value::typed(value)?.as_json())),
    }
}

fn pair<'t>(typed: &'t str, flag: &str) -> Result<(&'t str, &'t str), Error> {
    typed.split_once('=').ok_or_else(|| {
        let message = format!("`{flag} {typed}` lacks the `=` between name and value");
        Error::new(ErrorKind::Usage, "pair_open", message)
    })
}
