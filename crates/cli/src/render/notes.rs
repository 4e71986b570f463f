//! What was seen beside the evidence. For people; never part of a canonical result.

use actum::evidence::Notes;

use super::escape::id;
use super::style::count;

/// Names that are printed before the rest is counted.
const NAMES: usize = 5;

/// One line for each kind of thing that was left out.
pub(crate) fn lines(notes: &Notes) -> Vec<String> {
    let mut lines = Vec::new();
    let mut named = |names: &[String], one: &str, what: &str| {
        if !names.is_empty() {
            lines.push(format!("{} {what}: {}", count(names.len(), one), list(names)));
        }
    };
    named(&notes.symlinks, "symbolic link", "not followed");
    named(&notes.special, "pipe, socket or device", "not opened");
    named(&notes.renamed, "file name", "not Unicode, read under these ids");
    named(&notes.profile, "profile file or folder", "left out of the evidence");
    let mut counted = |number: usize, one: &str, what: &str| {
        if number > 0 {
            lines.push(format!("{} {what}", count(number, one)));
        }
    };
    counted(notes.others, "other file", "not read");
    counted(notes.entries, "other entry", "not read");
    counted(notes.hidden, "hidden name", "not read");
    counted(notes.repeated, "source", "named more than once, read once");
    lines
}

/// Where nothing was evidence: which profile would do.
pub(crate) fn recognised(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`--profile {name}`")).collect();
    format!("{} finds objects here", names.join(" or "))
}

fn list(names: &[String]) -> String {
    let shown: Vec<_> = names.iter().take(NAMES).map(|name| id(name)).collect();
    let more = names.len() - shown.len();
    let more = if more == 0 { String::new() } else { format!(" … and {more} more") };
    shown.join(", ") + &more
}
