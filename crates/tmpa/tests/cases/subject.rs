//! Runs a reading over sources as the corpora write them.

use actum_tmpa::profile::{BundleFiles, Profile};
use actum_tmpa::{InputBundle, ReaderIdentity, Reconstruction, Source, read};
use base64::Engine as _;
use serde_json::Value;

/// A source with its own bytes.
#[derive(Debug, Clone)]
pub(crate) struct Owned {
    pub(crate) id: String,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) fn bundle(profile: &[u8]) -> InputBundle {
    let files = BundleFiles::new("profile.json", [("profile.json".to_owned(), profile.to_vec())]);
    let profile = Profile::load(&files).unwrap_or_else(|error| panic!("{error}"));
    InputBundle::new(profile, ReaderIdentity { id: "actum-test".to_owned(), version: "0".to_owned() })
}

pub(crate) fn sources(run: &Value) -> Vec<Owned> {
    let source = |value: &Value| Owned {
        id: value["source_id"].as_str().unwrap().to_owned(),
        bytes: match value["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => base64::engine::general_purpose::STANDARD.decode(value["base64"].as_str().unwrap()).unwrap(),
        },
    };
    run["sources"].as_array().unwrap().iter().map(source).collect()
}

pub(crate) fn run(bundle: &InputBundle, sources: &[Owned]) -> Reconstruction {
    let source = |source: &'_ Owned| -> (String, Vec<u8>) { (source.id.clone(), source.bytes.clone()) };
    let owned: Vec<_> = sources.iter().map(source).collect();
    read(bundle, owned.iter().map(|(id, bytes)| Source { id, media_type: "application/json", bytes }))
}

pub(crate) fn envelope(bundle: &InputBundle, sources: &[Owned]) -> Value {
    serde_json::from_slice(&run(bundle, sources).to_bytes()).unwrap()
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
    issues.filter(|issue| issue["object_id"] == object).map(|issue| issue["code"].as_str().unwrap().to_owned()).collect()
}

pub(crate) fn state(envelope: &Value, work: &str) -> Value {
    envelope["extensions"]["summary"]["work_state"][work].clone()
}
