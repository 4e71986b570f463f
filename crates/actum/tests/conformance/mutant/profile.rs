//! Rules that are missing from the profile under which a wrong reader reads.

use serde_json::{Value, json};

use crate::reader::{Files, Item};

pub(super) fn registry<'f>(files: &'f mut Files, name: &str) -> &'f mut Value {
    let file = format!("{name}.json");
    files.iter_mut().find(|(name, _)| *name == file).map(|(_, value)| value).unwrap()
}

pub(super) fn each<'v>(value: &'v mut Value, list: &str) -> impl Iterator<Item = &'v mut Value> {
    value.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten()
}

pub(super) fn cut(value: &mut Value, name: &str) {
    value.as_object_mut().unwrap().remove(name);
}

fn is_name(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

/// Everybody who is in a role may do everything.
pub(super) fn no_scopes(files: &mut Files, _: &[Item]) {
    let actions = registry(files, "lifecycle")["actions"].clone();
    let mut all = actions.as_array().unwrap().clone();
    all.extend(["assign", "revoke", "delegate", "except", "resolve"].map(Value::from));
    let roles = registry(files, "roles");
    let names: Vec<Value> = each(roles, "roles").map(|role| role["id"].clone()).collect();
    each(roles, "roles").for_each(|role| role["permitted_actions"] = json!(all));
    each(roles, "assignments").for_each(|assignment| cut(assignment, "actions"));
    each(registry(files, "lifecycle"), "transitions").for_each(|tuple| tuple["allowed_roles"] = json!(names));
}

/// Whoever names a role has it.
pub(super) fn roles_as_claimed(files: &mut Files, items: &[Item]) {
    let roles = registry(files, "roles");
    let known: Vec<Value> = each(roles, "roles").map(|role| role["id"].clone()).collect();
    let list = roles["assignments"].as_array_mut().unwrap();
    for (at, item) in items.iter().enumerate() {
        let Ok(object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        let (identity, role) = (&object["creator"], &object["role"]);
        let held = |entry: &Value| entry["identity"] == *identity && entry["role"] == *role;
        if is_name(identity) && known.contains(role) {
            list.retain(|entry| !held(entry));
            list.push(json!({ "id": format!("claimed-{at}"), "identity": identity, "role": role }));
        }
    }
}

pub(super) fn roles_of_every_work(files: &mut Files, _: &[Item]) {
    let roles = registry(files, "roles");
    let list = roles["assignments"].as_array_mut().unwrap();
    list.iter_mut().for_each(|assignment| cut(assignment, "works"));
    let mut seen = Vec::new();
    list.retain(|entry| {
        let key = (entry["identity"].clone(), entry["role"].clone());
        let new = !seen.contains(&key);
        seen.push(key);
        new
    });
}

pub(super) fn revoked_counts(files: &mut Files, _: &[Item]) {
    each(registry(files, "roles"), "assignments").for_each(|assignment| cut(assignment, "revoked"));
}

pub(super) fn intervals_ignored(files: &mut Files, _: &[Item]) {
    for assignment in each(registry(files, "roles"), "assignments") {
        cut(assignment, "not_before");
        cut(assignment, "not_after");
    }
}

pub(super) fn clock_trusted(files: &mut Files, _: &[Item]) {
    registry(files, "roles")["trusted_clock"] = json!("created_at");
}

pub(super) fn revocation_reaches_back(files: &mut Files, _: &[Item]) {
    each(registry(files, "roles"), "roles").for_each(|role| role["revocation"] = json!("retroactive"));
}

pub(super) fn revocation_never_reaches_back(files: &mut Files, _: &[Item]) {
    each(registry(files, "roles"), "roles").for_each(|role| role["revocation"] = json!("prospective"));
}

/// Objects of these kinds of evidence are only text.
pub(super) fn plain(files: &mut Files, evidence: &str) {
    for entry in each(registry(files, "types"), "types") {
        if entry["evidence"] == evidence {
            cut(entry, "evidence");
        }
    }
}

pub(super) fn assignments_ignored(files: &mut Files, _: &[Item]) {
    plain(files, "assignment");
}

pub(super) fn delegations_ignored(files: &mut Files, _: &[Item]) {
    plain(files, "delegation");
}

pub(super) fn revocations_ignored(files: &mut Files, _: &[Item]) {
    plain(files, "revocation");
}

pub(super) fn reviews_ignored(files: &mut Files, _: &[Item]) {
    for entry in each(registry(files, "types"), "types") {
        if entry["evidence"] == "review" {
            cut(entry, "evidence");
            cut(entry, "separation_of_duties");
        }
    }
    for rule in
        registry(files, "lifecycle")["extensions"]["preconditions"].as_object_mut().unwrap().values_mut()
    {
        if rule["decision"] == "approve" {
            cut(rule, "decision");
        }
    }
    cut(registry(files, "types"), "adverse_decisions");
}

pub(super) fn exceptions_ignored(files: &mut Files, _: &[Item]) {
    cut(registry(files, "roles"), "exception_relation");
}

pub(super) fn duties_ignored(files: &mut Files, _: &[Item]) {
    each(registry(files, "lifecycle"), "transitions").for_each(|tuple| cut(tuple, "separation_of_duties"));
    each(registry(files, "types"), "types").for_each(|entry| cut(entry, "separation_of_duties"));
}

pub(super) fn duty_of_reviews_ignored(files: &mut Files, _: &[Item]) {
    each(registry(files, "types"), "types").for_each(|entry| cut(entry, "separation_of_duties"));
}

pub(super) fn incompatible_roles_ignored(files: &mut Files, _: &[Item]) {
    cut(registry(files, "roles"), "incompatible");
}

pub(super) fn roles_of_types_ignored(files: &mut Files, _: &[Item]) {
    let names: Vec<Value> = each(registry(files, "roles"), "roles").map(|role| role["id"].clone()).collect();
    each(registry(files, "types"), "types").for_each(|entry| entry["permitted_roles"] = json!(names));
}

/// Every transition that somebody writes is one of the lifecycle's.
pub(super) fn every_transition_legal(files: &mut Files, items: &[Item]) {
    let names: Vec<Value> = each(registry(files, "roles"), "roles").map(|role| role["id"].clone()).collect();
    let lifecycle = registry(files, "lifecycle");
    for item in items {
        let Ok(object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        let tuple = &object["lifecycle"]["transition"];
        let known = |list: &Value, name: &Value| list.as_array().unwrap().contains(name);
        let states = ["from", "to"].iter().all(|end| known(&lifecycle["states"], &tuple[end]));
        if !states || !is_name(&tuple["action"]) {
            continue;
        }
        if !known(&lifecycle["actions"], &tuple["action"]) {
            lifecycle["actions"].as_array_mut().unwrap().push(tuple["action"].clone());
        }
        let same = |entry: &Value| ["from", "action", "to"].iter().all(|name| entry[name] == tuple[name]);
        let list = lifecycle["transitions"].as_array_mut().unwrap();
        if !list.iter().any(same) {
            list.push(json!({ "from": tuple["from"], "action": tuple["action"], "to": tuple["to"],
                "allowed_roles": names, "required_relations": [] }));
        }
    }
}

pub(super) fn terminal_states_open(files: &mut Files, _: &[Item]) {
    cut(registry(files, "lifecycle"), "recovery_rules");
}

pub(super) fn preconditions_ignored(files: &mut Files, _: &[Item]) {
    each(registry(files, "lifecycle"), "transitions").for_each(|tuple| cut(tuple, "preconditions"));
}

pub(super) fn required_evidence_ignored(files: &mut Files, _: &[Item]) {
    each(registry(files, "lifecycle"), "transitions")
        .for_each(|tuple| tuple["required_relations"] = json!([]));
}

pub(super) fn humans_not_awaited(files: &mut Files, _: &[Item]) {
    for rule in
        registry(files, "lifecycle")["extensions"]["preconditions"].as_object_mut().unwrap().values_mut()
    {
        cut(rule, "awaits_human");
    }
}

pub(super) fn targets_of_any_type(files: &mut Files, _: &[Item]) {
    for entry in each(registry(files, "types"), "types") {
        let evidence = entry["evidence"] == "exception";
        each(entry, "relations").filter(|_| !evidence).for_each(|relation| {
            if relation["relation"] != "under_exception" {
                cut(relation, "target_types");
            }
        });
    }
}

pub(super) fn targets_of_any_work(files: &mut Files, _: &[Item]) {
    each(registry(files, "relations"), "relations").for_each(|relation| cut(relation, "same_work"));
}

pub(super) fn relations_do_not_bind(files: &mut Files, _: &[Item]) {
    for relation in each(registry(files, "relations"), "relations") {
        relation["required"] = json!(false);
        relation["ordering"] = json!(false);
    }
}

pub(super) fn cycles_are_not_prohibited(files: &mut Files, _: &[Item]) {
    for relation in each(registry(files, "relations"), "relations") {
        relation["acyclic"] = json!(false);
    }
}

pub(super) fn streams_start_anywhere(files: &mut Files, _: &[Item]) {
    registry(files, "profile")["switches"] = json!({ "sequence_base": "any" });
}

pub(super) fn only_transitions_need_a_role(files: &mut Files, _: &[Item]) {
    registry(files, "profile")["switches"] = json!({ "role_check": "protected_actions" });
}

pub(super) fn any_admin_decides(files: &mut Files, _: &[Item]) {
    registry(files, "profile")["switches"] = json!({ "decision_scope": "role" });
}

pub(super) fn fields_not_required(files: &mut Files, _: &[Item]) {
    for entry in each(registry(files, "types"), "types") {
        entry["required_fields"] = json!([]);
    }
}

pub(super) fn bodies_not_checked(files: &mut Files, _: &[Item]) {
    each(registry(files, "types"), "types").for_each(|entry| cut(entry, "body_schema"));
}

pub(super) fn any_type_moves_the_state(files: &mut Files, _: &[Item]) {
    for entry in each(registry(files, "types"), "types") {
        if entry["evidence"] == "execution" {
            cut(entry, "evidence");
            entry["requires_transition"] = json!(true);
        }
    }
}

pub(super) fn types_are_open(files: &mut Files, items: &[Item]) {
    let types = registry(files, "types")["types"].as_array_mut().unwrap();
    let template = types.iter().find(|entry| entry["name"] == "ISSUE").unwrap_or(&types[0]).clone();
    for item in items {
        let Ok(object) = serde_json::from_slice::<Value>(&item.bytes) else {
            continue;
        };
        if is_name(&object["type"]) && !types.iter().any(|entry| entry["name"] == object["type"]) {
            let mut entry = template.clone();
            entry["name"] = object["type"].clone();
            entry["required_fields"] = json!([]);
            types.push(entry);
        }
    }
}
