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
        let read: BTreeSet<&str> = case.of(self).map(|input| input.source.as_str()).collect();
        let stated: BTreeSet<&str> = self.classes.keys().map(String::as_str).collect();
        let odd = read.symmetric_difference(&stated).map(|source| format!("{}: source `{source}`", self.id));
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
        let shown = |input: &'c Input| {
            let class = *self.classes.get(&input.source)?;
            let object = input.object.as_deref()?;
            (class != Class::Excluded).then(|| (object, (class, self.free.contains(&input.source))))
        };
        case.of(self).filter_map(shown).collect()
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
        for (source, class) in &self.classes {
            let list = candidates.entry(class.list()).or_insert_with(|| json!([]));
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
            .filter(|input| self.classes.get(&input.source) == Some(&Class::Excluded))
            .filter_map(|input| Some((input.object.as_deref()?, !self.free.contains(&input.source))))
            .filter(|(id, _)| !nodes.contains_key(id))
            .collect();
        for (id, binds) in hidden {
            stated = stated.asserts(&format!("{id}-excluded"), "/node_ids", "not_includes", json!(id), binds);
        }
        let nameless = case
            .of(self)
            .any(|input| input.object.is_none() && self.classes.get(&input.source) == Some(&Class::Excluded));
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
        stated = stated.should("codes", "/issue_codes", "equals", json!(codes));
        stated.assertions.iter().chain(&self.assertions).map(Assertion::to_value).collect()
    }
}

/// An id as a part of a JSON pointer.
fn escaped(id: &str) -> String {
    id.replace('~', "~0").replace('/', "~1")
}
