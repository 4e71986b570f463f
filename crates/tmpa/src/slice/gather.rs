//! Collects the sources of a slice, from what is wanted to what that hangs on, until nothing is missing.

use super::{Known, Whole};
use crate::bundle::InputBundle;
use crate::examine::{Candidate, Claims};
use crate::graph::Unseen;
use crate::profile::types::Evidence;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the relation between a review and what it reviews.
const REVIEWS: &str = "reviews";
/// How many references to one object that changes authority are looked at.
const FOLLOWING: usize = 64;

pub(super) struct Gather<'g, W> {
    bundle: &'g InputBundle,
    whole: &'g mut W,
    limit: usize,
    candidates: BTreeMap<u64, Vec<Candidate>>,
    /// Ids and work items that are in the slice or about to be.
    objects: BTreeSet<String>,
    works: BTreeSet<String>,
    wanted: Vec<Want>,
    unseen: Unseen,
}

enum Want {
    /// All sources of an object: that it is there, and as what.
    Object(String),
    /// All objects of a work item, and what their judgment hangs on.
    Work(String),
    /// The work items of an object.
    WorkOf(String),
}

impl<'g, W: Whole> Gather<'g, W> {
    pub(super) fn new(bundle: &'g InputBundle, whole: &'g mut W, limit: usize) -> Self {
        Self {
            bundle,
            whole,
            limit,
            candidates: BTreeMap::new(),
            objects: BTreeSet::new(),
            works: BTreeSet::new(),
            wanted: Vec::new(),
            unseen: Unseen::default(),
        }
    }

    pub(super) fn want_work(&mut self, id: &str) {
        if self.works.insert(id.to_owned()) {
            self.wanted.push(Want::Work(id.to_owned()));
        }
    }

    fn want_object(&mut self, id: &str) {
        if !id.is_empty() && self.objects.insert(id.to_owned()) {
            self.wanted.push(Want::Object(id.to_owned()));
        }
    }

    /// Collects everything; `false` where the slice would be too large or cannot be made.
    pub(super) fn run(&mut self) -> Result<bool, W::Error> {
        for kind in authority_kinds(self.bundle) {
            for source in self.whole.of_kind(kind)? {
                self.want_works(source, |claims| claims.kind == kind)?;
                self.want_following(source)?;
            }
        }
        while let Some(want) = self.wanted.pop() {
            match want {
                Want::Object(id) => {
                    for source in self.whole.of_object(&id)? {
                        self.take(source)?;
                    }
                }
                Want::WorkOf(id) => {
                    for source in self.whole.of_object(&id)? {
                        self.want_works(source, |claims| claims.object == id)?;
                    }
                }
                Want::Work(id) => {
                    for source in self.whole.of_work(&id)? {
                        for claims in self.take(source)? {
                            let member = claims.accepted && claims.work.as_deref() == Some(&id);
                            if member && !self.member(&claims)? {
                                return Ok(false);
                            }
                        }
                    }
                }
            }
            if self.candidates.len() > self.limit {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes a source into the slice, and all others that claim an object id of it.
    fn take(&mut self, source: u64) -> Result<Vec<Owned>, W::Error> {
        if !self.candidates.contains_key(&source) {
            let candidates = self.whole.candidates(source)?;
            self.candidates.insert(source, candidates);
        }
        let candidates = self.candidates.get(&source).into_iter().flatten();
        let claims: Vec<Owned> =
            candidates.map(|candidate| Owned::of(candidate.claims(self.bundle))).collect();
        claims.iter().for_each(|claims| self.want_object(&claims.object));
        Ok(claims)
    }

    /// Wants some of what refers to an object that changes authority: by such a reference whoever acts shows that he comes
    /// after it. Without it the order may stay open, and with it the answer.
    fn want_following(&mut self, source: u64) -> Result<(), W::Error> {
        for claims in self.take(source)? {
            for (_, other) in self.whole.referring(&claims.object)?.into_iter().take(FOLLOWING) {
                self.take(other)?;
            }
        }
        Ok(())
    }

    /// Wants the work items of such objects of a source.
    fn want_works(&mut self, source: u64, such: impl Fn(&Owned) -> bool) -> Result<(), W::Error> {
        let claims = self.take(source)?;
        let works = claims.iter().filter(|claims| such(claims)).filter_map(|claims| claims.work.as_deref());
        works.for_each(|work| self.want_work(work));
        Ok(())
    }

    /// Wants what the judgment of an object hangs on; `false` where that cannot be told in part.
    fn member(&mut self, claims: &Owned) -> Result<bool, W::Error> {
        let profile = self.bundle.profile();
        let evidence = profile.names.get(&claims.kind).and_then(|kind| profile.types.get(kind));
        let evidence = evidence.map(|entry| entry.evidence);
        self.want_object(&claims.carrier);
        for (relation, target) in &claims.references {
            self.want_object(target);
            let declared = profile.names.get(relation).and_then(|relation| profile.relations.get(relation));
            let binds = declared.is_some_and(|relation| relation.binds());
            let resolves = declared.is_some_and(|relation| relation.resolution);
            if binds || resolves && evidence == Some(Evidence::Decision) {
                self.wanted.push(Want::WorkOf(target.clone()));
            }
            if evidence == Some(Evidence::Review) && relation == REVIEWS {
                self.works_referring(target, |relation| relation == REVIEWS)?;
            }
        }
        self.works_referring(&claims.object, |relation| {
            let declared = profile.names.get(relation).and_then(|relation| profile.relations.get(relation));
            declared.is_some_and(|relation| relation.resolution)
        })?;
        self.place(claims)
    }

    /// Wants the work items of everything that refers to an id by such a relation.
    fn works_referring(&mut self, id: &str, by: impl Fn(&str) -> bool) -> Result<(), W::Error> {
        for (relation, source) in self.whole.referring(id)? {
            if by(&relation) {
                let refers = |(other, target): &(String, String)| *other == relation && target == id;
                self.want_works(source, |claims| claims.references.iter().any(refers))?;
            }
        }
        Ok(())
    }

    /// Wants whoever claims the position of an object, and the missing ones right before it.
    fn place(&mut self, claims: &Owned) -> Result<bool, W::Error> {
        let Some((stream, sequence)) = &claims.stream else { return Ok(true) };
        let sequence = *sequence;
        if !self.unseen.streams.contains_key(stream) {
            let Some(runs) = self.whole.runs(stream)? else { return Ok(false) };
            self.unseen.streams.insert(stream.clone(), runs);
        }
        let runs = self.unseen.streams.get(stream).map(Vec::as_slice).unwrap_or_default();
        let at = runs.partition_point(|&(start, _)| start < sequence);
        let from = match runs.get(at) {
            // The first position behind a gap.
            Some(&(start, _)) if start == sequence => {
                let before = at.checked_sub(1).and_then(|before| runs.get(before));
                before.map_or(1, |&(_, end)| end.saturating_add(1))
            }
            _ => sequence,
        };
        for source in self.whole.of_stream(stream, from..=sequence)? {
            self.take(source)?;
        }
        Ok(true)
    }

    pub(super) fn finish(mut self) -> Result<Option<Known>, W::Error> {
        if self.candidates.len() > self.limit {
            return Ok(None);
        }
        for id in &self.objects {
            if let Some(level) = self.whole.level(id)? {
                self.unseen.levels.insert(id.clone(), level);
            }
        }
        self.unseen.sources = self.whole.sources();
        Ok(Some((self.candidates.into_values().flatten().collect(), self.unseen)))
    }
}

/// The types whose objects bear on every act.
pub(super) fn authority_kinds(bundle: &InputBundle) -> impl Iterator<Item = &str> {
    let profile = bundle.profile();
    let bearing = profile.types.iter().filter(|entry| {
        matches!(
            entry.evidence,
            Evidence::Assignment | Evidence::Delegation | Evidence::Revocation | Evidence::KeyRevocation
        )
    });
    bearing.map(|entry| profile.names.text(entry.name))
}

/// Claims that outlive their source.
#[derive(Default)]
struct Owned {
    object: String,
    kind: String,
    work: Option<String>,
    carrier: String,
    stream: Option<(String, u64)>,
    references: Vec<(String, String)>,
    accepted: bool,
}

impl Owned {
    fn of(claims: Claims<'_>) -> Self {
        let reference = |(relation, target): (std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)| {
            (relation.into_owned(), target.into_owned())
        };
        Self {
            object: claims.object.into_owned(),
            kind: claims.kind.into_owned(),
            work: claims.work.map(std::borrow::Cow::into_owned),
            carrier: claims.carrier.unwrap_or_default().into_owned(),
            stream: claims.stream.map(|(id, sequence)| (id.into_owned(), sequence)),
            references: claims.references.into_iter().map(reference).collect(),
            accepted: claims.accepted,
        }
    }
}
