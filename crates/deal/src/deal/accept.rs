//! Accept, Reject and Withdraw (DEAL 5, 9.5, 9.10).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::encode::{JCS_NEAREST, Writer};

use super::close::Policy;
use super::scope::Commitment;
use super::seat::Standing;
use super::{Deal, Sender};
use crate::content::{Accept, Accepted};
use crate::error::{Missing, Rule};
use crate::offer::Mode;
use crate::state::State;
use crate::transcript::Log;
use crate::verdict::Kind;

impl Deal {
    pub(super) fn accept(&mut self, sender: Sender<'_>, accept: &Accept, log: &mut Log) -> Result<(), Rule> {
        if self.state != State::Offered {
            return Err(self.cannot(sender, Missing::Nothing));
        }
        let missing: Vec<&str> =
            self.seats.iter().filter(|seat| seat.posted.is_none()).map(|seat| seat.party.as_str()).collect();
        if !missing.is_empty() {
            return Err(self.cannot(sender, Missing::OffersFrom(missing.join(", "))));
        }
        Self::only(sender, &self.agent)?;
        if !self.is_posted(&accept.terms) {
            return Err(Rule::AcceptMismatch);
        }
        if !accept.commitments.is_empty() {
            let duties: BTreeSet<&str> = self.duties().collect();
            if let Some((item, _)) =
                accept.commitments.iter().find(|(item, _)| !duties.contains(item.as_str()))
            {
                return Err(Rule::UnknownCommitment { item: item.clone() });
            }
            self.commit(accept);
        }
        self.enter(State::Accepted, log);
        self.hold_if_complete(log);
        Ok(())
    }

    pub(super) fn reject(&mut self, sender: Sender<'_>, log: &mut Log) -> Result<(), Rule> {
        if self.state != State::Offered {
            return Err(self.cannot(sender, Missing::Nothing));
        }
        Self::only(sender, &self.agent)?;
        self.close(State::Rejected, Policy::Refund, log);
        Ok(())
    }

    pub(super) fn withdraw(&mut self, sender: Sender<'_>, log: &mut Log) -> Result<(), Rule> {
        if self.state != State::Offered {
            return Err(self.cannot(sender, Missing::Nothing));
        }
        let seat = self.counterparty(sender)?;
        if self.posted_at(seat).is_none() {
            return Err(self.cannot(sender, Missing::OffersFrom(sender.party.into())));
        }
        self.close(State::Withdrawn, Policy::Refund, log);
        Ok(())
    }

    /// The ids of all items that are duties, ejected counterparties' included.
    pub(super) fn duties(&self) -> impl Iterator<Item = &str> {
        self.seats
            .iter()
            .filter_map(|seat| seat.posted.as_ref())
            .flat_map(|posted| &posted.offer.items)
            .filter(|item| item.kind() == Kind::Substance)
            .map(|item| item.id.as_str())
    }

    /// Tells whether an Accept names the terms that are posted (DEAL 5.2).
    fn is_posted(&self, terms: &Accepted) -> bool {
        match terms {
            Accepted::Posted => true,
            Accepted::Digest(digest) => Some(*digest) == self.terms_digest(),
            Accepted::Digests(digests) => {
                digests.len() == self.posted.len()
                    && self
                        .offers()
                        .all(|(party, offer)| digests.get(party) == Some(&offer.snapshot.digest()))
            }
        }
    }

    /// The one digest that names all posted terms: the Offer's, in a pool that of all offer digests by party.
    pub(super) fn terms_digest(&self) -> Option<Sha256> {
        if self.mode == Mode::Bilateral {
            return self.offers().next().map(|(_, offer)| offer.snapshot.digest());
        }
        let digests: BTreeMap<&str, Sha256> =
            self.offers().map(|(party, offer)| (party, offer.snapshot.digest())).collect();
        let mut hasher = Sha256Hasher::new();
        let mut writer = Writer::new(&JCS_NEAREST, &mut hasher);
        let Ok(()) = writer.begin_object();
        for (party, digest) in digests {
            let Ok(()) = writer.name(party);
            let Ok(()) = writer.string(core::str::from_utf8(&digest.to_ascii()).unwrap_or_default());
        }
        let Ok(()) = writer.end_object();
        Some(hasher.finish())
    }

    fn commit(&mut self, accept: &Accept) {
        let mut places = BTreeMap::new();
        for (number, (item, digest)) in accept.commitments.iter().enumerate() {
            places.insert(item.as_str(), number);
            self.commitments.push(Commitment {
                item: item.clone(),
                digest: *digest,
                standing: Standing::default(),
            });
        }
        for posted in self.seats.iter_mut().filter_map(|seat| seat.posted.as_mut()) {
            for (state, item) in posted.items.iter_mut().zip(&posted.offer.items) {
                state.commitment = places.get(item.id.as_str()).copied();
            }
        }
    }
}
