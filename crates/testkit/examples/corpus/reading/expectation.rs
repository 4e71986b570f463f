//! A reading as a manifest states it: classes, view, issues, and every assertion (TMPA 10.3, 10.5).

use super::{CHOSEN, Reading};
use crate::assertion::Assertion;
use crate::case::{Case, Input};
use crate::class::Class;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl Reading {
    /// What is wrong with the statement of this reading itself.
    pub(crate) fn faults(&self, case: &Case) -> Vec<String> {
        let read: BTreeSet<&str> = case.of(self).flat_map(names).collect();
        let stated: BTreeSet<&str> = self.classes.keys().map(String::as_str).collect();
        // Of what lies beside the objects of a projection nothing need be said.
        let beside: BTreeSet<&str> = case
            .of(self)
            .filter(|input| input.projected && input.objects.is_empty())
            .map(|input| input.source.as_str())
            .collect();
        let odd = read.symmetric_difference(&stated).filter(|name| !beside.contains(*name));
        let odd = odd.map(|name| format!("{}: nothing is or can be said of `{name}`", self.id));
        odd.chain(self.twice().map(|id| format!("{}: assertion `{id}` stands twice", self.id))).collect()
    }

    fn twice(&self) -> impl Iterator<Item = &str> {
        let mut seen = BTreeSet::new();
        self.assertions.iter().map(|assertion| assertion.id.as_str()).filter(move |id| !seen.insert(*id))
    }

    /// The member of `readings`.
    pub(crate) fn inputs(&self, case: &Case) -> Value {
        let sources: Vec<&str> = case.of(self).map(|input| input.source.as_str()).collect();
        json!({ "id": self.id, "inputs": sources })
    }

    /// The nodes that the reading shows, with their class.
    fn nodes<'c>(&'c self, case: &'c Case) -> BTreeMap<&'c str, (Class, bool)> {
        let shown = |(name, object): (&'c str, &'c str)| {
            let class = *self.classes.get(name)?;
            (class != Class::Excluded).then(|| (object, (class, self.free.contains(name))))
        };
        case.of(self).flat_map(objects).filter_map(shown).collect()
    }

    /// In which lists each source stands: that of each of its objects; of none, where it is beside all evidence.
    fn lists<'c>(&'c self, case: &'c Case) -> BTreeSet<(&'c str, &'static str)> {
        let mut lists = BTreeSet::new();
        for input in case.of(self) {
            let classes: Vec<Class> =
                names(input).filter_map(|name| self.classes.get(name).copied()).collect();
            let shown = classes.iter().any(|class| *class != Class::Excluded);
            let counted = classes.iter().filter(|class| !shown || **class != Class::Excluded);
            lists.extend(counted.map(|class| (input.source.as_str(), class.list())));
            if classes.is_empty() {
                lists.insert((input.source.as_str(), "none"));
            }
        }
        lists
    }

    fn strongest(&self) -> Class {
        self.whole.or_else(|| self.classes.values().min().copied()).unwrap_or(Class::Accepted)
    }

    /// The member of `expected`.
    pub(crate) fn expected(&self, case: &Case) -> Value {
        let mut candidates = Map::new();
        for name in ["accepted", "partial", "disputed", "quarantined", "rejected"] {
            candidates.insert(name.to_owned(), json!([]));
        }
        for (source, list) in self.lists(case) {
            let list = candidates.entry(list).or_insert_with(|| json!([]));
            list.as_array_mut().into_iter().for_each(|list| list.push(json!(source)));
        }
        let labels = |class: Class| json!({ "judgment": class.judgment(), "view_state": class.view() });
        let mut view = labels(self.strongest());
        let nodes: Map<String, Value> =
            self.nodes(case).iter().map(|(id, (class, _))| ((*id).to_owned(), labels(*class))).collect();
        let works: Map<String, Value> = self
            .works
            .iter()
            .map(|(id, (state, role))| (id.clone(), json!({ "state": state, "responsibility": role })))
            .collect();
        if let Some(members) = view.as_object_mut() {
            members.insert("nodes".to_owned(), Value::Object(nodes));
            members.insert("works".to_owned(), Value::Object(works));
            members
                .extend(self.authentication.map(|state| ("authentication_state".to_owned(), json!(state))));
        }
        let mut expected = json!({ "candidates": candidates, "view": view, "issues": self.issues });
        if let Some(members) = expected.as_object_mut().filter(|_| self.further) {
            members.remove("issues");
        }
        if let Some(members) = expected.as_object_mut().filter(|_| !self.binds()) {
            members.insert("mandatory".to_owned(), json!(false));
        }
        expected
    }

    /// Whether the text fixes all of the expected classes, labels and issues, so that every reader has to agree.
    fn binds(&self) -> bool {
        let fixed = |class: &Class| match class {
            Class::Accepted => true,
            Class::Excluded | Class::Rejected => false,
            _ => self.labels,
        };
        let chosen = |issue: &Value| CHOSEN.iter().any(|code| issue.get("code") == Some(&json!(code)));
        let room = !self.free.is_empty() || self.roomy || self.issues.iter().any(chosen);
        !room && self.classes.values().all(fixed) && self.authentication != Some("not_applicable")
    }

    /// Every assertion: those that the classes and works imply, and those that were stated.
    pub(crate) fn assertions(&self, case: &Case) -> Vec<Value> {
        let nodes = self.nodes(case);
        let mut stated = self.clone();
        stated.assertions.clear();
        let whole = self.strongest();
        // Where the text leaves one judgment open, it leaves that of the whole open.
        let settled = self.free.is_empty();
        stated = stated.asserts("judgment", "/judgment", "equals", json!(whole.judgment()), settled);
        stated = stated.asserts("view", "/view_state", "equals", json!(whole.view()), settled && self.labels);
        for (id, (class, free)) in &nodes {
            let at = format!("/nodes/{}", escaped(id));
            let (judgment, label) = (format!("{at}/judgment"), format!("{at}/view_state"));
            stated = stated.asserts(
                &format!("{id}-judgment"),
                &judgment,
                "equals",
                json!(class.judgment()),
                !free,
            );
            // An invalid object is rejected as an action or quarantined as evidence: the text lets a reader choose.
            let binds = self.labels && !free && *class != Class::Rejected;
            stated = stated.asserts(&format!("{id}-view"), &label, "equals", json!(class.view()), binds);
        }
        let hidden: BTreeMap<&str, bool> = case
            .of(self)
            .flat_map(objects)
            .filter(|(name, _)| self.classes.get(*name) == Some(&Class::Excluded))
            .map(|(name, object)| (object, !self.free.contains(name)))
            .filter(|(id, _)| !nodes.contains_key(id))
            .collect();
        for (id, binds) in hidden {
            stated = stated.asserts(&format!("{id}-excluded"), "/node_ids", "not_includes", json!(id), binds);
        }
        let nameless = case.of(self).any(|input| {
            input.objects.is_empty() && self.classes.get(&input.source) == Some(&Class::Excluded)
        });
        let shown: Vec<&str> = nodes.keys().copied().collect();
        stated = stated.asserts("nodes", "/node_ids", "equals", json!(shown), nameless);
        for (work, (state, role)) in &self.works {
            let at = format!("/works/{}", escaped(work));
            stated =
                stated.must(&format!("work-{work}-state"), &format!("{at}/state"), "equals", json!(state));
            stated = stated.should(
                &format!("work-{work}-responsibility"),
                &format!("{at}/responsibility"),
                "equals",
                json!(role),
            );
        }
        let codes: BTreeSet<&str> =
            self.issues.iter().filter_map(|issue| issue.get("code").and_then(Value::as_str)).collect();
        if !self.further {
            stated = stated.should("codes", "/issue_codes", "equals", json!(codes));
        }
        if !self.findings.is_empty() {
            stated = stated.should("finding-codes", "/finding_codes", "equals", json!(self.findings));
        }
        stated.assertions.iter().chain(&self.assertions).map(Assertion::to_value).collect()
    }
}

/// The names by which readings speak of an input: those of its objects, or its own.
fn names(input: &Input) -> impl Iterator<Item = &str> {
    let own = (!input.projected || input.objects.is_empty()).then_some(input.source.as_str());
    let made = if input.projected { input.objects.as_slice() } else { &[] };
    own.into_iter().chain(made.iter().map(String::as_str))
}

/// The objects of an input, each behind the name by which readings speak of it.
fn objects(input: &Input) -> impl Iterator<Item = (&str, &str)> {
    input.objects.iter().map(|object| {
        let name = if input.projected { object } else { &input.source };
        (name.as_str(), object.as_str())
    })
}

/// An id as a part of a JSON pointer.
fn escaped(id: &str) -> String {
    id.replace('~', "~0").replace('/', "~1")
}
