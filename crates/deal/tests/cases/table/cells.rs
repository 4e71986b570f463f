//! The state table, cell by cell (DEAL 5): each listed outcome is reached, and nothing else ever happens.
//!
//! Not in the table are breaches, timeouts, repetitions and errors of form; those are looked at elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::cases::oracle::record::Subject;
use crate::cases::scenario::file::Scenario;
use actum_testkit::deal::sequence::{self, Listener as _};

/// The scenarios alone reach every listed outcome; these look for others.
const SEQUENCES: u64 = 600;

/// The rows of refusals, by how their strings begin and end (DEAL 5).
const REFUSALS: [(&str, &str, &str); 28] = [
    ("E0", "Deal already closed", ""),
    ("E1", "Unknown offer_id ", ""),
    ("E2", "Offer ", " already posted with different terms"),
    ("E2", "Offer ", " already posted by another party"),
    ("E2", "", " has already posted an Offer"),
    ("E3", "Cannot accept from Offered state; Offer required from ", ""),
    ("E4", "Cannot hold escrow from Offered state; Accept required", ""),
    ("E4", "Cannot hold escrow from Offered state; Offer required from ", ""),
    ("E5", "Cannot disclose from Offered state; Accept required", ""),
    ("E6", "Cannot settle from Offered state; Accept required", ""),
    ("E7", "Cannot accept from ", " state"),
    ("E8", "Cannot hold escrow from ", " state"),
    ("E8", "Escrow already held by ", ""),
    ("E9", "Cannot disclose from Accepted state; EscrowHold required", ""),
    ("E10", "Cannot settle from Accepted state; EscrowHold required", ""),
    ("E11", "Cannot settle from Held state; Disclose required", ""),
    ("E12", "Cannot disclose from Adjudicating state; disclosure is final", ""),
    ("E13", "Cannot settle from Adjudicating state; manual review required", ""),
    ("E14", "Cannot settle from Adjudicating state; passing verdict required", ""),
    ("E15", "Cannot disclose from Settling state", ""),
    ("E16", "Cannot dispute from ", " state; Disclose required"),
    ("E16", "Nothing to dispute", ""),
    ("E16", "", " has already disputed"),
    ("E17", "Cannot rule from ", " state; pending review required"),
    ("E18", "Cannot reject from ", " state"),
    ("E18", "Cannot withdraw from ", " state"),
    ("E18", "Cannot withdraw from Offered state; Offer required from ", ""),
    ("EJ", "", " is no longer a party"),
];

/// What was seen: state before, type of the message, outcome.
type Seen = BTreeMap<(String, String), BTreeSet<String>>;

/// The name of an outcome as the table spells it; `None` where the table does not speak of it.
fn outcome(entry: &Value, before: &str, after: &str) -> Option<String> {
    let errors: Vec<&str> = entry["errors"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let replayed = entry["events"].as_array().unwrap().iter().any(|event| event.get("msg_id").is_some());
    let elsewhere =
        |error: &&str| error.starts_with("ValidationError") || error.starts_with("BreachDetected");
    if replayed || errors.iter().any(elsewhere) {
        return None;
    }
    if let Some(refusal) = errors.iter().find_map(|error| error.strip_prefix("StateError: ")) {
        let row =
            REFUSALS.iter().find(|(_, start, end)| refusal.starts_with(start) && refusal.ends_with(end));
        return Some(
            row.map_or_else(|| format!("a refusal of no row: {refusal}"), |(row, ..)| (*row).to_owned()),
        );
    }
    Some(if before == after { "S".to_owned() } else { format!("-> {after}") })
}

/// Applies a message and notes what its cell did. Timeouts come first, by a Tick of their own.
fn observe(subject: &mut Subject, bytes: &[u8], seen: &mut Seen) {
    let Ok(message) = serde_json::from_slice::<Value>(bytes) else {
        subject.apply(bytes);
        return;
    };
    if let Some(at) = message.get("at").and_then(Value::as_f64).filter(|at| *at >= 0.0 && at.fract() == 0.0) {
        subject.apply(format!(r#"{{"type":"Tick","from":"host","at":{at}}}"#).as_bytes());
    }
    let (Some(kind), Some(id)) = (message["type"].as_str(), message["offer_id"].as_str()) else {
        subject.apply(bytes);
        return;
    };
    let state = |subject: &Subject| subject.state(id).unwrap_or("-").to_owned();
    // A pool takes further offers under ids of their own; they belong to the state of the pool.
    let before = state(subject);
    let deals = subject.count();
    let entry = subject.apply(bytes);
    let after = state(subject);
    if before == "-" && kind == "Offer" && deals > 0 && subject.count() == deals {
        return;
    }
    if let Some(outcome) = outcome(&entry, &before, &after) {
        let row = if before.starts_with("Closed") { "Closed".to_owned() } else { before };
        seen.entry((row, kind.to_owned())).or_default().insert(outcome);
    }
}

fn everything_seen() -> Seen {
    let mut seen = Seen::new();
    let root = actum_testkit::workspace_root();
    for folder in ["tests/integration/v0.3", "conformance/deal-v0.3"] {
        for scenario in Scenario::folder(&root.join(folder)) {
            let mut subject = Subject::silent();
            scenario.messages.iter().for_each(|message| observe(&mut subject, message, &mut seen));
        }
    }
    for seed in 0..SEQUENCES {
        let sequence = sequence::arbitrary(seed, &mut Subject::silent());
        let mut subject = Subject::silent();
        sequence.iter().for_each(|message| observe(&mut subject, message.text.as_bytes(), &mut seen));
    }
    seen
}

#[test]
fn every_cell_does_what_the_table_lists_and_nothing_else() {
    let Some(path) = actum_testkit::shared("reference/deal-state-table.json") else {
        return;
    };
    let table: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let seen = everything_seen();
    let cell = |state: &str, kind: &str| -> BTreeSet<String> {
        let row = &table[state];
        let list =
            row.get(kind).or_else(|| row.get("*")).unwrap_or_else(|| panic!("no cell {state}, {kind}"));
        list.as_array().unwrap().iter().map(|outcome| outcome.as_str().unwrap().to_owned()).collect()
    };
    let kinds =
        ["Offer", "Accept", "EscrowHold", "Disclose", "Settle", "Reject", "Withdraw", "Dispute", "Ruling"];
    let mut complaints = Vec::new();
    for state in ["-", "Offered", "Accepted", "Held", "Adjudicating", "Settling", "Closed"] {
        for kind in kinds {
            let (listed, none) = (cell(state, kind), BTreeSet::new());
            let found = seen.get(&(state.to_owned(), kind.to_owned())).unwrap_or(&none);
            complaints
                .extend(listed.difference(found).map(|outcome| format!("{state}, {kind}: never {outcome}")));
            complaints.extend(found.difference(&listed).map(|outcome| format!("{state}, {kind}: {outcome}")));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
