//! What can be cited by digest or by name: governance objects, sealed episodes, segments.

use std::collections::BTreeMap;

use actum_canon::digest::Sha256;
use actum_tmpa::Candidate;

/// The citable objects of one reading.
#[derive(Debug, Default)]
pub(super) struct Cited {
    /// Object ids by canonical digest, and by the digest of an artifact that is one object. Of several, the first id.
    by_digest: BTreeMap<Sha256, String>,
    /// The canonical digests of the objects of each id; several where they contradict each other.
    digests: BTreeMap<String, Vec<Sha256>>,
    /// Object ids by what a segment or a seal is cited by.
    by_name: BTreeMap<String, String>,
}

impl Cited {
    /// The objects that lie among the sources as they are.
    pub(super) fn of(candidates: &[Candidate]) -> Self {
        let mut cited = Self::default();
        for candidate in candidates {
            let Some((id, digest)) = candidate.object() else { continue };
            for digest in [digest, candidate.byte_digest()] {
                let slot = cited.by_digest.entry(digest).or_insert_with(|| id.to_owned());
                if id < slot.as_str() {
                    id.clone_into(slot);
                }
                cited.digests.entry(id.to_owned()).or_default().push(digest);
            }
        }
        cited
    }

    /// Lets an object be cited by a name of its own protocol, such as the root of a seal. Of several, the first id.
    pub(super) fn name(&mut self, name: String, id: &str) {
        let slot = self.by_name.entry(name).or_insert_with(|| id.to_owned());
        if id < slot.as_str() {
            id.clone_into(slot);
        }
    }

    /// The object that has this digest.
    pub(super) fn by_digest(&self, digest: Sha256) -> Option<&str> {
        self.by_digest.get(&digest).map(String::as_str)
    }

    /// The object that a name of its own protocol stands for, or the name itself.
    pub(super) fn resolve<'c>(&'c self, name: &'c str) -> &'c str {
        self.by_name.get(name).map_or(name, String::as_str)
    }

    /// Whether an object of this id is there and has another digest than the one said.
    pub(super) fn differs(&self, id: &str, digest: Sha256) -> bool {
        self.digests.get(id).is_some_and(|digests| !digests.contains(&digest))
    }
}
