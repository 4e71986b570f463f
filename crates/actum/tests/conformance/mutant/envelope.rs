//! Envelopes that say something else than the reading found.

use serde_json::{Value, json};

use crate::reader::Item;

fn list<'v>(found: &'v mut Value, name: &str) -> &'v mut Vec<Value> {
    found[name].as_array_mut().unwrap()
}

fn drop_code(found: &mut Value, code: &str) {
    list(found, "issues").retain(|issue| issue["code"] != code);
}

fn recode(found: &mut Value, from: &str, to: (&str, &str), judgment: (&str, &str)) {
    let mut objects = Vec::new();
    for issue in list(found, "issues") {
        if issue["code"] == from {
            issue["code"] = json!(to.0);
            issue["severity"] = json!(to.1);
            objects.push(issue["object_id"].clone());
        }
    }
    for node in list(found, "nodes") {
        if objects.contains(&node["id"]) {
            node["judgment"] = json!(judgment.0);
            node["view_state"] = json!(judgment.1);
        }
    }
    sort_issues(found);
}

fn sort_issues(found: &mut Value) {
    let rank = |issue: &Value| {
        let severity =
            ["critical", "error", "warning", "info"].iter().position(|word| issue["severity"] == *word);
        let text = |name: &str| issue[name].as_str().unwrap_or_default().to_owned();
        (severity, text("code"), text("object_id"), text("relation"), text("target_id"), text("issue_id"))
    };
    list(found, "issues").sort_by_key(rank);
}

pub(super) fn invalid_shapes_vanish(found: &mut Value, _: &[Item]) {
    drop_code(found, "SCHEMA_INVALID");
}

pub(super) fn unknown_types_vanish(found: &mut Value, _: &[Item]) {
    drop_code(found, "UNKNOWN_TYPE");
}

pub(super) fn tampering_vanishes(found: &mut Value, _: &[Item]) {
    drop_code(found, "INTEGRITY_MISMATCH");
}

pub(super) fn duplicates_vanish(found: &mut Value, _: &[Item]) {
    drop_code(found, "DUPLICATE_ID_CONFLICT");
}

pub(super) fn gaps_vanish(found: &mut Value, _: &[Item]) {
    drop_code(found, "STREAM_GAP");
}

pub(super) fn gaps_are_one(found: &mut Value, _: &[Item]) {
    let mut seen = false;
    list(found, "issues")
        .retain(|issue| issue["code"] != "STREAM_GAP" || !std::mem::replace(&mut seen, true));
}

pub(super) fn duplicate_is_no_critical_issue(found: &mut Value, _: &[Item]) {
    for issue in list(found, "issues") {
        if issue["code"] == "DUPLICATE_ID_CONFLICT" {
            issue["severity"] = json!("warning");
        }
    }
    sort_issues(found);
}

pub(super) fn unknown_rights_are_denied(found: &mut Value, _: &[Item]) {
    recode(found, "AUTHORITY_UNDETERMINED", ("AUTHORITY_DENIED", "error"), ("invalid", "rejected"));
}

pub(super) fn denials_are_doubts(found: &mut Value, _: &[Item]) {
    recode(found, "AUTHORITY_DENIED", ("AUTHORITY_UNDETERMINED", "warning"), ("undetermined", "partial"));
}

pub(super) fn illegal_transitions_are_doubts(found: &mut Value, _: &[Item]) {
    recode(found, "ILLEGAL_TRANSITION", ("LIFECYCLE_UNDETERMINED", "warning"), ("undetermined", "partial"));
}

/// Whatever a transition says is the state.
pub(super) fn every_transition_applied(found: &mut Value, items: &[Item]) {
    for item in items {
        let Ok(object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        let work = object["governed_work"]["id"].as_str().unwrap_or_default();
        if let Some(to) = object["lifecycle"]["transition"]["to"].as_str() {
            let states = found["extensions"]["summary"]["work_state"].as_object_mut().unwrap();
            if let Some(state) = states.get_mut(work) {
                *state = json!(to);
            }
        }
    }
}

pub(super) fn state_never_moves(found: &mut Value, _: &[Item]) {
    for (_, state) in found["extensions"]["summary"]["work_state"].as_object_mut().unwrap() {
        *state = json!("created");
    }
}

pub(super) fn unknown_state_is_guessed(found: &mut Value, _: &[Item]) {
    for (_, state) in found["extensions"]["summary"]["work_state"].as_object_mut().unwrap() {
        if state.is_null() {
            *state = json!("created");
        }
    }
}

pub(super) fn responsibility_stays(found: &mut Value, _: &[Item]) {
    for (_, role) in found["extensions"]["summary"]["responsibility"].as_object_mut().unwrap() {
        *role = json!("PM");
    }
}

pub(super) fn refused_evidence_erased(found: &mut Value, _: &[Item]) {
    list(found, "nodes").retain(|node| node["judgment"] != "invalid");
}

pub(super) fn quarantine_is_called_rejection(found: &mut Value, _: &[Item]) {
    for node in list(found, "nodes") {
        if node["view_state"] == "quarantined" {
            node["view_state"] = json!("rejected");
        }
    }
}

pub(super) fn dispute_is_called_partial(found: &mut Value, _: &[Item]) {
    if found["view_state"] == "disputed" {
        found["view_state"] = json!("partial");
    }
    for node in list(found, "nodes") {
        if node["view_state"] == "disputed" {
            node["view_state"] = json!("partial");
        }
    }
}

pub(super) fn doubt_is_called_valid(found: &mut Value, _: &[Item]) {
    for node in list(found, "nodes") {
        if node["judgment"] == "undetermined" {
            node["judgment"] = json!("valid");
            node["view_state"] = json!("authoritative");
        }
    }
}

pub(super) fn whole_is_always_valid(found: &mut Value, _: &[Item]) {
    found["judgment"] = json!("valid");
    found["view_state"] = json!("authoritative");
}

pub(super) fn history_ends_with_the_work(found: &mut Value, _: &[Item]) {
    let states = found["extensions"]["summary"]["work_state"].clone();
    list(found, "nodes").retain(|node| {
        let state = &states[node["governed_work_id"].as_str().unwrap()];
        !["archived", "cancelled"].iter().any(|end| state == end) || node["type"] == "TASK"
    });
}

pub(super) fn one_source_of_each_copy(found: &mut Value, _: &[Item]) {
    for node in list(found, "nodes") {
        node["source_ids"].as_array_mut().unwrap().truncate(1);
    }
}

pub(super) fn nodes_as_they_arrive(found: &mut Value, items: &[Item]) {
    let place = |node: &Value| {
        let id = node["source_ids"][0].as_str().unwrap_or_default();
        items.iter().position(|item| item.id == id)
    };
    list(found, "nodes").sort_by_key(place);
}

pub(super) fn issues_as_they_arrive(found: &mut Value, items: &[Item]) {
    let place = |issue: &Value| items.iter().position(|item| issue["source_id"] == *item.id);
    list(found, "issues").sort_by_key(place);
}

/// The set of sources is named by a digest that follows their arrival.
pub(super) fn set_digest_follows_arrival(found: &mut Value, items: &[Item]) {
    let ids: Vec<&str> = items.iter().map(|item| item.id.as_str()).collect();
    found["source_set_digest"] = json!(actum::canon::digest::sha256(ids.join("\n").as_bytes()).to_string());
}

pub(super) fn missing_objects_invented(found: &mut Value, _: &[Item]) {
    let known: Vec<Value> = list(found, "nodes").iter().map(|node| node["id"].clone()).collect();
    let targets: Vec<Value> = list(found, "edges").iter().map(|edge| edge["target_id"].clone()).collect();
    for target in targets.into_iter().filter(|target| !known.contains(target)) {
        list(found, "nodes")
            .push(json!({ "id": target, "source_object_id": target, "judgment": "undetermined" }));
    }
    list(found, "nodes").sort_by_key(|node| node["id"].as_str().map(str::to_owned));
}

pub(super) fn links_vanish(found: &mut Value, _: &[Item]) {
    list(found, "edges").clear();
}

pub(super) fn every_link_orders(found: &mut Value, _: &[Item]) {
    list(found, "edges").iter_mut().for_each(|edge| edge["ordering"] = json!(true));
}

pub(super) fn everything_is_authenticated(found: &mut Value, _: &[Item]) {
    found["authentication_state"] = json!("authenticated");
}

pub(super) fn unverified_signatures_vanish(found: &mut Value, _: &[Item]) {
    drop_code(found, "SIGNATURE_UNVERIFIED");
}

pub(super) fn codes_of_its_own(found: &mut Value, _: &[Item]) {
    for issue in list(found, "issues") {
        if issue["code"] == "MISSING_REFERENCE" {
            issue["code"] = json!("DANGLING_REFERENCE");
        }
    }
    sort_issues(found);
}

pub(super) fn another_output_version(found: &mut Value, _: &[Item]) {
    found["output_version"] = json!("2");
}
