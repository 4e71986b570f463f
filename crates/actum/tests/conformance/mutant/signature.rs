//! Rules of keys and signatures that a wrong reader lacks.

use actum::tmpa::Covered;
use actum_testkit::key::ExampleKey;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::profile::{cut, each, plain, registry};
use crate::reader::{Files, Item};

pub(super) fn keys_are_never_revoked(files: &mut Files, _: &[Item]) {
    for key in each(registry(files, "trust"), "keys") {
        key["status"] = json!("active");
        cut(key, "revoked_from");
    }
}

/// A key may sign for anybody who is bound to any key.
pub(super) fn keys_sign_for_anybody(files: &mut Files, _: &[Item]) {
    let trust = registry(files, "trust");
    let all: Vec<Value> =
        each(trust, "keys").flat_map(|key| key["identities"].as_array().unwrap().clone()).collect();
    let mut all: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
    all.extend(["alice", "bob", "carol", "dave", "erin", "gus", "gina"]);
    all.sort_unstable();
    all.dedup();
    let all = json!(all);
    each(trust, "keys").for_each(|key| key["identities"] = all.clone());
}

pub(super) fn keys_sign_in_any_role(files: &mut Files, _: &[Item]) {
    each(registry(files, "trust"), "keys").for_each(|key| cut(key, "roles"));
}

pub(super) fn keys_never_expire(files: &mut Files, _: &[Item]) {
    each(registry(files, "trust"), "keys").for_each(|key| cut(key, "valid_to"));
}

pub(super) fn keys_count_from_ever(files: &mut Files, _: &[Item]) {
    each(registry(files, "trust"), "keys").for_each(|key| cut(key, "valid_from"));
}

pub(super) fn the_record_revokes_no_key(files: &mut Files, _: &[Item]) {
    plain(files, "key_revocation");
}

pub(super) fn revocations_of_keys_reach_back(files: &mut Files, _: &[Item]) {
    each(registry(files, "trust"), "keys").for_each(|key| key["revocation"] = json!("retroactive"));
}

pub(super) fn revocations_of_keys_never_reach_back(files: &mut Files, _: &[Item]) {
    each(registry(files, "trust"), "keys").for_each(|key| key["revocation"] = json!("prospective"));
}

pub(super) fn signatures_never_required(files: &mut Files, _: &[Item]) {
    registry(files, "trust")["policy"] = json!("optional");
    cut(registry(files, "trust"), "on_unauthenticated");
    registry(files, "profile")["conformance_level"] = json!("core");
}

pub(super) fn what_is_not_authenticated_is_open(files: &mut Files, _: &[Item]) {
    registry(files, "trust")["on_unauthenticated"] = json!("undetermined");
}

pub(super) fn what_is_not_authenticated_is_invalid(files: &mut Files, _: &[Item]) {
    registry(files, "trust")["on_unauthenticated"] = json!("invalid");
}

pub(super) fn signed_variants_conflict(files: &mut Files, _: &[Item]) {
    registry(files, "integrity")["variant_identity"] = json!("canonical");
}

pub(super) fn signed_variants_never_conflict(files: &mut Files, _: &[Item]) {
    registry(files, "integrity")["variant_identity"] = json!("covered");
}

/// Another signature group for every object that has one. Covered bytes and digest stay.
fn regroup(items: &mut [Item], change: impl Fn(&mut Value, &[u8])) {
    for item in items {
        let Ok(mut object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        if !object["integrity"]["signature"].is_string() {
            continue;
        }
        let Ok(covered) = Covered::of(&item.bytes) else {
            continue;
        };
        change(&mut object["integrity"], covered.bytes());
        item.bytes = object.to_string().into_bytes();
    }
}

fn signature(integrity: &Value) -> Option<[u8; 64]> {
    STANDARD.decode(integrity["signature"].as_str()?).ok()?.try_into().ok()
}

/// What the key that is named would have signed.
fn resigned(integrity: &mut Value, covered: &[u8]) {
    let key = ExampleKey::named(integrity["key_id"].as_str().unwrap_or_default());
    integrity["signature"] = json!(key.sign(covered));
}

pub(super) fn any_signature_verifies(items: &mut [Item], _: &Files) {
    regroup(items, resigned);
}

/// `S` may be any number with the right remainder.
pub(super) fn malleated_signatures_verify(items: &mut [Item], _: &Files) {
    regroup(items, |integrity, covered| {
        let named = ExampleKey::named(integrity["key_id"].as_str().unwrap_or_default());
        if integrity["signature"] == named.malleating().sign(covered).as_str() {
            resigned(integrity, covered);
        }
    });
}

pub(super) fn points_of_small_order_verify(items: &mut [Item], _: &Files) {
    regroup(items, |integrity, covered| {
        let named = ExampleKey::named(integrity["key_id"].as_str().unwrap_or_default());
        if integrity["signature"] == named.with_small_order().sign(covered).as_str() {
            resigned(integrity, covered);
        }
    });
}

/// Whichever registered key verifies is taken for the one that is named.
pub(super) fn any_registered_key_verifies(items: &mut [Item], files: &Files) {
    let trust = files.iter().find(|(name, _)| name == "trust.json").map(|(_, value)| value["keys"].clone());
    let names: Vec<String> = trust
        .iter()
        .flat_map(|keys| keys.as_array().unwrap())
        .map(|key| key["key_id"].as_str().unwrap().to_owned())
        .collect();
    regroup(items, |integrity, covered| {
        let found = signature(integrity);
        let fits = |name: &&String| {
            STANDARD.decode(ExampleKey::named(name).sign(covered)).ok().as_deref()
                == found.as_ref().map(|bytes| bytes.as_slice())
        };
        if names.iter().any(|name| fits(&name)) {
            resigned(integrity, covered);
        }
    });
}

/// Blanks, other alphabets and absent padding are overlooked.
pub(super) fn base64_read_leniently(items: &mut [Item], _: &Files) {
    regroup(items, |integrity, _| {
        let text = integrity["signature"].as_str().unwrap_or_default();
        let letters = text.trim().trim_end_matches('=').replace('-', "+").replace('_', "/");
        if letters.len() == 86 {
            integrity["signature"] = json!(letters + "==");
        }
    });
}

pub(super) fn capitals_overlooked(items: &mut [Item], _: &Files) {
    regroup(items, |integrity, _| {
        for name in ["signature_algorithm", "key_id"] {
            integrity[name] = json!(integrity[name].as_str().unwrap_or_default().to_lowercase());
        }
    });
}

/// Only copies whose bytes are equal are one object's, and the first that comes speaks for it.
pub(super) fn the_first_copy_speaks(items: &mut Vec<Item>, _: &Value) {
    let mut seen = Vec::new();
    items.retain(|item| {
        let object = serde_json::from_slice::<Value>(&item.bytes).unwrap_or_default();
        let key = (object["id"].clone(), object["integrity"]["digest"].clone());
        let first = !seen.contains(&key) || !key.0.is_string();
        seen.push(key);
        first
    });
}

pub(super) fn one_signature_authenticates_the_whole(found: &mut Value, _: &[Item]) {
    let nodes = found["nodes"].as_array().unwrap();
    if nodes.iter().any(|node| node["authentication_state"] == "authenticated") {
        found["authentication_state"] = json!("authenticated");
    }
}
