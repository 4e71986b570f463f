//! Takes new sources into account by reading only the work items that they touch.
//!
//! A source touches the work item that it names, those of everything that refers to its object or claims its place, those
//! that a gap in a stream held back, and those whose reviews it meets or settles. A touched work item touches those that
//! depend on what is concluded about its objects. What touches everything, such as a change of who may change authority, an
//! object that falls away, or a second writer of a stream, is left to a reading of everything.

use std::collections::{BTreeMap, BTreeSet};

use actum_ledger::StoreError;
use actum_tmpa::slice::{Meaning, Whole, read_slice};
use actum_tmpa::{Bearing, Claims};

use super::names::CARRIER;
use super::row::{self, Stream, Summary};
use super::terrain::Terrain;

/// The most sources that one work item is read with. Beyond it, reading everything is no worse.
pub(super) const LARGEST: usize = 20_000;
/// The most work items that are read one by one.
const TOUCHED: usize = 2_000;
/// The most objects whose level may rise.
const RISING: usize = 20_000;

/// What its sources make of an object id.
enum Status {
    There(Box<Claims<'static>>),
    /// No source of it is accepted, or they contradict each other.
    Away,
}

/// Brings the rows of the terrain to where they include some new sources; `false` where only a reading of everything
/// can.
pub(super) fn advance(terrain: &mut Terrain<'_>, new: &[u64]) -> Result<bool, StoreError> {
    let mut advance = Advance {
        meaning: Meaning::of(terrain.input),
        terrain,
        touched: BTreeSet::new(),
        holders: BTreeSet::new(),
    };
    let Some(appeared) = advance.survey(new)? else { return Ok(false) };
    if !advance.settle_in(&appeared)? || !advance.rise(&appeared)? {
        return Ok(false);
    }
    advance.read()
}

pub(super) struct Advance<'a, 't> {
    pub(super) meaning: Meaning<'t>,
    pub(super) terrain: &'a mut Terrain<'t>,
    /// Work items that have to be read.
    pub(super) touched: BTreeSet<String>,
    /// Identities and roles whose acts have been touched.
    pub(super) holders: BTreeSet<(String, String)>,
}

impl Advance<'_, '_> {
    /// Finds the objects that the new sources bring, and what else they touch.
    fn survey(&mut self, new: &[u64]) -> Result<Option<Vec<Claims<'static>>>, StoreError> {
        let mut ids = BTreeSet::new();
        for &source in new {
            for claims in self.terrain.claims(source)? {
                let whole = match &claims.bearing {
                    // Whose word counts may change, or which signatures do.
                    Some(Bearing::Grant(_, role)) => self.meaning.changes_authority(role),
                    Some(Bearing::Key) => true,
                    Some(Bearing::Withdrawal(_)) | None => false,
                };
                if whole {
                    return Ok(None);
                }
                self.touched.extend(claims.work.as_deref().map(str::to_owned));
                if let Some((stream, sequence)) = claims.stream.as_ref().filter(|_| !claims.accepted)
                    && let Some(next) = self.terrain.stream(stream)?.and_then(|row| row.behind(*sequence))
                {
                    // It may stand where a position is missing.
                    self.touch_stream(stream, next, next)?;
                }
                if !claims.object.is_empty() {
                    ids.insert(claims.object.into_owned());
                }
            }
        }
        let mut appeared = Vec::new();
        for id in ids {
            let existed = self.terrain.level(&id)?.is_some();
            let status = self.status(&id)?;
            match status {
                Status::Away if existed => return Ok(None),
                Status::There(_) if existed => {}
                Status::There(claims) => {
                    self.touch_referring(&id, |_| true)?;
                    appeared.push(*claims);
                }
                Status::Away => self.touch_referring(&id, |_| true)?,
            }
            self.touch_of(&id)?;
        }
        Ok(Some(appeared))
    }

    fn status(&mut self, id: &str) -> Result<Status, StoreError> {
        let mut first: Option<actum_tmpa::Candidate> = None;
        for source in self.terrain.of_object(id)? {
            for candidate in self.terrain.candidates(source)? {
                let claims = candidate.claims(self.terrain.input);
                if !claims.accepted || claims.object != id {
                    continue;
                }
                match &first {
                    Some(first) if !first.agrees(&candidate, self.terrain.input) => return Ok(Status::Away),
                    Some(_) => {}
                    None => first = Some(candidate),
                }
            }
        }
        if first.is_none() {
            return Ok(Status::Away);
        }
        let claims = self.terrain.claims_of(id)?.into_iter().find(|claims| claims.accepted);
        Ok(claims.map_or(Status::Away, |claims| Status::There(Box::new(claims))))
    }

    /// Gives the new objects their positions, and touches what that changes.
    fn settle_in(&mut self, appeared: &[Claims<'static>]) -> Result<bool, StoreError> {
        let from_one = self.meaning.begins_at_one();
        for claims in appeared {
            self.terrain.rows.insert(row::object(&claims.object), Some(0_u32.to_le_bytes().to_vec()));
            let Some((id, sequence)) = &claims.stream else { continue };
            let before = self.terrain.stream(id)?.unwrap_or_default();
            let mut after = before.clone();
            after.take(*sequence);
            let creator = claims.creator.as_deref().unwrap_or_default();
            if let Err(at) = after.writers.binary_search_by(|name| name.as_str().cmp(creator)) {
                after.writers.insert(at, creator.to_owned());
            }
            if after.writers.len() > 1 && before.writers.len() == 1 {
                return Ok(false);
            }
            let row = Some(after.to_bytes());
            self.terrain.rows.insert(row::stream(id), row);
            self.touch_stream(id, *sequence, *sequence)?;
            if let Some(next) = after.behind(*sequence) {
                self.touch_stream(id, next, next)?;
            }
            if let Some((first, last)) = moved(&before, &after, from_one)
                && !self.touch_stream(id, first, last)?
            {
                return Ok(false);
            }
        }
        for claims in appeared {
            self.touch_claims(claims)?;
        }
        Ok(true)
    }

    /// Touches what meets an object by what it says: other reviews of the same, what a decision settles, and the acts of
    /// those whose authority it changes.
    fn touch_claims(&mut self, claims: &Claims<'_>) -> Result<(), StoreError> {
        let meaning = self.meaning;
        self.touch_bearing(claims)?;
        for (relation, target) in &claims.references {
            if meaning.reviews(&claims.kind) && relation == "reviews" {
                self.touch_referring(target, |relation| relation == "reviews")?;
            }
            if meaning.resolves(relation) {
                self.touch_of(target)?;
                self.touch_referring(target, |relation| meaning.resolves(relation))?;
            }
        }
        Ok(())
    }

    /// Touches the work items that the sources of an object id name.
    fn touch_of(&mut self, id: &str) -> Result<(), StoreError> {
        let works = self.terrain.claims_of(id)?.into_iter().filter_map(|claims| claims.work);
        self.touched.extend(works.map(|work| work.into_owned()));
        Ok(())
    }

    fn touch_referring(&mut self, id: &str, by: impl Fn(&str) -> bool) -> Result<(), StoreError> {
        for (relation, source) in self.terrain.referring(id)? {
            if by(&relation) {
                let works = self.terrain.claims(source)?.into_iter().filter_map(|claims| claims.work);
                self.touched.extend(works.map(|work| work.into_owned()));
            }
        }
        Ok(())
    }

    /// Touches the work items of a part of a stream; `false` where there are too many.
    fn touch_stream(&mut self, id: &str, first: u64, last: u64) -> Result<bool, StoreError> {
        let sources = self.terrain.of_stream(id, first..=last)?;
        if sources.len() > TOUCHED {
            return Ok(false);
        }
        for source in sources {
            let works = self.terrain.claims(source)?.into_iter().filter_map(|claims| claims.work);
            self.touched.extend(works.map(|work| work.into_owned()));
        }
        Ok(true)
    }

    /// Gives the new objects their levels, and lifts what comes after them; `false` where that goes too far, as it does
    /// in a circle.
    fn rise(&mut self, appeared: &[Claims<'static>]) -> Result<bool, StoreError> {
        let mut rising: Vec<Claims<'static>> = appeared.to_vec();
        let mut count = 0;
        while let Some(claims) = rising.pop() {
            count += 1;
            if count > RISING {
                return Ok(false);
            }
            let mut below = 0;
            for id in self.before(&claims)? {
                below = below.max(self.terrain.level(&id)?.unwrap_or_default());
            }
            let level = below.saturating_add(1);
            if self.terrain.level(&claims.object)?.is_none_or(|known| known >= level) {
                continue;
            }
            self.terrain.rows.insert(row::object(&claims.object), Some(level.to_le_bytes().to_vec()));
            for after in self.after(&claims)? {
                if self.terrain.level(&after.object)?.is_some_and(|known| known <= level) {
                    rising.push(after);
                }
            }
        }
        Ok(true)
    }

    /// The ids of what comes right before an object, there or not.
    fn before(&mut self, claims: &Claims<'_>) -> Result<Vec<String>, StoreError> {
        let bearing = claims.references.iter().filter(|(relation, _)| self.meaning.bears(relation));
        let mut ids: Vec<String> = bearing.map(|(_, target)| target.to_string()).collect();
        if claims.has_transition {
            ids.extend(
                claims.carrier.as_deref().filter(|carrier| *carrier != claims.object).map(str::to_owned),
            );
        }
        if let Some((stream, sequence)) = &claims.stream
            && let Some(before) = self.terrain.stream(stream)?.and_then(|row| row.before(*sequence))
        {
            ids.extend(self.at(stream, before)?.into_iter().map(|claims| claims.object.into_owned()));
        }
        Ok(ids)
    }

    /// What comes right after an object.
    fn after(&mut self, claims: &Claims<'_>) -> Result<Vec<Claims<'static>>, StoreError> {
        let mut after = Vec::new();
        for (relation, source) in self.terrain.referring(&claims.object)? {
            for other in self.terrain.claims(source)?.into_iter().filter(|other| other.accepted) {
                let refers = other.references.iter().any(|(by, to)| *by == relation && *to == claims.object);
                let carried = relation == CARRIER && other.has_transition && other.object != claims.object;
                if refers && self.meaning.bears(&relation) || carried {
                    after.push(other);
                }
            }
        }
        if let Some((stream, sequence)) = &claims.stream
            && let Some(behind) = self.terrain.stream(stream)?.and_then(|row| row.behind(*sequence))
        {
            after.extend(self.at(stream, behind)?);
        }
        Ok(after)
    }

    /// The accepted sources at a position.
    fn at(&mut self, stream: &str, sequence: u64) -> Result<Vec<Claims<'static>>, StoreError> {
        let mut found = Vec::new();
        for source in self.terrain.of_stream(stream, sequence..=sequence)? {
            found.extend(self.terrain.claims(source)?.into_iter().filter(|claims| claims.accepted));
        }
        Ok(found)
    }

    /// Reads the touched work items, and those that they touch.
    fn read(&mut self) -> Result<bool, StoreError> {
        let mut done = BTreeSet::new();
        while let Some(work) = self.touched.pop_first() {
            if !done.insert(work.clone()) {
                continue;
            }
            if done.len() > TOUCHED {
                return Ok(false);
            }
            let input = self.terrain.input;
            let Some(slice) = read_slice(input, self.terrain, &[&work], LARGEST)? else { return Ok(false) };
            let known = self.terrain.row(&row::prints(&work))?;
            let known = known.as_deref().and_then(row::parse_prints).unwrap_or_default();
            let prints: BTreeMap<&str, u64> = slice.reading.fingerprints(&work).into_iter().collect();
            let conclusion = slice.reading.conclusion(&work);
            let summary = conclusion.as_ref().map(|conclusion| Summary::of(conclusion).to_bytes());
            let list: Vec<(&str, u64)> = prints.iter().map(|(id, print)| (*id, *print)).collect();
            let written = summary.as_ref().map(|_| row::write_prints(&list));
            let changed: BTreeSet<String> = known
                .keys()
                .map(String::as_str)
                .chain(prints.keys().copied())
                .filter(|id| known.get(*id) != prints.get(id))
                .map(str::to_owned)
                .collect();
            self.terrain.rows.insert(row::work(&work), summary);
            self.terrain.rows.insert(row::prints(&work), written);
            self.terrain.rows.insert(row::conclusion(&work), None);
            let members: Vec<(String, String)> = conclusion
                .into_iter()
                .flat_map(|conclusion| conclusion.nodes)
                .map(|node| (node.id, node.kind))
                .collect();
            self.spread(&changed, &members)?;
            self.touched.retain(|work| !done.contains(work));
        }
        Ok(true)
    }

    /// Touches what depends on objects about which something else is concluded now, and on when a transition takes place.
    fn spread(&mut self, changed: &BTreeSet<String>, members: &[(String, String)]) -> Result<(), StoreError> {
        let meaning = self.meaning;
        for (id, kind) in members {
            if meaning.moves(kind) && !changed.contains(id) {
                self.touch_referring(id, |relation| meaning.binds(relation))?;
            }
        }
        for id in changed {
            self.touch_referring(id, |_| true)?;
            for claims in self.terrain.claims_of(id)? {
                self.touch_claims(&claims)?;
            }
        }
        Ok(())
    }
}

/// The positions that a gap holds back in one of two states of a stream, and not in the other.
fn moved(before: &Stream, after: &Stream, from_one: bool) -> Option<(u64, u64)> {
    match (before.complete(from_one), after.complete(from_one)) {
        (None, None) => None,
        (Some(range), None) | (None, Some(range)) => Some(range),
        (Some((first, last)), Some((other_first, other_last))) if first == other_first => {
            (last != other_last).then(|| (last.min(other_last).saturating_add(1), last.max(other_last)))
        }
        (Some((first, last)), Some((other_first, other_last))) => {
            Some((first.min(other_first), last.max(other_last)))
        }
    }
}
