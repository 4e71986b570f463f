//! Objects in groups: all work items, or all streams.

use super::{Index, NONE, Object};
use crate::names::{Names, Symbol};
use core::ops::Range;

/// Objects in groups, in compressed rows: all work items, or all streams.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    names: Vec<Symbol>,
    starts: Vec<u32>,
    members: Vec<Index>,
}

impl Groups {
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn name(&self, group: usize) -> Symbol {
        self.names.get(group).copied().unwrap_or(Symbol::EMPTY)
    }

    pub(crate) fn members(&self, group: usize) -> &[Index] {
        self.members.get(self.range(group)).unwrap_or_default()
    }

    fn range(&self, group: usize) -> Range<usize> {
        let start = self.starts.get(group).map_or(0, |&start| start as usize);
        let end = self.starts.get(group + 1).map_or(start, |&end| end as usize);
        start..end
    }

    /// Sorts the members of every group.
    pub(super) fn sort_by_key<K: Ord>(&mut self, key: impl Fn(Index) -> K) {
        for group in 0..self.names.len() {
            let range = self.range(group);
            if let Some(members) = self.members.get_mut(range) {
                members.sort_unstable_by_key(|&index| key(index));
            }
        }
    }

    /// Groups by `key`, whose groups are numbered in the order of their names' text.
    pub(super) fn by(objects: &[Object], names: &Names, key: impl Fn(&Object) -> Symbol) -> (Self, Vec<u32>) {
        let mut number = vec![NONE; names.len()];
        let mut groups: Vec<Symbol> = Vec::new();
        for symbol in objects.iter().map(&key) {
            if let Some(slot) = number.get_mut(symbol.index()).filter(|slot| **slot == NONE) {
                *slot = 0;
                groups.push(symbol);
            }
        }
        groups.sort_unstable_by(|left, right| names.text(*left).cmp(names.text(*right)));
        for (position, symbol) in (0..).zip(&groups) {
            if let Some(slot) = number.get_mut(symbol.index()) {
                *slot = position;
            }
        }
        let of = |object: &Object| number.get(key(object).index()).copied().unwrap_or_default();
        let assigned: Vec<u32> = objects.iter().map(of).collect();
        let (starts, members) = rows(groups.len(), &assigned);
        (Self { names: groups, starts, members }, assigned)
    }
}

/// Compressed rows: the positions of `assigned` per value, in order.
fn rows(count: usize, assigned: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; count + 1];
    for &group in assigned {
        if let Some(slot) = starts.get_mut(group as usize + 1) {
            *slot += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut starts {
        sum += *slot;
        *slot = sum;
    }
    let mut next = starts.clone();
    let mut members = vec![0u32; assigned.len()];
    for (position, &group) in (0u32..).zip(assigned) {
        if let Some(slot) = next.get_mut(group as usize) {
            if let Some(member) = members.get_mut(*slot as usize) {
                *member = position;
            }
            *slot += 1;
        }
    }
    (starts, members)
}
