//! Term mutation by a counterparty, and its remedy (DEAL 7.4, 7.5, 9.8).

use super::close::Policy;
use super::{Deal, Sender};
use crate::breach::{Breach, Code};
use crate::event::Event;
use crate::movement::Cause;
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Verdict;

impl Deal {
    /// Ends the part of a counterparty that invoked other terms, and the deal where it cannot go on.
    pub(crate) fn eject(&mut self, sender: Sender<'_>, log: &mut Log) {
        let Some(place) = self.seat(sender.party) else {
            return;
        };
        let party = sender.party;
        self.consents.clear();
        let reason = "Offer snapshot mismatch".into();
        self.record(Breach { code: Code::F4, at_fault: party.into(), reason }, log);
        self.notify(sender, log);
        if matches!(self.state, State::Offered | State::Accepted) {
            self.close(State::Breach, Policy::Refund, log);
            return;
        }
        let policy = if self.pool.is_empty() { Policy::Refund } else { Policy::Forfeit };
        self.close_account(place, policy, Cause::Mutation, log);
        if let Some(seat) = self.seats.get_mut(place) {
            seat.is_ejected = true;
            seat.has_voted = false;
            for item in seat.posted.iter_mut().flat_map(|posted| &mut posted.items) {
                item.standing.is_disputed = false;
            }
        }
        log.event(Event::PartyEjected { party: party.into() });
        if self.active().count() < self.quorum {
            self.close(State::Breach, Policy::Earned, log);
            return;
        }
        if self.state == State::Settling && self.votes().next().is_none() {
            self.enter(State::Adjudicating, log);
        }
        self.look_again(log);
    }

    /// After a Ruling, lapsed disputes or an ejection: 7.6 runs again, then the votes are counted again.
    pub(super) fn look_again(&mut self, log: &mut Log) {
        if self.state.is_closed() {
            return;
        }
        if self.state == State::Adjudicating {
            self.release_earned(log);
            if self.is_final {
                self.conclude(log);
            }
            let has_votes = self.votes().next().is_some();
            if self.state == State::Adjudicating && has_votes && self.verdict() == Some(Verdict::Pass) {
                self.enter(State::Settling, log);
            }
        }
        self.settle_at_quorum(log);
        self.announce_review(log);
    }
}
