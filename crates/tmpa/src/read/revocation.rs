//! What the record takes back: assignments and keys (TMPA 6.4).
//!
//! A revocation that precedes an object denies; one that follows it does not, unless retroactive effect is declared; one
//! that is concurrent with it leaves it open.

use super::authority::{Act, Authority, Judge, Standing, named};
use super::clock::Place;
use super::reading::Reading;
use crate::examine::Proof;
use crate::graph::Index;
use crate::issue::Cause;
use crate::judgment::Judgment;
use crate::names::Symbol;

impl Authority {
    /// Whether a revocation bears on the act (TMPA 6.4).
    pub(super) fn revoked(
        &self,
        reading: &Reading<'_>,
        act: Act,
        assignment: Symbol,
        judgment: &Judge<'_>,
    ) -> Option<Standing> {
        if assignment == Symbol::EMPTY {
            return None;
        }
        let retroactive = reading.profile.roles.role(act.role).is_some_and(|role| role.retroactive);
        let revocations = withdrawals(&self.revocations, assignment);
        let words = ["assignment_revoked", "revocation_undetermined", "revocation_not_ordered"];
        self.withdrawn(reading, revocations, act.at, retroactive, words, judgment)
    }

    /// What revocations leave open or deny at `at`; the words say denied, undetermined and not ordered.
    fn withdrawn(
        &self,
        reading: &Reading<'_>,
        revocations: impl Iterator<Item = Index>,
        at: Index,
        retroactive: bool,
        [denied, undetermined, unordered]: [&'static str; 3],
        judgment: &Judge<'_>,
    ) -> Option<Standing> {
        let mut open = None;
        for index in revocations {
            let id = reading.graph.id(index);
            let place = self.clocks.place(&reading.graph, index, at);
            let judgment = judgment(index, place);
            match (if retroactive { Place::Before } else { place }, judgment) {
                (Place::After, _) | (_, Judgment::Invalid) => {}
                (Place::Before, Judgment::Valid) => return Some(Standing::Denied(named(denied, id))),
                (Place::Before, Judgment::Undetermined) => {
                    open = Some(Standing::Open(named(undetermined, id)));
                }
                (Place::Concurrent, _) => open = Some(Standing::Open(named(unordered, id))),
            }
        }
        open
    }

    /// Whether the record revokes any key.
    pub(super) fn revokes_keys(&self) -> bool {
        !self.key_revocations.is_empty()
    }

    /// What the record's revocations of a key leave of a signature under it at `at`, where they leave less than a proof
    /// (TMPA 6.4). The signature on a revocation itself is not touched by what it says.
    pub(super) fn revoked_key(
        &self,
        reading: &Reading<'_>,
        key: Symbol,
        at: Index,
        judgment: &Judge<'_>,
    ) -> Option<(Proof, Cause)> {
        let retroactive = reading.profile.trust.key(key).is_some_and(|key| key.retroactive);
        let others = withdrawals(&self.key_revocations, key).filter(|&index| index != at);
        let words = ["key_revoked", "key_revocation_undetermined", "key_revocation_not_ordered"];
        match self.withdrawn(reading, others, at, retroactive, words, judgment)? {
            Standing::Denied(cause) => Some((Proof::Missing, cause)),
            Standing::Open(cause) => Some((Proof::Open, cause)),
            Standing::Granted | Standing::Silent => None,
        }
    }
}

/// The revocations of one name in a sorted list.
fn withdrawals(list: &[(Symbol, Index)], name: Symbol) -> impl Iterator<Item = Index> {
    let start = list.partition_point(|(other, _)| *other < name);
    list.iter().skip(start).take_while(move |(other, _)| *other == name).map(|&(_, index)| index)
}
