//! A counterparty's place in a deal: its Offer, its account, and how its items stand (DEAL 8.1).

use alloc::string::String;
use alloc::vec::Vec;

use crate::offer::Offer;
use crate::stage::Stage;
use crate::verdict::{Kind, Verdict};

/// The escrow of one counterparty. All amounts are 0 to 2^53 − 1.
///
/// After every message `deposited = held + released + refunded`, and once something is deposited, `held` is the sum of
/// the open stages (DEAL 8.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// What an EscrowHold has to deposit.
    pub required: u64,
    /// What was deposited.
    pub deposited: u64,
    /// What is neither released nor refunded.
    pub held: u64,
    /// What went to the agent.
    pub released: u64,
    /// What went back.
    pub refunded: u64,
    /// Whether the deposit was made; it may be of 0.
    pub is_holding: bool,
    /// The stages, with their options and where their value is.
    pub stages: Vec<Stage>,
}

/// How an item or a commitment stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// The results of all artifacts, joined (DEAL 6.6).
    pub(super) machine: Verdict,
    /// The results of the artifacts that no ruling covers, joined.
    pub(super) uncovered: Verdict,
    /// What the reviewer decided, and how many artifacts were in the pool then (DEAL 10.3).
    pub(super) ruling: Option<(Verdict, usize)>,
    pub(super) is_disputed: bool,
}

impl Standing {
    /// Adds the result of a new artifact.
    pub(super) fn add(&mut self, kind: Kind, result: Verdict) {
        self.machine = kind.join(self.machine, result);
        self.uncovered = kind.join(self.uncovered, result);
    }

    /// Notes a decision that covers all artifacts in the pool.
    pub(super) const fn decide(&mut self, verdict: Verdict, artifacts: usize) {
        self.ruling = Some((verdict, artifacts));
        self.uncovered = Verdict::Pending;
        self.is_disputed = false;
    }

    /// Returns the result without regard to disputes; `base` holds where nothing else is known.
    pub(super) fn settled(&self, kind: Kind, base: Verdict) -> Verdict {
        let base = self.ruling.map_or(base, |(verdict, _)| verdict);
        kind.join(base, self.uncovered)
    }

    /// Returns the result; what is disputed is inconclusive unless nothing is known.
    pub(super) fn result(&self, kind: Kind, base: Verdict) -> Verdict {
        match self.settled(kind, base) {
            Verdict::Pending => Verdict::Pending,
            _ if self.is_disputed => Verdict::Inconclusive,
            settled => settled,
        }
    }
}

/// How an item of an Offer stands.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemState {
    pub(super) standing: Standing,
    /// In how many open stages it is. An item is in scope as long as this is not 0.
    pub(super) open: usize,
    /// The commitment upon it.
    pub(super) commitment: Option<usize>,
}

/// What a counterparty has posted.
#[derive(Clone, Debug)]
pub(super) struct Posted {
    pub(super) offer: Offer,
    pub(super) account: Account,
    /// One for each item of the offer.
    pub(super) items: Vec<ItemState>,
}

impl Posted {
    /// Takes other terms. The sums of the account go on; what is held stays where the consideration did not change.
    pub(super) fn renew(&mut self, offer: Offer, stages: Vec<Stage>, keeps_escrow: bool) {
        self.items = items(&offer, &stages);
        self.offer = offer;
        self.account.required = required(&stages);
        self.account.stages = stages;
        self.account.is_holding &= keeps_escrow;
    }
}

fn required(stages: &[Stage]) -> u64 {
    stages.iter().map(|stage| stage.cash).sum()
}

/// The items of an offer before any artifact.
fn items(offer: &Offer, stages: &[Stage]) -> Vec<ItemState> {
    let mut items = Vec::new();
    items.resize_with(offer.items.len(), ItemState::default);
    for place in stages.iter().flat_map(|stage| &stage.items) {
        if let Some(item) = items.get_mut(*place) {
            let item: &mut ItemState = item;
            item.open += 1;
        }
    }
    items
}

/// A counterparty's place.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) party: String,
    pub(super) posted: Option<Posted>,
    pub(super) is_ejected: bool,
    pub(super) has_voted: bool,
    pub(super) has_disputed: bool,
}

impl Seat {
    pub(super) const fn new(party: String) -> Self {
        Self { party, posted: None, is_ejected: false, has_voted: false, has_disputed: false }
    }

    /// Places an Offer here.
    pub(super) fn post(&mut self, offer: Offer, stages: Vec<Stage>) {
        let account = Account {
            required: required(&stages),
            deposited: 0,
            held: 0,
            released: 0,
            refunded: 0,
            is_holding: false,
            stages,
        };
        self.posted = Some(Posted { items: items(&offer, &account.stages), offer, account });
    }

    /// What it has posted, as long as it is a party.
    pub(super) fn active(&self) -> Option<&Posted> {
        self.posted.as_ref().filter(|_| !self.is_ejected)
    }
}
