//! The checks of one source that need no other source: RECONSTRUCT steps 1 to 3 (TMPA 4.3).
//!
//! A [`Candidate`] is what is left of a source: either everything that the graph needs of an intact object, or the
//! reasons why the source stays outside. Both keep the source's identity and byte digest.

mod claims;
mod covered;
mod facts;
mod integrity;
mod names;
mod record;
mod shape;
mod signature;
mod type_rules;

pub use claims::{Bearing, Claims};
pub use covered::{CoverError, Covered};
pub(crate) use facts::Facts;
pub(crate) use record::{Content, Excluded, Record};
pub(crate) use signature::{Proof, REQUIRED, Signature};

use crate::bundle::InputBundle;
use crate::code::Code;
use crate::issue::Cause;
use crate::profile::trust::Unauthenticated;
use actum_canon::digest::{Sha256, sha256};
use actum_canon::json::Parser;
use signature::Verifier;

/// One observed artifact (TMPA 2, source artifact). Bytes are kept by the caller; a reading never changes them.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Stable identity of the observation, for example a relative path.
    pub id: &'a str,
    /// Declared media type (TMPA 8.1). Governance objects are JSON; a source that declares anything else is kept, but
    /// not read as one.
    pub media_type: &'a str,
    /// The exact bytes.
    pub bytes: &'a [u8],
    /// The index in the ledger that the source was read from, and `None` where there is no ledger. It reaches a result
    /// only under a trust registry that limits a key by it (TMPA 6.4).
    pub position: Option<u64>,
}

/// A source after the checks that need no other source (TMPA 2, source candidate).
#[derive(Debug)]
pub struct Candidate {
    pub(crate) source_id: Box<str>,
    pub(crate) byte_digest: Sha256,
    pub(crate) position: Option<u64>,
    pub(crate) part: Part,
    pub(crate) content: Content,
}

/// Which of the things that one artifact may hold a candidate is. The order is that of candidates of one artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The artifact itself, read as a governance object or not.
    Itself,
    /// The artifact under a media type that is not read.
    Foreign,
    /// What a projection made of it, counted from 0.
    Projected(u32),
}

impl Part {
    /// What tells two observations of equal identity and bytes apart.
    pub(crate) fn observation(self) -> u8 {
        match self {
            Self::Itself => 0,
            Self::Foreign => 1,
            Self::Projected(_) => 2,
        }
    }
}

impl Candidate {
    /// The identity of the source.
    #[must_use]
    pub fn source_id(&self) -> &str {
        &self.source_id
    }

    /// SHA-256 of the source's bytes.
    #[must_use]
    pub fn byte_digest(&self) -> Sha256 {
        self.byte_digest
    }

    /// Id and canonical digest of the object, where the source holds an intact one.
    #[must_use]
    pub fn object(&self) -> Option<(&str, Sha256)> {
        match &self.content {
            Content::Accepted(record) => Some((record.id(), record.canonical_digest)),
            Content::Excluded(_) | Content::Foreign(_) | Content::Claimed => None,
        }
    }
}

/// Examines sources one by one, reusing its buffers. Make one per thread.
#[derive(Debug)]
pub struct Examiner<'b> {
    bundle: &'b InputBundle,
    parser: Parser,
    canonical: Vec<u8>,
    packing: String,
    verifier: Verifier,
}

impl<'b> Examiner<'b> {
    /// An examiner under a fixed input bundle.
    #[must_use]
    pub fn new(bundle: &'b InputBundle) -> Self {
        Self {
            bundle,
            parser: Parser::new(),
            canonical: Vec::new(),
            packing: String::new(),
            verifier: Verifier::default(),
        }
    }

    /// Checks one source. A pure function of the source and the bundle; never fails (TMPA 8.4).
    pub fn examine(&mut self, source: Source<'_>) -> Candidate {
        let byte_digest = sha256(source.bytes);
        let position = source.position;
        if source.id.is_empty() {
            return unnamed(byte_digest, position);
        }
        let json = is_json(source.media_type);
        let content = if json {
            self.content(source.bytes, position, false)
        } else {
            let cause =
                Cause::new("media_type", "TMPA 8.1").expected("application/json").found(source.media_type);
            Content::Foreign(Box::new(Excluded::unnamed(Code::SchemaInvalid, vec![cause])))
        };
        let part = if json { Part::Itself } else { Part::Foreign };
        Candidate { source_id: source.id.into(), byte_digest, position, part, content }
    }

    /// Examines what a projection made of one source (TMPA 4.3): each object on its own, all with the source's identity
    /// and byte digest. Without objects the source is kept and nothing is said about it; what there is to say about it
    /// comes as a finding. `objects` come in an order that depends on the source alone.
    pub fn project<'o>(
        &mut self,
        source: Source<'_>,
        objects: impl IntoIterator<Item = &'o [u8]>,
    ) -> Vec<Candidate> {
        let (byte_digest, position) = (sha256(source.bytes), source.position);
        if source.id.is_empty() {
            return vec![unnamed(byte_digest, position)];
        }
        let candidate = |part, content| Candidate {
            source_id: source.id.into(),
            byte_digest,
            position,
            part: Part::Projected(part),
            content,
        };
        let objects =
            (0..).zip(objects).map(|(part, bytes)| candidate(part, self.content(bytes, position, true)));
        let mut candidates: Vec<Candidate> = objects.collect();
        if candidates.is_empty() {
            candidates.push(candidate(0, Content::Claimed));
        }
        candidates
    }

    fn content(&mut self, bytes: &[u8], position: Option<u64>, projected: bool) -> Content {
        let profile = self.bundle.profile();
        let document = match self.parser.parse(bytes) {
            Ok(document) => document,
            Err(error) => {
                let cause = Cause::new("json_parse", "TMPA 4.2").at(error.pointer()).found(format!(
                    "{} at byte {}",
                    error.kind().name(),
                    error.offset()
                ));
                return Content::excluded(Excluded::unnamed(Code::SchemaInvalid, vec![cause]));
            }
        };
        let parts = match shape::check(document.root()) {
            Ok(parts) => parts,
            Err(refused) => {
                return Content::excluded(Excluded {
                    object_id: refused.object_id,
                    work: None,
                    stream: None,
                    reasons: vec![(Code::SchemaInvalid, refused.causes)],
                });
            }
        };
        let mut reasons = Vec::new();
        let entry = type_rules::check(&parts, profile, &mut reasons);
        let checked = integrity::check(&parts, document.root(), profile, projected, &mut self.canonical);
        let digests = match checked {
            Ok(digests) => Some(digests),
            Err(reason) => {
                let (code, cause) = *reason;
                reasons.push((code, vec![cause]));
                None
            }
        };
        let facts = entry.and_then(|entry| facts::gather(&parts, entry, &mut reasons));
        match digests {
            Some(digests) if reasons.is_empty() => {
                let signature = self.verifier.check(&parts, position, profile, &self.canonical, &digests);
                let refused = profile.trust.required == Some(Unauthenticated::Excluded)
                    && signature.proof() == Proof::Missing;
                if refused {
                    return Content::excluded(Excluded::of(&parts, vec![signature.exclusion()]));
                }
                let mut record = Record::new(&parts, profile, &digests, signature, facts, &mut self.packing);
                record.projected = projected;
                Content::accepted(record)
            }
            _ => {
                merge(&mut reasons);
                Content::excluded(Excluded::of(&parts, reasons))
            }
        }
    }
}

/// A source that has no identity of its own: TMPA 8.1 asks for a stable one, so that its bytes have to stand for it.
fn unnamed(byte_digest: Sha256, position: Option<u64>) -> Candidate {
    let cause = Cause::new("source_without_id", "TMPA 8.1").expected("a source id that is not empty");
    let content = Content::excluded(Excluded::unnamed(Code::SchemaInvalid, vec![cause]));
    Candidate {
        source_id: byte_digest.to_string().into(),
        byte_digest,
        position,
        part: Part::Itself,
        content,
    }
}

/// Whether a media type says JSON, by RFC 8259 or by the suffix of RFC 6839; parameters do not matter.
fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json")
}

/// One list of causes per code, in the order of first appearance.
fn merge(reasons: &mut Vec<(Code, Vec<Cause>)>) {
    let mut merged: Vec<(Code, Vec<Cause>)> = Vec::new();
    for (code, causes) in reasons.drain(..) {
        match merged.iter_mut().find(|(other, _)| *other == code) {
            Some((_, list)) => list.extend(causes),
            None => merged.push((code, causes)),
        }
    }
    *reasons = merged;
}
