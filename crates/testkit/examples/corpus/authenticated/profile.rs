//! The profiles of the level: keys for everybody, and one rule changed in each.

use crate::profile::{Change, Files, changed};
use actum_testkit::evidence::LIFECYCLE;
use actum_testkit::key::ExampleKey;
use serde_json::{Value, json};

/// Every profile, by the name of its folder; the last one has the keys and asks for no signature.
pub(crate) fn profiles() -> Vec<(&'static str, Files)> {
    vec![
        trusting("authenticated", "undetermined", &[]),
        trusting("authenticated-strict", "invalid", &[]),
        trusting("authenticated-excluding", "excluded", &[]),
        trusting("authenticated-clock", "invalid", &[("roles.json", "/trusted_clock", json!("created_at"))]),
        trusting(
            "authenticated-variants",
            "invalid",
            &[("integrity.json", "/variant_identity", json!("canonical"))],
        ),
        trusting(
            "trusting",
            "undetermined",
            &[
                ("profile.json", "/conformance_level", json!("core")),
                ("trust.json", "/policy", json!("optional")),
            ],
        ),
    ]
}

/// A profile that requires signatures, with a key for everybody and a type that takes keys back.
fn trusting(name: &'static str, absent: &str, more: &[Change]) -> (&'static str, Files) {
    let key = |name: &str, identities: &[&str], members: Value| {
        let mut entry = json!({ "key_id": name, "algorithm": "ed25519", "public_key": ExampleKey::named(name).public(), "identities": identities });
        if let (Some(entry), Some(members)) = (entry.as_object_mut(), members.as_object()) {
            entry.extend(members.clone());
        }
        ("trust.json", "/keys/-", entry)
    };
    let plain = |identity: &str| key(&format!("{identity}-key"), &[identity], json!({}));
    let mut changes = vec![
        ("profile.json", "/conformance_level", json!("authenticated")),
        ("trust.json", "/policy", json!("required")),
        ("trust.json", "/on_unauthenticated", json!(absent)),
        ("types.json", "/types/-", key_revocation()),
        ("roles.json", "/roles/4/permitted_actions/-", json!("revoke_key")),
    ];
    changes.extend(["dave", "erin", "frank", "gus", "henry", "ines", "mallory", "rita"].map(plain));
    changes.extend([
        key("gina-key", &["gina"], json!({ "revocation": "retroactive" })),
        key("alice-second-key", &["alice"], json!({})),
        key("bob-second-key", &["bob"], json!({})),
        key("bob-dev-key", &["bob"], json!({ "roles": ["DEV"] })),
        key("shared-key", &["gina", "gus"], json!({})),
        key(
            "henry-january-key",
            &["henry"],
            json!({ "valid_from": { "time": "2026-01-01T00:00:00Z" }, "valid_to": { "time": "2026-02-01T00:00:00Z" } }),
        ),
        key("gus-past-key", &["gus"], json!({ "valid_to": { "time": "2025-12-31T23:59:59Z" } })),
        key("gina-later-key", &["gina"], json!({ "valid_from": { "time": "2026-03-01T00:00:00Z" } })),
        key(
            "ines-lost-key",
            &["ines"],
            json!({ "status": "revoked", "revoked_from": { "time": "2026-01-02T00:00:00Z" } }),
        ),
    ]);
    changes.extend(more.iter().cloned());
    changed(name, &changes)
}

fn key_revocation() -> Value {
    json!({
        "name": "KEY_REVOCATION",
        "version": "1",
        "responsibility": "takes a key back",
        "permitted_roles": ["PM", "DEV", "QA", "OPS", "ADMIN"],
        "required_fields": ["key_id"],
        "relations": [{ "relation": "depends_on" }, { "relation": "follows" }, { "relation": "cites" }],
        "lifecycle": LIFECYCLE,
        "requires_transition": false,
        "evidence": "key_revocation",
    })
}
