//! Other terms, by agreement of all (DEAL 15.10).
//!
//! What may change:
//! - never `deal_structure` and the protocol version: parties, quorum and keys are who agrees;
//! - in a pool neither `review` nor `deadlines`, which all Offers share;
//! - once something was disclosed neither `consideration` nor `obligation`: artifacts are not kept, so they could not be
//!   judged again.
//!
//! A changed `consideration` gives what is held back and asks for a new EscrowHold: the deal is Accepted again until it
//! comes. The old snapshot stays with the Offer; a message that names it is refused and is no breach.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::agree;
use super::{Deal, Sender};
use crate::content::Amend;
use crate::error::Rule;
use crate::event::Event;
use crate::form::MAX_AMOUNT;
use crate::movement::{Cause, MovementKind};
use crate::offer::{Mode, Terms};
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Kind;

impl Deal {
    pub(super) fn amend(&mut self, sender: Sender<'_>, amend: &Amend<'_>, log: &mut Log) -> Result<(), Rule> {
        self.may_agree(sender)?;
        let place = self.amended_seat(sender, amend)?;
        let Some((party, current)) =
            self.seats.get(place).and_then(|seat| Some((&seat.party, &seat.posted.as_ref()?.offer)))
        else {
            return Err(Rule::WhoseOffer);
        };
        let terms = Terms::read(&amend.body, party, &current.id, self.version, amend.edition)?;
        self.check_amendment(place, &terms, amend)?;
        let (previous, snapshot) = (current.snapshot.digest(), terms.offer.snapshot.digest());
        let party = party.clone();
        let (old, new) = (previous.to_string(), snapshot.to_string());
        let members = [("kind", "Amend"), ("party", &party), ("previous", &old), ("snapshot", &new)];
        if self.consent(sender, agree::digest(&members), log) {
            log.event(Event::Amended { party, previous, snapshot });
            self.replace(place, terms, log);
        }
        Ok(())
    }

    /// The seat whose Offer is meant: the named one, else the sender's, else the only one.
    fn amended_seat(&self, sender: Sender<'_>, amend: &Amend<'_>) -> Result<usize, Rule> {
        let place = match &amend.party {
            Some(party) => self.seat(party),
            None if self.mode == Mode::Bilateral => Some(0),
            None => self.seat(sender.party),
        };
        place
            .filter(|place| self.seats.get(*place).is_some_and(|seat| seat.active().is_some()))
            .ok_or(Rule::WhoseOffer)
    }

    fn check_amendment(&self, place: usize, terms: &Terms, amend: &Amend<'_>) -> Result<(), Rule> {
        let Some(posted) = self.posted_at(place) else {
            return Ok(());
        };
        let differs = |member: &str| posted.offer.snapshot.part(member) != terms.offer.snapshot.part(member);
        let fixed: &[&'static str] = match (self.mode, self.pool.is_empty()) {
            (Mode::Bilateral, true) => &["deal_structure"],
            (Mode::MultiParty, true) => &["deal_structure", "review", "deadlines"],
            (Mode::Bilateral, false) => &["deal_structure", "consideration", "obligation"],
            (Mode::MultiParty, false) => {
                &["deal_structure", "review", "deadlines", "consideration", "obligation"]
            }
        };
        if let Some(member) = fixed.iter().find(|member| differs(member)) {
            return Err(Rule::Fixed { member });
        }
        let version = amend.body.get("protocol_version");
        if version.is_some_and(|version| version.as_str().as_deref() != Some(self.version)) {
            return Err(Rule::Fixed { member: "protocol_version" });
        }
        let new: u64 = terms.stages.iter().map(|stage| stage.cash).sum();
        if differs("consideration") && posted.account.deposited.saturating_add(new) > MAX_AMOUNT {
            return Err(Rule::TotalTooLarge { limit: MAX_AMOUNT });
        }
        // A commitment upon a duty of this counterparty alone would hang in the air without it.
        let is_duty = |item: &str| {
            let others = self.seats.iter().enumerate().filter(|(seat, _)| *seat != place);
            others
                .filter_map(|(_, seat)| seat.posted.as_ref())
                .flat_map(|posted| &posted.offer.items)
                .chain(&terms.offer.items)
                .any(|duty| duty.kind() == Kind::Substance && duty.id == item)
        };
        match self.commitments.iter().find(|commitment| !is_duty(&commitment.item)) {
            Some(commitment) => Err(Rule::UnknownCommitment { item: commitment.item.clone() }),
            None => Ok(()),
        }
    }

    /// Puts the new terms in the place of the old ones.
    fn replace(&mut self, place: usize, terms: Terms, log: &mut Log) {
        let Terms { mut offer, stages, review, deadlines, .. } = terms;
        self.reviewer = review.by;
        self.review_default = review.default;
        self.deadlines = deadlines;
        let Some(posted) = self.posted_at(place) else {
            return;
        };
        let is_same = |member: &str| posted.offer.snapshot.part(member) == offer.snapshot.part(member);
        let keeps_escrow = is_same("consideration");
        let keeps_items = keeps_escrow && is_same("obligation");
        if !keeps_escrow {
            for number in 0..posted.account.stages.len() {
                self.pay(place, number, MovementKind::Refund, Cause::Amendment, log);
            }
        }
        let committed: Vec<&str> =
            self.commitments.iter().map(|commitment| commitment.item.as_str()).collect();
        let Some(posted) = self.seats.get_mut(place).and_then(|seat| seat.posted.as_mut()) else {
            return;
        };
        offer.earlier = core::mem::take(&mut posted.offer.earlier);
        offer.earlier.push(posted.offer.snapshot.clone());
        if keeps_items {
            posted.offer = offer;
            return;
        }
        posted.renew(offer, stages, keeps_escrow);
        for (state, item) in posted.items.iter_mut().zip(&posted.offer.items) {
            state.commitment = committed.iter().position(|committed| *committed == item.id);
        }
        if !keeps_escrow {
            self.enter(State::Accepted, log);
        }
    }
}
