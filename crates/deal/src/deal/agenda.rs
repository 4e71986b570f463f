//! What time does to a deal (DEAL 11).

use super::Deal;
use super::close::Policy;
use crate::event::Event;
use crate::offer::{Deadline, ReviewDefault};
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Verdict;

/// What a missed deadline does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timeout {
    Expire,
    EndDisclosure,
    EndReview,
    Settle,
}

impl Deal {
    /// The earliest deadline that would do something if it were missed as the deal stands now.
    pub(crate) fn due(&self) -> Option<u64> {
        self.agenda().into_iter().flatten().map(|(at, _)| at).min()
    }

    /// Applies every missed deadline until nothing changes. A deadline that equals the clock is kept.
    pub(crate) fn pass_time(&mut self, now: u64, log: &mut Log) {
        while let Some((_, timeout)) = self.agenda().into_iter().flatten().find(|(at, _)| now > *at) {
            self.time_out(timeout, log);
        }
    }

    /// The deadlines that count in the present state, the more urgent first.
    fn agenda(&self) -> [Option<(u64, Timeout)>; 3] {
        let at = |deadline, timeout| Some((self.deadlines.effective(deadline)?, timeout));
        let ends = || at(Deadline::Disclose, Timeout::EndDisclosure).filter(|_| !self.is_final);
        match self.state {
            State::Offered => [at(Deadline::Accept, Timeout::Expire), None, None],
            State::Accepted => [at(Deadline::Hold, Timeout::Expire), None, None],
            State::Held => [ends(), None, None],
            State::Adjudicating => {
                let scope = self.survey();
                [
                    ends(),
                    at(Deadline::Review, Timeout::EndReview).filter(|_| scope.is_under_review()),
                    at(Deadline::Settle, Timeout::Settle).filter(|_| scope.verdict() == Verdict::Pass),
                ]
            }
            State::Settling => {
                let passes = self.survey().verdict() == Verdict::Pass;
                [at(Deadline::Settle, Timeout::Settle).filter(|_| passes), None, None]
            }
            _ => [None; 3],
        }
    }

    fn time_out(&mut self, timeout: Timeout, log: &mut Log) {
        let deal = self.id.clone();
        self.consents.clear();
        match timeout {
            Timeout::Expire => {
                log.event(Event::Expired { deal });
                self.close(State::Expired, Policy::Refund, log);
            }
            Timeout::EndDisclosure => {
                self.is_final = true;
                log.event(Event::DisclosureEnded { deal });
                self.conclude(log);
            }
            Timeout::EndReview => self.end_review(log),
            Timeout::Settle => {
                log.event(Event::SettledByTimeout { deal });
                self.settle(log);
            }
        }
    }

    /// Disputes delay and never decide: they lapse first (DEAL 11.4).
    fn end_review(&mut self, log: &mut Log) {
        let deal = self.id.clone();
        if self.forget_disputes() {
            log.event(Event::DisputeLapsed { deal });
            self.look_again(log);
            return;
        }
        match self.review_default {
            ReviewDefault::Refund => {
                log.event(Event::Expired { deal });
                self.close(State::Expired, Policy::Earned, log);
            }
            ReviewDefault::Release => {
                log.event(Event::ReviewTimedOut { deal });
                let decisions = self.reviewed().into_iter().map(|key| (key, Verdict::Pass)).collect();
                self.decide(decisions, None, log);
            }
        }
    }
}
