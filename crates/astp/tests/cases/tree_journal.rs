//! Journals: what fits, what does not, and that nothing can be changed in one unseen.

use actum_astp::command::Command;
use actum_astp::id::Uuid;
use actum_astp::tree::{Answer, Fault, Transition, Tree};
use actum_canon::digest::Sha3;

use super::governance_tree::{digest, segment};
use super::tree::replay;
use super::tree_walk::Walk;

#[test]
fn a_line_that_is_missing_moved_or_doubled_does_not_fit() {
    let mut walk = Walk::new(11);
    while walk.journal.len() < 30 {
        walk.step();
    }
    let mut lines: Vec<Vec<u8>> = walk.journal.clone();
    lines.remove(12);
    assert!(fault(&lines).is_some(), "missing");
    let mut lines = walk.journal.clone();
    lines.swap(12, 13);
    assert!(fault(&lines).is_some(), "moved");
    let mut lines = walk.journal.clone();
    lines.insert(13, lines[12].clone());
    assert!(fault(&lines).is_some(), "doubled");
    // What is cut off at the end shows only against a head that is kept elsewhere.
    let whole = replay(&walk.journal);
    let cut = replay(&walk.journal[..29]);
    assert_ne!((cut.count(), cut.head()), (whole.count(), whole.head()));
}

fn fault(lines: &[Vec<u8>]) -> Option<Fault> {
    let mut tree = Tree::new();
    lines.iter().find_map(|line| tree.commit(Transition::parse(line).unwrap()).err())
}

/// Every member of a JSON value, by pointer, with another value of its kind in its place.
fn variants(value: &serde_json::Value) -> Vec<(String, serde_json::Value)> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(pointer) = open.pop() {
        let here = value.pointer(&pointer).unwrap();
        let other: serde_json::Value = match here {
            serde_json::Value::Object(members) => {
                open.extend(members.keys().map(|name| format!("{pointer}/{name}")));
                continue;
            }
            serde_json::Value::Array(items) => {
                open.extend((0..items.len()).map(|at| format!("{pointer}/{at}")));
                continue;
            }
            serde_json::Value::String(text) => changed(text).into(),
            serde_json::Value::Number(number) => (number.as_u64().unwrap_or(0) + 1).into(),
            serde_json::Value::Bool(truth) => (!truth).into(),
            serde_json::Value::Null => continue,
        };
        let mut whole = value.clone();
        *whole.pointer_mut(&pointer).unwrap() = other;
        found.push((pointer, whole));
    }
    found
}

/// Another text of the same shape: the last letter that is a digit changes, or else a letter is added.
fn changed(text: &str) -> String {
    match text.rfind(|letter: char| letter.is_ascii_digit()) {
        Some(at) if Uuid::parse(text).is_some() || Sha3::parse(text).is_some() || text.ends_with('Z') => {
            let (front, back) = text.split_at(at);
            let digit = if back.starts_with('7') { "8" } else { "7" };
            format!("{front}{digit}{}", back.chars().skip(1).collect::<String>())
        }
        _ => format!("{text}x"),
    }
}

#[test]
fn no_single_value_of_a_journal_can_be_changed_unseen() {
    let mut walk = Walk::new(3);
    let mut kinds = std::collections::BTreeSet::new();
    let mut checked = 0;
    for _ in 0..400 {
        let before = walk.tree.clone();
        let lines = walk.journal.len();
        walk.step();
        let Some(line) = walk.journal.get(lines) else { continue };
        let transition = Transition::parse(line).unwrap();
        if !kinds.insert((transition.command().name(), transition.nodes().len())) {
            continue;
        }
        let value: serde_json::Value = serde_json::from_slice(line).unwrap();
        for (pointer, variant) in variants(&value) {
            // serde_json sorts names, and all texts here are spelled as RFC 8785 does.
            let bytes = serde_json::to_vec(&variant).unwrap();
            let Ok(changed) = Transition::parse(&bytes) else { continue };
            checked += 1;
            let mut tree = before.clone();
            let harmless = pointer.starts_with("/context") || pointer.starts_with("/command");
            match tree.commit(changed) {
                Err(_) => assert_eq!((tree.count(), tree.head()), (before.count(), before.head())),
                // Only what the operation does not use may differ, and then nothing else does.
                Ok(()) => assert!(harmless && tree.records() == walk.tree.records(), "{pointer}"),
            }
        }
    }
    assert!(kinds.len() > 12 && checked > 500, "{} kinds, {checked} changes", kinds.len());
}

#[test]
fn a_fault_names_the_first_place_that_differs() {
    let mut walk = Walk::new(5);
    while walk.journal.len() < 10 {
        walk.step();
    }
    let line = String::from_utf8(walk.journal[5].clone()).unwrap();
    let hash = walk.tree.records()[5].record_hash.to_string();
    let forged = line.replace(&hash, &digest("forged").to_string());
    let mut tree = replay(&walk.journal[..5]);
    let Err(Fault::Differs { pointer, expected, found }) =
        tree.commit(Transition::parse(forged.as_bytes()).unwrap())
    else {
        panic!()
    };
    assert_eq!((pointer.as_str(), expected), ("/audit/record_hash", hash));
    assert_eq!(found, digest("forged").to_string());
}

#[test]
fn lines_of_any_other_spelling_are_not_read() {
    let mut walk = Walk::new(5);
    walk.step();
    let line = String::from_utf8(walk.journal[0].clone()).unwrap();
    for other in [
        format!(" {line}"),
        format!("{line}\n"),
        line.replacen("\"audit\":", "\"audit\": ", 1),
        line.replacen("{\"audit\"", "{\"extra\":1,\"audit\"", 1),
        line.replacen("\"nodes\":[", "\"nodes\":[null,", 1),
        line.replacen("\"participants\":[]", "\"participants\":null", 1),
        line.trim_end_matches('}').to_string(),
        String::new(),
        "null".into(),
        "[".repeat(200_000),
    ] {
        assert!(
            Transition::parse(other.as_bytes()).is_err(),
            "{}",
            other.chars().take(80).collect::<String>()
        );
    }
}

#[test]
fn a_transition_for_another_state_is_computed_again() {
    let mut walk = Walk::new(9);
    while walk.episodes.is_empty() {
        walk.step();
    }
    let context = walk.context();
    let command: Command = segment(walk.episodes[0], "x").into();
    let Ok(Answer::Write(early)) = walk.tree.apply(&command, &context) else { panic!() };
    let context = walk.context();
    let Ok(Answer::Write(first)) = walk.tree.apply(&command, &context) else { panic!() };
    walk.tree.commit(*first).unwrap();
    let before = walk.tree.head();
    assert!(
        matches!(walk.tree.commit(*early), Err(Fault::Differs { .. })),
        "it was made for the state before"
    );
    assert_eq!(walk.tree.head(), before);
}
