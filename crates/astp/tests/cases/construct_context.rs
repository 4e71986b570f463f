//! The values that were ratified with ASTP 6.0.0, whole: what an Episode was given, and the root of version 3.

use actum_canon::digest::Sha3;
use actum_canon::merkle::{ASTP_V2, Proof};
use serde_json::{Value, json};

use super::construct_ratified::{EPISODE, SEALS, made, read};

const CONTEXT: &str = "spec/astp/context-commitment-6.0.0.json";

/// An entry with the hash of the entry that it resolves, as its preimage wants it.
fn entry_hash(file: &Value, entry: &Value) -> Value {
    let mut entry = entry.clone();
    let resolved =
        file["entries"].as_array().unwrap().iter().find(|other| other["entry_id"] == entry["resolves"]);
    entry["resolves_entry_hash"] = resolved.map_or(json!(null), |resolved| resolved["entry_hash"].clone());
    made("compute_context_entry_hash_v1", &entry)
}

#[test]
fn context_is_committed_as_ratified() {
    let Some(file) = read(CONTEXT) else { return };
    for (name, content) in file["content_hashes_v1"].as_object().unwrap() {
        let hex = content["content_utf8"].as_str().map_or_else(
            || content["content_hex"].clone(),
            |text| json!(text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>()),
        );
        if hex.is_null() {
            continue;
        }
        let salt = content.get("salt_hex").map_or(json!(null), |salt| json!({"hex": salt}));
        let inputs = json!({"content": {"hex": hex}, "salt": salt});
        assert_eq!(made("compute_context_content_hash_v1", &inputs), content["hash"], "{name}");
    }
    let entries = file["entries"].as_array().unwrap();
    for entry in entries {
        assert_eq!(entry_hash(&file, entry), entry["entry_hash"], "{}", entry["entry_id"]);
    }
    let resolves = &file["resolves"];
    for (id, hash) in [
        ("declared_incomplete_entry_id", "declared_incomplete_entry_hash"),
        ("resolving_entry_id", "resolving_entry_hash"),
    ] {
        let entry = entries.iter().find(|entry| entry["entry_id"] == resolves[id]).unwrap();
        assert_eq!(entry["entry_hash"], resolves[hash]);
    }

    let hashes: Vec<Value> = entries.iter().map(|entry| entry["entry_hash"].clone()).collect();
    let reversed: Vec<Value> = hashes.iter().rev().cloned().collect();
    let without: Vec<Value> = entries
        .iter()
        .filter(|entry| entry["verifiability_at_seal"] != "attested")
        .map(|entry| entry["entry_hash"].clone())
        .collect();
    let root = made("compute_context_tree_root_v1", &json!({"entry_hashes": hashes}));
    assert_eq!(root, file["context_tree_v1"]["root_seven_entries"]);
    let manifest = |posture: &str, hashes: &[Value]| {
        made("compute_context_manifest_hash_v1", &json!({"capture_posture": posture, "entry_hashes": hashes}))
    };
    let ratified = &file["context_manifest_v1"];
    for (name, posture, hashes) in [
        ("declared_only_seven", "declared_only", hashes.as_slice()),
        ("declared_only_seven_entries_in_reverse_insertion_order", "declared_only", &reversed),
        ("all_external_seven", "all_external", &hashes),
        ("declared_only_without_the_attested_retrieval", "declared_only", &without),
        ("empty_none", "none", &[]),
        ("empty_declared_only", "declared_only", &[]),
    ] {
        assert_eq!(manifest(posture, hashes), ratified[name], "{name}");
    }

    let base = &file["base_episode"];
    let root = |manifest: &Value| {
        let mut inputs = base.clone();
        inputs["context_manifest_hash"] = manifest.clone();
        made("compute_episode_root_hash_v3", &inputs)
    };
    let ratified_root = &file["episode_root_v3"];
    assert_eq!(root(&ratified["declared_only_seven"]), ratified_root["seven_entries_declared_only"]);
    assert_eq!(root(&ratified["empty_none"]), ratified_root["empty_manifest_posture_none"]);
    assert_eq!(made("compute_episode_root_hash_v2", base), base["episode_root_v2"]);
}

#[test]
fn one_entry_is_proven_without_the_others_as_ratified() {
    let Some(file) = read(CONTEXT) else { return };
    let digest = |value: &Value| Sha3::parse(value.as_str().unwrap()).unwrap();
    let published = &file["inclusion_proof_v1"]["proof"];
    let proof = Proof {
        index: published["leaf_index"].as_u64().unwrap(),
        count: published["leaf_count"].as_u64().unwrap(),
        siblings: published["siblings"].as_array().unwrap().iter().map(digest).collect(),
    };
    let entry = digest(&published["entry_hash"]);
    let root = digest(&published["context_tree_root"]);
    assert_eq!(proof.verify(&ASTP_V2, entry.as_bytes(), root), Ok(()));
}

#[test]
fn erasure_leaves_every_hash_as_ratified() {
    let Some(file) = read(CONTEXT) else { return };
    let erasure = &file["erasure_v1"];
    assert_eq!(
        made("compute_erasure_tombstone_hash_v1", &erasure["tombstone"]),
        erasure["tombstone"]["tombstone_hash"]
    );
    let entries = file["entries"].as_array().unwrap();
    let entry_of = |id: &Value| entries.iter().find(|entry| entry["entry_id"] == *id).unwrap().clone();
    let mut erased = entry_of(&erasure["entry_id"]);
    for (name, value) in erasure["after"].as_object().unwrap() {
        erased[name] = value.clone();
    }
    assert_eq!(entry_hash(&file, &erased), erasure["entry_hash_unchanged"]);
    let external = &file["external_entry_provenance_is_outside_the_preimage"];
    let mut moved = entry_of(&external["entry_id"]);
    moved["source_ref"] = external["source_ref_changed_to"].clone();
    assert_eq!(entry_hash(&file, &moved), external["entry_hash_after"]);
}

/// The seal record of the Episode that both files share, from its nodes.
#[test]
fn the_ratified_seal_record_is_rebuilt_from_what_it_seals() {
    let (Some(seals), Some(context)) = (read(SEALS), read(CONTEXT)) else { return };
    let names = [
        "branch_point_v2",
        "branch_terminus_v2",
        "fork_point_v2",
        "departure_fork_point_v2",
        "fork_return_v2",
        "merge_point_v2",
        "hitl_node_v2",
    ];
    let members: Vec<&Value> = names.iter().map(|name| &seals["structural_members"][*name]).collect();
    let entries: Vec<&Value> =
        context["entries"].as_array().unwrap().iter().map(|entry| &entry["entry_hash"]).collect();
    let seal = made(
        "compute_episode_seal_v3",
        &json!({"episode_id": EPISODE, "segments": seals["segments"], "signal_content_hashes": seals["signals"],
            "excluded_content_hashes": [], "structural_member_hashes": members, "capture_posture": "declared_only",
            "context_entry_hashes": entries}),
    );
    assert_eq!(seal, context["episode_root_v3"]["seal_record"]);
}
