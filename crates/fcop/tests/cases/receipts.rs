//! A receipt binds an operation from all sides: whatever is changed in one is said (FCOP 5).

use super::workspace::{Workspace, registry, weighing};
use super::writer::journey;
use serde_json::{Value, json};

/// Every receipt that differs from one in one place: a member left out, added or changed, at any depth.
fn changes(receipt: &Value) -> Vec<(String, Value)> {
    let mut changed = Vec::new();
    let mut open = vec![String::new()];
    while let Some(pointer) = open.pop() {
        let at = receipt.pointer(&pointer).unwrap();
        let mut with = |name: &str, value: Value| {
            let mut copy = receipt.clone();
            *copy.pointer_mut(&pointer).unwrap() = value;
            changed.push((format!("{pointer} {name}"), copy));
        };
        match at {
            Value::Object(members) => {
                for name in members.keys() {
                    open.push(format!("{pointer}/{name}"));
                    let mut fewer = members.clone();
                    fewer.remove(name);
                    with(&format!("without {name}"), Value::Object(fewer));
                }
                let mut more = members.clone();
                more.insert("note".into(), json!("x"));
                with("with one more", Value::Object(more));
            }
            Value::Array(items) => {
                open.extend((0..items.len()).map(|item| format!("{pointer}/{item}")));
                with("with one more", json!([items.as_slice(), &[json!("x")]].concat()));
            }
            Value::String(text) => {
                let mut characters = text.chars();
                let first = if characters.next() == Some('0') { '1' } else { '0' };
                with("changed", json!(format!("{first}{}", characters.as_str())));
            }
            _ => with("changed", json!("0")),
        }
    }
    changed
}

#[test]
fn whatever_is_changed_in_a_receipt_is_said() {
    let stops = journey();
    let (whole, ..) = stops.last().unwrap();
    assert_eq!(weighing(&whole.project(&registry())), []);
    let mut tried = 0;
    for at in 0..whole.files.len() {
        let (id, bytes) = &whole.files[at];
        if !id.contains("/operations/") {
            continue;
        }
        for (what, receipt) in changes(&serde_json::from_slice(bytes).unwrap()) {
            let mut workspace = whole.clone();
            workspace.files[at].1 = format!("{receipt}\n").into_bytes();
            assert_ne!(weighing(&workspace.project(&registry())), [], "{id} {what}");
            tried += 1;
        }
        let mut renamed: Workspace = whole.clone();
        renamed.files[at].0 = id.replace(".json", "0.json");
        assert_ne!(weighing(&renamed.project(&registry())), [], "{id} renamed");
    }
    assert!(tried > 200, "{tried}");
}
