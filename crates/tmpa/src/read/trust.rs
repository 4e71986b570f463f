//! Whether a signature binds an object to its creator, and what follows where none does (TMPA 4.3 step 3, 4.4, 7.2 last
//! row, 9.8).
//!
//! What a signature shows by itself is known before anything else. Whether the record revokes its key before the object
//! is a matter of the partial order, and of the judgment of the revocation (TMPA 6.4).

use super::reading::{Raise, Reading};
use super::settle::Settle;
use crate::code::Code;
use crate::examine::{Proof, REQUIRED, Signature};
use crate::graph::Index;
use crate::issue::Cause;
use crate::judgment::{Judgment, ViewState};
use crate::profile::trust::Unauthenticated;

/// Every copy whose signature does not establish who signed is reported; only where the profile requires signatures
/// does the judgment of the object fall, by what its best copy shows.
pub(super) fn pass(reading: &mut Reading<'_>) {
    let signed = reading.graph.signed.clone();
    for copy in &signed {
        if let Some(fault) = copy.signature.fault() {
            let source = reading.graph.source_id(copy.source);
            let cause = Cause::new(fault, "TMPA 9.8").at("/integrity").members([source]);
            let proof = reading.graph.object(copy.object).signature.proof();
            report(reading, copy.object, proof, cause);
        }
    }
    if reading.profile.trust.required.is_none() {
        return;
    }
    let bare = |&index: &Index| reading.graph.signed_copies(index).is_empty();
    let unsigned: Vec<Index> = reading.graph.indices().filter(bare).collect();
    for index in unsigned {
        let cause = Cause::new(REQUIRED, "TMPA 9.8").at("/integrity");
        report(reading, index, Proof::Missing, cause);
    }
}

/// The source that was reported last stays outside as no object of its id is accepted: it weighs like any other.
pub(super) fn outside(reading: &mut Reading<'_>) {
    if let Some(issue) = reading.issues.last_mut() {
        issue.effect = Some(EXCLUDED);
    }
}

const EXCLUDED: (Judgment, ViewState) = (Judgment::Invalid, ViewState::Quarantined);

fn report(reading: &mut Reading<'_>, index: Index, proof: Proof, cause: Cause) {
    let raise = Raise::new(Code::SignatureUnverified, cause);
    let effect = match (reading.profile.trust.required, proof) {
        (None, _) | (_, Proof::Established) => None,
        // Nothing is proven against the key, so that nothing is denied (TMPA 6.4).
        (Some(_), Proof::Open) => Some((Judgment::Undetermined, ViewState::Partial)),
        (Some(Unauthenticated::Judged(Judgment::Invalid) | Unauthenticated::Excluded), Proof::Missing) => {
            Some(EXCLUDED)
        }
        (Some(Unauthenticated::Judged(judgment)), Proof::Missing) => Some((judgment, ViewState::Partial)),
    };
    let raise = match effect {
        Some((judgment, view)) => raise.effect(judgment, view),
        None => raise,
    };
    reading.raise(index, raise);
}

impl Settle<'_, '_> {
    /// Holds the keys of an object against the revocations in the record, once what precedes it is settled.
    pub(super) fn authenticate(&mut self, index: Index) {
        let Some((proof, causes)) = self.held_keys(index) else { return };
        for cause in causes {
            report(self.reading, index, proof, cause.at("/integrity/key_id"));
        }
        if proof != Proof::Established {
            self.disowned.push(index);
        }
    }

    /// What the revocations in the record leave of the signatures on an object; `None` where they do not matter.
    pub(super) fn held_keys(&self, index: Index) -> Option<(Proof, Vec<Cause>)> {
        let authority = &self.rules.authority;
        if !authority.revokes_keys() || !self.reading.graph.object(index).is_authenticated() {
            return None;
        }
        let (mut proof, mut causes) = (Proof::Missing, Vec::new());
        for copy in self.reading.graph.signed_copies(index) {
            let Signature::Verified(key) = copy.signature else {
                proof = proof.min(copy.signature.proof());
                continue;
            };
            let judgment = |other, place| self.standing(other, place);
            match authority.revoked_key(self.reading, key, index, &judgment) {
                None => proof = Proof::Established,
                Some((revoked, cause)) => {
                    proof = proof.min(revoked);
                    causes.push(cause.found(self.reading.text(key)));
                }
            }
        }
        Some((proof, causes))
    }

    /// Objects in a cycle are never released.
    pub(super) fn authenticate_unplaced(&mut self) {
        let excluded = &self.rules.order.excluded;
        let unplaced: Vec<Index> = self
            .reading
            .graph
            .indices()
            .filter(|&index| excluded.get(index as usize).copied().unwrap_or(false))
            .collect();
        unplaced.into_iter().for_each(|index| self.authenticate(index));
    }
}
