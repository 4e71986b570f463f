//! Verifies a signature group against the trust registry (TMPA 4.3 step 3, 9.8): key, key status, identity binding.
//!
//! Revocations that stand in the record are a matter of the whole set and come later; see `read/trust.rs`.

use super::covered::ALGORITHM;
use super::integrity::{Digests, covered_bytes};
use super::shape::Parts;
use crate::code::Code;
use crate::issue::Cause;
use crate::names::Symbol;
use crate::profile::Profile;
use crate::profile::trust::{Doubt, Key, Moment};
use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::instant::Instant;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;

/// What the signature of one copy of an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signature {
    Absent,
    /// It verifies under this key, which is bound to the creator and counts.
    Verified(Symbol),
    /// It verifies under a key that does not count for its moment, or of which that is not known.
    Doubtful(Doubt),
    NotCovered,
    UnknownAlgorithm,
    UnknownKey,
    NotBoundToCreator,
    NotBoundToRole,
    NotBase64,
    WrongLength,
    DoesNotVerify,
}

/// The reason where a signature is asked for and none is there.
pub(crate) const REQUIRED: &str = "signature_required";

/// What is known about who published an object; the best of its copies speaks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Proof {
    Established,
    /// Whether the key counted cannot be told.
    Open,
    Missing,
}

impl Signature {
    pub(crate) const fn proof(self) -> Proof {
        match self {
            Self::Verified(_) => Proof::Established,
            Self::Doubtful(doubt) if doubt.is_open() => Proof::Open,
            _ => Proof::Missing,
        }
    }

    /// The reason for which a profile that accepts authenticated objects alone keeps a copy outside.
    pub(super) fn exclusion(self) -> (Code, Vec<Cause>) {
        let reason = self.fault().unwrap_or(REQUIRED);
        (Code::SignatureUnverified, vec![Cause::new(reason, "TMPA 9.8").at("/integrity")])
    }

    /// Why a signature that is there does not establish who signed.
    pub(crate) const fn fault(self) -> Option<&'static str> {
        match self {
            Self::Absent | Self::Verified(_) => None,
            Self::Doubtful(doubt) => Some(doubt.reason()),
            Self::NotCovered => Some("signature_covers_nothing"),
            Self::UnknownAlgorithm => Some("unknown_signature_algorithm"),
            Self::UnknownKey => Some("unknown_key"),
            Self::NotBoundToCreator => Some("key_not_bound_to_creator"),
            Self::NotBoundToRole => Some("key_not_bound_to_role"),
            Self::NotBase64 => Some("signature_not_base64"),
            Self::WrongLength => Some("signature_not_64_bytes"),
            Self::DoesNotVerify => Some("signature_does_not_verify"),
        }
    }
}

/// Verifies signatures, each only once: copies of one object are common, and a verification costs more than all other
/// checks of an object together.
#[derive(Debug, Default)]
pub(super) struct Verifier {
    /// By covered digest, key and signature.
    known: BTreeMap<Sha256, bool>,
}

/// The base64 text of 64 bytes, with its padding.
const TEXT: usize = 88;

impl Verifier {
    pub(super) fn check(
        &mut self,
        parts: &Parts<'_>,
        position: Option<u64>,
        profile: &Profile,
        canonical: &[u8],
        digests: &Digests,
    ) -> Signature {
        let Some([algorithm, key_id, signature]) = &parts.signature else {
            return Signature::Absent;
        };
        if !profile.integrity.covers_signatures(&parts.canonicalization) {
            return Signature::NotCovered;
        }
        if algorithm != ALGORITHM {
            return Signature::UnknownAlgorithm;
        }
        let named = |name: &str| profile.names.get(name);
        let Some(key) = named(key_id).and_then(|id| profile.trust.key(id)) else {
            return Signature::UnknownKey;
        };
        if !named(&parts.creator).is_some_and(|creator| key.identities.contains(&creator)) {
            return Signature::NotBoundToCreator;
        }
        let in_role = |roles: &Vec<Symbol>| named(&parts.role).is_some_and(|role| roles.contains(&role));
        if !key.roles.as_ref().is_none_or(in_role) {
            return Signature::NotBoundToRole;
        }
        if signature.len() > TEXT {
            return Signature::WrongLength;
        }
        let Ok(signature) = STANDARD.decode(signature.as_bytes()) else {
            return Signature::NotBase64;
        };
        if signature.len() != 64 {
            return Signature::WrongLength;
        }
        if !self.verifies(key, &signature, canonical, digests) {
            return Signature::DoesNotVerify;
        }
        let trusted = profile.roles.trusted_clock;
        let time = trusted.then(|| Instant::parse(&parts.created_at)).flatten();
        match key.validity.at(Moment { position, time: time.as_ref() }) {
            Ok(()) => Signature::Verified(key.id),
            Err(doubt) => Signature::Doubtful(doubt),
        }
    }

    fn verifies(&mut self, key: &Key, signature: &[u8], canonical: &[u8], digests: &Digests) -> bool {
        let mut name = Sha256Hasher::new();
        for part in [digests.covered.as_bytes().as_slice(), key.key.as_bytes(), signature] {
            name.update(part);
        }
        let verify = || key.key.verify(&covered_bytes(canonical, digests), signature);
        *self.known.entry(name.finish()).or_insert_with(verify)
    }
}
