//! EscrowHold (DEAL 8.2, 9.4).

use super::{Deal, Sender};
use crate::content::Hold;
use crate::edition::MessageType;
use crate::error::{Missing, Rule};
use crate::movement::{Cause, Movement, MovementKind};
use crate::offer::{Mode, is_same_multiset};
use crate::state::State;
use crate::transcript::Log;

impl Deal {
    pub(super) fn hold(&mut self, sender: Sender<'_>, hold: &Hold, log: &mut Log) -> Result<(), Rule> {
        match (self.state, self.mode) {
            (State::Accepted, _) | (State::Offered, Mode::MultiParty) => {}
            (State::Offered, Mode::Bilateral) => {
                return Err(self.cannot(sender, Missing::Message(MessageType::Accept)));
            }
            _ => return Err(self.cannot(sender, Missing::Nothing)),
        }
        let seat = self.counterparty(sender)?;
        let missing = Missing::OffersFrom(sender.party.into());
        let cannot = Rule::CannotFrom { verb: sender.message.verb(), state: self.state, missing };
        let posted = self.seats.get_mut(seat).and_then(|seat| seat.posted.as_mut());
        let account = &mut posted.ok_or(cannot)?.account;
        if account.is_holding {
            return Err(Rule::AlreadyHeld { party: sender.party.into() });
        }
        let required = account.required;
        if let Some(amount) = hold.cash.filter(|amount| *amount != required) {
            return Err(Rule::HoldAmount { amount, required });
        }
        let mut options = account.stages.iter().flat_map(|stage| &stage.options);
        if hold.options.as_ref().is_some_and(|stated| !is_same_multiset(stated, &mut options)) {
            return Err(Rule::HoldOptions);
        }
        account.is_holding = true;
        // What an amendment gave back was deposited, too (DEAL 15.10).
        account.deposited += required;
        account.held += required;
        let movement = Movement {
            kind: MovementKind::Hold,
            party: sender.party.into(),
            stage: None,
            cash: required,
            options: [].into(),
        };
        self.ledger.push(log.moved(movement, Cause::Deposit));
        self.hold_if_complete(log);
        Ok(())
    }

    /// Enters Held once every counterparty has deposited (DEAL 9.6).
    pub(super) fn hold_if_complete(&mut self, log: &mut Log) {
        let is_complete =
            self.seats.iter().filter_map(|seat| seat.posted.as_ref()).all(|posted| posted.account.is_holding);
        if self.state == State::Accepted && is_complete {
            self.enter(State::Held, log);
        }
    }
}
