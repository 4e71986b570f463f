//! A position of the search: the engine with one deal in it, and the messages that make a move.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::encode::{JCS_NEAREST, Writer};

use super::moves::{Move, Rest};
use super::stand_in;
use crate::deal::Deal;
use crate::deals::Deals;
use crate::edition::V0_3;
use crate::error::Error;
use crate::offer::Deadline;
use crate::stage::StageStatus;
use crate::state::State;
use crate::verdict::Kind;

#[derive(Clone)]
pub(super) struct Board {
    deals: Deals,
    /// Counts disclosures, so that no two are the same artifact.
    disclosed: u64,
}

impl Board {
    /// Posts the Offers, and terms equal to the first one's for counterparties that gave none.
    pub(super) fn set(messages: &[&[u8]]) -> Result<(Self, Vec<String>), Vec<Error>> {
        // The published edition does not ask a draft to be signed.
        let mut real = Deals::new(&V0_3);
        for message in messages {
            let outcome = real.apply(message, None);
            if !outcome.entry.errors.is_empty() {
                return Err(outcome.entry.errors);
            }
        }
        let [deal] = real.deals() else { return Err(Vec::new()) };
        let Some((_, first)) = deal.offers().next() else { return Err(Vec::new()) };
        let mut deals = Deals::new(&V0_3);
        let mut assumed = Vec::new();
        for party in deal.counterparties() {
            let offer = deal.offer(party).unwrap_or_else(|| {
                assumed.push(party.into());
                first
            });
            let outcome = deals.apply(&stand_in::write(offer, party), Some(real.now()));
            if !outcome.entry.errors.is_empty() {
                return Err(outcome.entry.errors);
            }
        }
        Ok((Self { deals, disclosed: 0 }, assumed))
    }

    pub(super) fn deals(&self) -> &Deals {
        &self.deals
    }

    /// What tells this position from others: everything that a later message can read.
    pub(super) fn position(&self) -> String {
        let Some(deal) = self.deals.deals().first() else { return String::new() };
        let items: Vec<_> =
            deal.items().iter().map(|item| (item.machine, item.ruling, item.is_disputed)).collect();
        let accounts: Vec<_> = deal
            .accounts()
            .map(|(_, account)| {
                let open = account.stages.iter().map(|stage| stage.status).collect::<Vec<_>>();
                (account.is_holding, open)
            })
            .collect();
        let votes: Vec<_> = deal.votes().chain(deal.ejected()).collect();
        let disputed: Vec<_> = parties(deal).map(|party| deal.has_disputed(party)).collect();
        let breaches = deal.breaches().len();
        let late = Deadline::ALL.map(|deadline| self.is_late(deal, deadline));
        let tries =
            deal.offers().any(|(_, offer)| offer.max_disclosures.is_some()).then(|| deal.pool().count());
        format!(
            "{:?}",
            (deal.state(), items, accounts, votes, disputed, breaches, late, deal.is_final(), tries)
        )
    }

    fn is_late(&self, deal: &Deal, deadline: Deadline) -> bool {
        deal.deadlines().effective(deadline).is_some_and(|at| self.deals.now() > at)
    }

    /// The moves that may change something here.
    pub(super) fn moves(&self) -> Vec<Move> {
        let Some(deal) = self.deals.deals().first() else { return Vec::new() };
        let mut moves = Vec::new();
        let active = || deal.counterparties().filter(|party| !deal.ejected().any(|gone| gone == *party));
        match deal.state() {
            State::Offered => {
                moves.extend([Move::Accept, Move::Reject]);
                moves.extend(active().next().map(|party| Move::Withdraw(party.into())));
            }
            State::Accepted => {
                let waiting = active().find(|party| deal.account(party).is_some_and(|one| !one.is_holding));
                moves.extend(waiting.map(|party| Move::Hold(party.into())));
            }
            State::Held | State::Adjudicating | State::Settling => {
                if !deal.is_final() && deal.state() != State::Settling {
                    moves.extend(disclosures(deal));
                }
                let voting = active().find(|party| !deal.votes().any(|voted| voted == *party));
                moves.extend(voting.map(|party| Move::Settle(party.into())));
                let objecting = active().find(|party| !deal.has_disputed(party));
                moves.extend(objecting.map(|party| Move::Dispute(party.into())));
                moves.push(Move::Dispute(deal.agent().into()));
                if deal.state() == State::Adjudicating {
                    moves.extend([Move::Rule { passes: true }, Move::Rule { passes: false }]);
                }
            }
            _ => return moves,
        }
        moves.extend(active().next().map(|party| Move::Mutate(party.into())));
        let next = Deadline::ALL
            .into_iter()
            .find(|deadline| deal.deadlines().own(*deadline).is_some() && !self.is_late(deal, *deadline));
        moves.extend(next.map(Move::Wait));
        moves
    }

    /// Plays a move; `None` where the engine refuses it.
    pub(super) fn play(&self, next: &Move) -> Option<Self> {
        let deal = self.deals.deals().first()?;
        let mut board = self.clone();
        let at = match next {
            Move::Wait(deadline) => deal.deadlines().own(*deadline)?.checked_add(1)?,
            _ => self.deals.now(),
        };
        if let Move::Disclose { .. } = next {
            board.disclosed += 1;
        }
        let outcome = board.deals.apply(board.message(deal, next).as_bytes(), Some(at));
        outcome.entry.is_applied().then_some(board)
    }

    fn message(&self, deal: &Deal, next: &Move) -> String {
        let id = |party: &str| deal.offer(party).map_or_else(|| deal.id(), |offer| &offer.id);
        let from = |kind: &str, party: &str, more: &str| {
            let (party, id) = (quoted(party), quoted(id(party)));
            format!(r#"{{"type":"{kind}","from":{party},"offer_id":{id}{more}}}"#)
        };
        let agent = deal.agent();
        match next {
            Move::Accept => from("Accept", agent, ""),
            Move::Reject => from("Reject", agent, ""),
            Move::Withdraw(party) => from("Withdraw", party, ""),
            Move::Hold(party) => from("EscrowHold", party, ""),
            Move::Settle(party) => from("Settle", party, ""),
            Move::Dispute(party) => from("Dispute", party, ""),
            // No digest is this one.
            Move::Mutate(party) => {
                let other = "0".repeat(64);
                let kind = if deal.state() == State::Offered { "Settle" } else { "EscrowHold" };
                from(kind, party, &format!(r#","offer_digest":"sha256:{other}""#))
            }
            Move::Rule { passes } => {
                let verdict = if *passes { "pass" } else { "fail" };
                from("Ruling", deal.reviewer(), &format!(r#","verdict":"{verdict}""#))
            }
            Move::Wait(_) => r#"{"type":"Tick","from":"host","at":0}"#.into(),
            Move::Disclose { stages, rest, is_final } => {
                let artifact = artifact(deal, *stages, *rest, self.disclosed);
                from("Disclose", agent, &format!(r#","artifact":{artifact},"final":{is_final}"#))
            }
        }
    }
}

fn parties(deal: &Deal) -> impl Iterator<Item = &str> {
    deal.counterparties().chain([deal.agent()])
}

/// The disclosures that bring something new: more stages met, an item failed, evidence in doubt, or an end.
fn disclosures(deal: &Deal) -> Vec<Move> {
    let all = deal.accounts().map(|(_, account)| account.stages.len()).max().unwrap_or(0);
    let done = |status: &StageStatus| *status == StageStatus::Released;
    let met = deal
        .accounts()
        .map(|(_, account)| account.stages.iter().take_while(|stage| done(&stage.status)).count())
        .min()
        .unwrap_or(0);
    let mut moves = Vec::new();
    for stages in met..=all {
        for rest in [Rest::Open, Rest::Fails, Rest::Doubtful] {
            let is_void = match rest {
                Rest::Open => false,
                Rest::Fails => stages == all,
                Rest::Doubtful => !deal.items().iter().any(|item| item.kind == Kind::Evidence),
            };
            if !is_void {
                moves.extend([false, true].map(|is_final| Move::Disclose { stages, rest, is_final }));
            }
        }
    }
    moves
}

/// An artifact that meets the first stages of every account and nothing else, or fails in the way that is asked for.
fn artifact(deal: &Deal, stages: usize, rest: Rest, number: u64) -> String {
    let mut met: Vec<&str> = Vec::new();
    let mut unmet: Vec<&str> = Vec::new();
    for (party, account) in deal.accounts() {
        let Some(offer) = deal.offer(party) else { continue };
        for (place, stage) in account.stages.iter().enumerate() {
            let items = stage.items.iter().filter_map(|item| offer.items.get(*item));
            let duties = items.filter(|item| item.kind() == Kind::Substance).map(|item| item.id.as_str());
            if place < stages { met.extend(duties) } else { unmet.extend(duties) }
        }
    }
    unmet.retain(|item| !met.contains(item));
    let mut attested: Vec<(&str, bool)> = met.into_iter().map(|item| (item, true)).collect();
    if rest == Rest::Fails {
        attested.extend(unmet.first().map(|item| (*item, false)));
    }
    attested.sort_unstable();
    attested.dedup();
    let words: Vec<String> =
        attested.iter().map(|(item, truth)| format!("{}:{truth}", quoted(item))).collect();
    let digest = match rest {
        Rest::Doubtful => format!(r#","sha256":"sha256:{}""#, "0".repeat(64)),
        _ => String::new(),
    };
    let has_evidence_item = deal.items().iter().any(|item| item.kind == Kind::Evidence);
    let evidence = match has_evidence_item && (stages > 0 || rest == Rest::Doubtful) {
        true => format!(r#","evidence":[{{"id":"e","value":{number}{digest}}}]"#),
        false => String::new(),
    };
    format!(r#"{{"number":{number},"attest":{{{}}}{evidence}}}"#, words.join(","))
}

fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    let Ok(()) = Writer::new(&JCS_NEAREST, &mut out).string(text);
    String::from_utf8(out).unwrap_or_default()
}
