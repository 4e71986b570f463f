//! The values that were ratified with ASTP 5.0.0, whole: every one is computed here and compared.
//!
//! The file names most inputs; those that it leaves to the programs beside it (identifiers counted up, one instant, a
//! few words) stand here.

use std::fs;

use actum_astp::construct::chain::verify_v2;
use actum_astp::construct::{Fields, run};
use actum_canon::digest::Sha3;
use actum_canon::json::Parser;
use actum_canon::signature::PublicKey;
use serde_json::{Value, json};

pub(super) const SEALS: &str = "spec/astp/seal-constructions-5.0.0.json";

pub(super) const EPISODE: &str = "550e8400-e29b-41d4-a716-446655440000";
const AT: &str = "2026-01-01T00:00:00.123+00:00";

pub(super) fn read(file: &str) -> Option<Value> {
    let path = actum_testkit::shared(file)?;
    Some(serde_json::from_slice(&fs::read(path).unwrap()).unwrap())
}

/// The result of a construction.
pub(super) fn made(name: &str, inputs: &Value) -> Value {
    let source = inputs.to_string();
    let mut parser = Parser::new();
    let document = parser.parse(source.as_bytes()).unwrap();
    let output = run(name, document.root()).unwrap_or_else(|stop| panic!("{name}: {stop}"));
    serde_json::from_slice(&output.json).unwrap()
}

fn id(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012x}")
}

fn field(kind: &str, value: &Value) -> Value {
    made("encode_field", &json!({"kind": kind, "value": value}))
}

fn leaves(file: &Value) -> Vec<Value> {
    file["segments"].as_array().unwrap().iter().map(|segment| segment["leaf_hash_v2"].clone()).collect()
}

fn contents(file: &Value) -> Vec<Value> {
    file["segments"].as_array().unwrap().iter().map(|segment| segment["content_hash"].clone()).collect()
}

#[test]
fn fields_are_encoded_as_ratified() {
    let Some(file) = read(SEALS) else { return };
    let ratified = &file["field_encoding"];
    let content = contents(&file);
    for (name, kind, value) in [
        ("NULL", "NULL", json!(null)),
        ("BYTES_0x0102", "BYTES", json!({"hex": "0102"})),
        ("STRING_segment", "STRING", json!("segment")),
        ("UINT_6", "UINT", json!(6)),
        ("UUID_episode", "UUID", json!(EPISODE)),
        ("TIMESTAMP_2026-01-01T00:00:00.123Z", "TIMESTAMP", json!("2026-01-01T00:00:00.123Z")),
        ("TIMESTAMP_same_instant_at_-08:00", "TIMESTAMP", json!("2025-12-31T16:00:00.123-08:00")),
        ("HASH_of_leaf-0", "HASH", content[0].clone()),
        ("LIST_of_STRING_a_b", "LIST(STRING)", json!(["a", "b"])),
        ("LIST_empty", "LIST(STRING)", json!([])),
        ("BOOL_true", "BOOL", json!(true)),
        ("BOOL_false", "BOOL", json!(false)),
        ("FLOAT_0.75", "FLOAT", json!(0.75)),
        ("LIST_of_HASH_two", "LIST(HASH)", json!(content[..2])),
    ] {
        assert_eq!(field(kind, &value), ratified[name], "{name}");
    }
    let twins = |kind: &str, a: Value, b: Value| json!([field(kind, &a), field(kind, &b)]);
    assert_eq!(
        twins("STRING", json!("\u{e9}"), json!("e\u{301}")),
        ratified["STRING_nfc_e_acute_composed_equals_decomposed"]
    );
    assert_eq!(twins("FLOAT", json!(-0.0), json!(0.0)), ratified["FLOAT_negative_zero_is_positive_zero"]);
    assert_eq!(ratified.as_object().unwrap().len(), 16);
}

#[test]
fn documents_are_canonical_as_ratified() {
    let Some(file) = read(SEALS) else { return };
    let cases = [
        (
            "rfc8785_appendix_example",
            "{\"numbers\":[333333333.33333329,1e30,4.50,2e-3,0.000000000000000000000000001],\
             \"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\/\",\"literals\":[null,true,false]}",
        ),
        ("nested_keys_sorted_by_utf16_code_units", "{\"\u{1F600}\":1,\"\u{FFFF}\":2,\"a\":3,\"B\":4,\"\":5}"),
        ("nfc_decomposed_key_and_value", "{\"e\u{301}\":\"e\u{301}\"}"),
        (
            "numbers",
            r#"{"int":1,"neg":-7,"float_one":1.0,"tiny":1e-7,"big":1e21,"neg_zero":-0.0,
                "large_int":123456789012345678901234567890}"#,
        ),
        ("empty_containers", r#"{"o":{},"a":[]}"#),
    ];
    let ratified = file["canonical_json"].as_object().unwrap();
    assert_eq!(ratified.len(), cases.len());
    for (name, document) in cases {
        let source = format!("{{\"document\":{document}}}");
        let mut parser = Parser::new();
        let output = run("canonical_json", parser.parse(source.as_bytes()).unwrap().root()).unwrap();
        let output: Value = serde_json::from_slice(&output.json).unwrap();
        for part in ["canonical", "sha3_256"] {
            assert_eq!(output[part], ratified[name][part], "{name}");
        }
    }
}

#[test]
fn side_channels_and_links_hash_as_ratified() {
    let Some(file) = read(SEALS) else { return };
    let ratified = &file["content_hashes_v2"];
    let content = contents(&file);
    let aside = made(
        "compute_aside_hash_v2",
        &json!({"aside_id": id(40), "parent_episode_id": EPISODE, "parent_segment_id": id(2),
            "parent_segment_content_hash": content[2], "initiated_by_human": "devin", "target_agent_id": "agent-\u{3b1}",
            "opened_at": AT}),
    );
    assert_eq!(aside, ratified["aside_v2"]);
    let terminus = made(
        "compute_aside_terminus_hash_v2",
        &json!({"aside_terminus_id": id(41), "aside_id": id(40), "parent_episode_id": EPISODE,
            "aside_content_hash": aside, "produced_content_hashes": content[3..5], "close_reason": "done",
            "reference_scan_passed": false, "external_references_found": [id(5)], "termination_status": "CLOSED",
            "closed_at": "2026-01-01T00:05:00.123Z"}),
    );
    assert_eq!(terminus, ratified["aside_terminus_v2"]);
    let soliloquy = made(
        "compute_soliloquy_hash_v2",
        &json!({"soliloquy_id": id(42), "parent_episode_id": EPISODE, "parent_segment_id": id(2),
            "parent_segment_content_hash": content[2], "initiated_by_agent": "agent-\u{3b1}", "opened_at": AT}),
    );
    assert_eq!(soliloquy, ratified["soliloquy_v2"]);
    let chain = |contents: &[Value]| {
        made(
            "compute_deliberation_chain_hash_v2",
            &json!({"soliloquy_id": id(42), "deliberation_content_hashes": contents}),
        )
    };
    assert_eq!(chain(&content[3..6]), ratified["deliberation_chain_v2"]);
    assert_eq!(chain(&[]), ratified["deliberation_chain_v2_empty"]);
    let conclusion = made(
        "compute_soliloquy_conclusion_hash_v2",
        &json!({"conclusion_id": id(43), "soliloquy_id": id(42), "parent_episode_id": EPISODE,
            "deliberation_chain_hash": chain(&content[3..6]), "conclusion_summary": "take the second reading",
            "merged_into_segment_id": id(6), "termination_status": "ABSORBED",
            "concluded_at": "2026-01-01T00:05:00.123Z"}),
    );
    assert_eq!(conclusion, ratified["soliloquy_conclusion_v2"]);

    let signal = |kind: &str, weight: f64, value: f64| json!({"signal_type": kind, "signal_weight": weight, "signal_value": value, "computed_at": AT});
    let signals = [signal("SEMANTIC_SIMILARITY", 0.6, 0.91), signal("PARTICIPANT_OVERLAP", 0.4, 0.5)];
    let hashes: Vec<Value> =
        signals.iter().map(|signal| made("compute_link_signal_hash_v2", signal)).collect();
    assert_eq!(json!(hashes), ratified["link_signal_v2"]);
    let mut inferred = json!({"link_id": id(44), "source_episode": EPISODE,
        "target_episode": ratified["target_episode_id"], "source_episode_root": ratified["source_episode_root_used"],
        "target_episode_root": null, "created_at": AT, "link_type": "RELATES_TO", "link_strength": 0.736,
        "is_inferred": true, "inference_signal_hashes": hashes, "inference_threshold": 0.7, "retroactive": true,
        "source_version": "1.0.0", "target_version": null});
    assert_eq!(
        made("compute_episode_link_hash_v2", &inferred),
        ratified["episode_link_v2_inferred_source_sealed"]
    );
    inferred["inference_signals"] = json!(signals);
    inferred["inference_signal_hashes"] = json!([]);
    assert_eq!(
        made("compute_episode_link_content_hash", &inferred),
        ratified["episode_link_v2_inferred_source_sealed"]
    );
    let asserted = json!({"link_id": id(45), "source_episode": EPISODE, "target_episode": ratified["target_episode_id"],
        "source_episode_root": null, "target_episode_root": null, "created_at": AT, "link_type": "CONTINUES_FROM",
        "link_strength": 1.0, "is_inferred": false, "inference_signal_hashes": [], "inference_threshold": null,
        "retroactive": false, "source_version": null, "target_version": null});
    assert_eq!(
        made("compute_episode_link_hash_v2", &asserted),
        ratified["episode_link_v2_asserted_neither_sealed"]
    );
    assert_eq!(ratified.as_object().unwrap().len(), 12);
}

#[test]
fn witnesses_sign_the_ratified_commitments() {
    let Some(file) = read(SEALS) else { return };
    let ratified = &file["witness_and_anchor_v2"];
    for witness in ratified["witness_records"].as_array().unwrap() {
        let commitment = made("compute_witness_commitment_v2", witness);
        assert_eq!(commitment, witness["commitment_hash"]);
        let key = bytes(&witness["public_key"]);
        let fingerprint =
            made("compute_public_key_fingerprint", &json!({"public_key": {"hex": witness["public_key"]}}));
        assert_eq!(fingerprint, witness["public_key_fingerprint"]);
        let digest = Sha3::parse(commitment.as_str().unwrap()).unwrap();
        assert!(
            PublicKey::from_bytes(&key).unwrap().verify(digest.as_bytes(), &bytes(&witness["signature"]))
        );
    }
    assert_eq!(
        made("compute_anchor_commitment_v2", &ratified["anchor_inputs"]),
        ratified["anchor_commitment_v2"]
    );
}

fn bytes(hex: &Value) -> Vec<u8> {
    let (pairs, _) = hex.as_str().unwrap().as_bytes().as_chunks::<2>();
    pairs.iter().map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

#[test]
fn the_ratified_audit_chain_verifies() {
    let Some(file) = read(SEALS) else { return };
    let ratified = &file["audit_records_v2"];
    for chain in [ratified["chain"].clone(), json!([ratified["genesis_minimal"]])] {
        let source = chain.to_string();
        let mut parser = Parser::new();
        let records: Vec<_> = parser.parse(source.as_bytes()).unwrap().root().elements().collect();
        let head = verify_v2(records.iter().map(|record| record as &dyn Fields)).unwrap();
        assert_eq!(head.length, records.len() as u64);
        assert_eq!(json!(head.hash.unwrap().to_string()), chain[records.len() - 1]["record_hash"]);
    }
}

#[test]
fn leaves_spines_and_proofs_are_as_ratified() {
    let Some(file) = read(SEALS) else { return };
    for segment in file["segments"].as_array().unwrap() {
        assert_eq!(made("compute_leaf_hash_v2", segment), segment["leaf_hash_v2"]);
    }
    let leaves = leaves(&file);
    for (count, root) in file["spine_root_sav2"].as_object().unwrap() {
        let count: usize = count.parse().unwrap();
        assert_eq!(made("compute_merkle_root_v2", &json!({"leaves": leaves[..count]})), *root);
    }

    let mixed = &file["mixed_vintage_segment"];
    assert_eq!(made("compute_leaf_hash_v2", &mixed["fields"]), mixed["leaf_hash_v2_from_fields"]);
    assert_eq!(made("compute_leaf_hash", &mixed["fields"]), mixed["stored_leaf_hash_v1"]);

    let ratified = &file["inclusion_proofs_v2"];
    for name in ["leaf_3_of_7", "leaf_6_of_7_unpaired_path", "leaf_0_of_1"] {
        let proof = &ratified[name];
        let count = usize::try_from(proof["leaf_count"].as_u64().unwrap()).unwrap();
        let inputs = json!({"leaves": leaves[..count], "leaf_index": proof["leaf_index"]});
        assert_eq!(made("generate_inclusion_proof_v2", &inputs), *proof, "{name}");
        assert_eq!(made("verify_inclusion_proof_v2", &json!({"proof": proof})), json!(true), "{name}");
    }
    for (index, count) in
        ratified["expected_sibling_counts_for_7_leaves"].as_array().unwrap().iter().enumerate()
    {
        assert_eq!(made("expected_sibling_count_v2", &json!({"leaf_index": index, "leaf_count": 7})), *count);
    }
}

#[test]
fn structural_members_and_episode_roots_are_as_ratified() {
    let Some(file) = read(SEALS) else { return };
    let ratified = &file["structural_members"];
    let leaves = leaves(&file);
    let branch = made(
        "compute_branch_point_hash_v2",
        &json!({"branch_point_id": id(0x100), "episode_id": EPISODE, "branch_id": id(0x101), "source_segment_id": id(3),
            "spine_merkle_snapshot": file["spine_root_sav2"]["3"], "branch_type": "EXPLORATORY",
            "declaration_type": "EXPLICIT", "created_at": AT, "parent_hash": null}),
    );
    let terminus = made(
        "compute_branch_terminus_hash_v2",
        &json!({"terminus_id": id(0x102), "branch_id": id(0x101), "terminus_type": "ABANDONED",
            "branch_point_hash": branch, "final_merkle_root": null, "created_at": AT}),
    );
    let fork = made(
        "compute_fork_point_hash_v2",
        &json!({"fork_point_id": id(0x110), "fork_id": id(0x111), "episode_id": id(0x112),
            "origin_episode_id": EPISODE, "origin_segment_id": id(5), "fork_objective": "evaluate the alternative",
            "sibling_index": 0, "created_at": AT, "parent_hash": branch}),
    );
    let departure = made(
        "compute_departure_fork_point_hash_v2",
        &json!({"fork_point_id": id(0x120), "fork_id": id(0x121), "fork_episode_id": id(0x122),
            "origin_episode_id": EPISODE, "origin_segment_id": id(5), "fork_objective": "follow the tangent",
            "fork_creation_trigger": "DRIFT_CONFIRMED", "spine_tip_hash_at_departure": leaves[5], "created_at": AT,
            "parent_hash": null}),
    );
    let back = made(
        "compute_fork_return_hash_v2",
        &json!({"fork_return_id": id(0x123), "fork_id": id(0x121), "fork_episode_id": id(0x122),
            "origin_episode_id": EPISODE, "return_type": "COMPLETED", "fork_final_spine_tip_hash": leaves[6],
            "created_at": AT, "parent_hash": departure}),
    );
    let merge = made(
        "compute_merge_point_hash_v2",
        &json!({"merge_point_id": id(0x130), "merge_id": id(0x131), "source_episode_id": id(0x112),
            "target_episode_id": EPISODE, "source_merkle_root": leaves[0], "target_merkle_root_pre": leaves[1],
            "target_merkle_root_post": leaves[2], "common_ancestor_id": null, "merge_type": "CLEAN",
            "created_at": AT, "parent_hash": fork}),
    );
    let context = made(
        "compute_hitl_context_hash_v2",
        &json!({"hitl_request_id": "req-1", "episode_id": EPISODE, "gate_type": "APPROVAL_REQUIRED",
            "requesting_agent": "agent-a", "invoked_at": AT, "context_json": "{\"action\":\"deploy\"}"}),
    );
    let resolution = made(
        "compute_hitl_resolution_hash_v2",
        &json!({"hitl_event_id": id(0x140), "decision": "approved", "resolved_by": "human-1", "resolved_at": AT,
            "rationale": null}),
    );
    let gate =
        made("compute_hitl_node_hash_v2", &json!({"context_hash": context, "resolution_hash": resolution}));
    for (name, member) in [
        ("branch_point_v2", &branch),
        ("branch_terminus_v2", &terminus),
        ("fork_point_v2", &fork),
        ("departure_fork_point_v2", &departure),
        ("fork_return_v2", &back),
        ("merge_point_v2", &merge),
        ("hitl_context_v2", &context),
        ("hitl_resolution_v2", &resolution),
        ("hitl_node_v2", &gate),
    ] {
        assert_eq!(*member, ratified[name], "{name}");
    }

    let set = |name: &str, members: &Value| made(name, &json!({"members": members}));
    let members = json!([gate, branch, terminus, fork, departure, back, merge]);
    let without = json!([gate, branch, fork, departure, back, merge]);
    let structure = &file["structural_manifest_v1"];
    let structural = "compute_structural_manifest_hash";
    assert_eq!(set(structural, &members), structure["seven_members_any_order"]);
    assert_eq!(set(structural, &json!([])), structure["empty"]);
    assert_eq!(set(structural, &without), structure["with_branch_terminus_removed"]);
    assert_eq!(
        set("compute_signal_manifest_hash_v2", &file["signals"]),
        file["signal_manifest_v2"]["five_members_any_order"]
    );
    assert_eq!(set("compute_signal_manifest_hash_v2", &json!([])), file["signal_manifest_v2"]["empty"]);
    assert_eq!(set("compute_exclusion_hash_v2", &json!([])), file["exclusion_v2"]["empty"]);

    for (members, root) in [(members, "hash"), (json!([]), "with_empty_structural_manifest")] {
        let seal = made(
            "compute_episode_seal_v2",
            &json!({"episode_id": EPISODE, "segments": file["segments"], "signal_content_hashes": file["signals"],
                "excluded_content_hashes": [], "structural_member_hashes": members}),
        );
        assert_eq!(seal["episode_root_hash"], file["episode_root_v2"][root]);
    }
}
