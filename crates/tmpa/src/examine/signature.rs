//! Verifies a signature group against the trust registry (TMPA 4.3 step 3, 9.8): key, key status, identity binding.

use super::integrity::{Digests, covered_bytes};
use super::shape::Parts;
use crate::profile::Profile;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What a signature establishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signature {
    Absent,
    Verified,
    /// Why the signature establishes nothing, as the reason of a cause.
    Unverified(&'static str),
}

pub(super) fn check(parts: &Parts<'_>, profile: &Profile, canonical: &[u8], digests: &Digests) -> Signature {
    let Some([algorithm, key_id, signature]) = &parts.signature else {
        return Signature::Absent;
    };
    if algorithm != "ed25519" {
        return Signature::Unverified("unknown_signature_algorithm");
    }
    let Some(key) = profile.trust.key(key_id) else {
        return Signature::Unverified("unknown_key");
    };
    if key.revoked {
        return Signature::Unverified("revoked_key");
    }
    if !key
        .identities
        .iter()
        .any(|&identity| profile.names.text(identity) == parts.creator)
    {
        return Signature::Unverified("key_not_bound_to_creator");
    }
    let Ok(signature) = STANDARD.decode(signature.as_bytes()) else {
        return Signature::Unverified("signature_not_base64");
    };
    if key.key.verify(&covered_bytes(canonical, digests), &signature) {
        Signature::Verified
    } else {
        Signature::Unverified("signature_does_not_verify")
    }
}
