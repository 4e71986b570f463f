//! The cache of confirmations against the recorded traces, in the reading of CF-007 and CF-008.

use actum_astp::confirmation::Confirmations;
use serde_json::{Value, json};

fn records() -> Vec<Value> {
    let Some(path) = actum_testkit::shared("cases/astp/confirmation_cache.json") else { return Vec::new() };
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn every_trace_comes_out_as_the_strict_reading_of_the_vectors_says() {
    for record in records() {
        let mut cache = Confirmations::default();
        let expected = record["expected_strict_seed_reading"].as_array().unwrap();
        let operations = record["inputs"]["ops"].as_array().unwrap();
        assert_eq!(operations.len(), expected.len());
        for (index, (operation, expected)) in operations.iter().zip(expected).enumerate() {
            let text = |at: usize| operation[at].as_str().unwrap();
            let turn = |at: usize| operation[at].as_u64().unwrap();
            let answer = match text(0) {
                "record" => {
                    cache.record(text(1), text(2), turn(3), turn(4));
                    Value::Null
                }
                "is_confirmed" => json!(cache.is_confirmed(text(1), turn(2), None)),
                "invalidate" => {
                    cache.invalidate(text(1));
                    Value::Null
                }
                "clear" => {
                    cache.clear();
                    Value::Null
                }
                // The recorded lookup names no turn, and without one there is no answer (CF-008).
                "get" => continue,
                other => panic!("no such operation: {other}"),
            };
            assert_eq!(answer, *expected, "{} operation {index}", record["id"]);
        }
    }
}

#[test]
fn two_lookups_with_one_key_in_the_window_agree() {
    let mut cache = Confirmations::default();
    cache.record("Deploy to production", "human:ada", 10, 10);
    let mut answers =
        (10..=21).map(|turn| cache.is_confirmed(" deploy  TO production", turn, Some("human:ada")));
    assert!(answers.by_ref().take(11).all(|confirmed| confirmed));
    assert_eq!(answers.next(), Some(false));
}
