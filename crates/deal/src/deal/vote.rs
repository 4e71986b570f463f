//! Settle (DEAL 8.6, 9.7).

use super::{Deal, Sender};
use crate::edition::MessageType;
use crate::error::{Missing, Rule};
use crate::event::Event;
use crate::stage::StageStatus;
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Verdict;

impl Deal {
    pub(super) fn vote(&mut self, sender: Sender<'_>, log: &mut Log) -> Result<(), Rule> {
        let missing = match self.state {
            State::Offered => Some(MessageType::Accept),
            State::Accepted => Some(MessageType::EscrowHold),
            State::Held => Some(MessageType::Disclose),
            _ => None,
        };
        if let Some(missing) = missing {
            return Err(self.cannot(sender, Missing::Message(missing)));
        }
        let place = self.counterparty(sender)?;
        let Some(seat) = self.seats.get(place).filter(|seat| !seat.is_ejected) else {
            return Err(Rule::Ejected { party: sender.party.into() });
        };
        if self.state == State::Settling && seat.has_voted {
            log.event(Event::DuplicateVote { vote: sender.party.into() });
            return Ok(());
        }
        if self.state != State::Settling {
            let first = seat.posted.as_ref().and_then(|posted| posted.account.stages.first());
            let is_paid = first.is_some_and(|stage| stage.status == StageStatus::Released);
            match self.survey().verdict() {
                Verdict::Pass => {}
                Verdict::Inconclusive => return Err(self.cannot(sender, Missing::ManualReview)),
                Verdict::Pending if is_paid => {
                    log.event(Event::Acknowledged { party: sender.party.into() });
                    return Ok(());
                }
                Verdict::Pending | Verdict::Fail => {
                    return Err(self.cannot(sender, Missing::PassingVerdict));
                }
            }
        }
        if let Some(seat) = self.seats.get_mut(place) {
            seat.has_voted = true;
        }
        self.enter(State::Settling, log);
        self.settle_at_quorum(log);
        Ok(())
    }
}
