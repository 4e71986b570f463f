//! The object shape against the published schema, as an independent library reads it (TMPA 4.1, 9.2, C01).

use super::bundle::compact;
use super::outcome::observed;
use actum_testkit::evidence::{Artifact, Draft};
use actum_testkit::profile::Compact;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn validator() -> Option<jsonschema::Validator> {
    let path = actum_testkit::shared("spec/tmpa-s0.4/governance-object.schema.json")?;
    let schema = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let options =
        jsonschema::options().with_draft(jsonschema::Draft::Draft202012).should_validate_formats(true);
    Some(options.build(&schema).unwrap())
}

/// An object that has every member of the schema, some of them more than once in different forms.
fn whole() -> Value {
    Draft::new("c")
        .transition("created", "start", "active")
        .refer("depends_on", "a")
        .refer("depends_on", "b")
        .set("/extensions", json!({ "x": [1, null] }))
        .set("/integrity/signature_algorithm", json!("ed25519"))
        .set("/integrity/key_id", json!("k"))
        .set("/integrity/signature", json!("s"))
        .to_value()
}

/// The pointers of all values in a value.
fn places(value: &Value, here: &str, list: &mut Vec<String>) {
    list.push(here.to_owned());
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| places(member, &format!("{here}/{name}"), list))
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| places(item, &format!("{here}/{index}"), list));
        }
        _ => {}
    }
}

/// A change to make somewhere.
#[derive(Debug, Clone)]
enum Change {
    Delete,
    Replace(&'static str),
    Rename(&'static str),
    Add(&'static str, &'static str),
    Double,
}

const VALUES: [&str; 24] = [
    "null",
    "true",
    "0",
    "1",
    "-1",
    "0.5",
    "1.0",
    "1e0",
    "10e-1",
    "1.5e1",
    "1e-1",
    "0.0",
    "9007199254740991",
    "\"\"",
    "\"x\"",
    "\"S0.4\"",
    "\"2026-01-02T03:04:05Z\"",
    "\"2026-01-02 03:04:05Z\"",
    "\"2026-13-02T03:04:05Z\"",
    "[]",
    "{}",
    "[1]",
    "{\"relation\":\"depends_on\",\"target\":\"a\"}",
    "[{\"target\":\"a\",\"relation\":\"r\"},{\"relation\":\"r\",\"target\":\"a\"}]",
];
const NAMES: [&str; 10] = [
    "id",
    "type",
    "transition",
    "signature",
    "key_id",
    "signature_algorithm",
    "extensions",
    "Id",
    "novel",
    "__proto__",
];

fn change() -> impl Strategy<Value = (Index, Change)> {
    let change = prop_oneof![
        3 => Just(Change::Delete),
        8 => select(&VALUES[..]).prop_map(Change::Replace),
        2 => select(&NAMES[..]).prop_map(Change::Rename),
        3 => (select(&NAMES[..]), select(&VALUES[..])).prop_map(|(name, value)| Change::Add(name, value)),
        2 => Just(Change::Double),
    ];
    (any::<Index>(), change)
}

/// Applies a change; values are placeholders first, so that number spellings survive.
fn apply(object: &mut Value, spellings: &mut Vec<&'static str>, (place, change): &(Index, Change)) {
    let mut list = Vec::new();
    places(object, "", &mut list);
    let pointer = place.get(&list).clone();
    let mut spelled = |text: &'static str| {
        spellings.push(text);
        json!(format!("@{}@", spellings.len() - 1))
    };
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        if let Change::Add(name, text) = change {
            object[*name] = spelled(text);
        }
        return;
    };
    let name = name.to_owned();
    match (object.pointer_mut(parent), change) {
        (Some(Value::Object(members)), Change::Delete) => drop(members.remove(&name)),
        (Some(Value::Array(items)), Change::Delete) => drop(items.remove(name.parse().unwrap())),
        (Some(Value::Object(members)), Change::Rename(new)) => {
            let member = members.remove(&name).unwrap();
            members.insert((*new).to_owned(), member);
        }
        (Some(Value::Array(items)), Change::Double) => {
            let item = items[name.parse::<usize>().unwrap()].clone();
            items.push(item);
        }
        (_, Change::Replace(text)) => *object.pointer_mut(&pointer).unwrap() = spelled(text),
        (_, Change::Add(new, text)) => {
            if let Some(Value::Object(members)) = object.pointer_mut(&pointer) {
                members.insert((*new).to_owned(), spelled(text));
            }
        }
        _ => {}
    }
}

fn text(object: &Value, spellings: &[&str]) -> String {
    let mut text = object.to_string();
    for (number, spelling) in spellings.iter().enumerate() {
        text = text.replace(&format!("\"@{number}@\""), spelling);
    }
    text
}

/// Whether the reading takes the shape: whatever else it says, none of the shape's own reasons is among it.
fn accepted(bytes: &str) -> bool {
    const OF_SHAPE: [&str; 11] = [
        "type",
        "required",
        "additionalProperties",
        "const",
        "minLength",
        "format",
        "minimum",
        "uniqueItems",
        "dependentRequired",
        "oneOf",
        "json_parse",
    ];
    let bundle = compact(&Compact::new());
    let read = observed(&bundle, &[Artifact::new("s", bytes)]);
    let causes = read.findings().filter(|finding| finding["code"] == "SCHEMA_INVALID");
    let reasons: Vec<String> = causes
        .flat_map(|finding| finding["causes"].as_array().unwrap())
        .map(|cause| cause["reason"].as_str().unwrap().to_owned())
        .collect();
    !reasons.iter().any(|reason| OF_SHAPE.contains(&reason.as_str()))
}

#[test]
fn the_shape_is_that_of_the_published_schema() {
    let Some(validator) = validator() else { return };
    let config = ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() };
    let changes = prop::collection::vec(change(), 0..4);
    let result = TestRunner::new(config).run(&changes, |changes| {
        let (mut object, mut spellings) = (whole(), Vec::new());
        for change in &changes {
            apply(&mut object, &mut spellings, change);
        }
        let text = text(&object, &spellings);
        let independent: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(accepted(&text), validator.is_valid(&independent), "{}", text);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn single_changes_are_tried_at_every_place() {
    let Some(validator) = validator() else { return };
    let mut list = Vec::new();
    places(&whole(), "", &mut list);
    let mut count = 0;
    for pointer in list.iter().filter(|pointer| !pointer.is_empty()) {
        for spelling in VALUES {
            let mut object = whole();
            *object.pointer_mut(pointer).unwrap() = json!("@0@");
            let text = text(&object, &[spelling]);
            let independent: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(accepted(&text), validator.is_valid(&independent), "{pointer} = {spelling}");
            count += 1;
        }
        let mut object = whole();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        if let Some(Value::Object(members)) = object.pointer_mut(parent) {
            members.remove(name);
        }
        assert_eq!(accepted(&object.to_string()), validator.is_valid(&object), "without {pointer}");
    }
    assert!(count > 600);
}

#[test]
fn every_form_of_the_signature_group() {
    let Some(validator) = validator() else { return };
    let forms = [None, Some("null"), Some("\"\""), Some("\"x\""), Some("1")];
    for first in forms {
        for second in forms {
            for third in forms {
                let mut draft = Draft::new("c");
                let mut spellings = Vec::new();
                for (name, form) in
                    ["signature_algorithm", "key_id", "signature"].iter().zip([first, second, third])
                {
                    if let Some(form) = form {
                        draft =
                            draft.set(&format!("/integrity/{name}"), json!(format!("@{}@", spellings.len())));
                        spellings.push(form);
                    }
                }
                let text = text(&draft.to_value(), &spellings);
                let independent: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(
                    accepted(&text),
                    validator.is_valid(&independent),
                    "{first:?} {second:?} {third:?}"
                );
            }
        }
    }
}

#[test]
fn roots_that_are_no_object() {
    let Some(validator) = validator() else { return };
    for text in VALUES {
        let independent: Value = serde_json::from_str(text).unwrap();
        assert_eq!(accepted(text), validator.is_valid(&independent), "{text}");
    }
}
