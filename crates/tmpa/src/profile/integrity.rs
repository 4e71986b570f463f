//! The integrity registry (TMPA 4.2, 9.8): which canonicalizations and hashes this profile verifies, and what makes
//! two copies one object.

use super::error::ProfileError;
use super::field::Field;
use actum_canon::encode::{Encoding, JCS, TMPA_S04};

/// One accepted way to compute a digest.
#[derive(Debug, Clone)]
pub(crate) struct Accepted {
    pub(crate) canonicalization: String,
    pub(crate) hash_algorithm: String,
    /// How the object is written for its canonical digest.
    pub(crate) encoding: &'static Encoding,
    /// A signature is over the covered bytes; otherwise the profile gives signatures no meaning (TMPA 9.8).
    pub(crate) signatures: bool,
    /// The object's own digest covers bytes of an artifact, which only a projection has seen.
    pub(crate) by_projection: bool,
}

/// The registry.
#[derive(Debug, Clone)]
pub(crate) struct Integrity {
    pub(crate) accepted: Vec<Accepted>,
    /// Copies that differ only in their signature group are one object (G47).
    pub(crate) identity_by_covered_bytes: bool,
}

/// The canonicalizations by name, and whether only a projection can compute the digest of an object under them.
pub(crate) const CANONICALIZATIONS: &[(&str, (&Encoding, bool))] = &[
    ("tmpa-s0.4-stable-json-1", (&TMPA_S04, false)),
    ("rfc8785", (&JCS, false)),
    ("fcop-source-bytes-1", (&TMPA_S04, true)),
];

impl Integrity {
    pub(crate) fn accepted(&self, canonicalization: &str, hash_algorithm: &str) -> Option<&Accepted> {
        let matches = |entry: &&Accepted| {
            entry.canonicalization == canonicalization && entry.hash_algorithm == hash_algorithm
        };
        self.accepted.iter().find(matches)
    }

    /// Whether a signature under this canonicalization covers anything.
    pub(crate) fn covers_signatures(&self, canonicalization: &str) -> bool {
        self.accepted.iter().any(|entry| entry.canonicalization == canonicalization && entry.signatures)
    }

    pub(super) fn load(root: &Field<'_>) -> Result<Self, ProfileError> {
        root.object(&["id", "version", "accepted", "variant_identity", "coverage", "description"])?;
        // What 9.8 asks to be declared, in words; the canonicalizations themselves are fixed by their names.
        for (_, declared) in root.optional("coverage").map_or(Ok(Vec::new()), |field| field.entries())? {
            declared.text()?;
        }
        let mut accepted = Vec::new();
        for item in root.required("accepted")?.items()? {
            item.object(&["canonicalization", "hash_algorithm", "signature_coverage"])?;
            let field = item.required("canonicalization")?;
            let allowed = "`tmpa-s0.4-stable-json-1`, `rfc8785`, `fcop-source-bytes-1`";
            let (encoding, by_projection) = field.choice(CANONICALIZATIONS, allowed)?;
            let hash = item.required("hash_algorithm")?;
            hash.choice(&[("sha256", ())], "`sha256`")?;
            let signatures = match item.optional("signature_coverage") {
                Some(field) => {
                    field.choice(&[("covered_bytes", true), ("none", false)], "`covered_bytes`, `none`")?
                }
                None => true,
            };
            accepted.push(Accepted {
                canonicalization: field.text()?,
                hash_algorithm: hash.text()?,
                encoding,
                signatures,
                by_projection,
            });
        }
        let identity_by_covered_bytes = match root.optional("variant_identity") {
            Some(field) => {
                field.choice(&[("covered", true), ("canonical", false)], "`covered`, `canonical`")?
            }
            None => true,
        };
        Ok(Self { accepted, identity_by_covered_bytes })
    }
}
