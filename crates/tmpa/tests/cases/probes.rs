//! The published probes: each states in words what a strict reader says, and here in assertions.

use super::outcome::{Outcome, observed};
use super::probe_expectations::EXPECTATIONS;
use super::subject;
use actum_testkit::evidence::Draft;
use actum_testkit::profile::Compact;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn probes() -> Option<(Value, Vec<Value>)> {
    let profile = actum_testkit::shared("spec/tmpa-s0.4/case-profile.json")?;
    let probes = actum_testkit::shared("cases/tmpa/probes.json")?;
    let parse = |path| serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let list: Value = parse(probes);
    Some((parse(profile), list.as_array().unwrap().clone()))
}

/// The profile of a probe, with the switch or relation that its strict text speaks of.
fn profile(probe: &Value, published: &Value) -> Value {
    let mut profile = match &probe["profile"] {
        Value::String(name) => {
            assert_eq!(name, "profile.json");
            published.clone()
        }
        given => given.clone(),
    };
    let (member, value) = match probe["id"].as_str().unwrap() {
        "P15" => ("exception_relation", json!("exception")),
        "P40" => ("switches", json!({ "relation_registry": "closed" })),
        "P41" => ("switches", json!({ "role_check": "every_object" })),
        _ => return profile,
    };
    profile["extensions"][member] = value;
    profile
}

#[test]
fn every_probe_is_read_as_its_strict_text_says() {
    let Some((published, probes)) = probes() else { return };
    let mut met = BTreeSet::new();
    for probe in probes.iter().filter(|probe| probe["id"] != "DT") {
        let id = probe["id"].as_str().unwrap();
        let expectation = EXPECTATIONS.iter().find(|(name, _)| *name == id);
        let (name, check) = expectation.unwrap_or_else(|| panic!("{id} has no expectation"));
        let bundle = subject::bundle(profile(probe, &published).to_string().as_bytes());
        let runs: Vec<Outcome> = probe["runs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|run| observed(&bundle, &subject::sources(run)))
            .collect();
        println!("{id}: {}", probe["strict"]);
        check(&runs);
        met.insert(*name);
    }
    assert_eq!(met.len(), EXPECTATIONS.len(), "an expectation without probe");
}

#[test]
fn date_times_are_those_of_rfc_3339() {
    let Some((_, probes)) = probes() else { return };
    let bundle = super::bundle::compact(&Compact::new());
    let mut count = 0;
    for probe in probes.iter().filter(|probe| probe["id"] == "DT") {
        let text = probe["created_at"].as_str().unwrap();
        let strict = match probe["reference"].as_str().unwrap() {
            "rejected" => false,
            // What the reference takes beyond RFC 3339: another separator than T, an offset without colon or minutes.
            _ => !(text.contains([' ', '\u{A0}']) || text.ends_with("+08") || text.ends_with("+0800")),
        };
        let read = super::outcome::outcome(&bundle, &[Draft::new("c").created_at(text)]);
        let expected = if strict { "valid/authoritative" } else { "absent" };
        assert_eq!(read.verdict("c"), expected, "{text}");
        count += 1;
    }
    assert!(count >= 10);
}
