//! The digests of canonical results, by test case, as a run of the suite computed them.
//!
//! A digest belongs to the very fixtures and expectations it was computed with: each is kept beside the digest of its
//! manifest, and one whose manifest has changed since is left out until it is recorded again.

use crate::json::pretty;
use crate::suite::finished;
use actum_canon::digest::sha256;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FILE: &str = "crates/testkit/examples/corpus/recorded.json";

/// What the runner asserts of the digest itself; it cannot hold before there is one.
const OF_THE_DIGEST: &str = "result-digest";

/// The recorded digest of a case whose manifest, without it, has the digest `manifest`.
pub(crate) fn result(case: &str, manifest: &str) -> Option<Value> {
    let all: Value = serde_json::from_str(include_str!("recorded.json")).ok()?;
    let entry = all.get(case)?;
    (entry.get("manifest")? == manifest).then(|| entry.get("result").cloned())?
}

/// Takes over the results in a package: of each case that was run as it stands here and all of whose expectations held.
pub(crate) fn record(root: &Path, package: &Path, cases: &BTreeMap<String, Value>) -> Result<String, String> {
    let mut all = Map::new();
    let mut left = Vec::new();
    for (id, manifest) in cases {
        let place = package.join("cases").join(format!("{id}.json"));
        let text = fs::read(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        let report: Value =
            serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", place.display()))?;
        match held(id, manifest, &report) {
            Ok(result) => {
                let digest = sha256(&pretty(manifest)).to_string();
                all.insert(id.clone(), json!({ "manifest": digest, "result": result }));
            }
            Err(why) => left.push(format!("{id}: {why}")),
        }
    }
    let count = all.len();
    fs::write(root.join(FILE), pretty(&Value::Object(all))).map_err(|error| format!("{FILE}: {error}"))?;
    left.push(format!("{count} results recorded; run this program again to write them into the manifests"));
    Ok(left.join("\n"))
}

/// The result of a case, or why it is not taken over.
fn held<'r>(id: &str, manifest: &Value, report: &'r Value) -> Result<&'r Value, String> {
    let digest = |bytes: &[u8]| json!(sha256(bytes).to_string());
    let known = [digest(&pretty(manifest)), digest(&finished(id, manifest))];
    if !report.get("manifest_digest").is_some_and(|run| known.contains(run)) {
        return Err("another manifest was run".to_owned());
    }
    let assertions =
        report.get("assertions").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let fails = |assertion: &&Value| {
        assertion.get("outcome") != Some(&json!("passed"))
            && assertion.get("id") != Some(&json!(OF_THE_DIGEST))
    };
    match assertions.iter().find(fails).and_then(|assertion| assertion.get("id")) {
        Some(failed) => Err(format!("{failed} does not hold")),
        None => report.get("result_digest").ok_or_else(|| "it has no result".to_owned()),
    }
}
