//! Evidence that a wrong reader smooths before it reads, so that the trouble in it is gone.

use std::collections::BTreeMap;

use actum::canon::digest::sha256;
use actum::canon::encode::{JCS, TMPA_S04};
use actum_testkit::evidence::canonical;
use serde_json::{Value, json};

use crate::reader::{Files, Item};

const SIGNATURE_GROUP: [&str; 3] = ["signature_algorithm", "key_id", "signature"];

/// Changes every object and gives it the digest of what it has become.
fn edit(items: &mut [Item], change: impl Fn(&mut Value)) {
    for item in items {
        let Ok(mut object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        let before = object.clone();
        if object.is_object() {
            change(&mut object);
        }
        if object != before {
            item.bytes = with_digest(object);
        }
    }
}

fn with_digest(mut object: Value) -> Vec<u8> {
    if let Some(integrity) = object["integrity"].as_object_mut() {
        let mut covered = integrity.clone();
        covered.retain(|name, _| !SIGNATURE_GROUP.contains(&name.as_str()));
        covered.insert("digest".into(), json!(""));
        let encoding =
            if integrity.get("canonicalization") == Some(&json!("rfc8785")) { &JCS } else { &TMPA_S04 };
        let own = integrity.clone();
        object["integrity"] = Value::Object(covered);
        let digest = sha256(&canonical(&object, encoding)).to_string();
        object["integrity"] = Value::Object(own);
        object["integrity"]["digest"] = json!(digest);
    }
    object.to_string().into_bytes()
}

fn objects(items: &[Item]) -> Vec<Value> {
    items.iter().filter_map(|item| serde_json::from_slice(&item.bytes).ok()).collect()
}

fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn digests_never_checked(items: &mut [Item], _: &Files) {
    for item in items {
        if let Ok(object) = serde_json::from_slice::<Value>(&item.bytes)
            && object["integrity"].is_object()
        {
            item.bytes = with_digest(object);
        }
    }
}

pub(super) fn any_hash_accepted(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        let integrity = &mut object["integrity"];
        if integrity["hash_algorithm"].is_string() {
            integrity["hash_algorithm"] = json!("sha256");
        }
        if integrity["canonicalization"].is_string() && integrity["canonicalization"] != "rfc8785" {
            integrity["canonicalization"] = json!("tmpa-s0.4-stable-json-1");
        }
    });
}

pub(super) fn signatures_never_looked_at(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        if let Some(integrity) = object["integrity"].as_object_mut() {
            integrity.retain(|name, _| !SIGNATURE_GROUP.contains(&name.as_str()));
        }
    });
}

pub(super) fn date_times_not_checked(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        if object["created_at"].is_string() {
            object["created_at"] = json!("2026-01-02T03:04:05Z");
        }
    });
}

pub(super) fn unknown_members_taken(items: &mut [Item], _: &Files) {
    const KNOWN: [&str; 14] = [
        "tmpa_version",
        "id",
        "type",
        "governed_work",
        "stream",
        "creator",
        "role",
        "created_at",
        "lifecycle",
        "references",
        "content",
        "integrity",
        "extensions",
        "schema",
    ];
    edit(items, |object| object.as_object_mut().unwrap().retain(|name, _| KNOWN.contains(&name.as_str())));
}

pub(super) fn any_core_version(items: &mut [Item], _: &Files) {
    edit(items, |object| object["tmpa_version"] = json!("S0.4"));
}

pub(super) fn half_a_tuple_is_enough(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        let state = object["lifecycle"]["state"].clone();
        if let Some(tuple) = object.pointer_mut("/lifecycle/transition").and_then(Value::as_object_mut) {
            for (name, value) in [("from", json!("created")), ("action", json!("start")), ("to", state)] {
                tuple.entry(name).or_insert(value);
            }
        }
    });
}

pub(super) fn half_a_signature_is_none(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        if let Some(integrity) = object["integrity"].as_object_mut() {
            let whole = SIGNATURE_GROUP.iter().all(|name| integrity.get(*name).is_some_and(Value::is_string));
            if !whole {
                integrity.retain(|name, _| !SIGNATURE_GROUP.contains(&name.as_str()));
            }
        }
    });
}

pub(super) fn missing_members_filled_in(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        let id = object["id"].clone();
        let object = object.as_object_mut().unwrap();
        object.entry("role").or_insert(json!("PM"));
        object.entry("references").or_insert(json!([]));
        object.entry("governed_work").or_insert(json!({ "id": "W", "primary_carrier_id": id }));
    });
}

pub(super) fn repeated_names_taken(items: &mut [Item], _: &Files) {
    for item in items {
        // This parser keeps the last of them, as most do.
        if let Ok(value) = serde_json::from_slice::<Value>(&item.bytes) {
            item.bytes = value.to_string().into_bytes();
        }
    }
}

pub(super) fn bytes_repaired(items: &mut [Item], _: &Files) {
    for item in items.iter_mut() {
        let text = String::from_utf8_lossy(&item.bytes).into_owned();
        item.bytes = text.trim_start_matches('\u{feff}').as_bytes().to_vec();
    }
    digests_of_repaired(items);
}

fn digests_of_repaired(items: &mut [Item]) {
    edit(items, |object| {
        let marked = object.to_string().contains('\u{fffd}');
        if marked {
            object["extensions"] = json!({});
        }
    });
}

pub(super) fn media_types_ignored(items: &mut [Item], _: &Files) {
    items.iter_mut().for_each(|item| item.media_type = "application/json".into());
}

/// The first copy of an id wins, whatever the others say.
pub(super) fn first_variant_wins(items: &mut [Item], _: &Files) {
    let mut seen: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for item in items {
        let Ok(object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        let id = text(&object, "/id").to_owned();
        if !id.is_empty() {
            item.bytes = seen.entry(id).or_insert_with(|| item.bytes.clone()).clone();
        }
    }
}

pub(super) fn last_variant_wins(items: &mut [Item], files: &Files) {
    items.reverse();
    first_variant_wins(items, files);
    items.reverse();
}

/// The carrier that the first object of a work item names is that of all.
pub(super) fn first_carrier_wins(items: &mut [Item], _: &Files) {
    let mut carriers: BTreeMap<String, String> = BTreeMap::new();
    for object in objects(items) {
        let carrier = text(&object, "/governed_work/primary_carrier_id").to_owned();
        carriers.entry(text(&object, "/governed_work/id").to_owned()).or_insert(carrier);
    }
    edit(items, |object| {
        if let Some(carrier) = carriers.get(text(object, "/governed_work/id"))
            && object["governed_work"]["primary_carrier_id"].is_string()
        {
            object["governed_work"]["primary_carrier_id"] = json!(carrier);
        }
    });
}

/// By what a stream is put in order: a number, then a text.
type Key = (u64, String);

/// Gives the objects of every stream new numbers, from 1 on, in the order of a key.
fn renumber(items: &mut [Item], key: impl Fn(&Value) -> Key) {
    let mut streams: BTreeMap<String, Vec<(Key, String)>> = BTreeMap::new();
    for object in objects(items) {
        let stream = streams.entry(text(&object, "/stream/id").to_owned()).or_default();
        stream.push((key(&object), text(&object, "/id").to_owned()));
    }
    for members in streams.values_mut() {
        members.sort();
        members.dedup();
    }
    edit(items, |object| {
        let place = streams
            .get(text(object, "/stream/id"))
            .and_then(|members| members.iter().position(|(_, id)| id == text(object, "/id")));
        if let Some(place) = place
            && object.pointer("/stream/sequence").is_some_and(Value::is_u64)
        {
            object["stream"]["sequence"] = json!(place + 1);
        }
    });
}

fn sequence(object: &Value) -> u64 {
    object.pointer("/stream/sequence").and_then(Value::as_u64).unwrap_or_default()
}

/// What is missing from a stream is closed up, and who shares a place is put in line by name.
pub(super) fn streams_closed_up(items: &mut [Item], _: &Files) {
    renumber(items, |object| (sequence(object), text(object, "/id").to_owned()));
}

pub(super) fn streams_ordered_by_id(items: &mut [Item], _: &Files) {
    renumber(items, |object| (0, text(object, "/id").to_owned()));
}

pub(super) fn streams_ordered_by_clock(items: &mut [Item], _: &Files) {
    renumber(items, |object| (0, format!("{}{:09}", text(object, "/created_at"), sequence(object))));
}

/// Whoever writes in somebody else's stream has one of the own.
pub(super) fn writers_may_share_a_stream(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        if object["stream"]["id"].is_string() {
            object["stream"]["id"] =
                json!(format!("{}/{}", text(object, "/stream/id"), text(object, "/creator")));
        }
    });
    renumber(items, |object| (sequence(object), text(object, "/id").to_owned()));
}

pub(super) fn missing_targets_forgotten(items: &mut [Item], _: &Files) {
    let known: Vec<String> = objects(items).iter().map(|object| text(object, "/id").to_owned()).collect();
    edit(items, |object| {
        if let Some(list) = object["references"].as_array_mut() {
            list.retain(|reference| known.contains(&text(reference, "/target").to_owned()));
        }
    });
}

/// Of the members of a cycle, the first lets go of what it refers to.
#[expect(clippy::ptr_arg, reason = "the table holds functions of one form")]
pub(super) fn cycles_cut_open(items: &mut Vec<Item>, found: &Value) {
    let cycles: Vec<String> = with_code(found, "PROHIBITED_CYCLE");
    edit(items, |object| {
        if cycles.iter().any(|id| id == text(object, "/id")) {
            object["references"] = json!([]);
        }
    });
}

fn with_code(found: &Value, code: &str) -> Vec<String> {
    let issues = found["issues"].as_array().unwrap().iter();
    issues.filter(|issue| issue["code"] == code).map(|issue| text(issue, "/object_id").to_owned()).collect()
}

/// What an issue of the conflict names: its object and the members of its causes.
fn conflict(found: &Value) -> Vec<Vec<String>> {
    let findings = found["extensions"]["findings"].as_object().unwrap().values();
    findings
        .filter(|finding| finding["code"] == "UNRESOLVED_CONFLICT")
        .map(|finding| {
            let causes = finding["causes"].as_array().unwrap().iter();
            let mut members: Vec<String> = causes
                .flat_map(|cause| cause["members"].as_array().cloned().unwrap_or_default())
                .filter_map(|id| id.as_str().map(str::to_owned))
                .collect();
            members.sort();
            members.dedup();
            members
        })
        .collect()
}

/// Of contradicting claims only one is read: the one that `keep` takes.
fn only_one(items: &mut Vec<Item>, found: &Value, keep: impl Fn(&[String]) -> Option<String>) {
    for members in conflict(found) {
        let kept = keep(&members);
        items.retain(|item| {
            let Ok(object) = serde_json::from_slice::<Value>(&item.bytes) else {
                return true;
            };
            let id = text(&object, "/id").to_owned();
            !members.contains(&id) || Some(&id) == kept.as_ref()
        });
    }
}

pub(super) fn least_id_wins_a_conflict(items: &mut Vec<Item>, found: &Value) {
    only_one(items, found, |members| members.first().cloned());
}

pub(super) fn greatest_id_wins_a_conflict(items: &mut Vec<Item>, found: &Value) {
    only_one(items, found, |members| members.last().cloned());
}

/// Whoever arrived last is right.
pub(super) fn last_arrival_wins_a_conflict(items: &mut Vec<Item>, found: &Value) {
    let order: Vec<String> = objects(items).iter().map(|object| text(object, "/id").to_owned()).collect();
    only_one(items, found, |members| order.iter().rev().find(|id| members.contains(id)).cloned());
}

pub(super) fn references_only_link(items: &mut [Item], _: &Files) {
    edit(items, |object| {
        for reference in object["references"].as_array_mut().into_iter().flatten() {
            if reference["relation"] == "depends_on" || reference["relation"] == "follows" {
                reference["relation"] = json!("cites");
            }
        }
        if let Some(list) = object["references"].as_array_mut() {
            let mut seen = Vec::new();
            list.retain(|reference| {
                let new = !seen.contains(reference);
                seen.push(reference.clone());
                new
            });
        }
    });
}

/// What no registry knows, or a type may not hold, is left out.
pub(super) fn relations_are_open(items: &mut [Item], files: &Files) {
    let registry =
        |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, value)| value.clone()).unwrap();
    let types = registry("types.json");
    edit(items, |object| {
        let kind = object["type"].clone();
        let entry = types["types"].as_array().unwrap().iter().find(|entry| entry["name"] == kind);
        let permitted = |reference: &Value| {
            let list = entry.and_then(|entry| entry["relations"].as_array());
            list.is_none_or(|list| list.iter().any(|known| known["relation"] == reference["relation"]))
        };
        if let Some(list) = object["references"].as_array_mut() {
            list.retain(permitted);
        }
    });
}
