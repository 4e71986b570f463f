//! What can be cited by digest or by name: governance objects, files of workspaces, sealed episodes, segments.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use actum_canon::digest::Sha256;
use actum_tmpa::Candidate;

/// The citable objects of one reading. Most evidence cites nothing by digest, so that what finds objects by it is made when
/// first asked for.
#[derive(Debug)]
pub(super) struct Cited<'c> {
    candidates: &'c [Candidate],
    /// The canonical digest of each object and that of its artifact, with its position, by digest and id.
    by_digest: OnceCell<Vec<(Sha256, usize)>>,
    /// The positions of objects, by id.
    by_id: OnceCell<Vec<usize>>,
    by_name: Names,
}

/// Object ids by what a segment or a seal is cited by; of several, the first id.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    /// Lets an object be cited by a name of its own protocol, such as the root of a seal.
    pub(super) fn add(&mut self, name: String, id: &str) {
        let slot = self.0.entry(name).or_insert_with(|| id.to_owned());
        if id < slot.as_str() {
            id.clone_into(slot);
        }
    }
}

impl<'c> Cited<'c> {
    /// The objects of these candidates, some of which have other names as well.
    pub(super) fn of(candidates: &'c [Candidate], by_name: Names) -> Self {
        let (by_digest, by_id) = (OnceCell::new(), OnceCell::new());
        Self { candidates, by_digest, by_id, by_name }
    }

    /// The id of an object and its digests: its own and that of its artifact.
    fn object(&self, position: usize) -> Option<(&'c str, [Sha256; 2])> {
        let candidate = self.candidates.get(position)?;
        candidate.object().map(|(id, digest)| (id, [digest, candidate.byte_digest()]))
    }

    fn id(&self, position: usize) -> &'c str {
        self.object(position).map_or("", |(id, _)| id)
    }

    /// The object that has this digest; of several the first id.
    pub(super) fn by_digest(&self, digest: Sha256) -> Option<&str> {
        let list = self.by_digest.get_or_init(|| {
            let objects = (0..self.candidates.len()).filter_map(|at| Some((at, self.object(at)?)));
            let mut list: Vec<(Sha256, usize)> =
                objects.flat_map(|(at, (_, digests))| digests.map(|digest| (digest, at))).collect();
            list.sort_unstable_by_key(|&(digest, at)| (digest, self.id(at)));
            list
        });
        let start = list.partition_point(|(other, _)| *other < digest);
        list.get(start).filter(|(other, _)| *other == digest).map(|&(_, at)| self.id(at))
    }

    /// The object that a name of its own protocol stands for, or the name itself.
    pub(super) fn resolve<'n>(&'n self, name: &'n str) -> &'n str {
        self.by_name.0.get(name).map_or(name, String::as_str)
    }

    /// Whether an object of this id has the digest, if one is there. It has several where objects of one id contradict each
    /// other.
    pub(super) fn has(&self, id: &str, digest: Sha256) -> Option<bool> {
        let list = self.by_id.get_or_init(|| {
            let objects = (0..self.candidates.len()).filter(|&at| self.object(at).is_some());
            let mut list: Vec<usize> = objects.collect();
            list.sort_unstable_by_key(|&at| self.id(at));
            list
        });
        let start = list.partition_point(|&at| self.id(at) < id);
        let same = list.iter().skip(start).map_while(|&at| self.object(at));
        let mut same = same.take_while(|(other, _)| *other == id).peekable();
        same.peek()?;
        Some(same.any(|(_, digests)| digests.contains(&digest)))
    }
}
