//! What a whole reading tells about its objects and streams, so that a later reading of a part can do without the rest.

use super::view::Reconstruction;

/// What is known about one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream<'r> {
    /// Stream id.
    pub id: &'r str,
    /// The positions at which an accepted object stands, as runs from first to last.
    pub runs: Vec<(u64, u64)>,
    /// Who writes it, in code-point order.
    pub writers: Vec<&'r str>,
}

impl Reconstruction {
    /// Of every accepted object, by id, its level: the length of the longest way to it over stream order and every
    /// reference that could order. What comes before something stands below it.
    pub fn levels(&self) -> impl Iterator<Item = (&str, u32)> {
        let graph = &self.parts.graph;
        graph.indices().zip(&self.parts.levels).map(|(index, &level)| (graph.id(index), level))
    }

    /// The streams of accepted objects, by id.
    pub fn streams(&self) -> impl Iterator<Item = Stream<'_>> {
        let graph = &self.parts.graph;
        (0..graph.streams.len()).map(|stream| {
            let members = graph.streams.members(stream).iter();
            let mut writers: Vec<&str> =
                members.map(|&index| self.text(graph.object(index).creator)).collect();
            writers.sort_unstable();
            writers.dedup();
            Stream { id: self.text(graph.streams.name(stream)), runs: graph.runs(stream), writers }
        })
    }

    /// Whether no reference that could order runs in a circle, and every assumption about concurrent objects held in
    /// the end. Only then a part of the evidence can be read by itself.
    #[must_use]
    pub fn is_regular(&self) -> bool {
        self.parts.regular
    }
}
