//! The reading of everything, and the rows that it leaves behind.

use core::ops::ControlFlow;

use actum_ledger::{Read, StoreError};
use actum_store_sqlite::index::Index;
use actum_tmpa::{Candidate, Examiner, InputBundle, Reconstruction, Source, reconstruct};

use super::row::{self, Rows, Stream, Summary};
use super::terrain::Thought;
use crate::evidence::{self, is_evidence};

/// Rows that are looked at at once.
const PAGE: usize = 10_000;

/// Reads the first entries of a ledger, and what is looked at as if it were appended.
pub(super) fn read(
    ledger: &dyn Read,
    input: &InputBundle,
    size: u64,
    thoughts: &[Thought],
) -> Result<Reconstruction, StoreError> {
    let mut examiner = Examiner::new(input);
    let mut candidates: Vec<Candidate> = Vec::new();
    ledger.entries(0, &mut |entry| {
        if entry.index() >= size {
            return Ok(ControlFlow::Break(()));
        }
        if is_evidence(entry.media_type()) {
            candidates.push(examiner.examine(evidence::source(&entry)));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    for (position, thought) in (size..).zip(thoughts) {
        candidates.push(examiner.examine(Source {
            id: &thought.source_id,
            media_type: "application/json",
            bytes: &thought.bytes,
            position: Some(position),
        }));
    }
    Ok(reconstruct(input, candidates))
}

/// The rows of a reading.
pub(super) fn rows(read: &Reconstruction) -> Rows {
    let mut rows = Rows::new();
    let regular: &[u8] = if read.is_regular() { row::REGULAR } else { b"" };
    rows.insert(row::WHOLE.to_owned(), Some(regular.to_vec()));
    for (id, level) in read.levels() {
        rows.insert(row::object(id), Some(level.to_le_bytes().to_vec()));
    }
    for stream in read.streams() {
        let writers = stream.writers.iter().map(|&name| name.to_owned()).collect();
        let kept = Stream { runs: stream.runs, writers };
        rows.insert(row::stream(stream.id), Some(kept.to_bytes()));
    }
    for work in read.works() {
        let summary = Summary::of_work(&work);
        rows.insert(row::work(work.id), Some(summary.to_bytes()));
        rows.insert(row::prints(work.id), Some(row::write_prints(&read.fingerprints(work.id))));
    }
    rows
}

/// Takes out what is kept of an earlier reading.
pub(super) fn clear(index: &Index, view: &[u8; 32], rows: &mut Rows) -> Result<(), StoreError> {
    let mut from = String::new();
    loop {
        let page = index.rows_from(view, &from, PAGE)?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        from = format!("{last}\0");
        for (name, _) in page {
            rows.entry(name).or_insert(None);
        }
    }
}
