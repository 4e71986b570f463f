//! The canonical candidate set as a graph: objects sorted by id, grouped by work item and by stream (TMPA 4.3).

use crate::examine::{Content, Excluded, Facts, Record, Signature};
use crate::names::{Names, Symbol};
use crate::profile::Profile;
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
    pub(crate) authenticated: bool,
    references: (u32, u32),
    sources: (u32, u32),
    pub(crate) facts: Option<Box<Facts>>,
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

/// Objects in groups, in compressed rows: all work items, or all streams.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    names: Vec<Symbol>,
    starts: Vec<u32>,
    members: Vec<Index>,
}

impl Groups {
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn name(&self, group: usize) -> Symbol {
        self.names.get(group).copied().unwrap_or(Symbol::EMPTY)
    }

    pub(crate) fn members(&self, group: usize) -> &[Index] {
        let start = self.starts.get(group).map_or(0, |&start| start as usize);
        let end = self.starts.get(group + 1).map_or(start, |&end| end as usize);
        self.members.get(start..end).unwrap_or_default()
    }

    /// Groups by `key`, whose groups are numbered in the order of their names' text.
    fn by(objects: &[Object], names: &Names, key: impl Fn(&Object) -> Symbol) -> (Self, Vec<u32>) {
        let mut number = vec![NONE; names.len()];
        let mut groups: Vec<Symbol> = Vec::new();
        for symbol in objects.iter().map(&key) {
            if let Some(slot) = number.get_mut(symbol.index()).filter(|slot| **slot == NONE) {
                *slot = 0;
                groups.push(symbol);
            }
        }
        groups.sort_unstable_by(|left, right| names.text(*left).cmp(names.text(*right)));
        for (position, symbol) in (0..).zip(&groups) {
            if let Some(slot) = number.get_mut(symbol.index()) {
                *slot = position;
            }
        }
        let of = |object: &Object| number.get(key(object).index()).copied().unwrap_or_default();
        let assigned: Vec<u32> = objects.iter().map(of).collect();
        let (starts, members) = rows(groups.len(), &assigned);
        (
            Self {
                names: groups,
                starts,
                members,
            },
            assigned,
        )
    }
}

/// Compressed rows: the positions of `assigned` per value, in order.
fn rows(count: usize, assigned: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; count + 1];
    for &group in assigned {
        if let Some(slot) = starts.get_mut(group as usize + 1) {
            *slot += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut starts {
        sum += *slot;
        *slot = sum;
    }
    let mut next = starts.clone();
    let mut members = vec![0u32; assigned.len()];
    for (position, &group) in (0u32..).zip(assigned) {
        if let Some(slot) = next.get_mut(group as usize) {
            if let Some(member) = members.get_mut(*slot as usize) {
                *member = position;
            }
            *slot += 1;
        }
    }
    (starts, members)
}

/// The candidate set, ready to be judged.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) names: Names,
    /// Source ids in the order of the result.
    pub(crate) sources: Vec<Box<str>>,
    pub(crate) objects: Vec<Object>,
    references: Vec<Reference>,
    observed: Vec<u32>,
    pub(crate) outside: Vec<Outside>,
    /// Ids whose intact variants contradict each other, with all their sources.
    pub(crate) contested: Vec<(Symbol, Vec<u32>)>,
    pub(crate) works: Groups,
    pub(crate) streams: Groups,
    /// Objects whose signature establishes nothing, with the reason.
    pub(crate) unverified: Vec<(Index, &'static str)>,
    /// Empty unless the profile trusts the clock.
    pub(crate) created_at: Vec<Option<Instant>>,
    object_of: Vec<Index>,
    /// Ids that some source outside the intact set claims, with that source; sorted.
    claimed: Vec<(Symbol, u32)>,
}

/// A row of the candidate set before rows of one id become one object.
struct Row {
    object: Object,
    covered_digest: Sha256,
    signature: Signature,
    created_at: Option<Instant>,
    source: u32,
}

impl Graph {
    /// Builds the graph from candidates that are sorted and distinct.
    pub(crate) fn build(candidates: Vec<(Box<str>, Content)>, profile: &Profile, seed: u64) -> Self {
        let mut graph = Self {
            names: profile.names.reseeded(seed),
            sources: Vec::with_capacity(candidates.len()),
            objects: Vec::new(),
            references: Vec::new(),
            observed: Vec::new(),
            outside: Vec::new(),
            contested: Vec::new(),
            works: Groups::default(),
            streams: Groups::default(),
            unverified: Vec::new(),
            created_at: Vec::new(),
            object_of: Vec::new(),
            claimed: Vec::new(),
        };
        let mut rows = Vec::with_capacity(candidates.len());
        for (source, (source_id, content)) in (0u32..).zip(candidates) {
            graph.sources.push(source_id);
            match content {
                Content::Accepted(record) => rows.push(graph.row(*record, source)),
                Content::Excluded(excluded) => {
                    let object = graph
                        .names
                        .intern(excluded.object_id.as_deref().unwrap_or_default());
                    graph.outside.push(Outside {
                        source,
                        object,
                        excluded: *excluded,
                    });
                }
            }
        }
        let names = &graph.names;
        rows.sort_unstable_by(|left, right| {
            let ids = (left.object.id != right.object.id)
                .then(|| names.text(left.object.id).cmp(names.text(right.object.id)));
            ids.unwrap_or(core::cmp::Ordering::Equal)
                // A verified copy speaks for its unsigned twins.
                .then_with(|| {
                    (right.signature == Signature::Verified).cmp(&(left.signature == Signature::Verified))
                })
                .then_with(|| left.object.canonical_digest.cmp(&right.object.canonical_digest))
                .then_with(|| left.source.cmp(&right.source))
        });
        graph.join(rows, profile);
        graph.link();
        graph
    }

    fn row(&mut self, record: Record, source: u32) -> Row {
        let names = &mut self.names;
        let mut symbols = record.names().map(|name| names.intern(name));
        let mut next = || symbols.next().unwrap_or(Symbol::EMPTY);
        let (id, work, carrier, stream) = (next(), next(), next(), next());
        let (creator, role, kind) = (next(), next(), next());
        let transition = record.has_transition.then(|| [next(), next(), next()]);
        let start = self.references.len() as u32;
        while let (Some(relation), Some(target)) = (symbols.next(), symbols.next()) {
            self.references.push(Reference {
                relation,
                target,
                object: NONE,
            });
        }
        drop(symbols);
        Row {
            object: Object {
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
                authenticated: record.signature == Signature::Verified,
                references: (start, self.references.len() as u32),
                sources: (0, 0),
                facts: record.facts,
            },
            covered_digest: record.covered_digest,
            signature: record.signature,
            created_at: record.created_at,
            source,
        }
    }

    /// RECONSTRUCT step 4: rows of one id become one object, or none when their contents differ.
    fn join(&mut self, rows: Vec<Row>, profile: &Profile) {
        let by_covered = profile.integrity.identity_by_covered_bytes;
        let identity = |row: &Row| {
            if by_covered {
                row.covered_digest
            } else {
                row.object.canonical_digest
            }
        };
        self.objects.reserve_exact(rows.len());
        let mut rows = rows.into_iter().peekable();
        while let Some(mut first) = rows.next() {
            let start = self.observed.len();
            self.observed.push(first.source);
            let mut contested = false;
            while let Some(row) = rows.next_if(|row| row.object.id == first.object.id) {
                contested |= identity(&row) != identity(&first);
                self.observed.push(row.source);
            }
            if let Some(sources) = self.observed.get_mut(start..) {
                sources.sort_unstable();
            }
            if contested {
                self.contested
                    .push((first.object.id, self.observed.split_off(start)));
                continue;
            }
            first.object.sources = (start as u32, self.observed.len() as u32);
            if let Signature::Unverified(reason) = first.signature {
                self.unverified.push((self.objects.len() as Index, reason));
            }
            if profile.roles.trusted_clock {
                self.created_at.push(first.created_at);
            }
            self.objects.push(first.object);
        }
    }

    fn link(&mut self) {
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
        let (works, work_of) = Groups::by(&self.objects, &self.names, |object| object.work);
        let (mut streams, stream_of) = Groups::by(&self.objects, &self.names, |object| object.stream);
        for (object, (work, stream)) in self.objects.iter_mut().zip(work_of.into_iter().zip(stream_of)) {
            object.work_index = work;
            object.stream_index = stream;
        }
        let objects = &self.objects;
        let position = |&index: &Index| objects.get(index as usize).map(|object| (object.sequence, index));
        for group in 0..streams.len() {
            let range = streams.starts.get(group).zip(streams.starts.get(group + 1));
            let range = range
                .map(|(start, end)| *start as usize..*end as usize)
                .unwrap_or_default();
            if let Some(members) = streams.members.get_mut(range) {
                members.sort_unstable_by_key(position);
            }
        }
        self.works = works;
        self.streams = streams;
        let contested = self
            .contested
            .iter()
            .flat_map(|(id, sources)| sources.iter().map(|&source| (*id, source)));
        self.claimed = self
            .outside
            .iter()
            .map(|entry| (entry.object, entry.source))
            .chain(contested)
            .collect();
        self.claimed.sort_unstable();
    }

    /// The sources outside the intact set that claim an id.
    pub(crate) fn claimants(&self, id: Symbol) -> impl Iterator<Item = &str> {
        let start = self.claimed.partition_point(|(object, _)| *object < id);
        let same = self
            .claimed
            .iter()
            .skip(start)
            .take_while(move |(object, _)| *object == id);
        same.map(|&(_, source)| self.source_id(source))
    }

    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(crate) fn indices(&self) -> Range<Index> {
        0..self.objects.len() as Index
    }

    /// The object at an index that this graph gave out.
    #[expect(
        clippy::indexing_slicing,
        reason = "indices are made by this graph and never leave it"
    )]
    pub(crate) fn object(&self, index: Index) -> &Object {
        &self.objects[index as usize]
    }

    pub(crate) fn references(&self, index: Index) -> &[Reference] {
        let (start, end) = self.object(index).references;
        self.references
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    /// The sources in which an object was observed, in result order.
    pub(crate) fn sources_of(&self, index: Index) -> &[u32] {
        let (start, end) = self.object(index).sources;
        self.observed
            .get(start as usize..end as usize)
            .unwrap_or_default()
    }

    pub(crate) fn source_id(&self, source: u32) -> &str {
        self.sources.get(source as usize).map_or("", AsRef::as_ref)
    }

    /// The first source in which an object was observed.
    pub(crate) fn first_source(&self, index: Index) -> u32 {
        self.sources_of(index).first().copied().unwrap_or_default()
    }

    pub(crate) fn find(&self, id: Symbol) -> Option<Index> {
        self.object_of
            .get(id.index())
            .copied()
            .filter(|&index| index != NONE)
    }

    pub(crate) fn id(&self, index: Index) -> &str {
        self.names.text(self.object(index).id)
    }

    pub(crate) fn ids(&self, indices: &[Index]) -> Vec<String> {
        indices.iter().map(|&index| self.id(index).to_owned()).collect()
    }
}
