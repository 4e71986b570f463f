//! How value leaves escrow, and how a deal ends (DEAL 8.5 to 8.8).

use alloc::vec::Vec;

use super::Deal;
use super::scope::Reading;
use crate::event::{Event, News};
use crate::movement::{Cause, Movement, MovementKind};
use crate::stage::StageStatus;
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Verdict;

/// What happens to the open stages of an account at an end (DEAL 8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Earned stages are released, the others refunded.
    Earned,
    /// All are refunded.
    Refund,
    /// All are released but those with a failed item (DEAL 7.5).
    Forfeit,
}

impl Deal {
    /// Closes the deal: disputes lapse, every active account is closed, everybody is told.
    pub(super) fn close(&mut self, state: State, policy: Policy, log: &mut Log) {
        self.lapse(log);
        let cause = self.cause(state);
        for seat in 0..self.seats.len() {
            if self.seats.get(seat).is_some_and(|seat| seat.active().is_some()) {
                self.close_account(seat, policy, cause, log);
            }
        }
        self.enter(state, log);
        for party in self.parties() {
            log.notify(party, News::Closed(state));
        }
    }

    /// Why value moves when the deal ends in this state.
    fn cause(&self, state: State) -> Cause {
        let is_agents = self.breaches.last().is_some_and(|breach| breach.at_fault == self.agent);
        match state {
            State::Breach if is_agents => Cause::AgentBreach,
            State::Breach => Cause::CounterpartyBreach,
            State::Expired => Cause::Expiry,
            State::Withdrawn | State::Rejected => Cause::Refusal,
            State::Cancelled => Cause::Cancellation,
            _ => Cause::Settlement,
        }
    }

    /// Closes a deal whose terms are fulfilled; it passes through Settling (DEAL 5).
    pub(super) fn settle(&mut self, log: &mut Log) {
        self.enter(State::Settling, log);
        self.close(State::Settled, Policy::Earned, log);
    }

    /// Settles when enough counterparties have voted (DEAL 9.7).
    pub(super) fn settle_at_quorum(&mut self, log: &mut Log) {
        if self.state == State::Settling && self.votes().count() >= self.quorum {
            self.close(State::Settled, Policy::Earned, log);
        }
    }

    /// Ends every dispute that nobody ruled upon (DEAL 10.5).
    pub(super) fn lapse(&mut self, log: &mut Log) {
        if self.forget_disputes() {
            log.event(Event::DisputeLapsed { deal: self.id.clone() });
        }
    }

    pub(super) fn close_account(&mut self, seat: usize, policy: Policy, cause: Cause, log: &mut Log) {
        let Some(posted) = self.posted_at(seat) else {
            return;
        };
        let earned = if policy == Policy::Earned { posted.earned(&self.commitments) } else { 0 };
        let is_unfailed = |stage| {
            posted
                .results(stage, &self.commitments, Reading::WithoutDisputes)
                .all(|result| result != Verdict::Fail)
        };
        let ends: Vec<_> = posted
            .account
            .stages
            .iter()
            .enumerate()
            .filter(|(_, stage)| stage.is_open())
            .map(|(number, stage)| {
                let pays = match policy {
                    Policy::Earned => number < earned,
                    Policy::Refund => false,
                    Policy::Forfeit => is_unfailed(stage),
                };
                (number, if pays { MovementKind::Release } else { MovementKind::Refund })
            })
            .collect();
        for (number, kind) in ends {
            self.pay(seat, number, kind, cause, log);
        }
    }

    /// Releases every earned stage but the last of each account (DEAL 8.5).
    pub(super) fn release_earned(&mut self, log: &mut Log) {
        for seat in 0..self.seats.len() {
            let Some(posted) = self.seats.get(seat).and_then(|seat| seat.active()) else {
                continue;
            };
            let last = posted.account.stages.len().saturating_sub(1);
            if last == 0 {
                continue;
            }
            let earned = posted.earned(&self.commitments).min(last);
            for number in 0..earned {
                if let Some(cash_sim) = self.pay(seat, number, MovementKind::Release, Cause::Earned, log) {
                    let party = self.seats.get(seat).map(|seat| seat.party.clone()).unwrap_or_default();
                    log.event(Event::PartialSettlement { party, stage: number + 1, cash_sim });
                }
            }
        }
    }

    /// Moves an open stage out of escrow and returns its cash; the only way in which value leaves (DEAL 8.8).
    ///
    /// Where nothing was deposited the stage is refunded without a movement.
    pub(super) fn pay(
        &mut self,
        seat: usize,
        number: usize,
        kind: MovementKind,
        cause: Cause,
        log: &mut Log,
    ) -> Option<u64> {
        let seat = self.seats.get_mut(seat)?;
        let posted = seat.posted.as_mut()?;
        let account = &mut posted.account;
        let stage = account.stages.get_mut(number).filter(|stage| stage.is_open())?;
        for place in &stage.items {
            if let Some(item) = posted.items.get_mut(*place) {
                item.open -= 1;
            }
        }
        if !account.is_holding {
            stage.status = StageStatus::Refunded;
            return None;
        }
        let cash = stage.cash;
        account.held -= cash;
        if kind == MovementKind::Release {
            stage.status = StageStatus::Released;
            account.released += cash;
            self.received.extend(stage.options.iter().cloned());
        } else {
            stage.status = StageStatus::Refunded;
            account.refunded += cash;
        }
        let movement = Movement {
            kind,
            party: seat.party.clone(),
            stage: Some(number),
            cash,
            options: stage.options.clone(),
        };
        self.ledger.push(log.moved(movement, cause));
        Some(cash)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use crate::deals::Deals;
    use crate::edition::V0_3;

    /// A deal of three stages worth 1, 2 and 4, held, with items `a`, `b` and `c`.
    fn held() -> Deals {
        let stage = |item: &str, cash: u64| {
            format!(r#"{{"checklist_subset":["{item}"],"cash_sim":{cash},"object_options":["{item}","x"]}}"#)
        };
        let stages = [stage("a", 1), stage("b", 2), stage("c", 4)].join(",");
        let mut deals = Deals::new(&V0_3);
        for message in [
            format!(
                r#"{{"type":"Offer","from":"C","offer_id":"d","consideration":{{"mode":"graduated","stages":[{stages}]}},"obligation":{{"checklist":["a","b","c"]}}}}"#
            ),
            r#"{"type":"Accept","from":"A","offer_id":"d"}"#.into(),
            r#"{"type":"EscrowHold","from":"C","offer_id":"d"}"#.into(),
        ] {
            assert_eq!(deals.apply(message.as_bytes(), None).entry.errors, []);
        }
        deals
    }

    fn disclose(deals: &mut Deals, item: &str, more: &str) {
        let message = format!(
            r#"{{"type":"Disclose","from":"A","offer_id":"d","artifact":{{"attest":{{"{item}":1}}}}{more}}}"#
        );
        deals.apply(message.as_bytes(), None);
        let account = deals.deals()[0].account("C").unwrap();
        assert_eq!(account.deposited, account.held + account.released + account.refunded);
        let open: u64 = account.stages.iter().filter(|stage| stage.is_open()).map(|stage| stage.cash).sum();
        assert_eq!(account.held, open);
    }

    fn stages(deals: &Deals) -> Vec<&'static str> {
        deals.deals()[0].account("C").unwrap().stages.iter().map(|stage| stage.status.as_str()).collect()
    }

    #[test]
    fn a_stage_is_paid_only_behind_all_stages_before_it() {
        let mut deals = held();
        disclose(&mut deals, "b", "");
        assert_eq!(stages(&deals), ["open", "open", "open"]);
        disclose(&mut deals, "a", "");
        assert_eq!(stages(&deals), ["released", "released", "open"]);
        disclose(&mut deals, "c", "");
        assert_eq!(
            stages(&deals),
            ["released", "released", "open"],
            "the last stage waits for the settlement"
        );
    }

    #[test]
    fn options_move_with_their_stage_and_nothing_is_lost_at_an_early_end() {
        let mut deals = held();
        disclose(&mut deals, "a", r#","final":true"#);
        assert_eq!(stages(&deals), ["released", "refunded", "refunded"]);
        let received = deals.deals()[0].received();
        assert_eq!((received.cash_sim, received.object_options), (1, ["a", "x"].map(String::from).into()));
        let refunded =
            deals.deals()[0].ledger().iter().filter(|posting| posting.movement.kind.as_str() == "refund");
        assert_eq!(refunded.map(|posting| posting.movement.cash).sum::<u64>(), 6);
    }
}
