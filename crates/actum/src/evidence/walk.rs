//! Shows the sources of a set one after the other, as they are kept.

use std::fs::File;
use std::path::Path;

use actum_tmpa::Source;

use super::lines::{Window, Windows};
use super::{Content, Evidence, Framing, Item, LARGEST, source, unreadable, whole};
use crate::error::Error;
use crate::ledger::Ledger;

impl Evidence {
    /// Shows every source, in an order that does not depend on discovery; files are read as they come.
    ///
    /// # Errors
    /// Of `take`, which ends the walk, and where a file can no longer be read.
    pub fn each(&self, mut take: impl FnMut(Source<'_>) -> Result<(), Error>) -> Result<(), Error> {
        self.items.iter().try_for_each(|item| one(item, &mut take))
    }
}

type Take<'t> = &'t mut dyn FnMut(Source<'_>) -> Result<(), Error>;

fn one(item: &Item, take: Take<'_>) -> Result<(), Error> {
    match (&item.content, item.framing) {
        (Content::Bytes(bytes), Framing::Whole) => take(item.source(bytes)),
        (Content::Bytes(bytes), Framing::Lines) => lines(item, Window { bytes, first_line: 1 }, take),
        (Content::Entries(database, run), _) => {
            Ledger::open_to_read(database)?.run(run.clone(), |entry| take(source(entry)))
        }
        (Content::File(path), Framing::Whole) => {
            let bytes = whole(open(path)?, item, path)?;
            take(item.source(&bytes))
        }
        (Content::File(path), Framing::Lines) => {
            let mut windows = Windows::new(open(path)?, LARGEST);
            while let Some(window) = windows.next().map_err(|error| unreadable(item, path, error))? {
                lines(item, window, take)?;
            }
            Ok(())
        }
    }
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| Error::lost("open", path, error))
}

fn lines(item: &Item, window: Window<'_>, take: Take<'_>) -> Result<(), Error> {
    for (number, bytes) in window.lines() {
        let id = item.line_id(number);
        take(Source { id: &id, ..item.source(bytes) })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    #[test]
    fn files_and_lines_are_shown_under_the_ids_that_a_reading_gives_them() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("b.json"), "{\n}\n").unwrap();
        std::fs::write(folder.path().join("a.jsonl"), "{}\n\n[1]").unwrap();
        let mut seen = Vec::new();
        let evidence = Evidence::gather(&[folder.path()], Options::default()).unwrap();
        let walked = evidence.each(|source| {
            seen.push(format!("{}={:?}", source.id, str::from_utf8(source.bytes).unwrap()));
            Ok(())
        });
        walked.unwrap();
        assert_eq!(seen, ["a.jsonl#1=\"{}\"", "a.jsonl#3=\"[1]\"", "b.json=\"{\\n}\\n\""]);
    }
}
