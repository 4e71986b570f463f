//! The order of an envelope's arrays, and that it names no source that nobody gave it (TMPA 8.3, 4.3).

use std::collections::BTreeSet;

use super::envelope::{Envelope, Issue};

const SEVERITIES: [&str; 4] = ["critical", "error", "warning", "info"];

/// What stands in another place than 8.3 says, or is not among `sources`.
pub(super) fn violations(envelope: &Envelope, sources: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let sorted = [
        ("nodes", envelope.nodes.is_sorted_by_key(|node| (&node.id, &node.source_object))),
        (
            "edges",
            envelope.edges.is_sorted_by_key(|edge| (&edge.source, &edge.relation, &edge.target, &edge.id)),
        ),
        ("issues", envelope.issues.is_sorted_by_key(rank)),
        (
            "nodes/*/source_ids",
            envelope.nodes.iter().flat_map(|node| &node.sources).all(|ids| ids.is_sorted()),
        ),
    ];
    for (place, _) in sorted.iter().filter(|(_, holds)| !holds) {
        found.push(format!("`/{place}` is not in the order of TMPA 8.3"));
    }
    let named =
        envelope.nodes.iter().flat_map(|node| node.sources.iter().flatten().map(move |id| (node, id)));
    if let Some((node, stranger)) = named.into_iter().find(|(_, id)| !sources.contains(id.as_str())) {
        found.push(format!("the node `{}` names the source `{stranger}`, which was not given", node.id));
    }
    let stranger = envelope.issues.iter().find(|issue| !sources.contains(issue.source.as_str()));
    if let Some(issue) = stranger {
        found.push(format!(
            "an issue `{}` names the source `{}`, which was not given",
            issue.code, issue.source
        ));
    }
    found
}

fn rank(issue: &Issue) -> (usize, &str, &str, &str, &str, &str) {
    let severity = SEVERITIES.iter().position(|severity| *severity == issue.severity);
    let severity = severity.unwrap_or(SEVERITIES.len());
    (severity, &issue.code, &issue.object, &issue.relation, &issue.target, &issue.id)
}
