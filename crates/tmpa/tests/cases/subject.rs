//! Runs a reading over sources as the corpora write them.

use super::bundle::with_reader;
use super::outcome::canonical;
use actum_testkit::evidence::Artifact;
use actum_tmpa::InputBundle;
use actum_tmpa::profile::{BundleFiles, Profile};
use base64::Engine as _;
use serde_json::Value;

pub(crate) fn bundle(profile: &[u8]) -> InputBundle {
    let files = BundleFiles::new("profile.json", [("profile.json".to_owned(), profile.to_vec())]);
    with_reader(Profile::load(&files).unwrap_or_else(|error| panic!("{error}")))
}

pub(crate) fn sources(run: &Value) -> Vec<Artifact> {
    let source = |value: &Value| Artifact {
        id: value["source_id"].as_str().unwrap().to_owned(),
        bytes: match value["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => {
                base64::engine::general_purpose::STANDARD.decode(value["base64"].as_str().unwrap()).unwrap()
            }
        },
    };
    run["sources"].as_array().unwrap().iter().map(source).collect()
}

pub(crate) fn envelope(bundle: &InputBundle, sources: &[Artifact]) -> Value {
    serde_json::from_slice(&canonical(bundle, sources)).unwrap()
}

/// Nodes, issues or edges by a member, as sorted texts.
pub(crate) fn texts(envelope: &Value, list: &str, member: &str) -> Vec<String> {
    let items = envelope[list].as_array().unwrap();
    items.iter().map(|item| item[member].as_str().unwrap().to_owned()).collect()
}

pub(crate) fn node<'v>(envelope: &'v Value, id: &str) -> &'v Value {
    let nodes = envelope["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["id"] == id).unwrap_or(&Value::Null)
}

pub(crate) fn codes_of(envelope: &Value, object: &str) -> Vec<String> {
    let issues = envelope["issues"].as_array().unwrap().iter();
    issues
        .filter(|issue| issue["object_id"] == object)
        .map(|issue| issue["code"].as_str().unwrap().to_owned())
        .collect()
}

pub(crate) fn state(envelope: &Value, work: &str) -> Value {
    envelope["extensions"]["summary"]["work_state"][work].clone()
}
