//! Where deals stand, as JSON: all that the engine lets see, and what may come next.

use actum_deal::{Account, Deadline, Deal, Deals, ItemResult};

use super::message::{Object, canonical};
use super::moves::moves;

/// Appends where these deals stand, canonical (RFC 8785), without a line feed.
pub fn write_status<'d>(deals: &Deals, shown: impl Iterator<Item = &'d Deal>, out: &mut Vec<u8>) {
    let status = Object::new()
        .number("now", deals.now())
        .number("entries", deals.len())
        .string("head", &deals.head().to_string())
        .array("deals", shown.map(|deal| one(deal).to_json()));
    out.extend(canonical(&status.to_json()));
}

/// Where one deal stands.
pub(crate) fn one(deal: &Deal) -> Object {
    let offers = deal.offers().map(|(party, offer)| {
        let digest = offer.snapshot.digest().to_string();
        Object::new().string("party", party).string("offer_id", &offer.id).string("digest", &digest).to_json()
    });
    let breaches = deal.breaches().iter().map(|breach| {
        let named = Object::new().string("code", breach.code.as_str()).string("name", breach.code.name());
        named.string("at_fault", &breach.at_fault).string("reason", &breach.reason).to_json()
    });
    let next = moves(deal).into_iter().map(|next| {
        let named = Object::new().string("party", &next.party).string("message", next.message.as_str());
        named.maybe(next.note, |one, note| one.string("note", &note)).to_json()
    });
    let consents =
        deal.consents().fold(Object::new(), |all, (party, one)| all.string(party, &one.to_string()));
    let received = deal.received();
    let received = Object::new()
        .number("cash_sim", received.cash_sim)
        .strings("object_options", &received.object_options);
    let states: Vec<_> = deal.states().iter().map(|state| state.as_str()).collect();
    Object::new()
        .string("id", deal.id())
        .string("version", deal.version())
        .string("mode", deal.mode().as_str())
        .string("state", deal.state().as_str())
        .strings("states", &states)
        .string("agent", deal.agent())
        .strings("counterparties", &deal.counterparties().collect::<Vec<_>>())
        .object("party_states", &parties(deal))
        .string("reviewer", deal.reviewer())
        .string("review_default", deal.review_default().as_str())
        .maybe(deal.verdict(), |one, verdict| one.string("verdict", verdict.as_str()))
        .strings("union_checklist", &deal.union())
        .array("checklist", deal.items().iter().map(|item| result(item).to_json()))
        .strings("under_review", &deal.under_review())
        .array("offers", offers)
        .object(
            "accounts",
            &deal.accounts().fold(Object::new(), |all, (party, one)| all.object(party, &account(one))),
        )
        .object("received", &received)
        .number("quorum", deal.quorum() as u64)
        .strings("votes", &deal.votes().collect::<Vec<_>>())
        .strings("ejected", &deal.ejected().collect::<Vec<_>>())
        .object("consents", &consents)
        .array("breaches", breaches)
        .boolean("disclosure_ended", deal.is_final())
        .strings("artifacts", &deal.pool().map(|digest| digest.to_string()).collect::<Vec<_>>())
        .object("deadlines", &deadlines(deal))
        .array("next", next)
}

fn parties(deal: &Deal) -> Object {
    deal.party_states().fold(Object::new(), |all, (party, state)| all.string(party, state.as_str()))
}

fn result(item: &ItemResult<'_>) -> Object {
    Object::new()
        .maybe(item.party, |one, party| one.string("party", party))
        .string(if item.party.is_some() { "item" } else { "commitment" }, item.item)
        .string("result", item.result.as_str())
        .string("machine", item.machine.as_str())
        .maybe(item.ruling, |one, ruling| one.string("ruling", ruling.as_str()))
        .boolean("disputed", item.is_disputed)
        .boolean("in_scope", item.is_in_scope)
}

fn account(account: &Account) -> Object {
    let stages = account.stages.iter().map(|stage| {
        let value = Object::new().number("cash_sim", stage.cash).strings("object_options", &stage.options);
        value.string("status", stage.status.as_str()).to_json()
    });
    Object::new()
        .number("required", account.required)
        .number("deposited", account.deposited)
        .number("held", account.held)
        .number("released", account.released)
        .number("refunded", account.refunded)
        .boolean("holding", account.is_holding)
        .array("stages", stages)
}

/// The deadlines that hold, inherited ones included.
fn deadlines(deal: &Deal) -> Object {
    let effective = |deadline: &Deadline| Some((deadline.as_str(), deal.deadlines().effective(*deadline)?));
    Deadline::ALL.iter().filter_map(effective).fold(Object::new(), |all, (name, at)| all.number(name, at))
}
