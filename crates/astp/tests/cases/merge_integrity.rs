//! Verification of stored merges (ASTP 19.3.3, G-24; FM-009).

use actum_astp::command::ExecuteMerge;
use actum_astp::id::Instant;
use actum_astp::node::MergePoint;
use actum_astp::operation::verify_merge;
use actum_astp::value::{MergeType, ResolutionType};

use super::branch::branched;
use super::governance_tree::{AGENT, Asked, digest, id};
use super::merge::{execute, merged, replacing, resolution};

/// A change to one field of a stored merge.
type Mutation = fn(&mut MergePoint);

/// One for every field that a stored merge has.
const MUTATIONS: &[(&str, Mutation)] = &[
    ("merge_point_id", |merge| merge.merge_point_id = id(9_000_001)),
    ("merge_id", |merge| merge.merge_id = id(9_000_001)),
    ("source_episode_id", |merge| merge.source_episode_id = id(9_000_001)),
    ("source_branch_id", |merge| merge.source_branch_id = id(9_000_001)),
    ("target_episode_id", |merge| merge.target_episode_id = id(9_000_001)),
    ("merge_type", |merge| merge.merge_type = MergeType::Partial),
    ("source_merkle_root", |merge| merge.source_merkle_root = digest("x")),
    ("target_merkle_root_pre", |merge| merge.target_merkle_root_pre = digest("x")),
    ("target_merkle_root_post", |merge| merge.target_merkle_root_post = digest("x")),
    ("common_ancestor_id", |merge| merge.common_ancestor_id = id(9_000_001)),
    ("conflict_segments", |merge| merge.conflict_segments.push(id(9_000_001))),
    ("conflict_segments order", |merge| merge.conflict_segments.reverse()),
    ("resolution_artifacts", |merge| merge.resolution_artifacts.push("x".into())),
    ("merge_coherence_delta", |merge| merge.merge_coherence_delta = 0.5),
    ("merge_summary", |merge| merge.merge_summary.push('.')),
    ("merge_summary NFC twin", |merge| {
        merge.merge_summary = merge.merge_summary.replace('\u{e9}', "e\u{301}")
    }),
    ("initiator", |merge| merge.initiator.push('x')),
    ("content_hash", |merge| merge.content_hash = digest("x")),
    ("parent_hash", |merge| merge.parent_hash = Some(digest("x"))),
    ("timestamp_utc", |merge| merge.timestamp_utc = Instant::parse("2020-01-01T00:00:00Z").unwrap()),
    ("schema_version", |merge| merge.schema_version.push('0')),
];

// Thirteen of these pass unseen in the published verification (FM-009).
#[test]
fn every_single_field_of_a_merge_is_protected() {
    let mut asked = Asked::registered();
    let (episode, segments) = asked.told(3);
    let branch = branched(&mut asked, episode, segments[2], "x");
    let mut chosen = Vec::new();
    for (at, old) in segments[..2].iter().enumerate() {
        let text = format!("branch {at}");
        replacing(&mut asked, episode, Some(branch), *old, &text);
        replacing(&mut asked, episode, None, *old, "main");
        chosen.push(resolution(*old, ResolutionType::TakeSource, &text));
    }
    let command = ExecuteMerge {
        conflict_resolutions: chosen,
        merge_summary: "caf\u{e9}".into(),
        resolution_artifacts: vec!["art-1".into()],
        ..execute(branch, episode)
    };
    let done = merged(asked.write(AGENT, command));
    let stored = asked.tree.merge(done.merge_id).unwrap().point.clone();
    assert_eq!(verify_merge(&asked.tree, &stored).faults, []);
    for (field, mutate) in MUTATIONS {
        let mut mutated = stored.clone();
        mutate(&mut mutated);
        let integrity = verify_merge(&asked.tree, &mutated);
        assert!(!integrity.integrity_holds, "{field}");
        let name = field.split(' ').next().unwrap();
        let named = integrity.faults.iter().any(|(fault, _)| fault == name) || field.contains("NFC");
        assert!(named, "{field}: {:?}", integrity.faults);
    }
    // The list above has every field of the node.
    let serde_json::Value::Object(shared) = published_mutations() else { return };
    for field in shared.keys() {
        assert!(MUTATIONS.iter().any(|(name, _)| name == field), "{field}");
    }
}

/// The fields that the published mutations change; `null` where the corpus is absent.
fn published_mutations() -> serde_json::Value {
    let Some(path) = actum_testkit::shared("cases/astp/merge_integrity.json") else {
        return serde_json::Value::Null;
    };
    let records: Vec<serde_json::Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let fields = records.iter().filter_map(|record| record["inputs"]["mutated_field"].as_str());
    // The audit record's own fields are the chain's matter.
    let fields =
        fields.filter(|field| !field.starts_with("audit")).map(|field| field.replace(" reversed", ""));
    let fields: serde_json::Map<_, _> = fields.map(|field| (field, true.into())).collect();
    assert!(fields.len() > 10);
    fields.into()
}
