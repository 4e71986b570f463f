//! What the end of disclosure means (DEAL 7.6), and breach by the agent (DEAL 7.7).

use super::Deal;
use super::close::Policy;
use super::scope::Key;
use crate::breach::{Breach, Code};
use crate::event::Event;
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::{Kind, Verdict};

impl Deal {
    /// Draws the conclusion once nothing more can be disclosed.
    pub(super) fn conclude(&mut self, log: &mut Log) {
        let scope = self.scope();
        match self.verdict() {
            Some(Verdict::Fail) => {
                let failed = self.with_result(&scope, Verdict::Fail, Some(Kind::Substance));
                self.breach_by_agent(Code::F3, &failed, log);
            }
            Some(Verdict::Pending) => self.conclude_pending(&scope, log),
            Some(Verdict::Pass | Verdict::Inconclusive) | None => {}
        }
    }

    fn conclude_pending(&mut self, scope: &[Key], log: &mut Log) {
        let pending = self.with_result(scope, Verdict::Pending, None);
        let committed: alloc::vec::Vec<Key> =
            pending.iter().copied().filter(|key| self.is_committed(*key)).collect();
        let is_unstarted = self.active().any(|(_, posted)| posted.earned(&self.commitments) == 0);
        if !committed.is_empty() {
            self.breach_by_agent(Code::F1, &committed, log);
        } else if is_unstarted && self.is_explicit {
            self.breach_by_agent(Code::F1, &pending, log);
        } else if is_unstarted {
            self.close(State::Expired, Policy::Earned, log);
        } else {
            log.event(Event::FinalPartialSettlement);
            self.settle(log);
        }
    }

    fn is_committed(&self, key: Key) -> bool {
        match key {
            Key::Item { seat, place } => self
                .posted_at(seat)
                .and_then(|posted| posted.items.get(place))
                .is_some_and(|item| item.commitment.is_some()),
            Key::Commitment(_) => true,
        }
    }

    /// Records a breach by the agent and closes the deal: earned stages first, the rest goes back.
    pub(super) fn breach_by_agent(&mut self, code: Code, items: &[Key], log: &mut Log) {
        let what = match code {
            Code::F1 => "Required disclosure withheld: ",
            Code::F2 => "Ruled fake: ",
            Code::F3 | Code::F4 => "Checklist items failed: ",
        };
        let reason = [what, &self.names(items.iter().copied()).join(", ")].concat();
        self.lapse(log);
        self.release_earned(log);
        self.record(Breach { code, at_fault: self.agent.clone(), reason }, log);
        self.close(State::Breach, Policy::Refund, log);
    }

    pub(super) fn record(&mut self, breach: Breach, log: &mut Log) {
        log.error(&breach.rule());
        self.breaches.push(breach);
    }
}
