//! Entries: one line each, or one of them with what it holds.

use std::fmt::Write;

use actum::ledger::Entry;

use crate::render::escape::{id, plain};
use crate::render::style::{BOLD, DIM, paint};

/// Digits of a digest that a line shows.
const DIGITS: usize = 12;

/// An entry in one line, for people.
pub(crate) fn line(entry: &Entry) -> String {
    let digest = entry.digest().to_string();
    let digits = digest.trim_start_matches("sha256:");
    let key = entry.key().map_or_else(String::new, |key| format!("  {}", paint(DIM, id(key))));
    format!(
        "{:>8}  {}  {:>9}  {}  {}{key}\n",
        entry.index(),
        digits.get(..DIGITS).unwrap_or(digits),
        entry.record().size,
        id(entry.media_type()),
        id(entry.source_id()),
    )
}

/// What is said of an entry, as one line of JSON.
pub(crate) fn json(entry: &Entry) -> Vec<u8> {
    super::line(|writer| {
        writer.begin_object()?;
        writer.name("digest")?;
        writer.string(&entry.digest().to_string())?;
        writer.name("index")?;
        writer.integer(entry.index())?;
        if let Some(key) = entry.key() {
            writer.name("key")?;
            writer.string(key)?;
        }
        writer.name("leaf")?;
        writer.string(&entry.leaf().to_string())?;
        writer.name("media_type")?;
        writer.string(entry.media_type())?;
        writer.name("size")?;
        writer.integer(entry.record().size)?;
        writer.name("source_id")?;
        writer.string(entry.source_id())?;
        writer.end_object()
    })
}

/// An entry with what it holds, where that is text.
pub(crate) fn show(entry: &Entry) -> String {
    let mut out = String::new();
    let _ =
        writeln!(out, "{} {}", paint(BOLD, format_args!("entry {}", entry.index())), id(entry.source_id()));
    let _ = writeln!(out, "{} {}", paint(DIM, "media type:"), id(entry.media_type()));
    let _ = writeln!(out, "{} {}", paint(DIM, "size:"), entry.record().size);
    let _ = writeln!(out, "{} {}", paint(DIM, "digest:"), entry.digest());
    if let Some(key) = entry.key() {
        let _ = writeln!(out, "{} {}", paint(DIM, "key:"), id(key));
    }
    let _ = writeln!(out, "{} {}\n", paint(DIM, "leaf:"), entry.leaf());
    match str::from_utf8(entry.bytes()) {
        Ok(text) => {
            for line in text.lines() {
                let _ = writeln!(out, "{}", plain(&line.replace('\t', "    ")));
            }
        }
        Err(_) => out.push_str("it is no text; `--format raw` gives the bytes\n"),
    }
    out
}
