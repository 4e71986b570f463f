//! All files of the suite, from the cases.

use crate::Criterion;
use crate::case::{Case, Input};
use crate::disk::Contents;
use crate::json::pretty;
use crate::profile::{Files, bytes, profiles};
use crate::recorded;
use actum_canon::digest::sha256;
use actum_canon::encode::TMPA_S04;
use actum_testkit::evidence::canonical;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

const VERSION: &str = "1";
const RUNNER: &str = "actum-conform";

/// The registries of a profile, under the names that a result gives them (TMPA 8.2), and their files.
const REGISTRIES: [(&str, &str); 8] = [
    ("type_registry", "types.json"),
    ("lifecycle_registry", "lifecycle.json"),
    ("lifecycle_registry", "fact.json"),
    ("role_registry", "roles.json"),
    ("relation_registry", "relations.json"),
    ("integrity_profile", "integrity.json"),
    ("trust_registry", "trust.json"),
    ("projection_registry", "fcop.json"),
];

/// The published schemas, with the digests that TMPA 4.1 prints.
fn schemas() -> [(&'static str, Value); 2] {
    let entry = |id: &str, digest: &str| json!({ "id": id, "version": "S0.4", "digest": digest });
    [
        (
            "object_schema",
            entry(
                "urn:tmpa:schema:governance-object:s0.4",
                "sha256:738ef14d6425ddde211ca5a353533b1590a08dd5e783c2b7839ea607f3f3cc9e",
            ),
        ),
        (
            "output_schema",
            entry(
                "urn:tmpa:schema:reader-result:s0.4",
                "sha256:05f6e3e1eec4974240690a261710fabbb8ed22beecd8e504f7d6702c1e1dc9b3",
            ),
        ),
    ]
}

/// Every file of the suite.
///
/// # Errors
/// Where a case contradicts itself: a source without expectation, a name that stands twice.
pub(crate) fn files(criteria: &[Criterion]) -> Result<Contents, String> {
    let mut contents = Contents::new();
    let profiles = profiles();
    for (name, files) in &profiles {
        for (file, content) in files {
            contents.insert(format!("profiles/{name}/{file}"), bytes(content));
        }
    }
    let mut index = Vec::new();
    for (criterion, case) in cases(criteria)? {
        for input in &case.inputs {
            contents.insert(fixture(criterion, case, input), input.bytes.clone());
        }
        let id = format!("{criterion}-{}", case.name);
        let bytes = finished(&id, &manifest(criterion, case, &profiles)?);
        let path = format!("cases/{criterion}/{}.json", case.name);
        index.push(json!({
            "test_case_id": id,
            "path": path,
            "profile": format!("profiles/{}", case.profile),
            "digest": sha256(&bytes).to_string(),
        }));
        contents.insert(path, bytes);
    }
    let named = |(name, value): (&str, Value)| {
        let mut value = value;
        value
            .as_object_mut()
            .into_iter()
            .for_each(|members| drop(members.insert("name".to_owned(), json!(name))));
        value
    };
    let suite = json!({
        "suite": "tmpa-s0.4",
        "version": VERSION,
        "core_version": "S0.4",
        "runner": { "id": RUNNER, "version": VERSION },
        "schemas": schemas().map(named),
        "profiles": profiles.iter().map(|(name, files)| listed(name, files)).collect::<Vec<_>>(),
        "criteria": criteria.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
        "cases": index,
    });
    contents.insert("suite.json".to_owned(), pretty(&suite));
    Ok(contents)
}

/// Each manifest without its recorded result, by test case id.
///
/// # Errors
/// As [`files`].
pub(crate) fn manifests(criteria: &[Criterion]) -> Result<BTreeMap<String, Value>, String> {
    let profiles = profiles();
    let named = |(criterion, case): (&str, &Case)| {
        Ok((format!("{criterion}-{}", case.name), manifest(criterion, case, &profiles)?))
    };
    cases(criteria)?.into_iter().map(named).collect()
}

/// The bytes of a manifest, with the result that is recorded for it.
pub(crate) fn finished(id: &str, manifest: &Value) -> Vec<u8> {
    let mut manifest = manifest.clone();
    let result = recorded::result(id, &sha256(&pretty(&manifest)).to_string());
    if let (Some(members), Some(result)) = (manifest.as_object_mut(), result) {
        members.insert("expected_result_digest".to_owned(), result);
    }
    pretty(&manifest)
}

/// All cases in order of their ids, checked.
fn cases(criteria: &[Criterion]) -> Result<Vec<(&'static str, &Case)>, String> {
    let mut list: Vec<(&str, &Case)> =
        criteria.iter().flat_map(|(id, cases)| cases.iter().map(move |case| (*id, case))).collect();
    list.sort_by_key(|(criterion, case)| (*criterion, case.name.as_str()));
    let mut names = BTreeSet::new();
    let mut faults = Vec::new();
    for (criterion, case) in &list {
        let mut found: Vec<String> = case.readings.iter().flat_map(|reading| reading.faults(case)).collect();
        found.extend(
            case.inputs
                .iter()
                .filter(|input| input.misspelled)
                .map(|input| format!("source `{}` lacks the text to replace", input.source)),
        );
        let mut places = BTreeSet::new();
        let double = case.inputs.iter().filter(|input| !places.insert(&input.file));
        found.extend(double.map(|input| format!("file `{}` stands twice", input.file)));
        if case.readings.is_empty() {
            found.push("no reading".to_owned());
        }
        if !names.insert((criterion, case.name.as_str())) {
            found.push("the name stands twice".to_owned());
        }
        faults.extend(found.into_iter().map(|fault| format!("{criterion}-{}: {fault}", case.name)));
    }
    if faults.is_empty() { Ok(list) } else { Err(faults.join("\n")) }
}

fn fixture(criterion: &str, case: &Case, input: &Input) -> String {
    format!("fixtures/{criterion}/{}/{}", case.name, input.file)
}

fn manifest(criterion: &str, case: &Case, profiles: &[(&str, Files)]) -> Result<Value, String> {
    let id = format!("{criterion}-{}", case.name);
    let (_, files) = profiles
        .iter()
        .find(|(name, _)| *name == case.profile)
        .ok_or_else(|| format!("{id}: no profile `{}`", case.profile))?;
    let inputs: Vec<Value> = case.inputs.iter().map(|input| source(criterion, case, input)).collect();
    let assertions: Vec<Value> = case.readings.iter().flat_map(|reading| reading.assertions(case)).collect();
    let expected: Map<String, Value> =
        case.readings.iter().map(|reading| (reading.id.to_owned(), reading.expected(case))).collect();
    let place = |name: &str| format!("evidence/{criterion}/{}/{name}", case.name);
    Ok(json!({
        "test_case_id": id,
        "criterion": criterion,
        "title": case.title,
        "clauses": case.clauses,
        "polarity": if case.is_positive() { "positive" } else { "negative" },
        "core_version": "S0.4",
        "versions": versions(files),
        "prerequisites": [
            format!("the profile `profiles/{}` loads", case.profile),
            "every fixture has its byte digest",
        ],
        "profile": format!("profiles/{}", case.profile),
        "inputs": inputs,
        "readings": case.readings.iter().map(|reading| reading.inputs(case)).collect::<Vec<_>>(),
        "permutations": case.permutations(),
        "assertions": assertions,
        "expected": expected,
        "runner": {
            "id": RUNNER,
            "version": VERSION,
            "command": format!("actum conform tmpa --suite conformance/tmpa-s0.4 --case {id} --out DIR"),
        },
        "evidence": {
            "stdout": place("stdout"),
            "stderr": place("stderr"),
            "result": place("result.json"),
            "exit_status": place("exit_status"),
            "environment": "environment.json",
        },
    }))
}

fn source(criterion: &str, case: &Case, input: &Input) -> Value {
    json!({
        "source_id": input.source,
        "path": fixture(criterion, case, input),
        "media_type": input.media_type,
        "byte_digest": sha256(&input.bytes).to_string(),
    })
}

/// The member of the manifest that fixes every version (TMPA 10.3).
fn versions(files: &Files) -> Value {
    let mut list: Map<String, Value> =
        schemas().map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
    let registry = |(name, file): &(&str, &str)| {
        let content = files.get(file)?;
        Some(json!({
            "name": name,
            "id": content.get("id"),
            "version": content.get("version"),
            "digest": sha256(&bytes(content)).to_string(),
        }))
    };
    let registries: Vec<Value> = REGISTRIES.iter().filter_map(registry).collect();
    list.insert("profile".to_owned(), identified(files));
    list.insert("registries".to_owned(), json!(registries));
    Value::Object(list)
}

/// Id, version and digest of a profile: the digest is over the digests of its files by their names.
fn identified(files: &Files) -> Value {
    let digests: Map<String, Value> = files
        .iter()
        .map(|(name, content)| ((*name).to_owned(), json!(sha256(&bytes(content)).to_string())))
        .collect();
    let manifest = files.get("profile.json");
    let member = |name: &str| manifest.and_then(|content| content.get(name)).cloned();
    json!({
        "id": member("id"),
        "version": member("version"),
        "digest": sha256(&canonical(&Value::Object(digests), &TMPA_S04)).to_string(),
    })
}

/// The entry of a profile in `suite.json`.
fn listed(name: &str, files: &Files) -> Value {
    let mut entry = identified(files);
    let file = |(file, content): (&&str, &Value)| json!({ "path": format!("profiles/{name}/{file}"), "digest": sha256(&bytes(content)).to_string() });
    if let Some(members) = entry.as_object_mut() {
        let level = files.get("profile.json").and_then(|manifest| manifest.get("conformance_level"));
        members.insert("conformance_level".to_owned(), json!(level));
        members.insert("path".to_owned(), json!(format!("profiles/{name}")));
        members.insert("files".to_owned(), json!(files.iter().map(file).collect::<Vec<_>>()));
    }
    entry
}
