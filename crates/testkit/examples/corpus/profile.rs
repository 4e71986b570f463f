//! The profiles of the suite: one that has every registry, and the same with one rule changed.

use crate::authenticated;
use crate::fcop;
use crate::json::pretty;
use actum_testkit::evidence::LIFECYCLE;
use actum_testkit::key::ExampleKey;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A profile folder: its files by name.
pub(crate) type Files = BTreeMap<&'static str, Value>;

/// Every profile, by the name of its folder.
pub(crate) fn profiles() -> Vec<(&'static str, Files)> {
    let mut profiles = vec![
        ("review", review("review")),
        changed("clock", &[("roles.json", "/trusted_clock", json!("created_at"))]),
        changed(
            "reopening",
            &[
                ("lifecycle.json", "/recovery_rules", json!(["source_history_is_preserved"])),
                ("lifecycle.json", "/actions/-", json!("reopen")),
                (
                    "lifecycle.json",
                    "/transitions/-",
                    json!({ "from": "archived", "action": "reopen", "to": "active", "allowed_roles": ["PM"], "required_relations": [] }),
                ),
                ("roles.json", "/roles/0/permitted_actions/-", json!("reopen")),
            ],
        ),
        changed(
            "reopening-forbidden",
            &[
                ("lifecycle.json", "/actions/-", json!("reopen")),
                (
                    "lifecycle.json",
                    "/transitions/-",
                    json!({ "from": "archived", "action": "reopen", "to": "active", "allowed_roles": ["PM"], "required_relations": [] }),
                ),
                ("roles.json", "/roles/0/permitted_actions/-", json!("reopen")),
            ],
        ),
        changed("retroactive", &[("roles.json", "/roles/0/revocation", json!("retroactive"))]),
        changed("signed-variants", &[("integrity.json", "/variant_identity", json!("canonical"))]),
        without_exceptions(),
    ];
    profiles.splice(1..1, authenticated::profiles());
    profiles.extend(fcop::profiles());
    profiles
}

/// A place in a file of a profile, and what stands there instead.
pub(crate) type Change = (&'static str, &'static str, Value);

/// The profile `review` with these changes.
pub(crate) fn changed(name: &'static str, changes: &[Change]) -> (&'static str, Files) {
    let mut files = review(name);
    for (file, pointer, value) in changes {
        if let Some(content) = files.get_mut(file) {
            set(content, pointer, value.clone());
        }
    }
    (name, files)
}

/// The same registries without a relation that refers to exceptions.
fn without_exceptions() -> (&'static str, Files) {
    let mut files = review("no-exceptions");
    if let Some(roles) = files.get_mut("roles.json").and_then(Value::as_object_mut) {
        roles.remove("exception_relation");
    }
    ("no-exceptions", files)
}

fn set(content: &mut Value, pointer: &str, value: Value) {
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        return;
    };
    match content.pointer_mut(parent) {
        Some(Value::Array(items)) if name == "-" => items.push(value),
        Some(Value::Array(items)) => {
            let slot = name.parse().ok().and_then(|place: usize| items.get_mut(place));
            slot.into_iter().for_each(|slot| slot.clone_from(&value));
        }
        Some(Value::Object(members)) => drop(members.insert(name.to_owned(), value)),
        _ => {}
    }
}

/// The bytes of a file of a profile.
pub(crate) fn bytes(content: &Value) -> Vec<u8> {
    pretty(content)
}

/// Tasks that are started, submitted with a report, reviewed by somebody else, approved, released and archived.
fn review(name: &str) -> Files {
    let manifest = json!({
        "id": format!("tmpa-s0.4-{name}"),
        "version": "1",
        "core_version": "S0.4",
        "conformance_level": "core",
        "registries": {
            "types": "types.json",
            "lifecycle": "lifecycle.json",
            "roles": "roles.json",
            "relations": "relations.json",
            "integrity": "integrity.json",
            "trust": "trust.json",
        },
    });
    BTreeMap::from([
        ("profile.json", manifest),
        ("types.json", types()),
        ("lifecycle.json", lifecycle()),
        ("roles.json", roles()),
        ("relations.json", relations()),
        ("integrity.json", integrity()),
        ("trust.json", trust()),
    ])
}

fn types() -> Value {
    let every = ["PM", "DEV", "QA", "OPS", "ADMIN"];
    let entry = |name: &str, responsibility: &str, roles: &[&str], fields: &[&str], own: Value| {
        let mut relations: Vec<Value> =
            ["depends_on", "follows", "cites"].map(|relation| json!({ "relation": relation })).to_vec();
        relations.extend(own.as_array().cloned().unwrap_or_default());
        json!({
            "name": name,
            "version": "1",
            "responsibility": responsibility,
            "permitted_roles": roles,
            "required_fields": fields,
            "relations": relations,
            "lifecycle": LIFECYCLE,
            "requires_transition": name == "TRANSITION",
        })
    };
    let with = |mut entry: Value, members: Value| {
        if let (Some(entry), Some(members)) = (entry.as_object_mut(), members.as_object()) {
            entry.extend(members.clone());
        }
        entry
    };
    let to = |relation: &str, types: &[&str]| json!({ "relation": relation, "target_types": types });
    let evidence = |entry: Value, kind: &str| with(entry, json!({ "evidence": kind }));
    let moves = json!([
        to("reports", &["REPORT"]),
        to("reviews", &["REPORT", "TRANSITION"]),
        to("rests_on", &["REVIEW"]),
        to("released_by", &["DECISION"]),
        to("archives", &["REPORT", "TRANSITION"]),
        to("under_exception", &["EXCEPTION"]),
    ]);
    let task_body =
        json!({ "type": "object", "properties": { "title": { "type": "string", "minLength": 1 } } });
    let corrects = json!([{ "relation": "corrects", "target_types": ["TASK", "REPORT", "REVIEW", "ISSUE"], "required": true }]);
    let supersedes = json!([{ "relation": "supersedes", "target_types": ["REPORT", "REVIEW", "ISSUE", "CORRECTION"], "required": true }]);
    json!({
        "id": "review-types",
        "version": "1",
        "types": [
            with(
                entry("TASK", "asks for a piece of work and anchors it", &["PM"], &["title"], json!([])),
                json!({ "carrier": true, "body_schema": task_body }),
            ),
            entry("TRANSITION", "moves a piece of work", &["PM", "DEV", "QA", "OPS"], &[], moves),
            evidence(
                entry("REPORT", "says what was done", &["DEV", "OPS"], &["summary"], json!([])),
                "execution",
            ),
            with(
                entry(
                    "REVIEW",
                    "judges what somebody else did",
                    &["QA"],
                    &["decision"],
                    json!([to("reviews", &["REPORT", "TRANSITION"]), to("under_exception", &["EXCEPTION"])]),
                ),
                json!({ "evidence": "review", "separation_of_duties": ["executor_must_not_review"] }),
            ),
            evidence(
                entry(
                    "DECISION",
                    "settles a dispute or lets a result go",
                    &["ADMIN"],
                    &[],
                    json!([to("resolves", &["REVIEW", "TRANSITION"])]),
                ),
                "decision",
            ),
            entry("CORRECTION", "corrects an earlier object", &every, &["correction"], corrects),
            entry("SUPERSESSION", "takes the place of an earlier object", &every, &["summary"], supersedes),
            entry("ISSUE", "notes a problem", &every, &["summary"], json!([])),
            entry("HANDOFF", "passes work on to somebody else", &every, &["summary"], json!([])),
            entry("RECOVERY", "takes work up again after an interruption", &every, &["summary"], json!([])),
            evidence(
                entry("ASSIGNMENT", "gives somebody a role", &every, &["identity", "role"], json!([])),
                "assignment",
            ),
            evidence(
                entry("DELEGATION", "lends somebody a role", &every, &["identity", "role"], json!([])),
                "delegation",
            ),
            evidence(
                entry("REVOCATION", "takes a role back", &every, &["assignment"], json!([])),
                "revocation",
            ),
            evidence(
                entry("EXCEPTION", "permits what a duty forbids", &every, &["rule", "identity"], json!([])),
                "exception",
            ),
        ],
        "adverse_decisions": ["reject"],
    })
}

fn lifecycle() -> Value {
    let tuple = |from: &str, action: &str, to: &str, role: &str, relations: &[&str]| json!({ "from": from, "action": action, "to": to, "allowed_roles": [role], "required_relations": relations });
    let with = |mut entry: Value, name: &str, value: Value| {
        entry
            .as_object_mut()
            .into_iter()
            .for_each(|members| drop(members.insert(name.to_owned(), value.clone())));
        entry
    };
    let approve = tuple("review", "approve", "done", "QA", &["reviews"]);
    let approve = with(approve, "preconditions", json!(["approving_review"]));
    json!({
        "id": LIFECYCLE,
        "version": "1",
        "states": ["created", "active", "waiting", "review", "done", "archived", "cancelled"],
        "initial_state": "created",
        "terminal_states": ["archived", "cancelled"],
        "actions": ["start", "hold", "resume", "submit", "rework", "approve", "archive", "cancel"],
        "transitions": [
            tuple("created", "start", "active", "PM", &[]),
            tuple("active", "hold", "waiting", "PM", &[]),
            tuple("waiting", "resume", "active", "PM", &[]),
            tuple("active", "submit", "review", "DEV", &["reports"]),
            tuple("review", "rework", "active", "QA", &["reviews"]),
            with(approve, "separation_of_duties", json!(["executor_must_not_review"])),
            with(
                tuple("done", "archive", "archived", "OPS", &["archives"]),
                "preconditions",
                json!(["human_release"]),
            ),
            tuple("created", "cancel", "cancelled", "PM", &[]),
            tuple("active", "cancel", "cancelled", "PM", &[]),
        ],
        "recovery_rules": ["terminal_state_is_stable", "source_history_is_preserved"],
        "extensions": {
            "preconditions": {
                "approving_review": {
                    "relation": "rests_on",
                    "target_types": ["REVIEW"],
                    "creator_roles": ["QA"],
                    "decision": "approve",
                },
                "human_release": {
                    "relation": "released_by",
                    "target_types": ["DECISION"],
                    "creator_roles": ["ADMIN"],
                    "decision": "release",
                    "awaits_human": true,
                },
            },
            "executing_actions": ["submit"],
        },
    })
}

fn roles() -> Value {
    let role = |id: &str, actions: &[&str]| json!({ "id": id, "permitted_actions": actions, "assigned_by": ["ADMIN"], "revocation": "prospective" });
    let held = |identity: &str, role: &str| json!({ "id": format!("{identity}-{}", role.to_lowercase()), "identity": identity, "role": role });
    json!({
        "id": "review-roles",
        "version": "1",
        "roles": [
            role("PM", &["start", "hold", "resume", "cancel"]),
            role("DEV", &["submit"]),
            role("QA", &["approve", "rework", "delegate"]),
            role("OPS", &["archive", "cancel"]),
            role("ADMIN", &["assign", "revoke", "delegate", "except", "resolve"]),
        ],
        "assignments": [
            held("alice", "PM"),
            held("henry", "PM"),
            held("bob", "DEV"),
            held("bob", "QA"),
            held("bob", "OPS"),
            held("gus", "DEV"),
            held("carol", "QA"),
            held("gina", "QA"),
            held("ines", "QA"),
            held("dave", "OPS"),
            held("erin", "ADMIN"),
            held("amy", "PM"),
            { "id": "amy-narrow", "identity": "amy", "role": "PM", "actions": ["cancel"], "works": ["W"] },
            { "id": "ivan-qa", "identity": "ivan", "role": "QA", "works": ["W2"] },
            { "id": "judy-admin", "identity": "judy", "role": "ADMIN", "actions": ["assign"] },
            { "id": "olga-pm", "identity": "olga", "role": "PM", "actions": ["cancel"] },
            { "id": "rita-pm", "identity": "rita", "role": "PM", "revoked": true },
            {
                "id": "tina-pm",
                "identity": "tina",
                "role": "PM",
                "not_before": "2026-01-01T00:00:00Z",
                "not_after": "2026-02-01T00:00:00Z",
            },
        ],
        "incompatible": [["DEV", "OPS"]],
        "exception_relation": "under_exception",
    })
}

fn relations() -> Value {
    let relation = |name: &str, ordering: bool, required: bool, acyclic: bool| json!({ "name": name, "ordering": ordering, "required": required, "acyclic": acyclic });
    let inside = |name: &str, resolution: bool| {
        let mut entry = relation(name, true, true, true);
        if let Some(members) = entry.as_object_mut() {
            members.insert("same_work".to_owned(), json!(true));
            members.extend(resolution.then(|| ("resolution".to_owned(), json!(true))));
        }
        entry
    };
    json!({
        "id": "review-relations",
        "version": "1",
        "relations": [
            relation("depends_on", true, true, true),
            inside("reports", false),
            inside("reviews", false),
            inside("rests_on", false),
            inside("released_by", false),
            inside("archives", false),
            inside("under_exception", false),
            inside("resolves", true),
            relation("corrects", true, false, true),
            relation("supersedes", true, false, true),
            relation("follows", true, false, false),
            relation("cites", false, false, false),
        ],
    })
}

fn integrity() -> Value {
    json!({
        "id": "review-integrity",
        "version": "1",
        "accepted": [
            { "canonicalization": "tmpa-s0.4-stable-json-1", "hash_algorithm": "sha256" },
            { "canonicalization": "rfc8785", "hash_algorithm": "sha256" },
        ],
        "variant_identity": "covered",
        "coverage": {
            "bytes": "the whole object in its canonical form, with an empty digest and without the signature group",
            "encoding": "UTF-8, no normalisation of text",
            "extensions": "covered",
        },
    })
}

fn trust() -> Value {
    let key = |name: &str, identities: &[&str], status: &str| json!({ "key_id": name, "algorithm": "ed25519", "public_key": ExampleKey::named(name).public(), "identities": identities, "status": status });
    json!({
        "id": "review-trust",
        "version": "1",
        "keys": [
            key("alice-key", &["alice"], "active"),
            key("bob-key", &["bob"], "active"),
            key("carol-key", &["carol"], "active"),
            key("old-alice-key", &["alice"], "revoked"),
        ],
        "policy": "optional",
    })
}
