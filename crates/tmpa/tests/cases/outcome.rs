//! What a reading said, in words short enough for an assertion. Everything is taken from the envelope's bytes.

use actum_testkit::evidence::{Artifact, Draft};
use actum_tmpa::{Examiner, InputBundle, Reconstruction, Source, read, reconstruct};
use serde_json::Value;
use std::collections::BTreeSet;

/// The canonical bytes of a reading, parsed by somebody else.
pub(crate) struct Outcome {
    pub(crate) envelope: Value,
    pub(crate) bytes: Vec<u8>,
}

/// Reads finished drafts.
pub(crate) fn outcome<'d>(bundle: &InputBundle, drafts: impl IntoIterator<Item = &'d Draft>) -> Outcome {
    let sources: Vec<Artifact> = drafts.into_iter().map(Draft::to_source).collect();
    observed(bundle, &sources)
}

/// Reads artifacts.
pub(crate) fn observed(bundle: &InputBundle, sources: &[Artifact]) -> Outcome {
    Outcome::of(canonical(bundle, sources))
}

/// The canonical bytes of a reading.
pub(crate) fn canonical(bundle: &InputBundle, sources: &[Artifact]) -> Vec<u8> {
    read(bundle, sources.iter().map(as_source)).to_bytes()
}

pub(crate) fn as_source(artifact: &Artifact) -> Source<'_> {
    Source { id: &artifact.id, media_type: "application/json", bytes: &artifact.bytes, position: None }
}

impl Outcome {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Self { envelope: serde_json::from_slice(&bytes).unwrap(), bytes }
    }

    /// Judgment and view of a node, or `absent`.
    pub(crate) fn verdict(&self, id: &str) -> String {
        let nodes = self.envelope["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|node| node["id"] == id);
        node.map_or("absent".to_owned(), labels)
    }

    /// Judgment and view of the whole.
    pub(crate) fn whole(&self) -> String {
        labels(&self.envelope)
    }

    /// Judgment and view of a work item.
    pub(crate) fn conclusion(&self, work: &str) -> String {
        labels(self.work(work))
    }

    pub(crate) fn work(&self, id: &str) -> &Value {
        let works = self.envelope["extensions"]["work"].as_array().unwrap();
        works.iter().find(|work| work["id"] == id).unwrap()
    }

    /// The state of a work item, or `unknown`; the two places that tell it agree.
    pub(crate) fn state(&self, work: &str) -> &str {
        let state = &self.work(work)["state"];
        assert_eq!(state, &self.envelope["extensions"]["summary"]["work_state"][work]);
        state.as_str().unwrap_or("unknown")
    }

    /// The accepted transitions of a work item.
    pub(crate) fn accepted(&self, work: &str) -> Vec<&str> {
        texts(&self.work(work)["transitions"])
    }

    /// The distinct codes of the issues, sorted.
    pub(crate) fn codes(&self) -> Vec<&str> {
        let codes: BTreeSet<&str> = self.issues().map(|issue| text(issue, "code")).collect();
        codes.into_iter().collect()
    }

    /// The distinct codes of the issues about one object, sorted.
    pub(crate) fn codes_of(&self, object: &str) -> Vec<&str> {
        let codes: BTreeSet<&str> = self
            .issues()
            .filter(|issue| issue["object_id"] == object)
            .map(|issue| text(issue, "code"))
            .collect();
        codes.into_iter().collect()
    }

    pub(crate) fn issues(&self) -> impl Iterator<Item = &Value> {
        self.envelope["issues"].as_array().unwrap().iter()
    }

    /// The issues of one code.
    pub(crate) fn of_code<'o>(&'o self, code: &str) -> Vec<&'o Value> {
        self.issues().filter(|issue| issue["code"] == code).collect()
    }

    /// The objects of the issues of one code, in result order.
    pub(crate) fn objects(&self, code: &str) -> Vec<&str> {
        let issues = self.of_code(code).into_iter();
        issues.map(|issue| text(issue, "object_id")).collect()
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = &Value> {
        self.envelope["extensions"]["findings"].as_object().unwrap().values()
    }

    /// The objects of the findings of one code, `actum:` ones included, sorted.
    pub(crate) fn found(&self, code: &str) -> Vec<&str> {
        let mut objects: Vec<&str> = self
            .findings()
            .filter(|finding| finding["code"] == code)
            .map(|finding| text(finding, "object_id"))
            .collect();
        objects.sort_unstable();
        objects
    }

    /// The reasons behind a code at an object, sorted.
    pub(crate) fn reasons(&self, code: &str, object: &str) -> Vec<&str> {
        let reasons: BTreeSet<&str> = self.causes(code, object).map(|cause| text(cause, "reason")).collect();
        reasons.into_iter().collect()
    }

    /// The ids that the causes behind a code at an object name, sorted.
    pub(crate) fn members(&self, code: &str, object: &str) -> Vec<&str> {
        let members: BTreeSet<&str> = self
            .causes(code, object)
            .flat_map(|cause| cause["members"].as_array().into_iter().flatten())
            .filter_map(Value::as_str)
            .collect();
        members.into_iter().collect()
    }

    fn causes<'o>(&'o self, code: &str, object: &str) -> impl Iterator<Item = &'o Value> {
        let (code, object) = (code.to_owned(), object.to_owned());
        self.findings()
            .filter(move |finding| {
                finding["code"] == code.as_str() && finding["object_id"] == object.as_str()
            })
            .flat_map(|finding| finding["causes"].as_array().unwrap())
    }

    /// The kinds of what is open in a work item, sorted and distinct.
    pub(crate) fn open(&self, work: &str) -> Vec<&str> {
        let open = self.work(work)["open"].as_array().unwrap();
        let kinds: BTreeSet<&str> = open.iter().map(|item| text(item, "kind")).collect();
        kinds.into_iter().collect()
    }

    /// The sources in which a node was observed.
    pub(crate) fn sources(&self, id: &str) -> Vec<&str> {
        let nodes = self.envelope["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["id"] == id).map_or(Vec::new(), |node| texts(&node["source_ids"]))
    }

    /// Whether there is an edge, and whether it orders.
    pub(crate) fn edge(&self, source: &str, relation: &str, target: &str) -> Option<bool> {
        let edges = self.envelope["edges"].as_array().unwrap();
        edges
            .iter()
            .find(|edge| {
                edge["source_id"] == source && edge["relation"] == relation && edge["target_id"] == target
            })
            .map(|edge| edge["ordering"].as_bool().unwrap())
    }

    /// The ids of all nodes, in result order.
    pub(crate) fn nodes(&self) -> Vec<&str> {
        let nodes = self.envelope["nodes"].as_array().unwrap();
        nodes.iter().map(|node| text(node, "id")).collect()
    }
}

fn labels(value: &Value) -> String {
    format!("{}/{}", text(value, "judgment"), text(value, "view_state"))
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    let items = value.as_array().unwrap().iter();
    items.map(|item| item.as_str().unwrap()).collect()
}

/// Reads drafts one by one, without holding their bytes.
pub(crate) fn large(bundle: &InputBundle, drafts: impl Iterator<Item = Draft>) -> Reconstruction {
    let mut examiner = Examiner::new(bundle);
    let candidates = drafts.map(|draft| examiner.examine(as_source(&draft.to_source()))).collect();
    let read = reconstruct(bundle, candidates);
    assert!(!read.to_bytes().is_empty());
    read
}
