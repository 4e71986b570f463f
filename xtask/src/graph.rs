//! Names that use one another, and the knots among them.

use std::collections::{BTreeMap, BTreeSet};

/// Who uses whom; a name that uses nobody may be left out.
pub(crate) type Graph = BTreeMap<String, BTreeSet<String>>;

/// All that `start` reaches, itself only if it lies on a cycle.
pub(crate) fn reach<'g>(graph: &'g Graph, start: &'g str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(name) = waiting.pop() {
        for next in graph.get(name).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                waiting.push(next);
            }
        }
    }
    reached
}

/// The groups of names that all reach one another, each sorted, in the order of their first names.
pub(crate) fn knots(graph: &Graph) -> Vec<Vec<&str>> {
    let mut knots = Vec::new();
    let mut placed = BTreeSet::new();
    for name in graph.keys() {
        if placed.contains(name.as_str()) {
            continue;
        }
        let reached = reach(graph, name);
        let knot: Vec<&str> =
            reached.iter().copied().filter(|other| reach(graph, other).contains(name.as_str())).collect();
        placed.extend(knot.iter().copied());
        if !knot.is_empty() {
            knots.push(knot);
        }
    }
    knots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    }

    #[test]
    fn a_partial_order_has_no_knot() {
        assert!(knots(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    }

    #[test]
    fn two_knots_are_told_apart() {
        let graph = graph(&[("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "c")]);
        assert_eq!(knots(&graph), [vec!["a", "b"], vec!["c", "d", "e"]]);
    }

    #[test]
    fn reach_is_transitive() {
        let graph = graph(&[("a", "b"), ("b", "c")]);
        assert_eq!(reach(&graph, "a").into_iter().collect::<Vec<_>>(), ["b", "c"]);
    }
}
