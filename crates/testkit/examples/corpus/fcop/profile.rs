//! The profiles of the level: those that ship with the program, with a registry of who holds which role and of what evaluators
//! answer; and one as it ships, under which nobody holds any.

use crate::profile::Files;
use serde_json::{Value, json};
use std::fs;

/// Every profile, by the name of its folder.
pub(crate) fn profiles() -> Vec<(&'static str, Files)> {
    vec![
        ("fcop-4.0", with_registry("fcop-4.0")),
        ("fcop-3.2", with_registry("fcop-3.2")),
        ("fcop-2", with_registry("fcop-2")),
        ("fcop-4.0-bare", shipped("fcop-4.0", "fcop-4.0-bare")),
    ]
}

const FILES: [&str; 8] = [
    "profile.json",
    "types.json",
    "lifecycle.json",
    "fact.json",
    "roles.json",
    "relations.json",
    "integrity.json",
    "fcop.json",
];

/// A profile as it ships, under another id.
fn shipped(name: &str, id: &str) -> Files {
    let folder = actum_testkit::workspace_root().join("profiles").join(name);
    let read = |file: &'static str| {
        let bytes = fs::read(folder.join(file)).unwrap_or_default();
        (file, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    };
    let mut files: Files = FILES.into_iter().map(read).collect();
    set(&mut files, "profile.json", "id", json!(format!("suite-{id}")));
    files
}

/// Who holds which role: `LEAD` holds two that one attempt keeps apart, and `MALLORY` none.
const HELD: [(&str, &[&str]); 6] = [
    ("PM", &["issuer", "approver", "participant"]),
    ("DEV", &["executor", "participant"]),
    ("OPS", &["executor", "participant"]),
    ("QA", &["approver", "participant"]),
    ("LEAD", &["executor", "approver", "participant"]),
    ("ADMIN", &["issuer", "approver", "archiver", "participant", "human", "admin"]),
];

fn with_registry(name: &str) -> Files {
    let mut files = shipped(name, name);
    let mut assignments = Vec::new();
    for (holder, roles) in HELD {
        for role in roles {
            assignments.push(json!({
                "id": format!("{}-{role}", holder.to_ascii_lowercase()),
                "identity": format!("role:{holder}"),
                "role": role,
            }));
        }
    }
    set(&mut files, "roles.json", "assignments", json!(assignments));
    set(&mut files, "fcop.json", "domain", json!("suite"));
    if name == "fcop-4.0" {
        let answer = |proof: &str, answer: &str| json!({ "profile_ref": "local-trust", "sender": "ADMIN", "issuer_proof": proof, "answer": answer });
        let answers = [answer("ok", "AUTHORIZED"), answer("revoked", "DENIED"), answer("unsure", "UNKNOWN")];
        set(&mut files, "fcop.json", "evaluations", json!(answers));
    }
    files
}

fn set(files: &mut Files, file: &str, member: &str, value: Value) {
    if let Some(members) = files.get_mut(file).and_then(Value::as_object_mut) {
        members.insert(member.to_owned(), value);
    }
}
