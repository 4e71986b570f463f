//! Answers about single work items of a ledger, at the cost of the work item (TMPA 9.10).
//!
//! - [`View`]: a ledger under a profile, at one size. [`Preview`]: the same as if something were appended.
//!
//! Beside the ledger an index keeps what a reading of everything told of each object, stream and work item. After an
//! append only the work items that it touches are read again; where a part of the evidence does not tell, everything is
//! read. Either way the answer is that of [`crate::read`], byte for byte. The index is never asked what an entry says,
//! and may be lost at any time.

mod advance;
mod names;
mod row;
mod terrain;
mod whole;

use std::collections::BTreeSet;
use std::path::Path;

use actum_canon::digest::sha256;
use actum_canon::json::Parser;
use actum_ledger::{Entry, Read, StoreError};
use actum_store_sqlite::index::{Index, Keys};
use actum_tmpa::slice::{Meaning, Whole, read_slice};
use actum_tmpa::{Conclusion, Finding, InputBundle, Judgment, Reconstruction, ViewState};

pub use row::Summary;

use crate::error::{Error, ErrorKind};
use crate::ledger::Ledger;
use advance::{LARGEST, advance};
use row::Rows;
use terrain::Terrain;

/// The name of the index in the folder of a ledger.
const INDEX: &str = "index.sqlite";
/// From so many new entries on everything is read at once.
const MANY: u64 = 2_000;
/// How often another process may be faster before the rows stay in memory.
const PATIENCE: usize = 4;

/// A ledger under a profile.
pub struct View<'l> {
    ledger: &'l dyn Read,
    index: Index,
    input: InputBundle,
    name: [u8; 32],
    size: u64,
    /// Rows that could not be written.
    rows: Rows,
    cost: Cost,
}

/// What the last answer has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Sources that were read, again and again counted again.
    pub sources: u64,
    /// Whether everything was read.
    pub whole: bool,
}

/// What the reading would say if some objects were appended.
#[derive(Debug)]
pub struct Preview {
    /// About each of them, in their order.
    pub objects: Vec<Said>,
    /// The conclusions about the work items that they name.
    pub works: Vec<Conclusion>,
    /// Other work items about which something else would be concluded.
    pub others: Vec<String>,
}

/// What a reading says about one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The id of the object, or empty.
    pub id: String,
    /// What is established about the object; `None` where the source would stay outside.
    pub judgment: Option<Judgment>,
    /// Why.
    pub view: ViewState,
    /// What stands against it or is open, as code, severity, clause and remedy.
    pub findings: Vec<Against>,
}

/// A finding about an object that was not appended yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// The code, as published.
    pub code: String,
    /// The severity, as published.
    pub severity: String,
    /// The clause that is not satisfied.
    pub clause: String,
    /// The relation, or empty.
    pub relation: String,
    /// The target, or empty.
    pub target_id: String,
    /// The reasons, each as reason, expected and found.
    pub causes: Vec<(String, Option<String>, Option<String>)>,
    /// What would resolve it, for people.
    pub remedy: String,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("View").field("size", &self.size).field("cost", &self.cost).finish_non_exhaustive()
    }
}

impl<'l> View<'l> {
    /// Looks at a ledger through the index beside it.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`] where the ledger cannot be read; so below.
    pub fn open(ledger: &'l Ledger, input: InputBundle) -> Result<Self, Error> {
        Self::over(ledger.store(), &ledger.folder().join(INDEX), input)
    }

    /// Looks at any store of a ledger through the index at a path, which is made where it is missing, and brings both together.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn over(ledger: &'l dyn Read, index: &Path, input: InputBundle) -> Result<Self, Error> {
        let index = Index::open(index, names::EDITION).map_err(failed)?;
        let name = name(&input);
        let mut view = Self { ledger, index, input, name, size: 0, rows: Rows::new(), cost: Cost::default() };
        view.refresh()?;
        Ok(view)
    }

    /// Takes in what was appended since.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn refresh(&mut self) -> Result<(), Error> {
        self.cost = Cost::default();
        for attempt in 0.. {
            let mut parser = Parser::new();
            let mut keys =
                |entry: &Entry, emit: &mut dyn FnMut(Keys<'_>)| names::keys(&mut parser, entry, emit);
            let progress = self.index.catch_up(self.ledger, &mut keys).map_err(failed)?;
            if progress.rebuilt.is_some() {
                self.rows.clear();
            }
            let kept = self.index.rows_upto(&self.name).map_err(failed)?;
            let from = if self.rows.is_empty() { kept } else { Some(self.size) };
            if from == Some(progress.to) {
                self.size = progress.to;
                return Ok(());
            }
            let rows = match from.filter(|&from| from < progress.to && progress.to - from <= MANY) {
                Some(from) => self.step(from, progress.to).map_err(failed)?,
                None => None,
            };
            let mut rows = match rows {
                Some(rows) => rows,
                None => self.everything(progress.to, kept.is_some()).map_err(failed)?,
            };
            let write = &mut rows.iter().map(|(name, row)| (name.as_str(), row.as_deref()));
            let written = self.index.set_rows(&self.name, kept, progress.to, write).map_err(failed)?;
            if written || attempt >= PATIENCE {
                self.size = progress.to;
                self.rows = if written { Rows::new() } else { core::mem::take(&mut rows) };
                return Ok(());
            }
            self.rows.clear();
        }
        Ok(())
    }

    /// The rows with what the new entries touch, or `None` where everything has to be read.
    fn step(&mut self, from: u64, to: u64) -> Result<Option<Rows>, StoreError> {
        let (rows, name) = (self.rows.clone(), self.name);
        let mut terrain = Terrain::new(self.ledger, &self.index, &self.input, name, to, rows);
        let new: Vec<u64> = (from..to).collect();
        let stepped = is_regular(&terrain)? && advance(&mut terrain, &new)?;
        self.cost.sources += terrain.read as u64;
        Ok(stepped.then_some(terrain.rows))
    }

    fn everything(&mut self, size: u64, known: bool) -> Result<Rows, StoreError> {
        self.cost.whole = true;
        self.cost.sources += size;
        let read = whole::read(self.ledger, &self.input, size, &[])?;
        let mut rows = whole::rows(&read);
        if known {
            whole::clear(&self.index, &self.name, &mut rows)?;
        }
        Ok(rows)
    }

    /// The conclusion about a work item, or `None` where nothing is known of it.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn work(&mut self, id: &str) -> Result<Option<Conclusion>, Error> {
        self.current()?;
        self.cost = Cost::default();
        let (answer, read) = {
            let mut terrain = self.terrain();
            let kept = terrain.row(&row::conclusion(id)).map_err(failed)?;
            let answer = match kept.as_deref().and_then(Conclusion::parse) {
                Some(conclusion) => Some(Some(conclusion)),
                None if terrain.row(&row::work(id)).map_err(failed)?.is_none() => Some(None),
                None if is_regular(&terrain).map_err(failed)? => {
                    let slice = read_slice(&self.input, &mut terrain, &[id], LARGEST).map_err(failed)?;
                    slice.map(|slice| slice.reading.conclusion(id))
                }
                None => None,
            };
            (answer, terrain.read as u64)
        };
        self.cost.sources = read;
        if let Some(conclusion) = answer {
            return Ok(conclusion);
        }
        self.cost = Cost { sources: read + self.size, whole: true };
        let conclusion =
            whole::read(self.ledger, &self.input, self.size, &[]).map_err(failed)?.conclusion(id);
        if let Some(conclusion) = &conclusion {
            let name = row::conclusion(id);
            let mut rows = std::iter::once((name.as_str(), Some(conclusion.to_bytes())));
            let size = self.size;
            self.index.set_rows(&self.name, Some(size), size, &mut rows).map_err(failed)?;
        }
        Ok(conclusion)
    }

    /// Work items behind one, in the order of their ids, each in few words.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn works(&mut self, after: Option<&str>, limit: usize) -> Result<Vec<Summary>, Error> {
        self.current()?;
        self.cost = Cost::default();
        let prefix = row::work("");
        let from = after.map_or_else(|| prefix.clone(), |after| format!("{}\0", row::work(after)));
        let mut kept: Vec<(String, Option<Vec<u8>>)> = Vec::new();
        if self.rows.is_empty() {
            let rows = self.index.rows_from(&self.name, &from, limit).map_err(failed)?;
            kept.extend(rows.into_iter().map(|(name, row)| (name, Some(row))));
        } else {
            // Rows that could not be written are all of them.
            kept.extend(self.rows.range(from..).map(|(name, row)| (name.clone(), row.clone())));
        }
        let summaries = kept
            .iter()
            .filter_map(|(name, row)| Summary::parse(name.strip_prefix(&prefix)?, row.as_deref()?));
        Ok(summaries.take(limit).collect())
    }

    /// What the reading would say if these objects were appended now.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn with(&mut self, objects: &[&[u8]]) -> Result<Preview, Error> {
        self.current()?;
        self.preview(objects).map_err(failed)
    }

    fn preview(&mut self, objects: &[&[u8]]) -> Result<Preview, StoreError> {
        let mut terrain = self.terrain();
        let mut new = Vec::new();
        for bytes in objects {
            new.push(terrain.think(sha256(bytes).to_string(), bytes.to_vec()));
        }
        let mut named = BTreeSet::new();
        for &source in &new {
            named.extend(terrain.claims(source)?.into_iter().filter_map(|claims| claims.work));
        }
        let works: Vec<&str> = named.iter().map(|work| &**work).collect();
        let stepped = is_regular(&terrain)? && advance(&mut terrain, &new)?;
        let slice = if stepped { read_slice(&self.input, &mut terrain, &works, LARGEST)? } else { None };
        let (reading, whole) = match slice {
            Some(slice) => (slice.reading, false),
            None => (whole::read(self.ledger, &self.input, self.size, &terrain.thoughts)?, true),
        };
        let thoughts: Vec<(String, String)> = terrain
            .thoughts
            .iter()
            .map(|thought| (thought.source_id.clone(), thought.names.object.clone()))
            .collect();
        let fresh = if whole { whole::rows(&reading) } else { core::mem::take(&mut terrain.rows) };
        let mut others = Vec::new();
        for (name, row) in fresh.range(row::prints("")..) {
            let Some(work) = name.strip_prefix(&row::prints("")) else { break };
            let before = self.rows.get(name).cloned().map_or_else(|| self.index.row(&self.name, name), Ok)?;
            if before != *row && !works.contains(&work) {
                others.push(work.to_owned());
            }
        }
        let read = terrain.read as u64 + if whole { self.size } else { 0 };
        let preview = Preview {
            objects: thoughts.iter().map(|(source, id)| said(&reading, source, id)).collect(),
            works: works.iter().filter_map(|work| reading.conclusion(work)).collect(),
            others,
        };
        self.cost = Cost { sources: read, whole };
        Ok(preview)
    }

    /// The bytes of an accepted object; of several copies those of the first.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn object(&mut self, id: &str) -> Result<Option<Vec<u8>>, Error> {
        self.current()?;
        let mut terrain = self.terrain();
        let found = (|| {
            if terrain.level(id)?.is_none() {
                return Ok(None);
            }
            for source in terrain.of_object(id)? {
                if terrain.claims(source)?.iter().any(|claims| claims.accepted && claims.object == id) {
                    return Ok(self.ledger.entry(source)?.map(Entry::into_bytes));
                }
            }
            Ok(None)
        })();
        found.map_err(failed)
    }

    /// The highest position of a stream that any source claims; 0 where none does.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn last(&mut self, stream: &str) -> Result<u64, Error> {
        self.current()?;
        let terrain = self.terrain();
        let taken = terrain.stream(stream).map_err(failed)?.unwrap_or_default();
        let taken = taken.runs.last().map_or(0, |&(_, last)| last);
        let beyond = self.index.stream(stream, taken.saturating_add(1)..=u64::MAX >> 1).map_err(failed)?;
        Ok(beyond.last().map_or(taken, |&(sequence, _)| sequence))
    }

    /// The ids of the accepted objects of a type, in their order.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn of_kind(&mut self, kind: &str) -> Result<Vec<String>, Error> {
        self.current()?;
        let mut terrain = self.terrain();
        let found = (|| {
            let mut ids = BTreeSet::new();
            for source in terrain.of_kind(kind)? {
                for claims in terrain.claims(source)? {
                    if claims.accepted && claims.kind == kind && terrain.level(&claims.object)?.is_some() {
                        ids.insert(claims.object.into_owned());
                    }
                }
            }
            Ok(ids.into_iter().collect())
        })();
        found.map_err(failed)
    }

    /// How many entries of the ledger the answers stand for.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What the last question has cost.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    fn terrain(&self) -> Terrain<'_> {
        Terrain::new(self.ledger, &self.index, &self.input, self.name, self.size, self.rows.clone())
    }

    /// Makes sure that the rows are those of the size that the answers stand for: another process may have written others.
    fn current(&mut self) -> Result<(), Error> {
        let kept = self.index.rows_upto(&self.name).map_err(failed)?;
        if self.rows.is_empty() && kept != Some(self.size) { self.refresh() } else { Ok(()) }
    }
}

/// Whether the evidence can be read in parts.
fn is_regular(terrain: &Terrain<'_>) -> Result<bool, StoreError> {
    let parts = Meaning::of(terrain.input).has_parts();
    Ok(parts && terrain.row(row::WHOLE)?.as_deref() == Some(row::REGULAR))
}

/// The name under which rows are kept: everything that fixes a reading besides the evidence (TMPA 8.1).
fn name(input: &InputBundle) -> [u8; 32] {
    let mut text = format!("{}\n{}\n{}\n", names::EDITION, input.reader().id, input.reader().version);
    for (name, version) in input.profile().inputs() {
        text.push_str(&format!("{name} {}\n", version.digest));
    }
    *sha256(text.as_bytes()).as_bytes()
}

fn said(reading: &Reconstruction, source: &str, id: &str) -> Said {
    let node = reading.nodes().find(|node| node.id == id && node.source_ids.contains(&source));
    let concerns =
        |finding: &Finding<'_>| finding.source_id == source || node.is_some() && finding.object_id == id;
    let against = |finding: Finding<'_>| Against {
        code: finding.code.to_owned(),
        severity: finding.severity.as_str().to_owned(),
        clause: finding.clause.to_owned(),
        relation: finding.relation.to_owned(),
        target_id: finding.target_id.to_owned(),
        causes: finding
            .causes
            .iter()
            .map(|cause| (cause.reason.to_owned(), cause.expected.clone(), cause.found.clone()))
            .collect(),
        remedy: finding.remedy.to_owned(),
    };
    Said {
        id: id.to_owned(),
        judgment: node.as_ref().map(|node| node.judgment),
        view: node.as_ref().map_or(ViewState::Quarantined, |node| node.view),
        findings: reading.findings().filter(concerns).map(against).collect(),
    }
}

fn failed(error: StoreError) -> Error {
    Error::new(ErrorKind::Storage, "view_unreadable", "the ledger or its index cannot be read")
        .because(error)
        .hint("`actum fsck` says what of the ledger is intact; `index.sqlite` beside it is derived and never needed")
}
