//! Where lines of journals lie together: what nobody can put in order by what is in it goes on where the others lie.

use std::collections::BTreeMap;

use super::{Claimed, own_kind};

/// Where lines lie together because somebody put them there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shelf<'c> {
    /// In a file.
    File(&'c str),
    /// Among what a ledger took from its own journals.
    Ledger,
    /// Nowhere: each came without a name.
    Loose,
}

impl<'c> Shelf<'c> {
    pub(super) fn of(source: &'c Claimed) -> Self {
        let line = |(file, line): (&'c str, &str)| {
            let number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
            number.then_some(file)
        };
        match source.id.rsplit_once('#').and_then(line) {
            Some(file) => Self::File(file),
            None if own_kind(&source.media_type).is_some() => Self::Ledger,
            None => Self::Loose,
        }
    }
}

/// The lines that could not be read in their place: on each shelf the furthest one. Without a number a line may be anywhere.
#[derive(Debug, Default)]
pub(super) struct Unread<'c>(BTreeMap<Shelf<'c>, (u64, usize)>);

impl<'c> Unread<'c> {
    /// Adds a source that would be line `number`, by what it says itself.
    pub(super) fn add(&mut self, claimed: &'c [Claimed], source: usize, number: Option<u64>) {
        let Some(shelf) = claimed.get(source).map(Shelf::of) else { return };
        let line = (number.unwrap_or(u64::MAX), source);
        let furthest = self.0.entry(shelf).or_insert(line);
        if line.0 > furthest.0 {
            *furthest = line;
        }
    }

    /// A source that lies on one of these shelves and goes on after so many lines.
    pub(super) fn after(&self, shelves: impl IntoIterator<Item = Shelf<'c>>, lines: u64) -> Option<usize> {
        let unread = shelves.into_iter().filter_map(|shelf| self.0.get(&shelf));
        unread.filter(|(number, _)| *number > lines).map(|&(_, source)| source).min()
    }
}
