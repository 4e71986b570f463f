//! The partial order as lanes and arrows, for the two drawing formats.

use std::collections::BTreeMap;

use actum::tmpa::{Edge, Node, Reconstruction};

/// The objects, each in the lane of its stream, and the relations between them, all in the order of the result.
pub(super) struct Graph<'r> {
    pub(super) nodes: Vec<Node<'r>>,
    /// By stream id: numbers of the nodes, by position in the stream.
    pub(super) lanes: BTreeMap<&'r str, Vec<usize>>,
    pub(super) edges: Vec<Arrow<'r>>,
    /// Targets that are no object of the graph.
    pub(super) outside: Vec<&'r str>,
}

/// A relation between two numbered places; places beyond the nodes are `outside`.
pub(super) struct Arrow<'r> {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) relation: &'r str,
    pub(super) ordering: bool,
    /// Whether it is the order of a stream, source before target.
    pub(super) stream: bool,
}

impl<'r> Graph<'r> {
    /// The graph of everything, or of one work item.
    pub(super) fn new(view: &'r Reconstruction, work: Option<&str>) -> Self {
        let nodes: Vec<_> = view.nodes().filter(|node| work.is_none_or(|work| work == node.work)).collect();
        let mut numbers = BTreeMap::new();
        let mut lanes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, node) in nodes.iter().enumerate() {
            numbers.insert(node.id, number);
            lanes.entry(node.stream).or_default().push(number);
        }
        for lane in lanes.values_mut() {
            lane.sort_by_key(|number| nodes.get(*number).map(|node| (node.sequence, *number)));
        }
        let mut graph = Self { nodes, lanes, edges: Vec::new(), outside: Vec::new() };
        for edge in view.edges() {
            graph.draw(&edge, &mut numbers);
        }
        graph
    }

    fn draw(&mut self, edge: &Edge<'r>, numbers: &mut BTreeMap<&'r str, usize>) {
        let Some(source) = numbers.get(edge.source).copied().filter(|number| *number < self.nodes.len())
        else {
            return;
        };
        // A reference may bear the same name, but the order of streams is no relation that a profile can declare.
        let stream = edge.is_stream_order();
        if stream && !numbers.contains_key(edge.target) {
            return;
        }
        let next = self.nodes.len() + self.outside.len();
        let target = *numbers.entry(edge.target).or_insert(next);
        if target == next {
            self.outside.push(edge.target);
        }
        let Edge { relation, ordering, .. } = *edge;
        self.edges.push(Arrow { source, target, relation, ordering, stream });
    }
}
