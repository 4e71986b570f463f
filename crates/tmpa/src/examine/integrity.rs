//! Recomputes the digest of an object under a declared integrity profile (TMPA 4.3 step 2, 9.8).

use super::shape::Parts;
use crate::code::Code;
use crate::issue::Cause;
use crate::profile::Profile;
use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::encode::Located;
use actum_canon::json::Value;
use core::ops::Range;

/// The two digests of an intact object and where its covered bytes stand in the canonical form.
pub(super) struct Digests {
    pub(super) canonical: Sha256,
    pub(super) covered: Sha256,
    cuts: Vec<Cut>,
}

/// A range of the canonical form that the covered bytes replace.
struct Cut {
    range: Range<usize>,
    by: &'static [u8],
}

/// Leaves the canonical form in `canonical`.
pub(super) fn check(
    parts: &Parts<'_>,
    root: Value<'_>,
    profile: &Profile,
    projected: bool,
    canonical: &mut Vec<u8>,
) -> Result<Digests, Box<(Code, Cause)>> {
    let accepted = profile.integrity.accepted(&parts.canonicalization, &parts.hash_algorithm);
    let Some(accepted) = accepted.filter(|accepted| projected || !accepted.by_projection) else {
        let cause = Cause::new("undeclared_integrity_profile", "TMPA 9.8")
            .at("/integrity")
            .found(format!("{} with {}", parts.canonicalization, parts.hash_algorithm));
        return Err(Box::new((Code::IntegrityMismatch, cause)));
    };
    canonical.clear();
    let names = ["digest", "key_id", "signature", "signature_algorithm"];
    let located = accepted.encoding.write_located(root, "integrity", names, canonical).map_err(|error| {
        let cause = Cause::new("number_out_of_range", "TMPA 4.2")
            .at(error.pointer())
            .found(format!("a number at byte {}", error.offset()));
        Box::new((Code::SchemaInvalid, cause))
    })?;
    let mut digests = digests(canonical, cuts(located));
    if accepted.by_projection {
        // The projection computed the digest from bytes of the artifact, which are not in the object.
        return match Sha256::parse(&parts.digest) {
            Some(covered) => {
                digests.covered = covered;
                Ok(digests)
            }
            None => {
                let cause = Cause::new("digest_form", "TMPA 9.8")
                    .at("/integrity/digest")
                    .found(parts.digest.as_ref());
                Err(Box::new((Code::IntegrityMismatch, cause)))
            }
        };
    }
    let recomputed = digests.covered.to_string();
    if recomputed == parts.digest {
        return Ok(digests);
    }
    let cause = Cause::new("digest_differs", "TMPA 9.8")
        .at("/integrity/digest")
        .expected(recomputed)
        .found(parts.digest.as_ref());
    Err(Box::new((Code::IntegrityMismatch, cause)))
}

/// The bytes that digest and signature cover.
pub(super) fn covered_bytes(canonical: &[u8], digests: &Digests) -> Vec<u8> {
    pieces(canonical, &digests.cuts).flatten().copied().collect()
}

/// Both digests; what stands before the first cut, mostly the body, is hashed once for both.
fn digests(canonical: &[u8], cuts: Vec<Cut>) -> Digests {
    let first = cuts.first().map_or(canonical.len(), |cut| cut.range.start);
    let (shared, rest) = canonical.split_at_checked(first).unwrap_or((canonical, &[]));
    let mut whole = Sha256Hasher::new();
    whole.update(shared);
    let mut covered = whole.clone();
    whole.update(rest);
    for piece in pieces(canonical, &cuts).skip(1) {
        covered.update(piece);
    }
    Digests { canonical: whole.finish(), covered: covered.finish(), cuts }
}

fn cuts([digest, signature @ ..]: [Option<Located>; 4]) -> Vec<Cut> {
    let mut cuts: Vec<Cut> =
        digest.map(|located| Cut { range: located.value, by: b"\"\"" }).into_iter().collect();
    cuts.extend(signature.into_iter().flatten().map(|located| Cut { range: located.member, by: b"" }));
    cuts.sort_unstable_by_key(|cut| cut.range.start);
    cuts
}

fn pieces<'c>(canonical: &'c [u8], cuts: &'c [Cut]) -> impl Iterator<Item = &'c [u8]> {
    let mut start = 0;
    let between = cuts.iter().flat_map(move |cut| {
        let before = canonical.get(start..cut.range.start).unwrap_or_default();
        start = cut.range.end;
        [before, cut.by]
    });
    let end = cuts.last().map_or(0, |cut| cut.range.end);
    between.chain([canonical.get(end..).unwrap_or_default()])
}
