//! The published corpus C01 to C14: every invocation, every assertion, every recorded identifier.

use super::subject::{bundle, codes_of, envelope, node, sources, state, texts};
use actum_tmpa::InputBundle;
use serde_json::{Value, json};

/// Recorded issue ids that the strict reading gives to another object, with the row of `docs/divergences.md`.
const MOVED: &[(&str, &str, &str)] = &[("C04", "STREAM_GAP", "G14")];

fn case(criterion: &str) -> Option<(InputBundle, Value)> {
    let profile = actum_testkit::shared("spec/tmpa-s0.4/case-profile.json")?;
    let case = actum_testkit::shared(&format!("cases/tmpa/{criterion}.json"))?;
    let case = serde_json::from_slice(&std::fs::read(case).unwrap()).unwrap();
    Some((bundle(&std::fs::read(profile).unwrap()), case))
}

/// What the corpus asserts on, computed from our envelopes as its runner does from its own.
fn context(criterion: &str, results: &[Value]) -> Value {
    let first = &results[0];
    let codes = |result: &Value| json!(texts(result, "issues", "code"));
    let ids = |result: &Value| json!(texts(result, "nodes", "id"));
    let distinct = || {
        let mut bytes: Vec<String> = results.iter().map(Value::to_string).collect();
        bytes.sort();
        bytes.dedup();
        bytes.len()
    };
    match criterion {
        "C01" => json!({"schema_invalid_count": texts(first, "issues", "code").len(),
            "node_count": first["nodes"].as_array().unwrap().len(), "issue_codes": codes(first)}),
        "C02" | "C03" => {
            json!({"issue_codes": codes(first), "node_ids": ids(first), "view_state": first["view_state"]})
        }
        "C04" => {
            json!({"issue_codes": codes(first), "node_ids": ids(first), "unique_result_digests": distinct()})
        }
        "C05" => {
            json!({"denied_codes": codes(first), "denied_judgment": node(first, "c05-denied")["judgment"],
            "missing_codes": codes(&results[1]), "missing_judgment": node(&results[1], "c05-missing")["judgment"],
            "states_equal_created": results.iter().all(|result| state(result, "work-c05") == "created")})
        }
        "C06" => {
            json!({"illegal_codes": codes(first), "illegal_judgment": node(first, "c06-illegal")["judgment"],
            "missing_codes": codes(&results[1]), "missing_judgment": node(&results[1], "c06-02-submit")["judgment"],
            "missing_state": state(&results[1], "work-c06")})
        }
        "C07" => {
            json!({"issue_codes": codes(first), "review_judgment": node(first, "c07-03-review")["judgment"],
            "state": state(first, "work-c07")})
        }
        "C08" => json!({"issue_codes": codes(first), "node_ids": ids(first),
            "issue_source_ids": texts(first, "issues", "source_id")}),
        "C09" => {
            json!({"issue_codes": codes(first), "judgment": first["judgment"], "view_state": first["view_state"]})
        }
        "C10" => json!({"issue_codes": codes(first), "cycle_a_view": node(first, "c10-a")["view_state"],
            "cycle_b_view": node(first, "c10-b")["view_state"],
            "unaffected_view": node(first, "c10-unaffected")["view_state"]}),
        "C11" => {
            let stream = |id: &Value| node(first, id.as_str().unwrap())["stream_id"].clone();
            let crossing = first["edges"].as_array().unwrap().iter().filter(|edge| {
                edge["ordering"] == true && stream(&edge["source_id"]) != stream(&edge["target_id"])
            });
            json!({"permutation_count": results.len(), "unique_result_digests": distinct(),
                "cross_stream_order_edges": crossing.count()})
        }
        "C12" => {
            let reviews = first["nodes"].as_array().unwrap().iter().filter(|node| node["type"] == "REVIEW");
            json!({"before_codes": codes(first), "before_view": first["view_state"],
                "before_review_count": reviews.count(), "after_codes": codes(&results[1]),
                "after_view": results[1]["view_state"]})
        }
        "C13" => json!({"fresh_reader_equal": distinct() == 1, "state": state(first, "work-c13"),
            "responsibility": first["extensions"]["summary"]["responsibility"]["work-c13"], "issue_codes": codes(first)}),
        "C14" => {
            json!({"state": state(first, "work-c14"), "node_count": first["nodes"].as_array().unwrap().len(),
            "node_ids": ids(first), "issue_count": first["issues"].as_array().unwrap().len()})
        }
        other => panic!("no such criterion: {other}"),
    }
}

fn holds(operator: &str, actual: &Value, expected: &Value) -> bool {
    let items = || actual.as_array().unwrap();
    match operator {
        "equals" => actual == expected,
        "includes" => items().contains(expected),
        "not_includes" => !items().contains(expected),
        "all_equal" => items().iter().all(|item| item == expected),
        "contains_all" => expected.as_array().unwrap().iter().all(|item| items().contains(item)),
        other => panic!("no such operator: {other}"),
    }
}

fn replay(criterion: &str) {
    let Some((bundle, case)) = case(criterion) else {
        return;
    };
    let invocations = case["invocations"].as_array().unwrap();
    let results: Vec<Value> = invocations.iter().map(|run| envelope(&bundle, &sources(run))).collect();
    let context = context(criterion, &results);
    for assertion in case["assertions"].as_array().unwrap() {
        let actual = context.pointer(assertion["target"].as_str().unwrap()).unwrap();
        let operator = assertion["operator"].as_str().unwrap();
        assert!(holds(operator, actual, &assertion["expected"]), "{criterion} {}: {actual}", assertion["id"]);
    }
    for (run, result) in invocations.iter().zip(&results) {
        identifiers(criterion, &run["reference_result"], result);
    }
}

/// Everything that the reference recorded about identity has to be there: node and edge ids, digests, issue ids.
fn identifiers(criterion: &str, recorded: &Value, result: &Value) {
    assert_eq!(recorded["source_set_digest"], result["source_set_digest"], "{criterion}");
    for expected in recorded["nodes"].as_array().unwrap() {
        let found = node(result, expected["id"].as_str().unwrap());
        for (member, value) in expected.as_object().unwrap() {
            if !["judgment", "view_state"].contains(&member.as_str()) {
                assert_eq!(&found[member], value, "{criterion} {} {member}", expected["id"]);
            }
        }
    }
    let edges = result["edges"].as_array().unwrap();
    for expected in recorded["edges"].as_array().unwrap() {
        assert!(edges.contains(expected), "{criterion}: {expected}");
    }
    let issues = texts(result, "issues", "issue_id");
    for expected in recorded["issues"].as_array().unwrap() {
        let code = expected["code"].as_str().unwrap();
        let moved = MOVED.iter().any(|&(where_, what, _)| (where_, what) == (criterion, code));
        let found = issues.contains(&expected["issue_id"].as_str().unwrap().to_owned());
        assert_eq!(
            found,
            !moved,
            "{criterion} {code} {:?}",
            codes_of(result, expected["object_id"].as_str().unwrap())
        );
    }
}

macro_rules! criteria {
    ($($name:ident = $criterion:literal),* $(,)?) => { $(#[test] fn $name() { replay($criterion); })* };
}

criteria! {
    c01_schema_validation = "C01",
    c02_primary_carrier_and_immutability = "C02",
    c03_duplicate_object_identity = "C03",
    c04_streams_and_asynchronous_progress = "C04",
    c05_role_authority = "C05",
    c06_lifecycle_legality = "C06",
    c07_separation_of_duties = "C07",
    c08_integrity_tampering = "C08",
    c09_missing_reference = "C09",
    c10_prohibited_cycle = "C10",
    c11_determinism = "C11",
    c12_conflict_preservation = "C12",
    c13_recovery = "C13",
    c14_terminal_history = "C14",
}
