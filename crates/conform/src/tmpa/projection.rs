//! What every conforming reader has to agree on: the comparable projection of an envelope (TMPA 8.2, 10.3).
//!
//! Kept are the members that the published schema requires and the text fixes. Left out is what the text leaves to an
//! implementation: the reader's name, ids of edges and issues (their formulas are not in the text), severities,
//! messages, extensions, members that a node or edge only *should* have, edges of a namespaced relation, edges to what
//! is no node, and which member of a set an issue about a set is told at. See `docs/conformance.md`.

use std::collections::BTreeSet;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};

use super::envelope::Envelope;

/// Codes that speak of a set of objects: a work item, a stream, a cycle, a conflict.
const OF_SETS: [&str; 5] = [
    "PRIMARY_CARRIER_CONFLICT",
    "STREAM_DUPLICATE_SEQUENCE",
    "STREAM_GAP",
    "PROHIBITED_CYCLE",
    "UNRESOLVED_CONFLICT",
];

/// Digests the projections of all readings of a case, by reading id.
#[must_use]
pub fn digest(readings: &[(&str, &Envelope)]) -> Sha256 {
    sha256(&write(readings))
}

/// The projections of all readings as canonical bytes.
pub(super) fn write(readings: &[(&str, &Envelope)]) -> Vec<u8> {
    let mut sorted: Vec<_> = readings.to_vec();
    sorted.sort_by(|one, other| TMPA_S04.compare_names(one.0, other.0));
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&TMPA_S04, &mut bytes);
    let Ok(()) = writer.begin_object();
    for (id, envelope) in sorted {
        let Ok(()) = writer.name(id);
        project(envelope, &mut writer);
    }
    let Ok(()) = writer.end_object();
    let Ok(()) = writer.finish();
    bytes
}

fn project(envelope: &Envelope, writer: &mut Writer<'_, Vec<u8>>) {
    let nodes: BTreeSet<_> =
        envelope.nodes.iter().map(|node| (node.id.as_str(), node.judgment.as_deref())).collect();
    let ids: BTreeSet<&str> = nodes.iter().map(|(id, _)| *id).collect();
    let Ok(()) = writer.begin_object();
    member(writer, "core_version", envelope.core_version.as_deref());
    let Ok(()) = writer.name("edges");
    let Ok(()) = writer.begin_array();
    for (source, relation, target) in edges(envelope, &ids) {
        let Ok(()) = writer.begin_object();
        member(writer, "relation", Some(relation));
        member(writer, "source_id", Some(source));
        member(writer, "target_id", Some(target));
        let Ok(()) = writer.end_object();
    }
    let Ok(()) = writer.end_array();
    let Ok(()) = writer.name("issues");
    let Ok(()) = writer.begin_array();
    for (code, object) in issues(envelope) {
        let Ok(()) = writer.begin_object();
        member(writer, "code", Some(code));
        member(writer, "object_id", Some(object));
        let Ok(()) = writer.end_object();
    }
    let Ok(()) = writer.end_array();
    member(writer, "judgment", envelope.judgment.as_deref());
    let Ok(()) = writer.name("nodes");
    let Ok(()) = writer.begin_array();
    for (id, judgment) in nodes {
        let Ok(()) = writer.begin_object();
        member(writer, "id", Some(id));
        member(writer, "judgment", judgment);
        let Ok(()) = writer.end_object();
    }
    let Ok(()) = writer.end_array();
    member(writer, "view_state", envelope.view_state.as_deref());
    let Ok(()) = writer.end_object();
}

/// Edges that every reader has: of a registered relation, between nodes.
pub(super) fn edges<'e>(
    envelope: &'e Envelope,
    nodes: &BTreeSet<&str>,
) -> BTreeSet<(&'e str, &'e str, &'e str)> {
    let own = |edge: &&super::envelope::Edge| {
        !edge.relation.contains(':')
            && nodes.contains(edge.source.as_str())
            && nodes.contains(edge.target.as_str())
    };
    let edges = envelope.edges.iter().filter(own);
    edges.map(|edge| (edge.source.as_str(), edge.relation.as_str(), edge.target.as_str())).collect()
}

fn issues(envelope: &Envelope) -> BTreeSet<(&str, &str)> {
    let issues = envelope.issues.iter();
    issues
        .map(|issue| {
            let of_set = OF_SETS.contains(&issue.code.as_str());
            (issue.code.as_str(), if of_set { "" } else { issue.object.as_str() })
        })
        .collect()
}

fn member(writer: &mut Writer<'_, Vec<u8>>, name: &str, text: Option<&str>) {
    let Ok(()) = writer.name(name);
    let Ok(()) = match text {
        Some(text) => writer.string(text),
        None => writer.null(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(text: &str) -> Envelope {
        Envelope::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_the_text_leaves_to_a_reader_is_not_compared() {
        let one = envelope(
            r#"{"core_version":"S0.4","judgment":"valid","view_state":"partial","reader":{"id":"a","version":"1"},
            "nodes":[{"id":"x","judgment":"valid","stream_id":"s"},{"id":"y","judgment":"valid"}],
            "edges":[{"id":"1","source_id":"x","relation":"r","target_id":"y"},
                     {"id":"2","source_id":"x","relation":"stream:precedes","target_id":"y"},
                     {"id":"3","source_id":"x","relation":"r","target_id":"nowhere"}],
            "issues":[{"code":"STREAM_GAP","object_id":"x","message":"m"},{"code":"STREAM_GAP","object_id":"y"},
                      {"code":"MISSING_REFERENCE","object_id":"x","target_id":"nowhere"}]}"#,
        );
        let other = envelope(
            r#"{"core_version":"S0.4","judgment":"valid","view_state":"partial","extensions":{"more":1},
            "nodes":[{"id":"x","judgment":"valid"},{"id":"y","judgment":"valid","role":"PM"}],
            "edges":[{"id":"9","source_id":"x","relation":"r","target_id":"y"}],
            "issues":[{"code":"MISSING_REFERENCE","object_id":"x"},{"code":"STREAM_GAP","object_id":""}]}"#,
        );
        assert_eq!(write(&[("r", &one)]), write(&[("r", &other)]));
        assert_eq!(
            String::from_utf8(write(&[("r", &other)])).unwrap(),
            concat!(
                r#"{"r":{"core_version":"S0.4","edges":[{"relation":"r","source_id":"x","target_id":"y"}],"#,
                r#""issues":[{"code":"MISSING_REFERENCE","object_id":"x"},{"code":"STREAM_GAP","object_id":""}],"#,
                r#""judgment":"valid","nodes":[{"id":"x","judgment":"valid"},{"id":"y","judgment":"valid"}],"#,
                "\"view_state\":\"partial\"}}\n"
            )
        );
    }

    #[test]
    fn what_the_text_fixes_is_compared() {
        let base = r#"{"core_version":"S0.4","judgment":"valid","view_state":"partial",
            "nodes":[{"id":"x","judgment":"valid"}],"edges":[{"source_id":"x","relation":"r","target_id":"x"}],
            "issues":[{"code":"SOD_VIOLATION","object_id":"x"}]}"#;
        let digest_of = |text: &str| digest(&[("r", &envelope(text))]);
        for (from, to) in [
            (r#""judgment":"valid","view"#, r#""judgment":"invalid","view"#),
            ("partial", "disputed"),
            (r#"{"id":"x","judgment":"valid"}"#, ""),
            (r#"{"id":"x","judgment":"valid"}"#, r#"{"id":"x","judgment":"undetermined"}"#),
            (r#""relation":"r""#, r#""relation":"q""#),
            ("SOD_VIOLATION", "AUTHORITY_DENIED"),
            (r#"N","object_id":"x""#, r#"N","object_id":"z""#),
        ] {
            assert!(base.contains(from));
            assert_ne!(digest_of(base), digest_of(&base.replace(from, to)), "{from}");
        }
        assert_ne!(digest(&[("r", &envelope(base))]), digest(&[("s", &envelope(base))]));
    }
}
