//! What is expected of one reading: the class of each source, the conclusions, the issues, and what of it binds.
//!
//! An assertion is mandatory where the text demands it. What only this suite's full reading says, because the text leaves
//! room, is asserted as well and binds nobody.

mod expectation;

use crate::assertion::Assertion;
use crate::class::Class;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Codes of issues about several objects: which of them stands in the issue, the text leaves open. Here it is the first
/// after the missing numbers, and otherwise the least id.
const CHOSEN: [&str; 5] = [
    "PRIMARY_CARRIER_CONFLICT",
    "PROHIBITED_CYCLE",
    "STREAM_DUPLICATE_SEQUENCE",
    "STREAM_GAP",
    "UNRESOLVED_CONFLICT",
];

/// One reading of some or all sources of a case.
#[derive(Clone)]
pub(crate) struct Reading {
    pub(crate) id: &'static str,
    only: Option<Vec<String>>,
    classes: BTreeMap<String, Class>,
    works: BTreeMap<String, (Option<String>, Option<String>)>,
    issues: Vec<Value>,
    /// All codes beyond the published ones, where any are expected.
    findings: BTreeSet<&'static str>,
    assertions: Vec<Assertion>,
    authentication: Option<&'static str>,
    whole: Option<Class>,
    free: BTreeSet<String>,
    labels: bool,
    /// Whether further issues may stand, of which it is not said how many.
    further: bool,
    /// Whether an issue is expected that the text does not demand.
    roomy: bool,
}

/// A reading of all sources.
pub(crate) fn reading(id: &'static str) -> Reading {
    Reading {
        id,
        only: None,
        classes: BTreeMap::new(),
        works: BTreeMap::new(),
        issues: Vec::new(),
        findings: BTreeSet::new(),
        assertions: Vec::new(),
        authentication: None,
        whole: None,
        free: BTreeSet::new(),
        labels: false,
        roomy: false,
        further: false,
    }
}

/// The reading of a case that has one.
pub(crate) fn all() -> Reading {
    reading("all")
}

/// Source ids are given as one text, separated by spaces.
impl Reading {
    /// Only these sources.
    pub(crate) fn only(mut self, sources: &str) -> Self {
        self.only = Some(sources.split(' ').map(str::to_owned).collect());
        self
    }

    pub(crate) fn accepts(self, sources: &str) -> Self {
        self.puts(Class::Accepted, sources.split(' '))
    }

    pub(crate) fn partial(self, sources: &str) -> Self {
        self.puts(Class::Partial, sources.split(' '))
    }

    pub(crate) fn disputed(self, sources: &str) -> Self {
        self.puts(Class::Disputed, sources.split(' '))
    }

    pub(crate) fn pending(self, sources: &str) -> Self {
        self.puts(Class::Pending, sources.split(' '))
    }

    pub(crate) fn rejects(self, sources: &str) -> Self {
        self.puts(Class::Rejected, sources.split(' '))
    }

    /// Quarantined, but still to be seen among the nodes.
    pub(crate) fn quarantines(self, sources: &str) -> Self {
        self.puts(Class::Quarantined, sources.split(' '))
    }

    /// Kept as evidence and in no node.
    pub(crate) fn excludes(self, sources: &str) -> Self {
        self.puts(Class::Excluded, sources.split(' '))
    }

    /// Source ids that hold spaces, or come from elsewhere.
    pub(crate) fn puts<'s>(mut self, class: Class, sources: impl IntoIterator<Item = &'s str>) -> Self {
        self.classes.extend(sources.into_iter().map(|source| (source.to_owned(), class)));
        self
    }

    /// State and responsible role of a work item.
    pub(crate) fn state(mut self, work: &str, state: &str, role: &str) -> Self {
        self.works.insert(work.to_owned(), (Some(state.to_owned()), Some(role.to_owned())));
        self
    }

    /// A work item whose state the evidence does not establish.
    pub(crate) fn unknown(mut self, work: &str) -> Self {
        self.works.insert(work.to_owned(), (None, None));
        self
    }

    /// An issue that the text demands.
    pub(crate) fn issue(self, code: &str, object: &str) -> Self {
        self.reports(json!({ "code": code, "object_id": object }), true)
    }

    /// An issue about a reference, which the text demands.
    pub(crate) fn issue_to(self, code: &str, object: &str, relation: &str, target: &str) -> Self {
        self.reports(
            json!({ "code": code, "object_id": object, "relation": relation, "target_id": target }),
            true,
        )
    }

    /// An issue about a source, which the text demands.
    pub(crate) fn issue_at(self, code: &str, source: &str) -> Self {
        self.reports(json!({ "code": code, "source_id": source }), true)
    }

    /// An issue that belongs to this suite's full reading.
    pub(crate) fn also(self, code: &str, object: &str) -> Self {
        self.reports(json!({ "code": code, "object_id": object }), false)
    }

    /// An issue about a reference that belongs to this suite's full reading.
    pub(crate) fn also_to(self, code: &str, object: &str, relation: &str, target: &str) -> Self {
        self.reports(
            json!({ "code": code, "object_id": object, "relation": relation, "target_id": target }),
            false,
        )
    }

    /// An issue about the references of one relation that belongs to this suite's full reading.
    pub(crate) fn also_by(self, code: &str, object: &str, relation: &str) -> Self {
        self.reports(json!({ "code": code, "object_id": object, "relation": relation }), false)
    }

    /// An issue about a source that belongs to this suite's full reading.
    pub(crate) fn also_at(self, code: &str, source: &str) -> Self {
        self.reports(json!({ "code": code, "source_id": source }), false)
    }

    /// What rests on something undetermined, and is undetermined by that alone; which issues tell it, is left open.
    pub(crate) fn leans(self, sources: &str) -> Self {
        let reading = Self { further: true, ..self };
        reading.partial(sources).informs(&["actum:DEPENDENCY_UNDETERMINED"])
    }

    /// What rests on something invalid. How it is judged the text leaves open, as it does which issues tell it.
    pub(crate) fn falls(self, sources: &str) -> Self {
        let reading = Self { further: true, ..self };
        reading.rejects(sources).free(sources).informs(&["actum:DEPENDENCY_INVALID"])
    }

    /// Issues beside those that are stated may stand.
    pub(crate) fn further(self) -> Self {
        Self { further: true, ..self }
    }

    /// Findings with a code beyond the published ones that speak of the whole, and of nothing in it.
    pub(crate) fn informs(mut self, codes: &[&'static str]) -> Self {
        self.findings.extend(codes);
        self
    }

    /// The whole says nothing of itself, since nothing in it is an envelope.
    pub(crate) fn says_nothing(mut self) -> Self {
        self.findings.clear();
        self
    }

    /// A finding with a code beyond the published ones, which the profile's projection demands.
    pub(crate) fn finding(mut self, code: &'static str, object: &str) -> Self {
        self.findings.insert(code);
        let finding = json!({ "code": code, "object_id": object });
        let name = code.rsplit(':').next().unwrap_or_default();
        self.must(&format!("finding-{name}-{object}"), "/findings", "includes", finding)
    }

    fn reports(mut self, issue: Value, mandatory: bool) -> Self {
        let member = |name: &str| issue.get(name).and_then(Value::as_str).map(str::to_owned);
        let subject = member("object_id").or_else(|| member("source_id")).unwrap_or_default();
        let relation = member("relation").map(|relation| format!("-{relation}")).unwrap_or_default();
        let target = relation + &member("target_id").map(|target| format!("-{target}")).unwrap_or_default();
        let id = format!("issue-{}-{subject}{target}", member("code").unwrap_or_default());
        let chosen = member("code").is_some_and(|code| CHOSEN.contains(&code.as_str()));
        self = self.asserts(&id, "/issues", "includes", issue.clone(), mandatory && !chosen);
        if let Some(code) = member("code").filter(|_| mandatory && chosen) {
            let id = format!("issue-{code}");
            if !self.states(&id) {
                self = self.must(&id, "/issue_codes", "includes", json!(code));
            }
        }
        self.issues.push(issue);
        self.roomy |= !mandatory;
        self
    }

    fn states(&self, id: &str) -> bool {
        let id = format!("{}-{id}", self.id);
        self.assertions.iter().any(|assertion| assertion.id == id)
    }

    /// A mandatory assertion; the target is relative to the reading.
    pub(crate) fn must(self, id: &str, target: &str, operator: &'static str, expected: Value) -> Self {
        self.asserts(id, target, operator, expected, true)
    }

    /// An assertion that does not bind; the target is relative to the reading.
    pub(crate) fn should(self, id: &str, target: &str, operator: &'static str, expected: Value) -> Self {
        self.asserts(id, target, operator, expected, false)
    }

    /// A reference stands in the graph.
    pub(crate) fn edge(self, source: &str, relation: &str, target: &str, ordering: bool) -> Self {
        let id = format!("edge-{source}-{relation}-{target}");
        let edge = json!({ "source_id": source, "relation": relation, "target_id": target });
        let ordered =
            json!({ "source_id": source, "relation": relation, "target_id": target, "ordering": ordering });
        self.must(&id, "/edges", "includes", edge).should(
            &format!("{id}-ordering"),
            "/edges",
            "includes",
            ordered,
        )
    }

    /// The order of a stream stands in the graph, under whatever name.
    pub(crate) fn precedes(self, earlier: &str, later: &str) -> Self {
        let edge = json!({ "source_id": earlier, "target_id": later, "ordering": true });
        self.should(&format!("order-{earlier}-{later}"), "/edges", "includes", edge)
    }

    /// Nothing in the graph joins the two.
    pub(crate) fn incomparable(self, one: &str, other: &str) -> Self {
        [(one, other), (other, one)].into_iter().fold(self, |reading, (source, target)| {
            let edge = json!({ "source_id": source, "target_id": target });
            reading.must(&format!("no-edge-{source}-{target}"), "/edges", "not_includes", edge)
        })
    }

    /// The authentication state of the whole.
    pub(crate) fn authentication(mut self, state: &'static str) -> Self {
        self.authentication = Some(state);
        // Whether a record without signatures is unauthenticated or has no such state, the text leaves open.
        let binds = state != "not_applicable";
        self.asserts("authentication", "/authentication_state", "equals", json!(state), binds)
    }

    /// The class of the whole, where it is not that of its strongest source.
    pub(crate) fn whole(mut self, class: Class) -> Self {
        self.whole = Some(class);
        self
    }

    /// The text leaves the judgment of these sources open; the suite's reading of them binds nobody.
    pub(crate) fn free(mut self, sources: &str) -> Self {
        self.free.extend(sources.split(' ').map(str::to_owned));
        self
    }

    /// The text names the labels, so that they bind as the judgments do.
    pub(crate) fn labels(mut self) -> Self {
        self.labels = true;
        self
    }

    fn asserts(
        mut self,
        id: &str,
        target: &str,
        operator: &'static str,
        expected: Value,
        mandatory: bool,
    ) -> Self {
        // A colon belongs to what the runner asserts by itself.
        let (id, target) = (format!("{}-{id}", self.id).replace(':', "_"), format!("/{}{target}", self.id));
        self.assertions.push(Assertion { id, target, operator, expected, mandatory });
        self
    }

    pub(crate) fn reads(&self, source: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|one| one == source))
    }

    pub(crate) fn accepts_all(&self) -> bool {
        self.classes.values().all(|class| *class == Class::Accepted)
    }
}
