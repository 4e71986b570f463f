//! Who comes before whom, for the few objects that change authority (TMPA 6.4).
//!
//! Every vertex knows, for each stream that holds such objects, the last position before it and the first position
//! after it. Two lookups then tell before, after and concurrent. Costs one number per vertex, stream and direction.

use super::order::Order;
use crate::graph::{Graph, Index, positions};
use core::cell::Cell;
use core::cmp::Ordering;

/// Where an authority object stands relative to another object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Before,
    After,
    Concurrent,
}

/// The positions of the watched streams around every vertex.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    /// Watched stream per stream index, or `u32::MAX`.
    column: Vec<u32>,
    columns: usize,
    /// Rank of each object's position in its stream, only filled in watched streams; ranks start at 1.
    rank: Vec<u32>,
    /// Objects whose position somebody else claims too: what follows the one need not follow the other.
    contested: Vec<bool>,
    latest: Vec<u32>,
    earliest: Vec<u32>,
    /// Whether some answer may hang on what a slice does not show.
    unsure: Cell<bool>,
}

/// At most a gigabyte of numbers in each direction.
const CELLS: usize = 1 << 28;

impl Clocks {
    pub(super) fn new(graph: &Graph, order: &Order, watched: &[Index]) -> Self {
        let mut streams: Vec<u32> = watched.iter().map(|&index| graph.object(index).stream_index).collect();
        streams.sort_unstable();
        streams.dedup();
        let mut column = vec![u32::MAX; graph.streams.len()];
        let mut rank = vec![0; if streams.is_empty() { 0 } else { graph.len() }];
        let mut contested = vec![false; rank.len()];
        for (position, &stream) in (0..).zip(&streams) {
            if let Some(slot) = column.get_mut(stream as usize) {
                *slot = position;
            }
            for (number, run) in (1..).zip(positions(graph, graph.streams.members(stream as usize))) {
                for &index in run {
                    if let Some(slot) = rank.get_mut(index as usize) {
                        *slot = number;
                    }
                    if let Some(slot) = contested.get_mut(index as usize) {
                        *slot = run.len() > 1;
                    }
                }
            }
        }
        // Beyond this size only the order within one stream is told; across streams everything counts as concurrent,
        // which proves nothing and denies nothing.
        let columns = if streams.len().saturating_mul(order.vertices()) > CELLS { 0 } else { streams.len() };
        let cells = columns * order.vertices();
        let mut clocks = Self {
            column,
            columns,
            rank,
            contested,
            latest: vec![0; cells],
            earliest: vec![u32::MAX; cells],
            // In the whole evidence the limit may be reached where it is not here.
            unsure: Cell::new(graph.unseen_vertices().saturating_mul(streams.len()) > CELLS),
        };
        if clocks.columns > 0 {
            clocks.stamp(graph);
            clocks.spread(order);
        }
        clocks
    }

    /// Every object of a watched stream is its own latest and earliest.
    fn stamp(&mut self, graph: &Graph) {
        for index in graph.indices() {
            let Some(cell) = self.cell(graph, index, index) else {
                continue;
            };
            let rank = self.rank.get(index as usize).copied().unwrap_or_default();
            if let Some(slot) = self.latest.get_mut(cell) {
                *slot = rank;
            }
            if let Some(slot) = self.earliest.get_mut(cell) {
                *slot = rank;
            }
        }
    }

    #[expect(clippy::indexing_slicing, reason = "one row of cells per vertex of the order, hot loop")]
    fn spread(&mut self, order: &Order) {
        let columns = self.columns;
        for vertex in order.topological() {
            for step in order.successors(vertex) {
                let (from, to) = (vertex as usize * columns, step.to as usize * columns);
                for column in 0..columns {
                    self.latest[to + column] = self.latest[to + column].max(self.latest[from + column]);
                }
            }
        }
        for vertex in order.topological().rev() {
            for step in order.successors(vertex) {
                let (from, to) = (vertex as usize * columns, step.to as usize * columns);
                for column in 0..columns {
                    self.earliest[from + column] =
                        self.earliest[from + column].min(self.earliest[to + column]);
                }
            }
        }
    }

    /// The cell of `index` in the column of the stream that `of` belongs to.
    fn cell(&self, graph: &Graph, index: Index, of: Index) -> Option<usize> {
        let column = self.column.get(graph.object(of).stream_index as usize).copied()?;
        (column != u32::MAX && self.columns > 0).then(|| index as usize * self.columns + column as usize)
    }

    /// Where the watched object `other` stands relative to `index`.
    pub(super) fn place(&self, graph: &Graph, other: Index, index: Index) -> Place {
        let rank = |index: Index| self.rank.get(index as usize).copied().unwrap_or_default();
        if graph.object(other).stream_index == graph.object(index).stream_index {
            return match rank(other).cmp(&rank(index)) {
                Ordering::Less => Place::Before,
                Ordering::Greater => Place::After,
                // Two objects at one position: neither comes first.
                Ordering::Equal => Place::Concurrent,
            };
        }
        let Some(cell) = self.cell(graph, index, other) else {
            return self.concurrent(graph);
        };
        let (latest, earliest) = (self.latest.get(cell).copied(), self.earliest.get(cell).copied());
        let sure = !self.contested.get(other as usize).copied().unwrap_or(false);
        let reaches = |ordering: Ordering| ordering == Ordering::Less || sure && ordering == Ordering::Equal;
        if latest.is_some_and(|latest| reaches(rank(other).cmp(&latest))) {
            Place::Before
        } else if earliest.is_some_and(|earliest| reaches(earliest.cmp(&rank(other)))) {
            Place::After
        } else {
            self.concurrent(graph)
        }
    }

    /// In a slice a way between the two may lead through what it does not show.
    fn concurrent(&self, graph: &Graph) -> Place {
        self.unsure.set(self.unsure.get() || graph.is_slice());
        Place::Concurrent
    }

    pub(super) fn is_unsure(&self) -> bool {
        self.unsure.get()
    }
}
