//! Answers about single work items of a ledger, at the cost of the work item (TMPA 9.10).
//!
//! - [`View`]: a ledger under a profile, at one size. [`Preview`]: the same as if something were appended.
//!
//! Beside the ledger an index keeps what a reading of everything told of each object, stream and work item. After an
//! append only the work items that it touches are read again; where a part of the evidence does not tell, everything is
//! read. Either way the answer is that of [`crate::read`], byte for byte. The index is never asked what an entry says,
//! and may be lost at any time.

mod advance;
mod bearing;
mod media;
mod names;
mod preview;
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
use actum_tmpa::{Conclusion, InputBundle};

pub(crate) use media::of_media;
pub use preview::{Against, Preview, Said};
pub use row::Summary;

use crate::error::{Error, ErrorKind};
use crate::ledger::Ledger;
use crate::ledger::place::INDEX;
use advance::{LARGEST, advance};
use row::Rows;
use terrain::Terrain;

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
            if from.is_some_and(|from| from > progress.to) && attempt < PATIENCE {
                // Another process was faster, and the ledger has grown meanwhile.
                continue;
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
        let (answer, read) = self.moment(|view| {
            let mut terrain = view.terrain();
            let answer = view.told_by_part(&mut terrain, id)?;
            Ok((answer, terrain.read as u64))
        })?;
        self.cost = Cost { sources: read, whole: answer.is_none() };
        if let Some(conclusion) = answer {
            return Ok(conclusion);
        }
        self.cost.sources += self.size;
        let reading = whole::read(self.ledger, &self.input, self.size, &[]).map_err(failed)?;
        let conclusion = reading.conclusion(id);
        if let Some(conclusion) = &conclusion {
            let name = row::conclusion(id);
            let mut rows = std::iter::once((name.as_str(), Some(conclusion.to_bytes())));
            let size = self.size;
            self.index.set_rows(&self.name, Some(size), size, &mut rows).map_err(failed)?;
        }
        Ok(conclusion)
    }

    /// What a part of the evidence tells of a work item; `None` where it does not tell.
    fn told_by_part(
        &self,
        terrain: &mut Terrain<'_>,
        id: &str,
    ) -> Result<Option<Option<Conclusion>>, StoreError> {
        let kept = terrain.row(&row::conclusion(id))?;
        if let Some(conclusion) = kept.as_deref().and_then(Conclusion::parse) {
            return Ok(Some(Some(conclusion)));
        }
        if terrain.row(&row::work(id))?.is_none() {
            return Ok(Some(None));
        }
        if !is_regular(terrain)? {
            return Ok(None);
        }
        let slice = read_slice(&self.input, terrain, &[id], LARGEST)?;
        Ok(slice.map(|slice| slice.reading.conclusion(id)))
    }

    /// Work items behind one, in the order of their ids, each in few words.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn works(&mut self, after: Option<&str>, limit: usize) -> Result<Vec<Summary>, Error> {
        let prefix = row::work("");
        let from = after.map_or_else(|| prefix.clone(), |after| format!("{}\0", row::work(after)));
        let kept: Vec<(String, Option<Vec<u8>>)> = self.moment(|view| {
            // Rows that could not be written are all of them.
            if !view.rows.is_empty() {
                let rows = view.rows.range(from.clone()..);
                return Ok(rows.map(|(name, row)| (name.clone(), row.clone())).collect());
            }
            let rows = view.index.rows_from(&view.name, &from, limit)?;
            Ok(rows.into_iter().map(|(name, row)| (name, Some(row))).collect())
        })?;
        self.cost = Cost::default();
        let summaries = kept
            .iter()
            .filter_map(|(name, row)| Summary::parse(name.strip_prefix(&prefix)?, row.as_deref()?));
        Ok(summaries.take(limit).collect())
    }

    /// The bytes of an accepted object; of several copies those of the first.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn object(&mut self, id: &str) -> Result<Option<Vec<u8>>, Error> {
        self.moment(|view| {
            let mut terrain = view.terrain();
            if terrain.level(id)?.is_none() {
                return Ok(None);
            }
            for source in terrain.of_object(id)? {
                if terrain.claims(source)?.iter().any(|claims| claims.accepted && claims.object == id) {
                    return Ok(view.ledger.entry(source)?.map(Entry::into_bytes));
                }
            }
            Ok(None)
        })
    }

    /// The highest position of a stream that any source claims; 0 where none does.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn last(&mut self, stream: &str) -> Result<u64, Error> {
        self.moment(|view| {
            let taken = view.terrain().stream(stream)?.unwrap_or_default();
            let taken = taken.runs.last().map_or(0, |&(_, last)| last);
            let beyond = view.index.stream(stream, taken.saturating_add(1)..=u64::MAX >> 1)?;
            Ok(beyond.last().map_or(taken, |&(sequence, _)| sequence))
        })
    }

    /// The ids of the accepted objects of a type, in their order.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn of_kind(&mut self, kind: &str) -> Result<Vec<String>, Error> {
        self.moment(|view| {
            let mut terrain = view.terrain();
            let mut ids = BTreeSet::new();
            for source in terrain.of_kind(kind)? {
                for claims in terrain.claims(source)? {
                    if claims.accepted && claims.kind == kind && terrain.level(&claims.object)?.is_some() {
                        ids.insert(claims.object.into_owned());
                    }
                }
            }
            Ok(ids.into_iter().collect())
        })
    }

    /// Reads everything and compares: the name of a row that is not what it should be, or `None`. Damage to the index that
    /// its keeper does not see would show here, and nowhere else.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn differs(&mut self) -> Result<Option<String>, Error> {
        self.moment(|view| {
            let mut told = whole::rows(&whole::read(view.ledger, &view.input, view.size, &[])?);
            let kept = if view.rows.is_empty() {
                let mut kept = Rows::new();
                whole::clear(&view.index, &view.name, &mut kept)?;
                for (name, row) in &mut kept {
                    *row = view.index.row(&view.name, name)?;
                }
                kept
            } else {
                view.rows.clone()
            };
            let conclusions = row::conclusion("");
            for (name, row) in
                kept.iter().filter(|(name, row)| row.is_some() && !name.starts_with(&conclusions))
            {
                if told.remove(name).as_ref() != Some(row) {
                    return Ok(Some(name.clone()));
                }
            }
            Ok(told.into_keys().next())
        })
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

    /// Asks at one moment of the index, at which its rows stand for the size that the answers stand for: another process
    /// may write others at any time.
    fn moment<T>(&mut self, ask: impl Fn(&Self) -> Result<T, StoreError>) -> Result<T, Error> {
        loop {
            let view = &*self;
            let told = view.index.at_once(|index| {
                let stands = !view.rows.is_empty() || index.rows_upto(&view.name)? == Some(view.size);
                if stands { ask(view).map(Some) } else { Ok(None) }
            });
            match told.map_err(failed)? {
                Some(told) => return Ok(told),
                None => self.refresh()?,
            }
        }
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

fn failed(error: StoreError) -> Error {
    Error::new(ErrorKind::Storage, "view_unreadable", "the ledger or its index cannot be read")
        .because(error)
        .hint("`actum fsck` says what of the ledger is intact; `index.sqlite` beside it is derived and never needed")
}
