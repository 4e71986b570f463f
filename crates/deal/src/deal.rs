//! One deal: the record that all clauses read, and the steps that change it (DEAL 4 to 11).
//!
//! Every step checks first and changes afterwards, so that a refused message leaves no trace here (DEAL 2.12).

mod accept;
mod adjudicate;
mod agenda;
mod agree;
mod amend;
mod close;
mod disclose;
mod dispute;
mod eject;
mod finish;
mod hold;
mod rule;
mod scope;
mod seat;
mod view;
mod vote;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::Sha256;
use actum_canon::signature::PublicKey;

use crate::breach::Breach;
use crate::content::Content;
use crate::edition::MessageType;
use crate::error::{Missing, Rule};
use crate::event::News;
use crate::movement::Posting;
use crate::offer::{Deadlines, Mode, Offer, ReviewDefault, Terms};
use crate::state::State;
use crate::transcript::Log;

pub use seat::Account;
pub use view::{ItemResult, Received};

use scope::Commitment;
use seat::Seat;

/// A deal.
#[derive(Clone, Debug)]
pub struct Deal {
    id: String,
    version: &'static str,
    mode: Mode,
    agent: String,
    quorum: usize,
    reviewer: String,
    review_default: ReviewDefault,
    deadlines: Deadlines,
    /// The keys that are pinned (DEAL 15.1).
    keys: Vec<(String, PublicKey)>,
    /// What parties have agreed to and others have not yet (DEAL 15.10).
    consents: Vec<(String, Sha256)>,
    state: State,
    states: Vec<State>,
    /// One for each counterparty, in the order of the parties.
    seats: Vec<Seat>,
    /// The seats in the order in which they posted.
    posted: Vec<usize>,
    commitments: Vec<Commitment>,
    /// The digests of all artifacts.
    pool: BTreeSet<Sha256>,
    agent_has_disputed: bool,
    breaches: Vec<Breach>,
    /// Disclosure has ended, by whatever cause.
    is_final: bool,
    /// It was the agent that ended it, or the number of artifacts.
    is_explicit: bool,
    ledger: Vec<Posting>,
    received: Vec<String>,
    /// The review event for the current set was given.
    is_reviewing: bool,
}

/// Who sent a message, and under which offer id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sender<'m> {
    pub(crate) party: &'m str,
    pub(crate) offer: &'m str,
    pub(crate) message: MessageType,
}

impl Deal {
    /// Opens a deal with its first Offer.
    pub(crate) fn open(terms: Terms, from: &str, log: &mut Log) -> Self {
        let Terms { offer, stages, structure, review, deadlines, keys, version, key } = terms;
        let mut deal = Self {
            id: key,
            version,
            mode: structure.mode,
            agent: structure.agent,
            quorum: structure.quorum,
            reviewer: review.by,
            review_default: review.default,
            deadlines,
            state: State::Offered,
            states: [State::Offered].into(),
            keys,
            consents: Vec::new(),
            seats: structure.counterparties.into_iter().map(Seat::new).collect(),
            posted: Vec::new(),
            commitments: Vec::new(),
            pool: BTreeSet::new(),
            agent_has_disputed: false,
            breaches: Vec::new(),
            is_final: false,
            is_explicit: false,
            ledger: Vec::new(),
            received: Vec::new(),
            is_reviewing: false,
        };
        log.path.push((deal.id.clone(), State::Offered));
        deal.post(offer, stages, from);
        deal
    }

    /// Adds an Offer to the pool, if it fits (DEAL 9.2).
    pub(crate) fn join(&mut self, terms: Terms, from: &str) -> Result<(), Rule> {
        let offer = &terms.offer;
        if (self.mode, terms.structure.mode) == (Mode::Bilateral, Mode::MultiParty) {
            return Err(Rule::PoolIdTaken);
        }
        if self.state.is_closed() {
            return Err(Rule::Closed);
        }
        if self.mode == Mode::Bilateral {
            return Err(Rule::OtherParty { offer: offer.id.clone() });
        }
        if self.offer(from).is_some() {
            return Err(Rule::SecondOffer { party: from.into() });
        }
        if let Some((_, first)) = self.offers().next() {
            for member in ["deal_structure", "review", "deadlines"] {
                if first.snapshot.part(member) != offer.snapshot.part(member) {
                    return Err(Rule::PoolMismatch { member });
                }
            }
        }
        if terms.version != self.version {
            return Err(Rule::PoolMismatch { member: "protocol_version" });
        }
        self.post(terms.offer, terms.stages, from);
        Ok(())
    }

    fn post(&mut self, offer: Offer, stages: Vec<crate::stage::Stage>, from: &str) {
        if let Some((place, seat)) = self.seats.iter_mut().enumerate().find(|(_, seat)| seat.party == from) {
            seat.post(offer, stages);
            self.posted.push(place);
        }
    }

    /// Takes a message other than an Offer, whose terms are the snapshot's (DEAL 2.11, steps 11 to 13).
    pub(crate) fn take(
        &mut self,
        sender: Sender<'_>,
        content: &Content<'_>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        match content {
            Content::Accept(accept) => self.accept(sender, accept, log)?,
            Content::Hold(hold) => self.hold(sender, hold, log)?,
            Content::Disclose(disclose) => self.disclose(sender, disclose, log)?,
            Content::Settle => self.vote(sender, log)?,
            Content::Reject => self.reject(sender, log)?,
            Content::Withdraw => self.withdraw(sender, log)?,
            Content::Dispute(items) => self.dispute(sender, items.as_ref(), log)?,
            Content::Ruling(ruling) => self.rule(sender, ruling, log)?,
            Content::Amend(amend) => self.amend(sender, amend, log)?,
            Content::Cancel(policy) => self.cancel(sender, *policy, log)?,
        }
        if !matches!(content, Content::Amend(_) | Content::Cancel(_)) {
            self.consents.clear();
        }
        self.notify(sender, log);
        self.announce_review(log);
        Ok(())
    }

    /// Tells all other parties that a message was applied (DEAL 12.1).
    pub(crate) fn notify(&self, sender: Sender<'_>, log: &mut Log) {
        for party in self.parties().filter(|party| *party != sender.party) {
            log.notify(party, News::Applied { message: sender.message, offer_id: sender.offer.into() });
        }
    }

    /// All parties: the counterparties, then the agent.
    fn parties(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().map(|seat| seat.party.as_str()).chain([self.agent.as_str()])
    }

    fn seat(&self, party: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat.party == party)
    }

    /// The seat of a sender that must be a counterparty.
    fn counterparty(&self, sender: Sender<'_>) -> Result<usize, Rule> {
        self.seat(sender.party)
            .ok_or_else(|| Rule::WrongSender { message: sender.message, sender: "a counterparty".into() })
    }

    /// Refuses a sender that is not this one.
    fn only(sender: Sender<'_>, allowed: &str) -> Result<(), Rule> {
        if sender.party == allowed {
            return Ok(());
        }
        Err(Rule::WrongSender { message: sender.message, sender: allowed.into() })
    }

    fn cannot(&self, sender: Sender<'_>, missing: Missing) -> Rule {
        Rule::CannotFrom { verb: sender.message.verb(), state: self.state, missing }
    }

    fn enter(&mut self, state: State, log: &mut Log) {
        if self.state != state {
            self.state = state;
            self.states.push(state);
            log.path.push((self.id.clone(), state));
        }
    }
}
