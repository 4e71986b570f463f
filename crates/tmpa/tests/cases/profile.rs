//! The rules of a profile that look across files, and closed sets of words (TMPA 6.1, 8.4, 10.1).

use super::bundle::{full, refused};
use actum_testkit::profile::Compact;
use actum_tmpa::profile::{BundleFiles, Profile, registry_files};
use serde_json::{Value, json};

#[track_caller]
fn set(file: &str, pointer: &str, value: Value, expected: &str) {
    refused(&full().set(file, pointer, value), &format!("`{file}` at `{pointer}`: {expected}"));
}

#[test]
fn names_are_defined_where_they_point() {
    for (file, pointer, registry) in [
        ("types.json", "/types/0/permitted_roles/0", "role"),
        ("types.json", "/types/1/relations/3/relation", "relation"),
        ("types.json", "/types/1/relations/3/target_types/0", "type"),
        ("types.json", "/types/1/lifecycle", "lifecycle"),
        ("lifecycle.json", "/initial_state", "lifecycle state"),
        ("lifecycle.json", "/terminal_states/1", "lifecycle state"),
        ("lifecycle.json", "/transitions/0/from", "lifecycle state"),
        ("lifecycle.json", "/transitions/0/to", "lifecycle state"),
        ("lifecycle.json", "/transitions/0/action", "lifecycle action"),
        ("lifecycle.json", "/transitions/0/allowed_roles/0", "role"),
        ("lifecycle.json", "/transitions/1/required_relations/0", "relation"),
        ("lifecycle.json", "/transitions/3/preconditions/0", "lifecycle precondition"),
        ("lifecycle.json", "/extensions/executing_actions/0", "lifecycle action"),
        ("lifecycle.json", "/extensions/preconditions/human_release/relation", "relation"),
        ("lifecycle.json", "/extensions/preconditions/human_release/creator_roles/0", "role"),
        ("lifecycle.json", "/extensions/preconditions/human_release/target_types/0", "type"),
        ("roles.json", "/roles/0/permitted_actions/0", "lifecycle action"),
        ("roles.json", "/roles/0/assigned_by/0", "role"),
        ("roles.json", "/assignments/0/role", "role"),
        ("roles.json", "/assignments/5/actions/0", "role (permitted actions)"),
        ("roles.json", "/incompatible/0/0", "role"),
        ("roles.json", "/incompatible/0/1", "role"),
        ("roles.json", "/exception_relation", "relation"),
        ("relations.json", "/relations/1/target_types/0", "type"),
    ] {
        set(file, pointer, json!("NOVEL"), &format!("`NOVEL` is not defined in the {registry} registry"));
    }
}

#[test]
fn names_are_compared_exactly() {
    set("types.json", "/types/0/permitted_roles/0", json!("pm"), "`pm` is not defined in the role registry");
    set("roles.json", "/assignments/0/role", json!("PM "), "`PM ` is not defined in the role registry");
}

#[test]
fn an_exception_relation_needs_a_type_of_evidence() {
    let types: Value = serde_json::from_slice(&full().files["types.json"]).unwrap();
    let position =
        types["types"].as_array().unwrap().iter().position(|entry| entry["evidence"] == "exception");
    let folder = full().cut("types.json", &format!("/types/{}/evidence", position.unwrap()));
    refused(
        &folder,
        "`roles.json` at `/exception_relation`: `exception` is not defined in the type (evidence) registry",
    );
}

#[test]
fn nothing_is_defined_twice() {
    let copy = |file: &str, list: &str, index: usize| {
        let document: Value = serde_json::from_slice(&full().files[file]).unwrap();
        let item = document.pointer(&format!("{list}/{index}")).unwrap().clone();
        let last = document.pointer(list).unwrap().as_array().unwrap().len();
        (full().set(file, &format!("{list}/-"), item), last)
    };
    for (file, list, member, name) in [
        ("types.json", "/types", "/name", "TASK"),
        ("roles.json", "/roles", "/id", "PM"),
        ("roles.json", "/assignments", "/id", "alice-pm"),
        ("relations.json", "/relations", "/name", "depends_on"),
        ("trust.json", "/keys", "/key_id", "alice-key"),
        ("lifecycle.json", "/transitions", "", "start"),
    ] {
        let (folder, last) = copy(file, list, 0);
        refused(&folder, &format!("`{file}` at `{list}/{last}{member}`: `{name}` appears more than once"));
    }
    let same = full().assign("another-id", "alice", "PM");
    refused(&same, "`roles.json` at `/assignments/8`: `alice` appears more than once");
    for (file, list, name) in [
        ("lifecycle.json", "/states", "created"),
        ("lifecycle.json", "/actions", "start"),
        ("roles.json", "/roles/0/permitted_actions", "start"),
        ("trust.json", "/keys/0/identities", "alice"),
    ] {
        let document: Value = serde_json::from_slice(&full().files[file]).unwrap();
        let last = document.pointer(list).unwrap().as_array().unwrap().len();
        let folder = full().set(file, &format!("{list}/-"), json!(name));
        refused(&folder, &format!("`{file}` at `{list}/{last}`: `{name}` appears more than once"));
    }
}

#[test]
fn words_come_from_closed_sets() {
    for (file, pointer, allowed) in [
        ("profile.json", "/conformance_level", "`core`, `fcop`, `authenticated`"),
        (
            "types.json",
            "/types/2/evidence",
            "`execution`, `review`, `decision`, `assignment`, `revocation`, `delegation`, `exception`, \
             `key_revocation`",
        ),
        ("types.json", "/types/3/separation_of_duties/0", "`executor_must_not_review`"),
        ("lifecycle.json", "/transitions/3/separation_of_duties/0", "`executor_must_not_review`"),
        ("roles.json", "/roles/0/revocation", "`prospective`, `retroactive`"),
        ("roles.json", "/trusted_clock", "`created_at`"),
        (
            "integrity.json",
            "/accepted/0/canonicalization",
            "`tmpa-s0.4-stable-json-1`, `rfc8785`, `fcop-source-bytes-1`",
        ),
        ("integrity.json", "/accepted/0/hash_algorithm", "`sha256`"),
        ("integrity.json", "/variant_identity", "`covered`, `canonical`"),
        ("trust.json", "/keys/0/algorithm", "`ed25519`"),
        ("trust.json", "/keys/1/status", "`active`, `revoked`"),
        ("trust.json", "/policy", "`optional`, `required`"),
        ("trust.json", "/on_unauthenticated", "`undetermined`, `invalid`, `excluded`"),
        ("trust.json", "/keys/0/revocation", "`prospective`, `retroactive`"),
        ("integrity.json", "/accepted/0/signature_coverage", "`covered_bytes`, `none`"),
    ] {
        set(file, pointer, json!("novel"), &format!("`novel` is none of {allowed}"));
    }
    for (name, allowed) in [
        ("sequence_base", "`one`, `any`"),
        ("role_check", "`every_object`, `protected_actions`"),
        ("decision_scope", "`action`, `role`"),
        ("relation_registry", "`closed`, `open`"),
    ] {
        let place = format!("`profile.json` at `/switches/{name}`");
        refused(&full().switch(name, "novel"), &format!("{place}: `novel` is none of {allowed}"));
    }
    let edition = "core version `S0.5` is not implemented; this reader implements S0.4";
    set("profile.json", "/core_version", json!("S0.5"), edition);
}

#[test]
fn recovery_rules_are_known() {
    let folder = full().set("lifecycle.json", "/recovery_rules/-", json!("terminal_states_are_stable"));
    assert!(folder.load().is_err(), "a misspelt rule would be silently absent");
}

#[test]
fn an_authenticated_profile_requires_signatures() {
    let message = "`profile.json` at `/conformance_level`: conformance level `authenticated` needs a trust registry with \
                   policy `required` (TMPA 10.1)";
    let claiming = full().set("profile.json", "/conformance_level", json!("authenticated"));
    refused(&claiming, message);
    refused(&claiming.clone().cut("profile.json", "/registries/trust"), message);
    assert!(claiming.set("trust.json", "/policy", json!("required")).load().is_ok());
}

#[test]
fn keys_are_usable() {
    let weak = "it is weak: anybody can sign for it";
    for (key, reason) in [
        ("not base64!", "it is not base64"),
        ("AAAA", "it is not 32 bytes long"),
        ("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", weak),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", weak),
        ("AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "it is no point of the curve"),
    ] {
        set("trust.json", "/keys/0/public_key", json!(key), &format!("the public key is unusable: {reason}"));
    }
}

#[test]
fn body_schemas_compile_without_reaching_out() {
    for schema in [
        json!({ "type": "novel" }),
        json!({ "$ref": "https://example.org/schema.json" }),
        json!({ "pattern": "(" }),
    ] {
        let error = full().set("types.json", "/types/3/body_schema", schema.clone()).load().unwrap_err();
        assert_eq!(
            (error.file.as_str(), error.pointer.as_str()),
            ("types.json", "/types/3/body_schema"),
            "{schema}"
        );
        assert!(error.to_string().contains("the body schema does not compile: "), "{error}");
    }
}

#[test]
fn a_manifest_names_its_files() {
    let names = registry_files(&full().files["profile.json"]).unwrap();
    let expected =
        ["types.json", "lifecycle.json", "roles.json", "relations.json", "integrity.json", "trust.json"];
    assert_eq!(names, expected);
    assert!(registry_files(&Compact::new().to_bytes()).unwrap().is_empty());
    let error = registry_files(b"{\"registries\":{}}").unwrap_err();
    assert_eq!(error.to_string(), "`profile.json` at `/registries`: member `types` is required");
    assert!(full().cut("profile.json", "/registries/trust").without("trust.json").load().is_ok());
}

#[test]
fn a_compact_profile_is_read_as_strictly() {
    let load = |profile: Compact| {
        let files = BundleFiles::new("one.json", [("one.json".to_owned(), profile.to_bytes())]);
        Profile::load(&files).map(|profile| profile.switches()).map_err(|error| error.to_string())
    };
    assert!(load(Compact::new()).is_ok());
    for (profile, message) in [
        (Compact::new().member("novel", json!(1)), "`one.json`: member `novel` is not known here"),
        (
            Compact::new().extension("novel", json!(1)),
            "`one.json` at `/extensions`: member `novel` is not known here",
        ),
        (
            Compact::new().switch("role_check", "never"),
            "`one.json` at `/extensions/switches/role_check`: `never` is none of `every_object`, `protected_actions`",
        ),
        (
            Compact::new()
                .extension("assignments", json!([{ "identity": "a", "role": "B", "valid_to": "soon" }])),
            "`one.json` at `/extensions/assignments/0/valid_to`: `soon` is not an RFC 3339 date-time",
        ),
        (Compact::new().member("id", json!("")), "`one.json` at `/id`: expected a string that is not empty"),
    ] {
        assert_eq!(load(profile), Err(message.to_owned()));
    }
    let lax = load(Compact::new()).unwrap();
    assert!(
        !lax.sequence_from_one
            && !lax.role_check_on_every_object
            && !lax.decision_needs_action
            && !lax.closed_relations
    );
    let strict = load(Compact::new().strict()).unwrap();
    assert_eq!(strict, full().load().unwrap().switches());
}
