//! All scenarios: the eleven of the suite, ours, and those of the corpus.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::file::Scenario;
use super::judge::{Run, judge};

fn ours(folder: &str) -> Vec<Scenario> {
    Scenario::folder(&actum_testkit::workspace_root().join(folder))
}

fn corpus(folder: &str) -> Vec<Scenario> {
    let found: Option<PathBuf> = actum_testkit::shared(&format!("cases/deal/{folder}"));
    found.map(|folder| Scenario::folder(&folder)).unwrap_or_default()
}

fn everything() -> Vec<Scenario> {
    [ours("tests/integration/v0.3"), ours("conformance/deal-v0.3"), corpus("published"), corpus("extended")]
        .concat()
}

/// One line for each file that does not pass.
fn failures(scenarios: &[Scenario]) -> Vec<String> {
    let mut failures = Vec::new();
    for scenario in scenarios {
        for reason in judge(&scenario.frame, &Run::of(scenario)) {
            failures.push(format!("{}: {reason}", scenario.name));
        }
    }
    failures
}

fn pass(scenarios: &[Scenario]) {
    let failures = failures(scenarios);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

macro_rules! published {
    ($($test:ident = $name:literal),* $(,)?) => {
        $(#[test] fn $test() {
            let path = format!("tests/integration/v0.3/{}.json", $name);
            pass(&[Scenario::read(&actum_testkit::workspace_root().join(path))]);
        })*

        #[test]
        fn the_suite_has_these_tests_and_no_others() {
            let names: Vec<String> =
                ours("tests/integration/v0.3").into_iter().map(|scenario| scenario.name).collect();
            let mut listed = vec![$($name),*];
            listed.sort_unstable();
            assert_eq!(names, listed);
        }
    };
}

published! {
    sm_01_happy_path_progression = "SM-01",
    sm_02_premature_settlement_rejection = "SM-02",
    sm_03_post_settlement_immutability = "SM-03",
    mv_01_missing_mandatory_field = "MV-01",
    mv_02_protocol_version_mismatch = "MV-02",
    mv_03_graduated_consideration_schema = "MV-03",
    bd_01_term_mutation_detection = "BD-01",
    bd_02_fake_disclosure_detection = "BD-02",
    bd_03_partial_compliance_with_graduated_consideration = "BD-03",
    mp_01_three_party_shared_pool = "MP-01",
    mp_02_quorum_settlement = "MP-02",
}

#[test]
fn our_scenarios_pass() {
    pass(&ours("conformance/deal-v0.3"));
}

#[test]
fn the_corpus_passes() {
    pass(&corpus("published"));
    pass(&corpus("extended"));
}

#[test]
fn a_scenario_is_named_as_its_file() {
    for scenario in everything() {
        assert_eq!(scenario.frame["test_id"], *scenario.name);
        assert!(scenario.frame["description"].as_str().is_some_and(|text| !text.is_empty()));
    }
}

#[test]
fn no_expectation_is_vacuous() {
    let mut vacuous = Vec::new();
    for scenario in everything() {
        let run = Run::of(&scenario);
        for (what, frame) in flips(&scenario.frame) {
            if judge(&frame, &run).is_empty() {
                vacuous.push(format!("{}: {what}", scenario.name));
            }
        }
    }
    assert!(vacuous.is_empty(), "\n{}", vacuous.join("\n"));
}

/// The frame with one expectation turned into something else.
fn flips(frame: &Value) -> Vec<(String, Value)> {
    let with = |pointer: &str, value: Value| {
        let mut frame = frame.clone();
        *frame.pointer_mut(pointer).unwrap() = value;
        (pointer.to_owned(), frame)
    };
    let errors = frame["expected_errors"].as_array().unwrap();
    let mut more = errors.clone();
    more.push(json!("StateError: Nothing of the kind"));
    let mut all =
        vec![with("/expected_final_state", json!("Nowhere")), with("/expected_errors", json!(more))];
    for index in 0..errors.len() {
        let mut fewer = errors.clone();
        fewer.remove(index);
        all.push(with("/expected_errors", json!(fewer)));
        all.push(with(&format!("/expected_errors/{index}"), flipped(&errors[index])));
    }
    for (name, value) in frame.get("expect").and_then(Value::as_object).into_iter().flatten() {
        all.push(with(&format!("/expect/{name}"), flipped(value)));
    }
    all
}

/// Another value of the same kind.
fn flipped(value: &Value) -> Value {
    match value {
        Value::Null => json!("something"),
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) => json!(number.as_u64().unwrap() + 1),
        Value::String(text) => json!(format!("{text}!")),
        Value::Array(list) => match list.first() {
            Some(first) if first.is_object() => {
                let mut list = list.clone();
                list[0] = flipped(first);
                Value::Array(list)
            }
            _ => Value::Array(list.iter().cloned().chain([json!("one more")]).collect()),
        },
        Value::Object(members) => {
            let mut members = members.clone();
            let first = members.values_mut().next().unwrap();
            *first = flipped(first);
            Value::Object(members)
        }
    }
}
