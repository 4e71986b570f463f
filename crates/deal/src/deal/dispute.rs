//! Dispute (DEAL 10.2, 10.5).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::scope::Key;
use super::{Deal, Sender};
use crate::edition::MessageType;
use crate::error::{Missing, Rule};
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Verdict;

impl Deal {
    pub(super) fn dispute(
        &mut self,
        sender: Sender<'_>,
        items: Option<&BTreeSet<String>>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        if !matches!(self.state, State::Adjudicating | State::Settling) {
            return Err(self.cannot(sender, Missing::Message(MessageType::Disclose)));
        }
        let place = self.seat(sender.party);
        let seat = place.and_then(|place| self.seats.get(place));
        if seat.is_none() && sender.party != self.agent {
            return Err(Rule::WrongSender { message: sender.message, sender: "a party".into() });
        }
        if seat.is_some_and(|seat| seat.is_ejected) {
            return Err(Rule::Ejected { party: sender.party.into() });
        }
        if seat.map_or(self.agent_has_disputed, |seat| seat.has_disputed) {
            return Err(Rule::AlreadyDisputed { party: sender.party.into() });
        }
        let is_meant = |key: &Key| items.is_none_or(|items| items.contains(self.item(*key)));
        let disputed: Vec<Key> = self
            .scope()
            .into_iter()
            .filter(|key| !self.is_decided(*key) && self.may_dispute(place, *key) && is_meant(key))
            .collect();
        if disputed.is_empty() {
            return Err(Rule::NothingToDispute);
        }
        match place.and_then(|place| self.seats.get_mut(place)) {
            Some(seat) => seat.has_disputed = true,
            None => self.agent_has_disputed = true,
        }
        for key in disputed {
            if let Some(standing) = self.standing_mut(key) {
                standing.is_disputed = true;
            }
        }
        self.enter(State::Adjudicating, log);
        Ok(())
    }

    /// Whether a Ruling has decided this, and no artifact came since.
    fn is_decided(&self, key: Key) -> bool {
        let ruling = self.standing(key).and_then(|standing| standing.ruling);
        ruling.is_some_and(|(_, artifacts)| artifacts == self.pool.len())
    }

    /// The agent may dispute what fails, a counterparty whatever its own items brought.
    fn may_dispute(&self, place: Option<usize>, key: Key) -> bool {
        match (place, key) {
            (None, _) => self.result(key) == Verdict::Fail,
            (Some(place), Key::Item { seat, .. }) => seat == place && self.result(key) != Verdict::Pending,
            (Some(_), Key::Commitment(_)) => false,
        }
    }

    /// Ends all disputes without a trace, and tells whether there were any.
    pub(super) fn forget_disputes(&mut self) -> bool {
        let items = self.seats.iter_mut().filter_map(|seat| seat.posted.as_mut());
        let standings = items
            .flat_map(|posted| posted.items.iter_mut().map(|item| &mut item.standing))
            .chain(self.commitments.iter_mut().map(|commitment| &mut commitment.standing));
        let mut any = false;
        for standing in standings {
            any |= core::mem::replace(&mut standing.is_disputed, false);
        }
        any
    }
}
