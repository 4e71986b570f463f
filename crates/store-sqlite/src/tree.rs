//! The nodes of the tree, as rows that are written once.
//!
//! An entry completes the perfect subtrees that end with it: its leaf, and one above it for every time that its index
//! plus one can be halved. A row of [`ROW`] entries at most holds what they completed, one entry behind the other and
//! lowest first, under the index of the last one. So the first n entries complete 2n nodes less the ones in the binary
//! form of n, and the place of each node follows by counting; a proof reads a few rows, and none is ever written again.

use actum_canon::digest::Sha256;
use actum_canon::merkle::RFC_6962;
use actum_ledger::store::{Place, Rule};
use actum_ledger::{Frontier, MAX_SIZE, Node, Plan, StoreError};
use rusqlite::{OptionalExtension, params};

use crate::row;
use crate::sqlite::Sqlite;

/// How many entries share a row.
const ROW: usize = 16;

/// One row.
pub(crate) struct Nodes {
    last: u64,
    hashes: Vec<u8>,
}

impl Nodes {
    /// The root of the perfect subtree of a height that ends with an entry; the entry's leaf at height 0.
    pub(crate) fn at(&self, index: u64, height: u32) -> Option<Sha256> {
        if index > self.last || height > index.trailing_ones() {
            return None;
        }
        // Counted from the end: where the row begins, it does not say.
        let behind =
            count(self.last.checked_add(1)?).checked_sub(count(index))?.checked_sub(u64::from(height))?;
        let hashes = self.hashes.as_chunks::<32>().0;
        let place = hashes.len().checked_sub(usize::try_from(behind).ok()?)?;
        hashes.get(place).copied().map(Sha256::from_bytes)
    }
}

/// How many nodes the first `size` entries complete.
const fn count(size: u64) -> u64 {
    2 * size - size.count_ones() as u64
}

/// The entry that completes a perfect subtree; `None` where no ledger is so long.
pub(crate) fn last_leaf(height: u32, place: u64) -> Option<u64> {
    let leaves = 1_u64.checked_shl(height)?;
    place.checked_add(1)?.checked_mul(leaves)?.checked_sub(1).filter(|last| *last < MAX_SIZE)
}

impl Sqlite {
    /// The row with the nodes of an entry; `None` where there is none behind it.
    pub(crate) fn nodes(&self, index: u64) -> Result<Option<Nodes>, StoreError> {
        let Ok(index) = i64::try_from(index) else {
            return Ok(None);
        };
        let find = || -> rusqlite::Result<Option<Nodes>> {
            let mut statement = self
                .file
                .connection
                .prepare_cached("SELECT last, hashes FROM node WHERE last >= ?1 ORDER BY last LIMIT 1")?;
            statement
                .query_row([index], |row| {
                    let hashes = row::blob(row, 1).unwrap_or_default().to_vec();
                    Ok(Nodes { last: row.get::<_, i64>(0)?.unsigned_abs().min(MAX_SIZE), hashes })
                })
                .optional()
        };
        find().map_err(|error| self.failed(error))
    }

    /// The frontier that so many entries had.
    pub(crate) fn frontier_at(&self, size: u64) -> Result<Frontier, StoreError> {
        let mut roots = Vec::new();
        let mut offset = 0;
        for height in (0..u64::BITS).rev().filter(|height| size >> height & 1 == 1) {
            let place = offset >> height;
            offset += 1 << height;
            let root = self.nodes(offset - 1)?.and_then(|nodes| nodes.at(offset - 1, height));
            roots.push(root.ok_or_else(|| self.corrupt(Place::Node { height, place }, Rule::Present))?);
        }
        Frontier::resume(size, roots).ok_or_else(|| self.corrupt(Place::Head, Rule::Limits))
    }

    /// A node above the leaves, held against the two below it; `None` where nothing stands behind it.
    pub(crate) fn inner_node(&self, height: u32, place: u64) -> Result<Option<Sha256>, StoreError> {
        let below = height.saturating_sub(1);
        let (left, last) = (last_leaf(below, place.saturating_mul(2)), last_leaf(height, place));
        let (Some(left), Some(last)) = (left, last) else {
            return Ok(None);
        };
        let Some(nodes) = self.nodes(last)? else {
            return Ok(None);
        };
        let left = match nodes.at(left, below) {
            Some(left) => Some(left),
            None => self.nodes(left)?.and_then(|nodes| nodes.at(left, below)),
        };
        // The right one ends where the node does.
        let (Some(node), Some(left), Some(right)) = (nodes.at(last, height), left, nodes.at(last, below))
        else {
            return Err(self.corrupt(Place::Node { height, place }, Rule::Present));
        };
        if RFC_6962.node(left, right) == node {
            return Ok(Some(node));
        }
        Err(self.corrupt(Place::Node { height, place }, Rule::Node))
    }

    /// Writes the nodes of a plan, and behind the last of them the root.
    pub(crate) fn write_nodes(&self, plan: &Plan<'_>) -> rusqlite::Result<()> {
        let mut insert = self.file.connection.prepare_cached("INSERT INTO node VALUES (?1, ?2, ?3)")?;
        let mut nodes = plan.nodes().iter().peekable();
        let mut hashes = Vec::with_capacity(ROW * 3 * 32);
        let mut runs = plan.entries().chunks(ROW).peekable();
        while let Some(run) = runs.next() {
            hashes.clear();
            for entry in run {
                hashes.extend_from_slice(entry.leaf.as_bytes());
                let completed = |node: &&Node| last_leaf(node.height, node.place) == Some(entry.index);
                while let Some(node) = nodes.next_if(completed) {
                    hashes.extend_from_slice(node.root.as_bytes());
                }
            }
            let last = run.last().map(|entry| i64::try_from(entry.index).unwrap_or(i64::MAX));
            let root = runs.peek().is_none().then(|| plan.after().root);
            insert.execute(params![last, hashes, root.as_ref().map(|root| root.as_bytes())])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use actum_canon::digest::sha256;

    use super::*;

    #[test]
    fn every_node_stands_where_it_is_counted_to_be() {
        let mut frontier = Frontier::empty();
        let mut completed: Vec<Vec<Sha256>> = Vec::new();
        for number in 0..200_u64 {
            let mut own = Vec::new();
            frontier.push(sha256(&number.to_be_bytes()), |_, _, root| own.push(root));
            completed.push(own);
            assert_eq!(count(number + 1), completed.iter().map(|own| own.len() as u64).sum());
        }
        for (first, last) in [(0, 0), (0, 15), (7, 7), (5, 20), (127, 127), (100, 199)] {
            let hashes = completed[first..=last].iter().flatten().flat_map(|hash| *hash.as_bytes()).collect();
            let nodes = Nodes { last: last as u64, hashes };
            for (index, own) in completed.iter().enumerate() {
                for height in 0..9 {
                    let there = (first..=last).contains(&index).then(|| own.get(height as usize)).flatten();
                    assert_eq!(
                        nodes.at(index as u64, height),
                        there.copied(),
                        "{first} {last} {index} {height}"
                    );
                }
            }
        }
    }
}
