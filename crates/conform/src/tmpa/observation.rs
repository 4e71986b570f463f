//! What assertions speak of: one document for each case, computed from its envelopes (TMPA 10.3).

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use actum_canon::encode::{TMPA_S04, Writer};

use super::envelope::{Envelope, Issue};

/// What became of the permutations of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orders {
    /// Orders that were run; `None` where others than the case asks for, so that their number says nothing.
    pub(super) count: Option<u64>,
    /// Different results among them and the listed order.
    pub(super) distinct: u64,
}

/// The name beside the readings; no reading may have it.
pub(super) const PERMUTATIONS: &str = "permutations";

type Out<'s> = Writer<'s, Vec<u8>>;

/// The observation as canonical bytes with their line feed.
pub(super) fn write(readings: &[(&str, &Envelope)], permuted: Option<Orders>) -> Vec<u8> {
    let mut members: Vec<(&str, Option<&Envelope>)> =
        readings.iter().map(|(id, envelope)| (*id, Some(*envelope))).collect();
    if permuted.is_some() {
        members.push((PERMUTATIONS, None));
    }
    members.sort_by(|one, other| TMPA_S04.compare_names(one.0, other.0));
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&TMPA_S04, &mut bytes);
    let Ok(()) = writer.begin_object();
    for (name, envelope) in members {
        let Ok(()) = writer.name(name);
        let Ok(()) = writer.begin_object();
        match envelope {
            Some(envelope) => reading(envelope, &mut writer),
            None => {
                let Orders { count, distinct } = permuted.unwrap_or_default();
                if let Some(count) = count {
                    let Ok(()) = writer.name("count");
                    let Ok(()) = writer.integer(count);
                }
                let Ok(()) = writer.name("distinct_results");
                let Ok(()) = writer.integer(distinct);
            }
        }
        let Ok(()) = writer.end_object();
    }
    let Ok(()) = writer.end_object();
    let Ok(()) = writer.finish();
    bytes
}

fn reading(envelope: &Envelope, writer: &mut Out<'_>) {
    optional(writer, "authentication_state", envelope.authentication_state.as_deref());
    optional(writer, "core_version", envelope.core_version.as_deref());
    list(writer, "edges", &envelope.edges, |writer, edge| {
        let Ok(()) = writer.begin_object();
        if let Some(ordering) = edge.ordering {
            let Ok(()) = writer.name("ordering");
            let Ok(()) = writer.boolean(ordering);
        }
        member(writer, "relation", &edge.relation);
        member(writer, "source_id", &edge.source);
        member(writer, "target_id", &edge.target);
        let Ok(()) = writer.end_object();
    });
    if let Some(findings) = &envelope.findings {
        let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
        texts(writer, "finding_codes", codes);
        list(writer, "findings", findings, issue);
    }
    let codes: BTreeSet<&str> = envelope.issues.iter().map(|issue| issue.code.as_str()).collect();
    texts(writer, "issue_codes", codes);
    let sources: BTreeSet<&str> = envelope.issues.iter().map(|issue| issue.source.as_str()).collect();
    texts(writer, "issue_source_ids", sources);
    list(writer, "issues", &envelope.issues, issue);
    optional(writer, "judgment", envelope.judgment.as_deref());
    texts(writer, "node_ids", envelope.nodes.iter().map(|node| node.id.as_str()));
    nodes(envelope, writer);
    optional(writer, "view_state", envelope.view_state.as_deref());
    works(envelope, writer);
}

fn issue(writer: &mut Out<'_>, issue: &Issue) {
    let Ok(()) = writer.begin_object();
    member(writer, "code", &issue.code);
    member(writer, "issue_id", &issue.id);
    member(writer, "object_id", &issue.object);
    member(writer, "relation", &issue.relation);
    member(writer, "severity", &issue.severity);
    member(writer, "source_id", &issue.source);
    member(writer, "target_id", &issue.target);
    let Ok(()) = writer.end_object();
}

/// Nodes by id; several of one id are an array.
fn nodes(envelope: &Envelope, writer: &mut Out<'_>) {
    let mut by_id: BTreeMap<&str, Vec<&[u8]>> = BTreeMap::new();
    for node in &envelope.nodes {
        by_id.entry(&node.id).or_default().push(&node.bytes);
    }
    let mut by_id: Vec<_> = by_id.into_iter().collect();
    by_id.sort_by(|one, other| TMPA_S04.compare_names(one.0, other.0));
    let Ok(()) = writer.name("nodes");
    let Ok(()) = writer.begin_object();
    for (id, nodes) in by_id {
        let Ok(()) = writer.name(id);
        if let [node] = nodes.as_slice() {
            let Ok(()) = writer.raw(node);
            continue;
        }
        let Ok(()) = writer.begin_array();
        for node in nodes {
            let Ok(()) = writer.raw(node);
        }
        let Ok(()) = writer.end_array();
    }
    let Ok(()) = writer.end_object();
}

fn works(envelope: &Envelope, writer: &mut Out<'_>) {
    let Some(works) = &envelope.works else {
        return;
    };
    let mut works: Vec<_> = works.iter().collect();
    works.sort_by(|one, other| TMPA_S04.compare_names(one.0, other.0));
    let Ok(()) = writer.name("works");
    let Ok(()) = writer.begin_object();
    for (id, work) in works {
        let Ok(()) = writer.name(id);
        let Ok(()) = writer.begin_object();
        for (name, value) in [("responsibility", &work.responsibility), ("state", &work.state)] {
            if let Some(value) = value {
                let Ok(()) = writer.name(name);
                let Ok(()) = writer.raw(value);
            }
        }
        let Ok(()) = writer.end_object();
    }
    let Ok(()) = writer.end_object();
}

fn member(writer: &mut Out<'_>, name: &str, text: &str) {
    let Ok(()) = writer.name(name);
    let Ok(()) = writer.string(text);
}

fn optional(writer: &mut Out<'_>, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        member(writer, name, text);
    }
}

fn texts<'t>(writer: &mut Out<'_>, name: &str, texts: impl IntoIterator<Item = &'t str>) {
    let Ok(()) = writer.name(name);
    let Ok(()) = writer.begin_array();
    for text in texts {
        let Ok(()) = writer.string(text);
    }
    let Ok(()) = writer.end_array();
}

fn list<T>(writer: &mut Out<'_>, name: &str, items: &[T], each: impl Fn(&mut Out<'_>, &T)) {
    let Ok(()) = writer.name(name);
    let Ok(()) = writer.begin_array();
    for item in items {
        each(writer, item);
    }
    let Ok(()) = writer.end_array();
}

/// Whether a subject may leave out what `tokens` lead to, so that its absence shows nothing (TMPA 8.2).
pub(super) fn unpublished(readings: &[(&str, &Envelope)], tokens: &[String]) -> bool {
    let mut tokens = tokens.iter().map(String::as_str);
    let reading = tokens.next();
    let Some((_, envelope)) = readings.iter().find(|(id, _)| Some(*id) == reading) else {
        // Orders of arrival are the runner's own doing.
        return reading == Some(PERMUTATIONS);
    };
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some("works"), ..) => envelope.works.is_none(),
        (Some("findings" | "finding_codes"), ..) => envelope.findings.is_none(),
        (Some("authentication_state"), ..) => true,
        (Some("nodes"), Some(id), Some(member)) => {
            !["id", "source_object_id", "judgment"].contains(&member)
                && envelope.nodes.iter().filter(|node| node.id == id).count() == 1
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_observation_is_canonical_and_groups_repeated_ids() {
        let envelope = Envelope::read(
            br#"{"judgment":"valid","nodes":[{"id":"b"},{"id":"10"},{"id":"9"},{"id":"b","x":1}],
            "issues":[{"code":"B","source_id":"s"},{"code":"A","source_id":"s"},{"code":"B","source_id":"r"}],
            "edges":[{"source_id":"b","relation":"r","target_id":"9","ordering":true}],
            "extensions":{"findings":{"f":{"code":"x:A","source_id":"s"}},"summary":{"work_state":{"w":"done"}}}}"#,
        )
        .unwrap();
        let bytes = write(&[("r", &envelope)], Some(Orders { count: Some(24), distinct: 1 }));
        let text = String::from_utf8(bytes).unwrap();
        for part in [
            r#""nodes":{"9":{"id":"9"},"10":{"id":"10"},"b":[{"id":"b"},{"id":"b","x":1}]}"#,
            r#""finding_codes":["x:A"],"findings":[{"code":"x:A","issue_id":"f","object_id":"","#,
            r#""issue_codes":["A","B"],"issue_source_ids":["r","s"]"#,
            r#""edges":[{"ordering":true,"relation":"r","source_id":"b","target_id":"9"}]"#,
            r#""works":{"w":{"state":"done"}}"#,
            r#"{"permutations":{"count":24,"distinct_results":1},"r":{"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("view_state"));
    }

    #[test]
    fn only_what_a_reader_may_leave_out_is_not_executed() {
        let envelope = Envelope::read(br#"{"nodes":[{"id":"n"}]}"#).unwrap();
        let may = |pointer: &str| {
            unpublished(&[("r", &envelope)], &super::super::pointer::tokens(pointer).unwrap())
        };
        for pointer in ["/r/works/w/state", "/r/authentication_state", "/r/nodes/n/stream_id", "/r/findings"]
        {
            assert!(may(pointer), "{pointer}");
        }
        for pointer in
            ["/r/judgment", "/r/nodes/n/judgment", "/r/nodes/m/stream_id", "/s/judgment", "/r/nodes/m", ""]
        {
            assert!(!may(pointer), "{pointer}");
        }
    }
}
