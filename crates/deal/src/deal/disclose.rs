//! Disclose: every item judges the new artifact once (DEAL 6.6, 6.8).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::scope::Key;
use super::{Deal, Sender};
use crate::artifact::{Artifact, Judge};
use crate::content::Disclose;
use crate::edition::MessageType;
use crate::error::{Missing, Rule};
use crate::event::Event;
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::{Kind, Verdict};

impl Deal {
    pub(super) fn disclose(
        &mut self,
        sender: Sender<'_>,
        disclose: &Disclose<'_>,
        log: &mut Log,
    ) -> Result<(), Rule> {
        let missing = match self.state {
            State::Held | State::Adjudicating => None,
            State::Offered => Some(Missing::Message(MessageType::Accept)),
            State::Accepted => Some(Missing::Message(MessageType::EscrowHold)),
            _ => Some(Missing::Nothing),
        };
        if let Some(missing) = missing {
            return Err(self.cannot(sender, missing));
        }
        if self.is_final {
            return Err(Rule::DisclosureFinal);
        }
        Self::only(sender, &self.agent)?;
        if self.pool.insert(disclose.digest) {
            for rule in self.judge(&disclose.artifact) {
                log.error(&rule);
            }
        } else {
            log.event(Event::DuplicateArtifact { artifact: disclose.digest });
        }
        self.enter(State::Adjudicating, log);
        self.release_earned(log);
        if disclose.is_final || self.is_exhausted() {
            self.is_final = true;
            self.is_explicit = true;
            log.event(Event::DisclosureEnded { deal: self.id.clone() });
            self.conclude(log);
        }
        Ok(())
    }

    /// Whether as many artifacts were disclosed as some counterparty allows (DEAL 7.6).
    fn is_exhausted(&self) -> bool {
        let limits = self.offers().filter_map(|(_, offer)| offer.max_disclosures);
        limits.min().is_some_and(|limit| self.pool.len() as u64 >= limit)
    }

    /// Adds what an artifact says to every item and commitment, and returns the failures in scope, in union order.
    fn judge(&mut self, artifact: &Artifact<'_>) -> Vec<Rule> {
        let results = self.results_of(artifact);
        let scope: BTreeSet<Key> = self.scope().into_iter().collect();
        let mut named: BTreeSet<(&str, bool)> = BTreeSet::new();
        let mut failures = Vec::new();
        for (key, result) in &results {
            if *result != Verdict::Fail || !scope.contains(key) {
                continue;
            }
            let is_commitment = matches!(key, Key::Commitment(_));
            let item = self.item(*key);
            if named.insert((item, is_commitment)) {
                failures.push(match is_commitment {
                    true => Rule::CommitmentMismatch { item: item.into() },
                    false => Rule::PredicateFailed { item: item.into() },
                });
            }
        }
        for (key, result) in results {
            let kind = self.kind(key);
            if let Some(standing) = self.standing_mut(key) {
                standing.add(kind, result);
            }
        }
        failures
    }

    /// Judges every item and commitment, those of ejected counterparties too.
    fn results_of(&self, artifact: &Artifact<'_>) -> Vec<(Key, Verdict)> {
        let judge = Judge::new(artifact, self.duties());
        let posted =
            || self.seats.iter().enumerate().filter_map(|(n, seat)| Some((n, seat.posted.as_ref()?)));
        let mut places = judge
            .places(posted().flat_map(|(_, posted)| posted.offer.items.iter().map(|item| &item.predicate)));
        let mut results = Vec::new();
        for (seat, posted) in posted() {
            let allow_attested = posted.offer.allow_attested;
            for (place, (item, state)) in posted.offer.items.iter().zip(&posted.items).enumerate() {
                let found = item.predicate.pointer().and_then(|_| places.next().flatten());
                let result = judge.judge(&item.id, &item.predicate, found, allow_attested);
                results.push((Key::Item { seat, place }, result));
                if let Some(number) = state.commitment
                    && let Some(commitment) = self.commitments.get(number)
                {
                    let result = judge.judge_commitment(&commitment.item, commitment.digest);
                    results.push((Key::Commitment(number), result));
                }
            }
        }
        results
    }

    /// Picks the keys that have this result and, if one is given, this kind.
    pub(super) fn with_result(&self, keys: &[Key], wanted: Verdict, kind: Option<Kind>) -> Vec<Key> {
        keys.iter()
            .copied()
            .filter(|key| self.result(*key) == wanted && kind.is_none_or(|kind| self.kind(*key) == kind))
            .collect()
    }
}
