//! A reader's result as the judge keeps it: what assertions and projections need, and what is wrong with its shape
//! (TMPA 8.2).

use std::borrow::Cow;
use std::collections::BTreeMap;

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{TMPA_S04, Writer};
use actum_canon::json::{Error, Kind, Parser, Value};

use super::field::{LIMITS, canonical, lenient};
use super::shape;

/// A result envelope. Members that the subject left out, or that are not of their kind, are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelope {
    /// `core_version`
    pub core_version: Option<String>,
    /// `judgment`
    pub judgment: Option<String>,
    /// `view_state`
    pub view_state: Option<String>,
    /// `authentication_state`
    pub authentication_state: Option<String>,
    /// Who read, as it says itself: id and version.
    pub reader: Option<(String, String)>,
    /// The digest of the profile that it read under, as it says itself.
    pub profile_digest: Option<Sha256>,
    /// The nodes, in the order given.
    pub nodes: Vec<Node>,
    /// The edges, in the order given.
    pub edges: Vec<Edge>,
    /// The issues, in the order given.
    pub issues: Vec<Issue>,
    /// State and responsibility by work item, where the subject publishes `extensions.summary`.
    pub works: Option<BTreeMap<String, Work>>,
    /// The findings beyond the published codes, where the subject publishes `extensions.findings`; sorted.
    pub findings: Option<Vec<Issue>>,
    /// What breaks the published schema.
    pub(super) violations: Vec<String>,
    bytes: Vec<u8>,
    comparable: Option<Sha256>,
}

/// A node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// `id`
    pub id: String,
    /// `source_object_id`
    pub source_object: String,
    /// `judgment`
    pub judgment: Option<String>,
    /// `view_state`
    pub view: Option<String>,
    /// `source_ids`
    pub sources: Option<Vec<String>>,
    /// `type`
    pub kind: Option<String>,
    /// `stream_id`
    pub stream: Option<String>,
    /// The whole node in canonical form.
    pub bytes: Vec<u8>,
}

/// An edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// `id`
    pub id: String,
    /// `source_id`
    pub source: String,
    /// `relation`
    pub relation: String,
    /// `target_id`
    pub target: String,
    /// `ordering`
    pub ordering: Option<bool>,
}

/// An issue; an absent text is empty (TMPA 8.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Issue {
    /// `issue_id`
    pub id: String,
    /// `code`
    pub code: String,
    /// `severity`
    pub severity: String,
    /// `source_id`
    pub source: String,
    /// `object_id`
    pub object: String,
    /// `relation`
    pub relation: String,
    /// `target_id`
    pub target: String,
}

/// What a summary says of a work item, in canonical form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// `work_state`
    pub state: Option<Vec<u8>>,
    /// `responsibility`
    pub responsibility: Option<Vec<u8>>,
}

impl Envelope {
    /// Reads what a subject answered.
    ///
    /// # Errors
    /// Only where the bytes are not JSON at all. JSON of another shape is an envelope with violations.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut parser = Parser::with_limits(LIMITS);
        let document = parser.parse(bytes)?;
        let root = document.root();
        let mut violations = shape::violations(root);
        let canonical_bytes = canonical(root);
        if canonical_bytes.is_none() {
            violations.push("it holds a number that canonical bytes would change".to_owned());
        }
        let text = |name: &str| lenient(root, name).map(String::from);
        let list = |name: &str| root.get(name).into_iter().flat_map(Value::elements);
        let reader = root.get("reader");
        let reader = reader.and_then(|reader| {
            Some((lenient(reader, "id")?.into_owned(), lenient(reader, "version")?.into_owned()))
        });
        let profile = root.get("profile").and_then(|profile| profile.get("conformance_profile"));
        let profile = profile.and_then(|profile| Sha256::parse(&lenient(profile, "digest")?));
        Ok(Self {
            core_version: text("core_version"),
            judgment: text("judgment"),
            view_state: text("view_state"),
            authentication_state: text("authentication_state"),
            reader,
            profile_digest: profile,
            nodes: list("nodes").map(node).collect(),
            edges: list("edges").map(edge).collect(),
            issues: list("issues").map(issue).collect(),
            works: works(root),
            findings: findings(root),
            violations,
            comparable: comparable(root),
            bytes: canonical_bytes.unwrap_or_else(|| bytes.to_vec()),
        })
    }

    /// The envelope in canonical form without its line feed, or as it came where it has no canonical form.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What two results of equal inputs must have in common (TMPA 8.3): the digest of the canonical envelope without the
    /// messages of its issues. Where it has no canonical form, that of its bytes.
    #[must_use]
    pub fn comparable(&self) -> Sha256 {
        self.comparable.unwrap_or_else(|| sha256(&self.bytes))
    }
}

fn text(value: Value<'_>, name: &str) -> String {
    lenient(value, name).map(String::from).unwrap_or_default()
}

fn node(value: Value<'_>) -> Node {
    let own = |name: &str| lenient(value, name).map(String::from);
    let sources = value.get("source_ids").filter(|ids| ids.kind() == Kind::Array);
    Node {
        id: text(value, "id"),
        source_object: text(value, "source_object_id"),
        judgment: own("judgment"),
        view: own("view_state"),
        sources: sources.map(|ids| ids.elements().filter_map(|id| id.as_str().map(String::from)).collect()),
        kind: own("type"),
        stream: own("stream_id"),
        bytes: canonical(value).unwrap_or_else(|| b"null".to_vec()),
    }
}

fn edge(value: Value<'_>) -> Edge {
    Edge {
        id: text(value, "id"),
        source: text(value, "source_id"),
        relation: text(value, "relation"),
        target: text(value, "target_id"),
        ordering: value.get("ordering").and_then(Value::as_bool),
    }
}

fn issue(value: Value<'_>) -> Issue {
    Issue {
        id: text(value, "issue_id"),
        code: text(value, "code"),
        severity: text(value, "severity"),
        source: text(value, "source_id"),
        object: text(value, "object_id"),
        relation: text(value, "relation"),
        target: text(value, "target_id"),
    }
}

fn works(root: Value<'_>) -> Option<BTreeMap<String, Work>> {
    let summary = root.get("extensions")?.get("summary")?;
    let (states, roles) = (summary.get("work_state")?, summary.get("responsibility"));
    if states.kind() != Kind::Object {
        return None;
    }
    let mut works: BTreeMap<String, Work> = BTreeMap::new();
    for (id, state) in states.members() {
        works.entry(id.into_owned()).or_default().state = canonical(state);
    }
    for (id, role) in roles.into_iter().flat_map(Value::members) {
        works.entry(id.into_owned()).or_default().responsibility = canonical(role);
    }
    Some(works)
}

/// Findings whose code is namespaced: what no published code says (TMPA 8.2).
fn findings(root: Value<'_>) -> Option<Vec<Issue>> {
    let findings = root.get("extensions")?.get("findings")?;
    if findings.kind() != Kind::Object {
        return None;
    }
    let named = |(id, value): (Cow<'_, str>, Value<'_>)| Issue { id: id.into_owned(), ..issue(value) };
    let mut found: Vec<Issue> =
        findings.members().map(named).filter(|finding| finding.code.contains(':')).collect();
    found.sort_unstable();
    Some(found)
}

/// Digests the canonical envelope without the messages of its issues.
fn comparable(root: Value<'_>) -> Option<Sha256> {
    let mut members: Vec<_> = root.members().collect();
    members.sort_by(|one, other| TMPA_S04.compare_names(&one.0, &other.0));
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&TMPA_S04, &mut bytes);
    let Ok(()) = writer.begin_object();
    for (name, value) in members {
        let Ok(()) = writer.name(&name);
        if name != "issues" || value.kind() != Kind::Array {
            let Ok(()) = writer.raw(&canonical(value)?);
            continue;
        }
        let Ok(()) = writer.begin_array();
        for issue in value.elements() {
            if issue.kind() != Kind::Object {
                let Ok(()) = writer.raw(&canonical(issue)?);
                continue;
            }
            let mut members: Vec<_> = issue.members().filter(|(name, _)| name != "message").collect();
            members.sort_by(|one, other| TMPA_S04.compare_names(&one.0, &other.0));
            let Ok(()) = writer.begin_object();
            for (name, value) in members {
                let Ok(()) = writer.name(&name);
                let Ok(()) = writer.raw(&canonical(value)?);
            }
            let Ok(()) = writer.end_object();
        }
        let Ok(()) = writer.end_array();
    }
    let Ok(()) = writer.end_object();
    let Ok(()) = writer.finish();
    (root.kind() == Kind::Object).then(|| sha256(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_and_the_order_of_members_make_no_other_result() {
        let read = |text: &str| Envelope::read(text.as_bytes()).unwrap().comparable();
        let one = read(r#"{"issues":[{"code":"A","message":"x"}],"judgment":"valid"}"#);
        assert_eq!(one, read(r#"{"judgment":"valid", "issues":[{"message":"y","code":"A"}]}"#));
        assert_ne!(one, read(r#"{"judgment":"valid","issues":[{"code":"B"}]}"#));
        assert_ne!(one, read(r#"{"judgment":"invalid","issues":[{"code":"A"}]}"#));
    }

    #[test]
    fn any_json_is_an_envelope_and_nothing_else_is() {
        for text in ["null", "[]", "1e400", "{}", r#"{"nodes":1,"issues":[3],"edges":[{}]}"#] {
            let envelope = Envelope::read(text.as_bytes()).unwrap();
            assert!(!envelope.violations.is_empty(), "{text}");
            let _ = envelope.comparable();
        }
        for text in ["", "garbage", "{}{}", "{\"a\":1,\"a\":2}"] {
            assert!(Envelope::read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn findings_beyond_the_published_codes_are_known_only_where_they_are_published() {
        let read = |text: &str| Envelope::read(text.as_bytes()).unwrap().findings;
        assert_eq!(read(r#"{"extensions":{}}"#), None);
        assert_eq!(read(r#"{"extensions":{"findings":[]}}"#), None);
        let found = read(
            r#"{"extensions":{"findings":{"1":{"code":"x:B","object_id":"o"},"2":{"code":"STREAM_GAP"},"3":{"code":"x:A"}}}}"#,
        );
        let codes: Vec<String> =
            found.unwrap().into_iter().map(|finding| finding.id + &finding.code).collect();
        assert_eq!(codes, ["1x:B", "3x:A"]);
    }

    #[test]
    fn works_are_known_only_where_a_summary_is_published() {
        let read = |text: &str| Envelope::read(text.as_bytes()).unwrap().works;
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"extensions":{"summary":{}}}"#), None);
        let works =
            read(r#"{"extensions":{"summary":{"work_state":{"w":null},"responsibility":{"w":"PM"}}}}"#)
                .unwrap();
        assert_eq!(works["w"].state.as_deref(), Some(&b"null"[..]));
        assert_eq!(works["w"].responsibility.as_deref(), Some(&b"\"PM\""[..]));
    }
}
