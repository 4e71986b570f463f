//! Every rule that a profile can break: file, place and message (TMPA 6.1, 8.4).

use super::bundle::{Folder, full, refused};
use serde_json::{Value, json};

#[track_caller]
fn set(file: &str, pointer: &str, value: Value, expected: &str) {
    refused(&full().set(file, pointer, value), &format!("`{file}`{expected}"));
}

#[track_caller]
fn cut(file: &str, pointer: &str) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let place = if parent.is_empty() { String::new() } else { format!(" at `{parent}`") };
    refused(&full().cut(file, pointer), &format!("`{file}`{place}: member `{name}` is required"));
}

#[test]
fn the_full_profile_loads() {
    assert!(full().load().is_ok());
}

#[test]
fn files_are_there_and_plain() {
    refused(
        &full().without("roles.json"),
        "`roles.json`: the manifest names this file, but the bundle does not hold it",
    );
    refused(
        &full().without("profile.json"),
        "`profile.json`: the manifest names this file, but the bundle does not hold it",
    );
    for name in ["../roles.json", "a/b", "a\\b", "/etc/passwd", "..", "."] {
        let place = " at `/registries/roles`: ";
        let rule = format!("{place}`{name}` is not a plain file name inside the bundle folder");
        set("profile.json", "/registries/roles", json!(name), &rule);
    }
    let inner = json!({ "file": "x/y" });
    let rule = " at `/registries/roles/file`: `x/y` is not a plain file name inside the bundle folder";
    set("profile.json", "/registries/roles", inner, rule);
}

#[test]
fn a_pinned_digest_is_enforced() {
    let digest = |folder: &Folder| actum_canon::digest::sha256(&folder.files["roles.json"]).to_string();
    let pinned = |text: &str| json!({ "file": "roles.json", "digest": text });
    let right = full().set("profile.json", "/registries/roles", pinned(&digest(&full())));
    assert!(right.load().is_ok());
    let changed = right.bytes("roles.json", &[full().files["roles.json"].as_slice(), b"\n"].concat());
    refused(
        &changed,
        &format!(
            "`profile.json` at `/registries/roles`: the manifest pins {}, the bytes have {} (TMPA 6.1)",
            digest(&full()),
            digest(&changed)
        ),
    );
    let hex = digest(&full()).split_off(7);
    for text in
        [hex.clone(), format!("sha256:{}", hex.to_uppercase()), "sha256:12".to_owned(), format!("md5:{hex}")]
    {
        let rule = " at `/registries/roles/digest`: expected `sha256:` and 64 lower-case hex digits";
        set("profile.json", "/registries/roles", pinned(&text), rule);
    }
}

#[test]
fn files_are_strict_json() {
    for file in [
        "profile.json",
        "types.json",
        "lifecycle.json",
        "roles.json",
        "relations.json",
        "integrity.json",
        "trust.json",
    ] {
        let text = full().files[file].clone();
        let twice = [b"{\"id\":\"first\",".as_slice(), &text[1..]].concat();
        let error = full().bytes(file, &twice).load().unwrap_err();
        assert_eq!((error.file.as_str(), error.pointer.as_str()), (file, "/id"));
        assert!(error.to_string().contains("not strict JSON: duplicate_name at byte "), "{error}");
        for (bytes, reason) in [
            ([b"\xEF\xBB\xBF".as_slice(), &text].concat(), "byte_order_mark"),
            ([&text, b"{}".as_slice()].concat(), "trailing_data"),
            (b"".to_vec(), "empty"),
            (b"{\"id\":\"\xFF\"}".to_vec(), "not_utf8"),
        ] {
            let error = full().bytes(file, &bytes).load().unwrap_err();
            assert_eq!(error.file, file);
            assert!(error.to_string().contains(&format!("not strict JSON: {reason} at byte ")), "{error}");
        }
    }
}

#[test]
fn unknown_members_are_refused_at_every_level() {
    let places = [
        ("profile.json", ""),
        ("profile.json", "/registries"),
        ("types.json", ""),
        ("types.json", "/types/1"),
        ("types.json", "/types/1/relations/2"),
        ("lifecycle.json", ""),
        ("lifecycle.json", "/transitions/3"),
        ("lifecycle.json", "/extensions"),
        ("lifecycle.json", "/extensions/preconditions/human_release"),
        ("roles.json", ""),
        ("roles.json", "/roles/2"),
        ("roles.json", "/assignments/4"),
        ("relations.json", ""),
        ("relations.json", "/relations/5"),
        ("integrity.json", ""),
        ("integrity.json", "/accepted/0"),
        ("trust.json", ""),
        ("trust.json", "/keys/1"),
    ];
    for (file, parent) in places {
        let place = if parent.is_empty() { String::new() } else { format!(" at `{parent}`") };
        let rule = format!("{place}: member `novel/~` is not known here");
        set(file, &format!("{parent}/novel~1~0"), json!(1), &rule);
    }
    let switches = full().switch("novel", "one");
    refused(&switches, "`profile.json` at `/switches`: member `novel` is not known here");
}

#[test]
fn required_members_are_required() {
    for (file, pointers) in [
        (
            "profile.json",
            vec![
                "/id",
                "/version",
                "/core_version",
                "/conformance_level",
                "/registries",
                "/registries/types",
                "/registries/lifecycle",
                "/registries/roles",
                "/registries/relations",
                "/registries/integrity",
            ],
        ),
        (
            "types.json",
            vec![
                "/id",
                "/version",
                "/types",
                "/types/2/name",
                "/types/2/version",
                "/types/2/responsibility",
                "/types/2/permitted_roles",
                "/types/2/required_fields",
                "/types/2/relations",
                "/types/2/lifecycle",
                "/types/2/requires_transition",
                "/types/2/relations/0/relation",
            ],
        ),
        (
            "lifecycle.json",
            vec![
                "/id",
                "/version",
                "/states",
                "/initial_state",
                "/terminal_states",
                "/actions",
                "/transitions",
                "/transitions/1/from",
                "/transitions/1/action",
                "/transitions/1/to",
                "/transitions/1/allowed_roles",
                "/transitions/1/required_relations",
                "/extensions/preconditions/human_release/relation",
            ],
        ),
        (
            "roles.json",
            vec![
                "/id",
                "/version",
                "/roles",
                "/assignments",
                "/roles/0/id",
                "/roles/0/permitted_actions",
                "/roles/0/assigned_by",
                "/assignments/0/id",
                "/assignments/0/identity",
                "/assignments/0/role",
            ],
        ),
        (
            "relations.json",
            vec![
                "/id",
                "/version",
                "/relations",
                "/relations/0/name",
                "/relations/0/ordering",
                "/relations/0/required",
                "/relations/0/acyclic",
            ],
        ),
        (
            "integrity.json",
            vec![
                "/id",
                "/version",
                "/accepted",
                "/accepted/0/canonicalization",
                "/accepted/0/hash_algorithm",
            ],
        ),
        (
            "trust.json",
            vec![
                "/id",
                "/version",
                "/keys",
                "/keys/0/key_id",
                "/keys/0/algorithm",
                "/keys/0/public_key",
                "/keys/0/identities",
            ],
        ),
    ] {
        for pointer in pointers {
            cut(file, pointer);
        }
    }
}

#[test]
fn values_have_their_kinds() {
    let text = "expected a string that is not empty";
    set("profile.json", "/id", json!(""), &format!(" at `/id`: {text}"));
    set("profile.json", "/version", json!(1), &format!(" at `/version`: {text}"));
    set("roles.json", "/roles/0/id", json!(null), &format!(" at `/roles/0/id`: {text}"));
    set("types.json", "/types", json!({}), " at `/types`: expected an array");
    set("relations.json", "/relations/0", json!([]), " at `/relations/0`: expected an object");
    set("types.json", "/types/0/carrier", json!("yes"), " at `/types/0/carrier`: expected true or false");
    set(
        "relations.json",
        "/relations/0/ordering",
        json!(1),
        " at `/relations/0/ordering`: expected true or false",
    );
    set("lifecycle.json", "/states", json!([]), " at `/states`: expected an array that is not empty");
    set("lifecycle.json", "/transitions", json!([]), " at `/transitions`: expected at least one transition");
    let nobody = " at `/transitions/0/allowed_roles`: expected an array that is not empty";
    set("lifecycle.json", "/transitions/0/allowed_roles", json!([]), nobody);
    set("roles.json", "/incompatible/0", json!(["DEV"]), " at `/incompatible/0`: expected a pair of roles");
    let early = " at `/assignments/0/not_before`: `2026-01-01` is not an RFC 3339 date-time";
    set("roles.json", "/assignments/0/not_before", json!("2026-01-01"), early);
}
