//! The ledger, its index and the rows of the last reading, as a slice asks for them.

use std::ops::RangeInclusive;

use actum_canon::json::Parser;
use actum_ledger::{Read, StoreError};
use actum_store_sqlite::index::Index;
use actum_tmpa::slice::Whole;
use actum_tmpa::{Bearing, Candidate, Claims, Examiner, InputBundle, Source};

use super::names::{Names, by};
use super::row::{self, Rows, Stream};
use crate::evidence::{self, is_evidence};

/// A source that is not in the ledger, but looked at as if it were its next entry.
#[derive(Debug, Clone)]
pub(super) struct Thought {
    pub(super) source_id: String,
    pub(super) bytes: Vec<u8>,
    pub(super) names: Names,
}

/// Everything at one moment, with what has changed since the rows were written.
pub(super) struct Terrain<'t> {
    pub(super) ledger: &'t dyn Read,
    pub(super) index: &'t Index,
    pub(super) input: &'t InputBundle,
    pub(super) view: [u8; 32],
    /// Entries of the ledger that count.
    pub(super) size: u64,
    pub(super) thoughts: Vec<Thought>,
    pub(super) rows: Rows,
    examiner: Examiner<'t>,
    /// How many sources were read, again and again counted again.
    pub(super) read: usize,
}

impl<'t> Terrain<'t> {
    pub(super) fn new(
        ledger: &'t dyn Read,
        index: &'t Index,
        input: &'t InputBundle,
        view: [u8; 32],
        size: u64,
        rows: Rows,
    ) -> Self {
        let examiner = Examiner::new(input);
        Self { ledger, index, input, view, size, thoughts: Vec::new(), rows, examiner, read: 0 }
    }

    /// Adds a source behind the ledger.
    pub(super) fn think(&mut self, source_id: String, bytes: Vec<u8>) -> u64 {
        let names = Names::of(&mut Parser::new(), &bytes).unwrap_or_default();
        self.thoughts.push(Thought { source_id, bytes, names });
        self.size + self.thoughts.len() as u64 - 1
    }

    pub(super) fn row(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match self.rows.get(name) {
            Some(row) => Ok(row.clone()),
            None => self.index.row(&self.view, name),
        }
    }

    pub(super) fn stream(&self, id: &str) -> Result<Option<Stream>, StoreError> {
        Ok(self.row(&row::stream(id))?.as_deref().and_then(Stream::parse))
    }

    fn behind(&self, such: impl Fn(&Names) -> bool) -> Vec<u64> {
        let numbered = (self.size..).zip(&self.thoughts);
        numbered.filter(|(_, thought)| such(&thought.names)).map(|(number, _)| number).collect()
    }

    /// The sources with an act of an identity in a role.
    pub(super) fn acts(&self, identity: &str, role: &str) -> Result<Vec<u64>, StoreError> {
        let by = by(identity, role);
        let mut found = self.index.kind(&by)?;
        found.extend(self.behind(|names| names.by == by));
        Ok(found)
    }

    /// What the objects of a source claim.
    pub(super) fn claims(&mut self, source: u64) -> Result<Vec<Claims<'static>>, StoreError> {
        let candidates = self.candidates(source)?;
        Ok(candidates.iter().map(|candidate| owned(candidate.claims(self.input))).collect())
    }

    /// The claims of all sources of an object id.
    pub(super) fn claims_of(&mut self, id: &str) -> Result<Vec<Claims<'static>>, StoreError> {
        let mut all = Vec::new();
        for source in self.of_object(id)? {
            all.extend(self.claims(source)?.into_iter().filter(|claims| claims.object == id));
        }
        Ok(all)
    }
}

fn owned(claims: Claims<'_>) -> Claims<'static> {
    let own = |text: std::borrow::Cow<'_, str>| std::borrow::Cow::Owned(text.into_owned());
    Claims {
        object: own(claims.object),
        kind: own(claims.kind),
        work: claims.work.map(own),
        carrier: claims.carrier.map(own),
        stream: claims.stream.map(|(id, sequence)| (own(id), sequence)),
        creator: claims.creator.map(own),
        references: claims
            .references
            .into_iter()
            .map(|(relation, target)| (own(relation), own(target)))
            .collect(),
        has_transition: claims.has_transition,
        bearing: claims.bearing.map(|bearing| match bearing {
            Bearing::Grant(identity, role) => Bearing::Grant(own(identity), own(role)),
            Bearing::Withdrawal(assignment) => Bearing::Withdrawal(own(assignment)),
            Bearing::Key => Bearing::Key,
        }),
        accepted: claims.accepted,
    }
}

impl Whole for Terrain<'_> {
    type Error = StoreError;

    fn of_object(&mut self, id: &str) -> Result<Vec<u64>, StoreError> {
        let mut found = self.index.object(id)?;
        found.extend(self.behind(|names| names.object == id));
        Ok(found)
    }

    fn of_work(&mut self, id: &str) -> Result<Vec<u64>, StoreError> {
        let mut found = self.index.work(id)?;
        found.extend(self.behind(|names| names.work.as_deref() == Some(id)));
        Ok(found)
    }

    fn of_kind(&mut self, kind: &str) -> Result<Vec<u64>, StoreError> {
        let mut found = self.index.kind(kind)?;
        found.extend(self.behind(|names| names.kind == kind));
        Ok(found)
    }

    fn of_stream(&mut self, id: &str, part: RangeInclusive<u64>) -> Result<Vec<u64>, StoreError> {
        let mut found: Vec<u64> =
            self.index.stream(id, part.clone())?.into_iter().map(|(_, source)| source).collect();
        let stands = |stream: &Option<(String, u64)>| {
            stream.as_ref().is_some_and(|(other, sequence)| other == id && part.contains(sequence))
        };
        found.extend(self.behind(|names| stands(&names.stream)));
        Ok(found)
    }

    fn referring(&mut self, target: &str) -> Result<Vec<(String, u64)>, StoreError> {
        let mut found = self.index.target(target)?;
        for (number, thought) in (self.size..).zip(&self.thoughts) {
            let own = thought.names.references.iter().filter(|(_, other)| other == target);
            found.extend(own.map(|(relation, _)| (relation.clone(), number)));
        }
        Ok(found)
    }

    fn candidates(&mut self, source: u64) -> Result<Vec<Candidate>, StoreError> {
        self.read += 1;
        let behind = source.checked_sub(self.size).and_then(|at| usize::try_from(at).ok());
        if let Some(thought) = behind.and_then(|at| self.thoughts.get(at)) {
            let source = Source {
                id: &thought.source_id,
                media_type: "application/json",
                bytes: &thought.bytes,
                position: Some(source),
            };
            return Ok(vec![self.examiner.examine(source)]);
        }
        let Some(entry) = self.ledger.entry(source)?.filter(|entry| is_evidence(entry.media_type())) else {
            return Ok(Vec::new());
        };
        Ok(vec![self.examiner.examine(evidence::source(&entry))])
    }

    fn level(&mut self, object: &str) -> Result<Option<u32>, StoreError> {
        Ok(self.row(&row::object(object))?.as_deref().and_then(row::level))
    }

    fn runs(&mut self, stream: &str) -> Result<Option<Vec<(u64, u64)>>, StoreError> {
        Ok(self.stream(stream)?.filter(|stream| stream.writers.len() == 1).map(|stream| stream.runs))
    }

    fn sources(&self) -> u64 {
        self.size + self.thoughts.len() as u64
    }
}
