//! What can be seen of a deal. Nothing here changes it.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha256;
use actum_canon::signature::PublicKey;

use super::scope::Reading;
use super::seat::Standing;
use super::{Account, Deal};
use crate::breach::Breach;
use crate::movement::Posting;
use crate::offer::{Deadlines, Mode, Offer, ReviewDefault};
use crate::state::State;
use crate::verdict::{Kind, Verdict};

/// How an item, or a commitment upon one, stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemResult<'d> {
    /// The counterparty whose item it is; `None` for a commitment, which is the agent's.
    pub party: Option<&'d str>,
    /// The id of the item.
    pub item: &'d str,
    /// What it asks about.
    pub kind: Kind,
    /// The result that counts, rulings and disputes included.
    pub result: Verdict,
    /// What the artifacts alone say.
    pub machine: Verdict,
    /// What the reviewer decided last.
    pub ruling: Option<Verdict>,
    /// Whether it is disputed and not ruled upon.
    pub is_disputed: bool,
    /// Whether it counts for the verdict: its party is active and a stage with it is open.
    pub is_in_scope: bool,
}

/// What the agent has received.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Received {
    /// The cash.
    pub cash_sim: u64,
    /// The object options, sorted by code points; one may stand several times.
    pub object_options: Vec<String>,
}

impl Deal {
    /// The id: the offer's, in a pool the pool's.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The protocol version on which the parties settled (DEAL 2.8).
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.version
    }

    /// Bilateral or pool.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The agent.
    #[must_use]
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// The counterparties, in the order of the parties; ejected ones too.
    pub fn counterparties(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().map(|seat| seat.party.as_str())
    }

    /// How many votes settle the deal.
    #[must_use]
    pub const fn quorum(&self) -> usize {
        self.quorum
    }

    /// Who rules upon inconclusive results.
    #[must_use]
    pub fn reviewer(&self) -> &str {
        &self.reviewer
    }

    /// What the reviewer's silence means.
    #[must_use]
    pub const fn review_default(&self) -> ReviewDefault {
        self.review_default
    }

    /// The deadlines.
    #[must_use]
    pub const fn deadlines(&self) -> &Deadlines {
        &self.deadlines
    }

    /// The state.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// All states so far, the first one included.
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Whether disclosure has ended (DEAL 7.6).
    #[must_use]
    pub const fn is_final(&self) -> bool {
        self.is_final
    }

    /// The Offers with their parties, in the order in which they were posted.
    pub fn offers(&self) -> impl Iterator<Item = (&str, &Offer)> {
        self.posted.iter().filter_map(|place| {
            let seat = self.seats.get(*place)?;
            Some((seat.party.as_str(), &seat.posted.as_ref()?.offer))
        })
    }

    /// The Offer of a party.
    #[must_use]
    pub fn offer(&self, party: &str) -> Option<&Offer> {
        self.seats.iter().find(|seat| seat.party == party)?.posted.as_ref().map(|posted| &posted.offer)
    }

    /// The Offer of a counterparty that was not ejected.
    pub(crate) fn active_offer(&self, party: &str) -> Option<&Offer> {
        let seat = self.seats.iter().find(|seat| seat.party == party)?;
        seat.active().map(|posted| &posted.offer)
    }

    /// The accounts with their parties, in the order in which the Offers were posted.
    pub fn accounts(&self) -> impl Iterator<Item = (&str, &Account)> {
        self.posted.iter().filter_map(|place| {
            let seat = self.seats.get(*place)?;
            Some((seat.party.as_str(), &seat.posted.as_ref()?.account))
        })
    }

    /// The account of a party.
    #[must_use]
    pub fn account(&self, party: &str) -> Option<&Account> {
        self.seats.iter().find(|seat| seat.party == party)?.posted.as_ref().map(|posted| &posted.account)
    }

    /// How every item and commitment stands: items in the order of the parties, then commitments.
    #[must_use]
    pub fn items(&self) -> Vec<ItemResult<'_>> {
        let shown = |standing: &Standing| (standing.machine, standing.ruling.map(|(verdict, _)| verdict));
        let mut committed: BTreeSet<usize> = BTreeSet::new();
        let mut results = Vec::new();
        for seat in &self.seats {
            let Some(posted) = &seat.posted else {
                continue;
            };
            for (place, (item, state)) in posted.offer.items.iter().zip(&posted.items).enumerate() {
                let is_in_scope = !seat.is_ejected && state.open > 0;
                let (machine, ruling) = shown(&state.standing);
                committed.extend(state.commitment.filter(|_| is_in_scope));
                results.push(ItemResult {
                    party: Some(&seat.party),
                    item: &item.id,
                    kind: item.kind(),
                    result: posted.read(place, Reading::WithDisputes),
                    machine,
                    ruling,
                    is_disputed: state.standing.is_disputed,
                    is_in_scope,
                });
            }
        }
        for (number, commitment) in self.commitments.iter().enumerate() {
            let (machine, ruling) = shown(&commitment.standing);
            results.push(ItemResult {
                party: None,
                item: &commitment.item,
                kind: Kind::Evidence,
                result: commitment.read(Reading::WithDisputes),
                machine: Kind::Evidence.join(Verdict::Pass, machine),
                ruling,
                is_disputed: commitment.standing.is_disputed,
                is_in_scope: committed.contains(&number),
            });
        }
        results
    }

    /// The digests to which the agent has bound itself, by item (DEAL 6.10).
    pub fn commitments(&self) -> impl Iterator<Item = (&str, Sha256)> {
        self.commitments.iter().map(|commitment| (commitment.item.as_str(), commitment.digest))
    }

    /// The names of what waits for a Ruling, in union order (DEAL 10.1).
    #[must_use]
    pub fn under_review(&self) -> Vec<String> {
        self.names(self.reviewed())
    }

    /// The union checklist (DEAL 6.9): ids in order; one that stands for several items has its party behind it.
    #[must_use]
    pub fn union(&self) -> Vec<String> {
        let mut items = BTreeSet::new();
        let mut ids: BTreeMap<&str, ()> = BTreeMap::new();
        let mut union = Vec::new();
        for seat in &self.seats {
            for item in seat.posted.iter().flat_map(|posted| &posted.offer.items) {
                if !items.insert((&item.id, item.predicate.name(), &item.parameters)) {
                    continue;
                }
                match ids.insert(&item.id, ()) {
                    None => union.push(item.id.clone()),
                    Some(()) => union.push(format!("{}@{}", item.id, seat.party)),
                }
            }
        }
        union
    }

    /// The counterparties whose Settle counts.
    pub fn votes(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().filter(|seat| seat.has_voted).map(|seat| seat.party.as_str())
    }

    /// The counterparties that lost their place by a breach.
    pub fn ejected(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().filter(|seat| seat.is_ejected).map(|seat| seat.party.as_str())
    }

    /// Whether a party has used its one Dispute (DEAL 10.2).
    #[must_use]
    pub fn has_disputed(&self, party: &str) -> bool {
        match self.seats.iter().find(|seat| seat.party == party) {
            Some(seat) => seat.has_disputed,
            None => party == self.agent && self.agent_has_disputed,
        }
    }

    /// The key that is pinned for a party or the reviewer (DEAL 15.1).
    #[must_use]
    pub fn key(&self, party: &str) -> Option<&PublicKey> {
        self.keys.iter().find(|(owner, _)| owner == party).map(|(_, key)| key)
    }

    /// What parties have agreed to while others have not yet: the party and the digest of the proposal (DEAL 15.10).
    pub fn consents(&self) -> impl Iterator<Item = (&str, Sha256)> {
        self.consents.iter().map(|(party, proposal)| (party.as_str(), *proposal))
    }

    /// The breaches, in the order in which they were found.
    #[must_use]
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    /// The digests of the artifacts in the pool, ascending.
    pub fn pool(&self) -> impl Iterator<Item = Sha256> {
        self.pool.iter().copied()
    }

    /// All movements, each with the entry that caused it.
    #[must_use]
    pub fn ledger(&self) -> &[Posting] {
        &self.ledger
    }

    /// What the agent has received.
    #[must_use]
    pub fn received(&self) -> Received {
        let mut object_options = self.received.clone();
        object_options.sort_unstable();
        Received { cash_sim: self.accounts().map(|(_, account)| account.released).sum(), object_options }
    }

    /// The state as each party sees it: counterparties in order, then the agent (DEAL 9.6, 9.8).
    pub fn party_states(&self) -> impl Iterator<Item = (&str, State)> {
        let seen = |seat: &super::Seat| {
            let is_holding = seat.posted.as_ref().is_some_and(|posted| posted.account.is_holding);
            match self.state {
                _ if seat.is_ejected => State::Breach,
                State::Accepted if is_holding => State::Held,
                state => state,
            }
        };
        let counterparties = self.seats.iter().map(move |seat| (seat.party.as_str(), seen(seat)));
        counterparties.chain([(self.agent.as_str(), self.state)])
    }
}
