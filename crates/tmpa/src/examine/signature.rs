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
    UnknownAlgorithm,
    UnknownKey,
    RevokedKey,
    NotBoundToCreator,
    NotBase64,
    DoesNotVerify,
}

impl Signature {
    /// Why a signature that is there establishes nothing.
    pub(crate) const fn fault(self) -> Option<&'static str> {
        match self {
            Self::Absent | Self::Verified => None,
            Self::UnknownAlgorithm => Some("unknown_signature_algorithm"),
            Self::UnknownKey => Some("unknown_key"),
            Self::RevokedKey => Some("revoked_key"),
            Self::NotBoundToCreator => Some("key_not_bound_to_creator"),
            Self::NotBase64 => Some("signature_not_base64"),
            Self::DoesNotVerify => Some("signature_does_not_verify"),
        }
    }
}

pub(super) fn check(parts: &Parts<'_>, profile: &Profile, canonical: &[u8], digests: &Digests) -> Signature {
    let Some([algorithm, key_id, signature]) = &parts.signature else {
        return Signature::Absent;
    };
    if algorithm != "ed25519" {
        return Signature::UnknownAlgorithm;
    }
    let Some(key) = profile.trust.key(key_id) else {
        return Signature::UnknownKey;
    };
    if key.revoked {
        return Signature::RevokedKey;
    }
    if !key.identities.iter().any(|&identity| profile.names.text(identity) == parts.creator) {
        return Signature::NotBoundToCreator;
    }
    let Ok(signature) = STANDARD.decode(signature.as_bytes()) else {
        return Signature::NotBase64;
    };
    if key.key.verify(&covered_bytes(canonical, digests), &signature) {
        Signature::Verified
    } else {
        Signature::DoesNotVerify
    }
}
