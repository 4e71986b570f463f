//! What is said of the file beneath deals and trees.

use actum::journal::Torn;

use super::escape::id;
use super::style::count;

/// What a writer that died left in a journal.
pub(crate) fn torn(torn: &Torn) -> String {
    let what = format!(
        "a writer that was stopped left {} behind the last line; they were never acknowledged",
        bytes(torn.length)
    );
    match &torn.kept {
        Some(kept) => format!("{what}, and are kept in {}", id(&kept.display().to_string())),
        None => format!("{what}, and the next writer moves them to a file beside the journal"),
    }
}

/// A number of bytes in words.
pub(crate) fn bytes(number: u64) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), "byte")
}
