//! Reads a work item without reading everything (TMPA 9.10).
//!
//! A slice holds the sources on which the conclusion about a work item hangs: its own, those that claim one of their
//! ids or positions, what they refer to, the work items of those on whose judgment they depend, the reviews and
//! decisions that meet theirs, and all evidence that changes authority. Of everything else it takes what an earlier
//! reading of all evidence told: levels, and which positions of a stream are taken. Where that leaves anything open, the
//! slice says nothing: then all evidence has to be read.
//!
//! Whoever gives too little here gets a wrong answer; who gives too much, only a slower one.

mod gather;

use crate::bundle::InputBundle;
use crate::examine::Candidate;
use crate::graph::Unseen;
use crate::profile::types::Evidence;
use crate::read::reconstruct_slice;
use crate::result::Reconstruction;
use gather::Gather;
use std::ops::RangeInclusive;

/// All evidence, to be asked for parts of it. Sources are named by numbers of the caller's.
pub trait Whole {
    /// Why a question could not be answered.
    type Error;

    /// The sources that claim an object id.
    ///
    /// # Errors
    /// Where it cannot be told; so below.
    fn of_object(&mut self, id: &str) -> Result<Vec<u64>, Self::Error>;

    /// The sources that claim to belong to a work item.
    ///
    /// # Errors
    /// As above.
    fn of_work(&mut self, id: &str) -> Result<Vec<u64>, Self::Error>;

    /// The sources with an object of a type.
    ///
    /// # Errors
    /// As above.
    fn of_kind(&mut self, kind: &str) -> Result<Vec<u64>, Self::Error>;

    /// The sources that claim a position in a part of a stream.
    ///
    /// # Errors
    /// As above.
    fn of_stream(&mut self, id: &str, part: RangeInclusive<u64>) -> Result<Vec<u64>, Self::Error>;

    /// The sources with a reference to an object id, each with its relation.
    ///
    /// # Errors
    /// As above.
    fn referring(&mut self, target: &str) -> Result<Vec<(String, u64)>, Self::Error>;

    /// A source, examined.
    ///
    /// # Errors
    /// As above.
    fn candidates(&mut self, source: u64) -> Result<Vec<Candidate>, Self::Error>;

    /// The level of an accepted object, by [`Reconstruction::levels`] of all evidence.
    ///
    /// # Errors
    /// As above.
    fn level(&mut self, object: &str) -> Result<Option<u32>, Self::Error>;

    /// The runs of a stream, by [`Reconstruction::streams`] of all evidence; `None` where several write it or nothing is
    /// known of it.
    ///
    /// # Errors
    /// As above.
    fn runs(&mut self, stream: &str) -> Result<Option<Vec<(u64, u64)>>, Self::Error>;

    /// How many sources there are.
    fn sources(&self) -> u64;
}

/// A part of the evidence, read.
#[derive(Debug)]
pub struct Slice {
    /// What the reading of it gives. Only the conclusions about the work items that were asked for are those of all
    /// evidence; see [`Reconstruction::conclusion`].
    pub reading: Reconstruction,
    /// How many sources were read.
    pub sources: usize,
}

/// Reads what the conclusions about some work items hang on, at most so many sources. All evidence has to be regular
/// ([`Reconstruction::is_regular`]). `None` where a part does not tell, or where it is larger.
///
/// # Errors
/// Where `whole` fails.
pub fn read_slice<W: Whole>(
    bundle: &InputBundle,
    whole: &mut W,
    works: &[&str],
    limit: usize,
) -> Result<Option<Slice>, W::Error> {
    if !Meaning::of(bundle).has_parts() {
        return Ok(None);
    }
    let mut gather = Gather::new(bundle, whole, limit);
    for work in works {
        gather.want_work(work);
    }
    if !gather.run()? {
        return Ok(None);
    }
    let Some((candidates, unseen)) = gather.finish()? else { return Ok(None) };
    let sources = candidates.len();
    let reading = reconstruct_slice(bundle, candidates, unseen);
    Ok(reading.map(|reading| Slice { reading, sources }))
}

/// What a type or a relation means to whoever keeps account of parts, under one profile.
#[derive(Debug, Clone, Copy)]
pub struct Meaning<'b>(&'b InputBundle);

impl<'b> Meaning<'b> {
    /// The meaning of the names of a profile.
    #[must_use]
    pub fn of(bundle: &'b InputBundle) -> Self {
        Self(bundle)
    }

    /// The types whose objects change authority.
    pub fn authority_kinds(self) -> impl Iterator<Item = &'b str> {
        gather::authority_kinds(self.0)
    }

    /// Whether who holds a role may change authority, so that what he says bears on others.
    #[must_use]
    pub fn changes_authority(self, role: &str) -> bool {
        let profile = self.0.profile();
        profile.names.get(role).is_some_and(|role| crate::read::changes_authority(profile, role))
    }

    /// To whom the profile itself gives which role under the name of an assignment.
    pub fn assigned(self, assignment: &str) -> impl Iterator<Item = (&'b str, &'b str)> {
        let profile = self.0.profile();
        let name = profile.names.get(assignment);
        let entries = profile.roles.assignments().iter();
        let entries = entries.filter(move |entry| Some(entry.id) == name);
        entries.map(|entry| (profile.names.text(entry.grant.identity), profile.names.text(entry.grant.role)))
    }

    /// Whether objects of a type are reviews, whose claims about one object may contradict each other.
    #[must_use]
    pub fn reviews(self, kind: &str) -> bool {
        self.evidence(kind) == Some(Evidence::Review)
    }

    /// Whether objects of a type record transitions.
    #[must_use]
    pub fn moves(self, kind: &str) -> bool {
        let profile = self.0.profile();
        let entry = profile.names.get(kind).and_then(|kind| profile.types.get(kind));
        entry.is_some_and(|entry| entry.requires_transition)
    }

    /// Whether a reference of this relation counts for levels.
    #[must_use]
    pub fn bears(self, relation: &str) -> bool {
        let profile = self.0.profile();
        profile.names.get(relation).is_some_and(|relation| crate::read::bears(profile, relation))
    }

    /// Whether a reference of this relation depends on the judgment of its target.
    #[must_use]
    pub fn binds(self, relation: &str) -> bool {
        let profile = self.0.profile();
        let relation = profile.names.get(relation).and_then(|relation| profile.relations.get(relation));
        relation.is_some_and(crate::profile::relations::Relation::binds)
    }

    /// Whether a decision settles what it refers to by this relation.
    #[must_use]
    pub fn resolves(self, relation: &str) -> bool {
        let profile = self.0.profile();
        let relation = profile.names.get(relation).and_then(|relation| profile.relations.get(relation));
        relation.is_some_and(|relation| relation.resolution)
    }

    /// Whether streams begin at 1, so that their first positions may be missing.
    #[must_use]
    pub fn begins_at_one(self) -> bool {
        self.0.profile().switches.sequence_from_one
    }

    /// Whether parts can be read by themselves at all.
    #[must_use]
    pub fn has_parts(self) -> bool {
        // A projection looks at many artifacts at once.
        self.0.profile().projections().is_empty()
    }

    fn evidence(self, kind: &str) -> Option<Evidence> {
        let profile = self.0.profile();
        profile.names.get(kind).and_then(|kind| profile.types.get(kind)).map(|entry| entry.evidence)
    }
}

/// The candidates of a slice, and what is known beside them.
type Known = (Vec<Candidate>, Unseen);
