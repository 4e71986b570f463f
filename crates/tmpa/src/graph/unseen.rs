//! What a slice of the evidence knows about the rest of it.

use super::{Graph, Index};
use std::collections::BTreeMap;

/// What is there without being shown: a slice holds whole work items, and only this about everything else.
#[derive(Debug, Clone, Default)]
pub struct Unseen {
    /// Of every object in the slice, by id: its level, as [`crate::Reconstruction::levels`] tells it of all evidence.
    pub levels: BTreeMap<String, u32>,
    /// Of streams, by id: the positions at which an accepted object stands, shown or not, as runs from first to last.
    pub streams: BTreeMap<String, Vec<(u64, u64)>>,
    /// How many sources there are in all.
    pub sources: u64,
}

/// The same by object and by stream.
#[derive(Debug)]
pub(super) struct Facts {
    levels: Vec<u32>,
    streams: Vec<Option<Vec<(u64, u64)>>>,
    vertices: usize,
}

impl Graph {
    /// Makes a part of the evidence of what was built as if it were all.
    pub(crate) fn into_slice(mut self, mut unseen: Unseen) -> Self {
        let level = |index| unseen.levels.get(self.id(index)).copied().unwrap_or_default();
        let levels = self.indices().map(level).collect();
        let names = (0..self.streams.len()).map(|stream| self.names.text(self.streams.name(stream)));
        let streams = names.map(|name| unseen.streams.remove(name)).collect();
        // Every source may be an object, and every object may need a junction.
        let vertices = usize::try_from(unseen.sources).unwrap_or(usize::MAX).saturating_mul(2);
        self.unseen = Some(Box::new(Facts { levels, streams, vertices }));
        self
    }

    /// Whether this is a part of the evidence, which does not show everything that lies between its objects.
    pub(crate) fn is_slice(&self) -> bool {
        self.unseen.is_some()
    }

    /// The level of an object in all of the evidence, where this is a slice.
    pub(crate) fn level(&self, index: Index) -> Option<u32> {
        self.unseen.as_ref()?.levels.get(index as usize).copied()
    }

    /// How many vertices the order of all evidence may have, where this is a slice; else 0.
    pub(crate) fn unseen_vertices(&self) -> usize {
        self.unseen.as_ref().map_or(0, |facts| facts.vertices)
    }

    /// The positions of a stream that are taken by accepted objects, shown or not, as runs from first to last.
    pub(crate) fn runs(&self, stream: usize) -> Vec<(u64, u64)> {
        let known = self.unseen.as_ref().and_then(|facts| facts.streams.get(stream)).and_then(Option::as_ref);
        if let Some(runs) = known {
            return runs.clone();
        }
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for &index in self.streams.members(stream) {
            let sequence = self.object(index).sequence;
            match runs.last_mut() {
                Some((_, last)) if sequence <= last.saturating_add(1) => *last = sequence,
                _ => runs.push((sequence, sequence)),
            }
        }
        runs
    }
}
