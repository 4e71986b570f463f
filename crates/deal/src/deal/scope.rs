//! The items that count, and the verdict over them (DEAL 6.7, 6.9, 8.4, 10.1).

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use actum_canon::digest::Sha256;

use super::Deal;
use super::seat::{Posted, Standing};
use crate::stage::{Stage, StageStatus};
use crate::verdict::{Kind, Scope, Verdict};

/// A digest to which the agent bound itself when it accepted (DEAL 6.10).
#[derive(Clone, Debug)]
pub(super) struct Commitment {
    pub(super) item: String,
    pub(super) digest: Sha256,
    pub(super) standing: Standing,
}

/// Something with a result: an item of a counterparty, or a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Item { seat: usize, place: usize },
    Commitment(usize),
}

/// Whether disputes count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    WithDisputes,
    WithoutDisputes,
}

impl Commitment {
    /// The result: a commitment is kept until material contradicts it.
    pub(super) fn read(&self, reading: Reading) -> Verdict {
        read(&self.standing, Kind::Evidence, Verdict::Pass, reading)
    }
}

impl Posted {
    /// The result of the item at this place of the checklist.
    pub(super) fn read(&self, place: usize, reading: Reading) -> Verdict {
        match (self.items.get(place), self.offer.items.get(place)) {
            (Some(state), Some(item)) => read(&state.standing, item.kind(), Verdict::Pending, reading),
            _ => Verdict::Pending,
        }
    }

    /// The results of a stage's items, and of the commitments upon them.
    pub(super) fn results<'d>(
        &'d self,
        stage: &'d Stage,
        commitments: &'d [Commitment],
        reading: Reading,
    ) -> impl Iterator<Item = Verdict> + 'd {
        stage.items.iter().flat_map(move |place| {
            let commitment = self.items.get(*place).and_then(|item| commitments.get(item.commitment?));
            [Some(self.read(*place, reading)), commitment.map(|commitment| commitment.read(reading))]
                .into_iter()
                .flatten()
        })
    }

    /// Counts the stages that are earned: each passed or released, as all before it (DEAL 8.4).
    pub(super) fn earned(&self, commitments: &[Commitment]) -> usize {
        let is_passed = |stage: &Stage| {
            self.results(stage, commitments, Reading::WithDisputes).all(|result| result == Verdict::Pass)
        };
        let is_earned = |stage: &&Stage| match stage.status {
            StageStatus::Released => true,
            StageStatus::Open => is_passed(stage),
            StageStatus::Refunded => false,
        };
        self.account.stages.iter().take_while(is_earned).count()
    }
}

fn read(standing: &Standing, kind: Kind, base: Verdict, reading: Reading) -> Verdict {
    match reading {
        Reading::WithDisputes => standing.result(kind, base),
        Reading::WithoutDisputes => standing.settled(kind, base),
    }
}

impl Deal {
    /// The seats of the counterparties that have posted and were not ejected, with their places.
    pub(super) fn active(&self) -> impl Iterator<Item = (usize, &Posted)> {
        self.seats.iter().enumerate().filter_map(|(place, seat)| Some((place, seat.active()?)))
    }

    /// Everything in scope: the items of open stages of active counterparties, each followed by the commitment upon
    /// it where that was not named before.
    pub(super) fn scope(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        let mut named = vec![false; self.commitments.len()];
        for (seat, posted) in self.active() {
            for (place, item) in posted.items.iter().enumerate().filter(|(_, item)| item.open > 0) {
                keys.push(Key::Item { seat, place });
                if let Some((number, named)) = item.commitment.and_then(|n| Some((n, named.get_mut(n)?)))
                    && !core::mem::replace(named, true)
                {
                    keys.push(Key::Commitment(number));
                }
            }
        }
        keys
    }

    /// Gathers the results in scope.
    pub(super) fn survey(&self) -> Scope {
        let mut scope = Scope::default();
        for (_, posted) in self.active() {
            for (state, item) in
                posted.items.iter().zip(&posted.offer.items).filter(|(state, _)| state.open > 0)
            {
                scope.add(item.kind(), state.standing.result(item.kind(), Verdict::Pending));
                if let Some(commitment) = state.commitment.and_then(|number| self.commitments.get(number)) {
                    scope.add(Kind::Evidence, commitment.read(Reading::WithDisputes));
                }
            }
        }
        scope
    }

    /// The verdict over all items in scope (DEAL 6.7); `None` once the deal is closed.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        if self.state.is_closed() { None } else { Some(self.survey().verdict()) }
    }

    /// What keeps the verdict inconclusive (DEAL 10.1).
    pub(super) fn reviewed(&self) -> Vec<Key> {
        let mut keys = self.scope();
        keys.retain(|key| match self.result(*key) {
            Verdict::Inconclusive => true,
            Verdict::Fail => self.kind(*key) == Kind::Evidence,
            _ => false,
        });
        keys
    }

    pub(super) fn result(&self, key: Key) -> Verdict {
        match key {
            Key::Item { seat, place } => self
                .posted_at(seat)
                .map_or(Verdict::Pending, |posted| posted.read(place, Reading::WithDisputes)),
            Key::Commitment(number) => self
                .commitments
                .get(number)
                .map_or(Verdict::Pending, |commitment| commitment.read(Reading::WithDisputes)),
        }
    }

    pub(super) fn kind(&self, key: Key) -> Kind {
        match key {
            Key::Item { seat, place } => {
                let item = self.posted_at(seat).and_then(|posted| posted.offer.items.get(place));
                item.map_or(Kind::Substance, |item| item.kind())
            }
            Key::Commitment(_) => Kind::Evidence,
        }
    }

    /// The id of the item that a key is, or is upon.
    pub(super) fn item(&self, key: Key) -> &str {
        let item = match key {
            Key::Item { seat, place } => self
                .posted_at(seat)
                .and_then(|posted| posted.offer.items.get(place))
                .map(|item| item.id.as_str()),
            Key::Commitment(number) => self.commitments.get(number).map(|made| made.item.as_str()),
        };
        item.unwrap_or_default()
    }

    pub(super) fn standing(&self, key: Key) -> Option<&Standing> {
        match key {
            Key::Item { seat, place } => Some(&self.posted_at(seat)?.items.get(place)?.standing),
            Key::Commitment(number) => Some(&self.commitments.get(number)?.standing),
        }
    }

    pub(super) fn standing_mut(&mut self, key: Key) -> Option<&mut Standing> {
        match key {
            Key::Item { seat, place } => {
                let posted = self.seats.get_mut(seat)?.posted.as_mut()?;
                Some(&mut posted.items.get_mut(place)?.standing)
            }
            Key::Commitment(number) => Some(&mut self.commitments.get_mut(number)?.standing),
        }
    }

    pub(super) fn posted_at(&self, seat: usize) -> Option<&Posted> {
        self.seats.get(seat)?.posted.as_ref()
    }

    /// The name of what a key stands for.
    pub(super) fn name(&self, key: Key) -> String {
        match key {
            Key::Item { .. } => self.item(key).into(),
            Key::Commitment(_) => format!("commitment:{}", self.item(key)),
        }
    }

    /// The names of keys, each once, in order.
    pub(super) fn names(&self, keys: impl IntoIterator<Item = Key>) -> Vec<String> {
        let mut seen = BTreeSet::new();
        keys.into_iter().map(|key| self.name(key)).filter(|name| seen.insert(name.clone())).collect()
    }
}
