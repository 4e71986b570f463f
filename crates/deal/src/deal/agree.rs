//! What all parties agree to: other terms, or the end (DEAL 15.10).
//!
//! `Amend` (`offer_body`, `party`) proposes a whole new body for one counterparty's Offer, `Cancel` (`policy`: `refund` or
//! `earned`) the end of the deal. Either takes effect when the agent and every counterparty that was not ejected have
//! sent the same proposal, in any order; a party's later proposal replaces its earlier one. Neither is ever a breach.
//!
//! Both are legal from Accepted on: before, Withdraw and Reject say the same with fewer words. An agreement that is not
//! complete lapses with the next applied message of another type and with any timeout of the deal, so that nobody can
//! hold on to a consent that was given in other circumstances.

use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::encode::{JCS_NEAREST, Writer};

use super::close::Policy;
use super::{Deal, Sender};
use crate::content::Division;
use crate::edition::MessageType;
use crate::error::{Missing, Rule};
use crate::event::Event;
use crate::state::State;
use crate::transcript::Log;

impl Deal {
    pub(super) fn cancel(
        &mut self,
        sender: Sender<'_>,
        division: Division,
        log: &mut Log,
    ) -> Result<(), Rule> {
        self.may_agree(sender)?;
        let terms = self.terms_digest().map(Sha256::to_ascii);
        let terms = terms.as_ref().and_then(|text| core::str::from_utf8(text).ok()).unwrap_or_default();
        let members = [("kind", "Cancel"), ("policy", division.as_str()), ("terms", terms)];
        if self.consent(sender, digest(&members), log) {
            let policy = match division {
                Division::Refund => Policy::Refund,
                Division::Earned => Policy::Earned,
            };
            self.close(State::Cancelled, policy, log);
        }
        Ok(())
    }

    /// Refuses states and senders that can agree to nothing.
    pub(super) fn may_agree(&self, sender: Sender<'_>) -> Result<(), Rule> {
        if self.state == State::Offered {
            return Err(self.cannot(sender, Missing::Message(MessageType::Accept)));
        }
        match self.seat(sender.party).and_then(|place| self.seats.get(place)) {
            Some(seat) if seat.is_ejected => Err(Rule::Ejected { party: sender.party.into() }),
            None if sender.party != self.agent => {
                Err(Rule::WrongSender { message: sender.message, sender: "a party".into() })
            }
            _ => Ok(()),
        }
    }

    /// Notes that a party agrees, and tells whether all do now.
    pub(super) fn consent(&mut self, sender: Sender<'_>, proposal: Sha256, log: &mut Log) -> bool {
        let party = sender.party;
        match self.consents.iter_mut().find(|(other, _)| other == party) {
            Some((_, given)) if *given == proposal => {
                log.event(Event::DuplicateConsent { proposal });
                return false;
            }
            Some((_, given)) => *given = proposal,
            None => self.consents.push((party.into(), proposal)),
        }
        let agrees = |party: &str| self.consents.iter().any(|given| given.0 == party && given.1 == proposal);
        let mut needed = self.seats.iter().filter(|seat| !seat.is_ejected).map(|seat| seat.party.as_str());
        let all = agrees(&self.agent) && needed.all(agrees);
        if all {
            self.consents.clear();
        } else {
            log.event(Event::Proposed { party: party.into(), proposal });
        }
        all
    }
}

/// The digest of a proposal: of a canonical object with these members, which stand in order.
pub(super) fn digest(members: &[(&str, &str)]) -> Sha256 {
    let mut hasher = Sha256Hasher::new();
    let mut writer = Writer::new(&JCS_NEAREST, &mut hasher);
    let Ok(()) = writer.begin_object();
    for (name, value) in members {
        let Ok(()) = writer.name(name);
        let Ok(()) = writer.string(value);
    }
    let Ok(()) = writer.end_object();
    hasher.finish()
}
