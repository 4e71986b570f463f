//! What an episode is told beside its segments: thresholds, signals, readings, postures, and signatures at a gate.

use crate::support::{Outcome, Place};

#[track_caller]
fn step(place: &Place, number: u32, arguments: &str) -> Outcome {
    let outcome = place.run(&format!(
        "tree {arguments} --tree work --at 2026-01-31T12:00:{number:02}Z --id 00000000-0000-4000-8000-0000000000{number:02}"
    ));
    assert_eq!(outcome.exit, Some(0), "{arguments}: {outcome}");
    outcome
}

#[test]
fn an_episode_takes_thresholds_signals_readings_and_a_posture() {
    let place = Place::new();
    step(
        &place,
        1,
        "init --as agent-7 --watching 0.2,1 --candidate 0.4,2 --materialized 0.6,3 --objective-may-change",
    );
    step(&place, 2, "signal mail --text told");
    step(&place, 3, "segment --text plan --signal 1 --drift 0.5 --topic 0.1,-0.2");
    step(&place, 4, "segment --text more");
    step(&place, 5, "intercept 00000000-0000-4000-8000-000000000004 --drift 0.7 --objective other");
    step(&place, 6, "seal --posture declared_only");
    let shown = place.run("tree show --tree work --format json");
    assert!(shown.stdout.contains("\"capture_posture\":\"declared_only\""), "{shown}");
    let journal = std::fs::read_to_string(place.path("work/transitions.jsonl")).unwrap();
    assert!(journal.contains("\"materialized_drift\":0.6") && journal.contains("\"signal_source\":\"mail\""));
    assert!(journal.contains("\"signal_versions_read\":[\"1\"]"), "{journal}");
    assert_eq!(place.run("tree verify --tree work").exit, Some(0));
    assert_eq!(place.run("tree open --tree work --watching much").exit, Some(64));
}

#[test]
fn who_asks_and_who_decides_at_a_gate_may_sign() {
    let place = Place::new();
    for name in ["agent.pem", "human.pem"] {
        assert_eq!(place.run(&format!("key new --out {name}")).exit, Some(0));
    }
    step(&place, 1, "init --as agent-7");
    step(&place, 2, "segment --text plan");
    step(&place, 3, "gate invoke r-1 --timeout 2026-02-01T00:00:00Z --sign agent.pem");
    step(
        &place,
        4,
        "gate resolve 00000000-0000-4000-8000-000000000003 --decision approved --as mara --sign human.pem",
    );
    let journal = std::fs::read_to_string(place.path("work/transitions.jsonl")).unwrap();
    assert!(
        journal.contains("\"invocation_key_fingerprint\":\"")
            && journal.contains("\"resolution_key_fingerprint\":\"")
    );
    let verified = place.run("tree verify --tree work");
    assert_eq!(verified.exit, Some(0), "{verified}");
    // A signature that is changed does not follow any more.
    let at = journal.find("\"resolution_signature\":\"").unwrap() + "\"resolution_signature\":\"".len();
    let digit = if journal.as_bytes()[at] == b'0' { "1" } else { "0" };
    let mut changed = journal.clone();
    changed.replace_range(at..=at, digit);
    place.write("work/transitions.jsonl", changed.as_bytes());
    assert_eq!(place.run("tree verify --tree work").exit, Some(1));
}
