//! What has to stay the same when objects are called differently (TMPA 9.9: an id is a name, never a decision).

use super::outcome::Outcome;
use actum_testkit::evidence::Draft;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A bijection on object ids.
pub(crate) type Names = BTreeMap<String, String>;

/// Issues that stand for several objects name one of them, the least; the others are in the causes.
const OF_SEVERAL: [&str; 7] = [
    "PRIMARY_CARRIER_CONFLICT",
    "STREAM_DUPLICATE_SEQUENCE",
    "STREAM_GAP",
    "PROHIBITED_CYCLE",
    "UNRESOLVED_CONFLICT",
    "actum:STREAM_WRITER_CONFLICT",
    "actum:ORDER_CYCLE",
];

fn renamed(names: &Names, id: &str) -> String {
    names.get(id).cloned().unwrap_or_else(|| id.to_owned())
}

/// The draft with every object id in it renamed.
pub(crate) fn rename(draft: &Draft, names: &Names) -> Draft {
    let new = |id: &str| json!(renamed(names, id));
    let mut object = draft
        .clone()
        .set("/id", new(draft.id()))
        .set("/governed_work/primary_carrier_id", new(draft.text("/governed_work/primary_carrier_id")));
    for member in ["selects", "assignment"] {
        let pointer = format!("/content/body/{member}");
        let value = draft.text(&pointer);
        if !value.is_empty() {
            object = object.set(&pointer, new(value));
        }
    }
    let references = draft.to_value()["references"].clone();
    let references = references.as_array().unwrap().iter().map(|reference| {
        json!({ "relation": reference["relation"], "target": new(reference["target"].as_str().unwrap()) })
    });
    object.set("/references", references.collect())
}

/// Everything about a reading that ids must not influence, with ids translated by `names`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Essence {
    whole: String,
    nodes: Vec<(String, String)>,
    edges: Vec<(String, String, String, bool)>,
    works: Vec<(String, String, Value, Value, Vec<String>)>,
    findings: Vec<String>,
}

impl Essence {
    /// What only one of two essences says.
    pub(crate) fn difference(&self, other: &Self) -> String {
        let (left, right) = (format!("{self:#?}"), format!("{other:#?}"));
        let only = |text: &str, other: &str, mark: char| -> String {
            let lines = text.lines().filter(|line| !other.lines().any(|known| known == *line));
            lines.map(|line| format!("\n{mark} {}", line.trim())).collect()
        };
        format!("{}{}", only(&left, &right, '-'), only(&right, &left, '+'))
    }
}

/// The essence of a reading.
pub(crate) fn essence(read: &Outcome, names: &Names) -> Essence {
    let text = |value: &Value| renamed(names, value.as_str().unwrap());
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let envelope = &read.envelope;
    let mut essence = Essence {
        whole: read.whole(),
        nodes: read.nodes().iter().map(|id| (renamed(names, id), read.verdict(id))).collect(),
        edges: list(&envelope["edges"])
            .iter()
            .map(|edge| {
                let relation = edge["relation"].as_str().unwrap().to_owned();
                let ordering = edge["ordering"].as_bool().unwrap();
                (text(&edge["source_id"]), relation, text(&edge["target_id"]), ordering)
            })
            .collect(),
        works: list(&envelope["extensions"]["work"])
            .iter()
            .map(|work| {
                let id = work["id"].as_str().unwrap();
                let mut transitions: Vec<String> = list(&work["transitions"]).iter().map(text).collect();
                transitions.sort();
                let labels = read.conclusion(id);
                (id.to_owned(), labels, work["state"].clone(), work["responsible"].clone(), transitions)
            })
            .collect(),
        findings: read.findings().map(|finding| subject(finding, names)).collect(),
    };
    essence.nodes.sort();
    essence.edges.sort();
    essence.findings.sort();
    essence
}

fn subject(finding: &Value, names: &Names) -> String {
    let code = finding["code"].as_str().unwrap();
    let text = |value: &Value| renamed(names, value.as_str().unwrap());
    let several = OF_SEVERAL.contains(&code) || finding["relation"] == "primary_carrier_id";
    let object = if several { "*".to_owned() } else { text(&finding["object_id"]) };
    let mut causes: Vec<String> = finding["causes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cause| {
            let members = cause["members"].as_array().cloned().unwrap_or_default();
            let mut members: Vec<String> = members.iter().map(text).collect();
            members.sort();
            format!("{}{members:?}", cause["reason"])
        })
        .collect();
    causes.sort();
    causes.dedup();
    let labels = [&finding["judgment"], &finding["view_state"], &finding["relation"]];
    format!("{code} {object} {} {labels:?} {causes:?}", text(&finding["target_id"]))
}
