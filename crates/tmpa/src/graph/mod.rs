//! The canonical candidate set as a graph: objects sorted by id, grouped by work item and by stream (TMPA 4.3).

mod groups;
mod said;
mod unseen;

pub(crate) use groups::Groups;
pub(crate) use said::Said;
pub use unseen::Unseen;

use crate::examine::{Candidate, Content, Excluded, Proof, Record, Signature};
use crate::names::{Names, Symbol, Texts};
use crate::profile::Profile;
use crate::profile::trust::Doubt;
use crate::sort;
use crate::spread::{Spread, both};
use actum_canon::digest::Sha256;
use actum_canon::instant::Instant;
use core::ops::Range;

/// Index of an object in [`Graph::objects`]. Objects are sorted by id, so that the order of indices is that of ids.
pub(crate) type Index = u32;

/// No object.
pub(crate) const NONE: Index = Index::MAX;

/// One accepted object.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) id: Symbol,
    pub(crate) work: Symbol,
    pub(crate) carrier: Symbol,
    pub(crate) stream: Symbol,
    pub(crate) creator: Symbol,
    pub(crate) role: Symbol,
    pub(crate) kind: Symbol,
    pub(crate) work_index: u32,
    pub(crate) stream_index: u32,
    pub(crate) sequence: u64,
    pub(crate) canonical_digest: Sha256,
    /// From, action and to.
    pub(crate) transition: Option<[Symbol; 3]>,
    pub(crate) foreign_lifecycle: bool,
    pub(crate) projected: bool,
    /// That of the copy that speaks for the object.
    pub(crate) signature: Signature,
    /// Only under a profile that trusts this clock (TMPA 6.4).
    pub(crate) created_at: Option<Box<Instant>>,
    references: (u32, u32),
    sources: (u32, u32),
    pub(crate) said: Said,
}

impl Object {
    /// Whether a verified signature binds the object to its creator.
    pub(crate) fn is_authenticated(&self) -> bool {
        self.signature.proof() == Proof::Established
    }
}

/// A copy of an object that carries a signature.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signed {
    pub(crate) object: Index,
    pub(crate) source: u32,
    pub(crate) signature: Signature,
}

/// One reference of an object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    pub(crate) relation: Symbol,
    pub(crate) target: Symbol,
    /// The accepted object of that id, or [`NONE`].
    pub(crate) object: Index,
}

/// A source that stays outside, with the source index that it came from.
#[derive(Debug)]
pub(crate) struct Outside {
    pub(crate) source: u32,
    pub(crate) object: Symbol,
    pub(crate) excluded: Excluded,
}

/// The candidate set, ready to be judged.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) names: Names,
    /// Source ids in the order of the result.
    pub(crate) sources: Texts,
    pub(crate) objects: Vec<Object>,
    references: Vec<Reference>,
    observed: Vec<u32>,
    pub(crate) outside: Vec<Outside>,
    /// Ids whose intact variants contradict each other, with all their sources.
    pub(crate) contested: Vec<(Symbol, Vec<u32>)>,
    pub(crate) works: Groups,
    pub(crate) streams: Groups,
    /// The signed copies, by object.
    pub(crate) signed: Vec<Signed>,
    object_of: Vec<Index>,
    /// Ids that some source outside the intact set claims, with that source; sorted.
    claimed: Vec<(Symbol, u32)>,
    /// Where this is a part of the evidence, what is known about the rest.
    unseen: Option<Box<unseen::Facts>>,
}

impl Graph {
    /// Builds the graph from candidates that are sorted and distinct.
    pub(crate) fn build(
        candidates: Vec<Candidate>,
        profile: &Profile,
        seed: u64,
        spread: &dyn Spread,
    ) -> Self {
        let mut graph = Self {
            names: profile.names.reseeded(seed, candidates.len()),
            sources: Texts::default(),
            objects: Vec::with_capacity(candidates.len()),
            references: Vec::new(),
            observed: Vec::with_capacity(candidates.len()),
            outside: Vec::new(),
            contested: Vec::new(),
            works: Groups::default(),
            streams: Groups::default(),
            signed: Vec::new(),
            object_of: Vec::new(),
            claimed: Vec::new(),
            unseen: None,
        };
        // The covered digest of every candidate, where it decides which observations are one object.
        let by_covered = profile.integrity.identity_by_covered_bytes;
        let mut covered = vec![None; if by_covered { candidates.len() } else { 0 }];
        let mut before = None;
        for (position, candidate) in (0u32..).zip(candidates) {
            // What is made of one artifact stands side by side and has one source.
            let artifact = (candidate.byte_digest, candidate.part.observation());
            let last = graph.sources.len().wrapping_sub(1);
            let again = before == Some(artifact) && graph.sources.get(last) == &*candidate.source_id;
            if !again {
                graph.sources.push(&candidate.source_id);
                before = Some(artifact);
            }
            let source = graph.sources.len() as u32 - 1;
            drop(candidate.source_id);
            match candidate.content {
                Content::Accepted(record) => {
                    if let Some(slot) = covered.get_mut(position as usize) {
                        *slot = Some(record.covered_digest);
                    }
                    graph.accept(*record, source, position);
                }
                Content::Claimed => {}
                Content::Excluded(excluded) | Content::Foreign(excluded) => {
                    let object = graph.names.intern(excluded.object_id.as_deref().unwrap_or_default());
                    graph.outside.push(Outside { source, object, excluded: *excluded });
                }
            }
        }
        graph.join(&covered);
        graph.link(spread);
        graph
    }

    /// Takes in one observation; until [`Graph::join`] its `sources` hold the source and the candidate's position.
    fn accept(&mut self, record: Record, source: u32, position: u32) {
        let names = &mut self.names;
        let mut symbols = record.names.iter().map(|name| name.symbol(names));
        let mut next = || symbols.next().unwrap_or(Symbol::EMPTY);
        let (id, work, carrier, stream) = (next(), next(), next(), next());
        let (creator, role, kind) = (next(), next(), next());
        let transition = record.has_transition.then(|| [next(), next(), next()]);
        let start = self.references.len() as u32;
        while let (Some(relation), Some(target)) = (symbols.next(), symbols.next()) {
            self.references.push(Reference { relation, target, object: NONE });
        }
        drop(symbols);
        let said = Said::new(record.facts, names);
        self.objects.push(Object {
            id,
            work,
            carrier,
            stream,
            creator,
            role,
            kind,
            work_index: 0,
            stream_index: 0,
            sequence: record.sequence,
            canonical_digest: record.canonical_digest,
            transition,
            foreign_lifecycle: record.foreign_lifecycle,
            projected: record.projected,
            signature: record.signature,
            created_at: record.created_at,
            references: (start, self.references.len() as u32),
            sources: (source, position),
            said,
        });
    }

    /// RECONSTRUCT step 4: observations of one id become one object, or none when their contents differ.
    fn join(&mut self, covered: &[Option<Sha256>]) {
        let names = &self.names;
        sort::by_text(
            &mut self.objects,
            names,
            |names, object| names.text(object.id),
            |left, right| {
                // The copy whose signature shows most speaks for its twins.
                (left.signature.proof().cmp(&right.signature.proof()))
                    .then_with(|| left.canonical_digest.cmp(&right.canonical_digest))
                    .then_with(|| left.sources.cmp(&right.sources))
            },
        );
        let identity = |object: &Object| {
            let covered = covered.get(object.sources.1 as usize).copied().flatten();
            covered.unwrap_or(object.canonical_digest)
        };
        // How many observations of each id there are, and whether they agree.
        let mut runs: Vec<(u32, bool)> = Vec::with_capacity(self.objects.len());
        for run in self.objects.chunk_by(|left, right| left.id == right.id) {
            let agree =
                run.windows(2).all(|pair| matches!(pair, [left, right] if identity(left) == identity(right)));
            runs.push((run.len() as u32, agree));
        }
        let mut runs = runs.into_iter();
        let (mut left, mut agree) = (0, true);
        let Self { objects, observed, contested, signed, .. } = self;
        let mut kept: Index = 0;
        objects.retain_mut(|object| {
            let (source, _) = object.sources;
            let first = left == 0;
            if first {
                (left, agree) = runs.next().unwrap_or((1, true));
                object.sources = (observed.len() as u32, observed.len() as u32 + left);
                if !agree {
                    contested.push((object.id, Vec::new()));
                }
            }
            left -= 1;
            kept += Index::from(first && agree);
            if agree && object.signature != Signature::Absent {
                signed.push(Signed { object: kept - 1, source, signature: object.signature });
            }
            match contested.last_mut() {
                Some((_, sources)) if !agree => sources.push(source),
                _ => observed.push(source),
            }
            first && agree
        });
        for (start, end) in objects.iter().map(|object| object.sources).filter(|(start, end)| end - start > 1)
        {
            if let Some(sources) = observed.get_mut(start as usize..end as usize) {
                sources.sort_unstable();
            }
        }
        contested.iter_mut().for_each(|(_, sources)| sources.sort_unstable());
    }

    fn link(&mut self, spread: &dyn Spread) {
        let mut object_of = vec![NONE; self.names.len()];
        for (index, object) in (0..).zip(&self.objects) {
            if let Some(slot) = object_of.get_mut(object.id.index()) {
                *slot = index;
            }
        }
        for reference in &mut self.references {
            reference.object = object_of.get(reference.target.index()).copied().unwrap_or(NONE);
        }
        self.object_of = object_of;
        let (objects, names) = (&self.objects, &self.names);
        let ((works, work_of), (streams, stream_of)) = both(
            spread,
            || Groups::by(objects, names, |object| object.work),
            || {
                let (mut streams, stream_of) = Groups::by(objects, names, |object| object.stream);
                streams
                    .sort_by_key(|index| objects.get(index as usize).map(|object| (object.sequence, index)));
                (streams, stream_of)
            },
        );
        for (object, (work, stream)) in self.objects.iter_mut().zip(work_of.into_iter().zip(stream_of)) {
            object.work_index = work;
            object.stream_index = stream;
        }
        self.works = works;
        self.streams = streams;
        let contested =
            self.contested.iter().flat_map(|(id, sources)| sources.iter().map(|&source| (*id, source)));
        self.claimed =
            self.outside.iter().map(|entry| (entry.object, entry.source)).chain(contested).collect();
        self.claimed.sort_unstable();
    }

    /// The copies of an object that carry a signature.
    pub(crate) fn signed_copies(&self, index: Index) -> &[Signed] {
        let start = self.signed.partition_point(|copy| copy.object < index);
        let end = self.signed.partition_point(|copy| copy.object <= index);
        self.signed.get(start..end).unwrap_or_default()
    }

    /// Takes the proof of who published them from objects whose keys turned out to be revoked.
    pub(crate) fn disown(&mut self, objects: &[Index]) {
        for &index in objects {
            if let Some(object) = self.objects.get_mut(index as usize) {
                object.signature = Signature::Doubtful(Doubt::Revoked);
            }
        }
    }

    /// The sources outside the intact set that claim an id.
    pub(crate) fn claimants(&self, id: Symbol) -> impl Iterator<Item = &str> {
        let start = self.claimed.partition_point(|(object, _)| *object < id);
        let same = self.claimed.iter().skip(start).take_while(move |(object, _)| *object == id);
        same.map(|&(_, source)| self.source_id(source))
    }

    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(crate) fn indices(&self) -> Range<Index> {
        0..self.objects.len() as Index
    }

    /// The object at an index that this graph gave out.
    #[expect(clippy::indexing_slicing, reason = "indices are made by this graph and never leave it")]
    pub(crate) fn object(&self, index: Index) -> &Object {
        &self.objects[index as usize]
    }

    pub(crate) fn references(&self, index: Index) -> &[Reference] {
        let (start, end) = self.object(index).references;
        self.references.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The sources in which an object was observed, in result order.
    pub(crate) fn sources_of(&self, index: Index) -> &[u32] {
        let (start, end) = self.object(index).sources;
        self.observed.get(start as usize..end as usize).unwrap_or_default()
    }

    pub(crate) fn source_id(&self, source: u32) -> &str {
        self.sources.get(source as usize)
    }

    /// The first source in which an object was observed.
    pub(crate) fn first_source(&self, index: Index) -> u32 {
        self.sources_of(index).first().copied().unwrap_or_default()
    }

    pub(crate) fn find(&self, id: Symbol) -> Option<Index> {
        self.object_of.get(id.index()).copied().filter(|&index| index != NONE)
    }

    pub(crate) fn id(&self, index: Index) -> &str {
        self.names.text(self.object(index).id)
    }

    pub(crate) fn ids(&self, indices: &[Index]) -> Vec<String> {
        indices.iter().map(|&index| self.id(index).to_owned()).collect()
    }
}

/// The runs of equal sequence in a stream, in order.
pub(crate) fn positions<'g>(graph: &'g Graph, members: &'g [Index]) -> impl Iterator<Item = &'g [Index]> {
    members.chunk_by(|&left, &right| graph.object(left).sequence == graph.object(right).sequence)
}
