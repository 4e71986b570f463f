//! What a case expects of one reading as a whole: candidate classes, view, issues (TMPA 10.5).

use std::collections::{BTreeMap, BTreeSet};

use actum_canon::json::{Kind, Parser, Value};

use super::assertion::{Checked, shown};
use super::candidate::{Class, classes};
use super::envelope::Envelope;
use super::field::{LIMITS, Refusal, boolean, canonical, elements, fixed, object, text, texts};
use super::issue_match::{self, ExpectedIssue};
use super::operator::equal;
use super::projection;

/// The expectation of one reading; what is `None` is not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    /// Whether the verdict depends on it; it does unless the manifest says otherwise.
    mandatory: bool,
    /// By source: its classes, and none where no object is made of it.
    candidates: Option<BTreeMap<String, BTreeSet<Class>>>,
    /// Canonical bytes.
    view: Option<Vec<u8>>,
    issues: Option<Vec<ExpectedIssue>>,
}

impl Expectation {
    pub(super) fn parse(value: Value<'_>, sources: &BTreeSet<&str>) -> Result<Self, Refusal> {
        object(value, &["candidates", "view", "issues", "mandatory"])?;
        let mandatory = match value.get("mandatory") {
            Some(_) => boolean(value, "mandatory")?,
            None => true,
        };
        let candidates = value.get("candidates").map(|found| parse_classes(found, sources)).transpose()?;
        let view = value.get("view").map(check_view).transpose()?;
        let issues = match value.get("issues") {
            Some(_) => Some(elements(value, "issues")?.map(ExpectedIssue::parse).collect::<Result<_, _>>()?),
            None => None,
        };
        Ok(Self { mandatory, candidates, view, issues })
    }

    /// Whether the verdict depends on it.
    pub(super) fn is_mandatory(&self) -> bool {
        self.mandatory
    }

    /// Holds an envelope against it, as one assertion for each part.
    pub(super) fn check(&self, reading: &str, envelope: &Envelope, into: &mut Vec<Checked>) {
        let before = into.len();
        if let Some(expected) = &self.candidates {
            let id = format!("candidates:{reading}");
            into.push(match classes(envelope) {
                Some(found) => Checked::of(id, class_difference(expected, &found)),
                None => Checked::skipped(id, "the subject does not publish sources and views of its nodes"),
            });
        }
        if let Some(expected) = &self.view {
            into.push(check_against(format!("view:{reading}"), expected, envelope));
        }
        if let Some(expected) = &self.issues {
            into.push(Checked::of(format!("issues:{reading}"), issue_match::difference(expected, envelope)));
        }
        into.iter_mut().skip(before).for_each(|checked| checked.mandatory = self.mandatory);
    }
}

/// The list of sources of which no object is made and nothing is to be said: what lies beside the evidence.
const NONE: &str = "none";

fn parse_classes(
    value: Value<'_>,
    sources: &BTreeSet<&str>,
) -> Result<BTreeMap<String, BTreeSet<Class>>, Refusal> {
    let lists = Class::ALL.map(|class| (class.name(), Some(class))).into_iter().chain([(NONE, None)]);
    object(value, &lists.clone().map(|(name, _)| name).collect::<Vec<_>>())?;
    let mut classes: BTreeMap<String, BTreeSet<Class>> = BTreeMap::new();
    for (name, class) in lists.filter(|(name, _)| value.get(name).is_some()) {
        for source in texts(value, name)? {
            if !sources.contains(source.as_str()) {
                return Err(Refusal::at(value, format!("`{source}` is no source of this reading")));
            }
            // Several objects may be made of one source, each in a class of its own.
            let stated = classes.contains_key(&source);
            let added = classes.entry(source.clone()).or_default();
            if class.map_or(stated, |class| !added.insert(class)) {
                return Err(Refusal::at(
                    value,
                    format!("`{source}` is in two classes that exclude each other"),
                ));
            }
        }
    }
    match sources.iter().find(|source| !classes.contains_key(**source)) {
        Some(source) => Err(Refusal::at(value, format!("the source `{source}` is in no class"))),
        None => Ok(classes),
    }
}

fn class_difference(
    expected: &BTreeMap<String, BTreeSet<Class>>,
    found: &BTreeMap<String, BTreeSet<Class>>,
) -> Option<String> {
    let name = |classes: &BTreeSet<Class>| match classes.len() {
        0 => NONE.to_owned(),
        _ => classes.iter().map(|class| class.name()).collect::<Vec<_>>().join(" and "),
    };
    // What no node retains is excluded evidence, and that is quarantined (TMPA 7.4).
    let (outside, nothing) = (BTreeSet::from([Class::Quarantined]), BTreeSet::new());
    let differences: Vec<String> = expected
        .iter()
        .filter_map(|(source, expected)| {
            let found = found.get(source).unwrap_or(&nothing);
            let same = found == expected || found.is_empty() && *expected == outside;
            (!same).then(|| format!("the source `{source}` is {}, expected {}", name(found), name(expected)))
        })
        .collect();
    (!differences.is_empty()).then(|| differences.join("; "))
}

const HEADS: [&str; 4] = ["core_version", "judgment", "view_state", "authentication_state"];

fn check_view(value: Value<'_>) -> Result<Vec<u8>, Refusal> {
    let mut known = HEADS.to_vec();
    known.extend(["nodes", "edges", "works"]);
    object(value, &known)?;
    for name in HEADS {
        if value.get(name).is_some() {
            text(value, name)?;
        }
    }
    for name in ["nodes", "works"] {
        if let Some(map) = value.get(name) {
            if map.kind() != Kind::Object {
                return Err(Refusal::at(map, "must be an object, by id"));
            }
            if let Some((_, member)) = map.members().find(|(_, member)| member.kind() != Kind::Object) {
                return Err(Refusal::at(member, "must be an object"));
            }
        }
    }
    if value.get("edges").is_some() {
        for edge in elements(value, "edges")? {
            object(edge, &["source_id", "relation", "target_id"])?;
            for name in ["source_id", "relation", "target_id"] {
                text(edge, name)?;
            }
        }
    }
    fixed(value)
}

/// What differs, and what the subject need not say and does not.
#[derive(Default)]
struct Differences {
    found: Vec<String>,
    unpublished: Vec<String>,
}

fn check_against(id: String, expected: &[u8], envelope: &Envelope) -> Checked {
    let mut parser = Parser::with_limits(LIMITS);
    let Ok(document) = parser.parse(expected) else {
        return Checked::skipped(id, "the expected view cannot be read");
    };
    let expected = document.root();
    let mut differences = Differences::default();
    heads(expected, envelope, &mut differences);
    nodes(expected, envelope, &mut differences);
    edges(expected, envelope, &mut differences);
    works(expected, envelope, &mut differences);
    let Differences { found, unpublished } = differences;
    if found.is_empty() && !unpublished.is_empty() {
        return Checked::skipped(id, format!("the subject does not publish {}", unpublished.join(", ")));
    }
    Checked::of(id, (!found.is_empty()).then(|| found.join("; ")))
}

fn heads(expected: Value<'_>, envelope: &Envelope, differences: &mut Differences) {
    let found =
        [&envelope.core_version, &envelope.judgment, &envelope.view_state, &envelope.authentication_state];
    for (name, found) in HEADS.into_iter().zip(found) {
        let Some(wanted) = expected.get(name).and_then(Value::as_str) else {
            continue;
        };
        match found {
            Some(found) if *found == wanted => {}
            None if name == "authentication_state" => differences.unpublished.push(format!("`{name}`")),
            Some(found) => differences.found.push(format!("`{name}` is `{found}`, expected `{wanted}`")),
            None => differences.found.push(format!("`{name}` is not there")),
        }
    }
}

fn nodes(expected: Value<'_>, envelope: &Envelope, differences: &mut Differences) {
    let Some(wanted) = expected.get("nodes") else {
        return;
    };
    let beyond = envelope.nodes.iter().filter(|node| wanted.get(&node.id).is_none());
    differences.found.extend(beyond.map(|node| format!("a node `{}` beyond the expected ones", node.id)));
    for (id, members) in wanted.members() {
        let mut same = envelope.nodes.iter().filter(|node| node.id == id);
        let (node, again) = (same.next(), same.next());
        let Some(node) = node else {
            differences.found.push(format!("no node `{id}`"));
            continue;
        };
        if again.is_some() {
            differences.found.push(format!("several nodes `{id}`"));
        }
        let mut parser = Parser::with_limits(LIMITS);
        let found = parser.parse(&node.bytes);
        for (name, value) in members.members() {
            match found.as_ref().ok().and_then(|found| found.root().get(&name)) {
                Some(found) if equal(found, value) => {}
                Some(found) => differences.found.push(format!(
                    "`{name}` of the node `{id}` is {}, expected {}",
                    shown(&canonical(found).unwrap_or_default()),
                    shown(&canonical(value).unwrap_or_default())
                )),
                None if name == "judgment" => {
                    differences.found.push(format!("the node `{id}` has no judgment"))
                }
                None => differences.unpublished.push(format!("`{name}` of the node `{id}`")),
            }
        }
    }
}

fn edges(expected: Value<'_>, envelope: &Envelope, differences: &mut Differences) {
    let Some(wanted) = expected.get("edges") else {
        return;
    };
    let text =
        |edge: Value<'_>, name: &str| edge.get(name).and_then(Value::as_str).unwrap_or_default().into_owned();
    let wanted: BTreeSet<_> = wanted
        .elements()
        .map(|edge| (text(edge, "source_id"), text(edge, "relation"), text(edge, "target_id")))
        .collect();
    let ids: BTreeSet<&str> = envelope.nodes.iter().map(|node| node.id.as_str()).collect();
    let found: BTreeSet<_> = projection::edges(envelope, &ids)
        .into_iter()
        .map(|(source, relation, target)| (source.to_owned(), relation.to_owned(), target.to_owned()))
        .collect();
    let show =
        |(source, relation, target): &(String, String, String)| format!("`{source} {relation} {target}`");
    differences.found.extend(wanted.difference(&found).map(|edge| format!("no edge {}", show(edge))));
    let beyond = found.difference(&wanted);
    differences.found.extend(beyond.map(|edge| format!("an edge {} beyond the expected ones", show(edge))));
}

fn works(expected: Value<'_>, envelope: &Envelope, differences: &mut Differences) {
    let Some(wanted) = expected.get("works") else {
        return;
    };
    let Some(works) = &envelope.works else {
        differences.unpublished.push("states of work items".to_owned());
        return;
    };
    let beyond = works.keys().filter(|id| wanted.get(id).is_none());
    differences.found.extend(beyond.map(|id| format!("a work item `{id}` beyond the expected ones")));
    for (id, members) in wanted.members() {
        let Some(work) = works.get(id.as_ref()) else {
            differences.found.push(format!("no work item `{id}`"));
            continue;
        };
        for (name, value) in members.members() {
            let found = match name.as_ref() {
                "state" => &work.state,
                "responsibility" => &work.responsibility,
                _ => &None,
            };
            let value = canonical(value);
            if *found != value {
                differences.found.push(format!(
                    "`{name}` of the work item `{id}` is {}, expected {}",
                    shown(found.as_deref().unwrap_or(b"absent")),
                    shown(value.as_deref().unwrap_or_default())
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tmpa::assertion::Outcome;
    use crate::tmpa::field::document;

    const FOUND: &str = r#"{"core_version":"S0.4","judgment":"valid","view_state":"partial",
        "nodes":[{"id":"a","judgment":"valid","view_state":"authoritative","source_ids":["s"]}],
        "edges":[{"source_id":"a","relation":"r","target_id":"a"},{"source_id":"a","relation":"stream:x","target_id":"a"}],
        "issues":[],"extensions":{"summary":{"work_state":{"w":"done"},"responsibility":{"w":"OPS"}}}}"#;

    fn check(expected: &str, found: &str) -> Vec<Checked> {
        let expectation =
            document(expected.as_bytes(), |root| Expectation::parse(root, &BTreeSet::from(["s"]))).unwrap();
        let mut checked = Vec::new();
        let envelope = Envelope::read(found.as_bytes()).unwrap();
        expectation.check("r", &envelope, &mut checked);
        checked
    }

    fn outcome(view: &str, found: &str) -> Outcome {
        check(&format!("{{\"view\":{view}}}"), found)[0].outcome
    }

    #[test]
    fn a_view_holds_where_everything_it_names_is_so_and_nothing_is_beyond() {
        for (view, expected) in [
            (r#"{"judgment":"valid","view_state":"partial"}"#, Outcome::Passed),
            (r#"{"judgment":"invalid"}"#, Outcome::Failed),
            (r#"{"nodes":{"a":{"judgment":"valid","view_state":"authoritative"}}}"#, Outcome::Passed),
            (r#"{"nodes":{"a":{"judgment":"invalid"}}}"#, Outcome::Failed),
            (r#"{"nodes":{}}"#, Outcome::Failed),
            (r#"{"nodes":{"a":{},"b":{}}}"#, Outcome::Failed),
            (r#"{"nodes":{"a":{"stream_id":"s"}}}"#, Outcome::NotExecuted),
            (r#"{"nodes":{"a":{"stream_id":"s","judgment":"invalid"}}}"#, Outcome::Failed),
            (r#"{"edges":[{"source_id":"a","relation":"r","target_id":"a"}]}"#, Outcome::Passed),
            (r#"{"edges":[]}"#, Outcome::Failed),
            (r#"{"works":{"w":{"state":"done","responsibility":"OPS"}}}"#, Outcome::Passed),
            (r#"{"works":{"w":{"state":"active"}}}"#, Outcome::Failed),
            (r#"{"works":{}}"#, Outcome::Failed),
            (r#"{"works":{"w":{},"v":{}}}"#, Outcome::Failed),
            (r#"{"authentication_state":"authenticated"}"#, Outcome::NotExecuted),
        ] {
            assert_eq!(outcome(view, FOUND), expected, "{view}");
        }
        assert_eq!(outcome(r#"{"works":{"w":{}}}"#, r#"{"nodes":[]}"#), Outcome::NotExecuted);
    }

    #[test]
    fn every_source_has_the_classes_of_its_objects() {
        let parse = |text: &str| {
            document(text.as_bytes(), |root| Expectation::parse(root, &BTreeSet::from(["s", "t"])))
        };
        assert!(parse(r#"{"candidates":{"accepted":["s"],"rejected":["t"]}}"#).is_ok());
        assert!(parse(r#"{"candidates":{"accepted":["s","t"],"rejected":["t"]}}"#).is_ok());
        assert!(parse(r#"{"candidates":{"accepted":["s"],"none":["t"]}}"#).is_ok());
        for text in [
            r#"{"candidates":{"accepted":["s"]}}"#,
            r#"{"candidates":{"accepted":["s","t"],"none":["t"]}}"#,
            r#"{"candidates":{"accepted":["s","t","t"]}}"#,
            r#"{"candidates":{"accepted":["s","t","u"]}}"#,
            r#"{"candidates":{"lost":["s","t"]}}"#,
            r#"{"view":{"state":"x"}}"#,
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(check(r#"{"candidates":{"accepted":["s"]}}"#, FOUND)[0].outcome, Outcome::Passed);
        assert_eq!(check(r#"{"candidates":{"rejected":["s"]}}"#, FOUND)[0].outcome, Outcome::Failed);
        for (expected, outcome) in [
            (r#"{"candidates":{"accepted":["s"],"rejected":["s"]}}"#, Outcome::Failed),
            (r#"{"candidates":{"none":["s"]}}"#, Outcome::Failed),
        ] {
            assert_eq!(check(expected, FOUND)[0].outcome, outcome, "{expected}");
        }
        let two = r#"{"nodes":[{"id":"a","view_state":"authoritative","source_ids":["s"]},
            {"id":"b","view_state":"rejected","source_ids":["s"]}]}"#;
        let both = r#"{"candidates":{"accepted":["s"],"rejected":["s"]}}"#;
        assert_eq!(check(both, two)[0].outcome, Outcome::Passed);
        assert_eq!(check(r#"{"candidates":{"accepted":["s"]}}"#, two)[0].outcome, Outcome::Failed);
        for list in ["none", "quarantined"] {
            let lost = format!("{{\"candidates\":{{\"{list}\":[\"s\"]}}}}");
            assert_eq!(check(&lost, r#"{"nodes":[]}"#)[0].outcome, Outcome::Passed, "{list}");
        }
    }
}
