//! The objects themselves: the published shape, the canonical form, digests that anyone can recompute, fields as written.

use super::workspace::{Workspace, registry};
use actum_canon::digest::sha256;
use actum_canon::encode::TMPA_S04;
use actum_canon::json::Parser;
use serde_json::Value;
use std::collections::BTreeMap;

const WORKSPACES: [&str; 7] = [
    "peer-v3/04-needs-human-approved",
    "peer-v3/08-reject-rework",
    "peer-v4/00-happy",
    "peer-v4/01-all-stages-rework-reopen",
    "codeflow-20260511",
    "fcop-live-v3.2.5",
    "tutorial-tetris",
];

#[test]
fn every_object_has_the_published_shape_in_canonical_bytes() {
    let Some(schema) = actum_testkit::shared("spec/tmpa-s0.4/governance-object.schema.json") else { return };
    let schema: Value = serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
    let schema = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let mut parser = Parser::new();
    for name in WORKSPACES {
        let Some(workspace) = Workspace::corpus(name) else { return };
        for object in workspace.project(&registry()).objects {
            let value: Value = serde_json::from_slice(&object.bytes).unwrap();
            assert!(schema.is_valid(&value), "{name}: {}", object.id);
            let mut again = Vec::new();
            TMPA_S04.write(parser.parse(&object.bytes).unwrap().root(), &mut again).unwrap();
            assert_eq!(again, object.bytes, "{name}: {}", object.id);
            assert_eq!(value["id"], object.id);
            assert_eq!(value["integrity"]["digest"], object.covered.to_string());
        }
    }
}

#[test]
fn what_is_covered_is_what_fcop_itself_digests() {
    let Some(workspace) = Workspace::corpus("peer-v4/00-happy") else { return };
    let covered: BTreeMap<String, String> = workspace
        .project(&registry())
        .objects
        .into_iter()
        .map(|object| (object.id, object.covered.to_string().split_off(7)))
        .collect();
    // The digests that the package stored: evidence in the events, the first bytes of the TASK in the receipt.
    assert_eq!(
        covered["REPORT-e65f7df87f3347b3ad7ac1b5a78ca5b6"],
        "fe71eabde2f4a54765b0bcacae2a0db42439de7a6024a0fcd69d548559f04ee1"
    );
    assert_eq!(
        covered["TASK-c17fbef092b542b19a9be7181ae0926b"],
        "968d389717a6ffb62a83c710786eda90c1aa643118ced8359e36d07e342b1ddb"
    );
    let receipt = workspace.files.iter().find(|(id, _)| id.contains("create-738377")).unwrap();
    assert_eq!(
        covered["urn:uuid:e5959862-9e9a-45b9-91d6-66343ebec1b0/op-1"],
        sha256(&receipt.1).to_string().split_off(7)
    );
}

fn object(workspace: &Workspace, id: &str) -> Value {
    let objects = workspace.project(&registry()).objects;
    let found = objects.into_iter().find(|object| object.id == id).unwrap_or_else(|| panic!("no `{id}`"));
    serde_json::from_slice(&found.bytes).unwrap()
}

#[test]
fn a_task_and_its_events_are_objects_of_their_own() {
    let Some(workspace) = Workspace::corpus("peer-v4/00-happy") else { return };
    let id = "TASK-c17fbef092b542b19a9be7181ae0926b";
    let task = object(&workspace, id);
    assert_eq!(task["type"], "fcop.task");
    assert_eq!(task["creator"], "role:PM");
    assert_eq!(task["lifecycle"], serde_json::json!({"profile": "fcop-task-4.0", "state": "inbox"}));
    assert_eq!(task["content"]["body"]["fields"]["subject"], "Do it");
    assert!(task["content"]["body"]["fields"].get("transitions").is_none());
    assert_eq!(task["extensions"]["fcop"]["pinned"], true);
    assert_eq!(task["extensions"]["fcop"]["observed_stage"], serde_json::json!(["archive"]));
    let approval = object(&workspace, &format!("{id}/t4"));
    assert_eq!(approval["lifecycle"]["transition"]["action"], "approve_task");
    assert_eq!(approval["lifecycle"]["state"], "done");
    assert_eq!(approval["role"], "approver");
    assert_eq!(approval["governed_work"]["primary_carrier_id"], id);
    let relations: Vec<&str> = approval["references"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["relation"].as_str())
        .collect();
    assert_eq!(relations, ["authorized_by", "carrier", "evidence", "evidence", "follows"]);
    let claim = object(&workspace, &format!("{id}/t2"));
    let submission = object(&workspace, &format!("{id}/t3"));
    assert_eq!((&claim["stream"]["sequence"], &submission["stream"]["sequence"]), (&1.into(), &2.into()));
    assert_eq!(claim["stream"]["id"], submission["stream"]["id"]);
    assert_ne!(claim["stream"]["id"], approval["stream"]["id"]);
}

#[test]
fn scalars_stay_as_they_were_written() {
    let text = "---\nprotocol: fcop\nversion: 1.0\nsender: PM\nrecipient: DEV\ncreated_at: 2026-05-09T10:42+08:00\nflag: yes\nnothing:\nnumber: 0x10\ntmpa_stream: pm\ntmpa_sequence: 7\n---\n\n# T\u{1F600}\n";
    let workspace = Workspace::of([("tasks/TASK-20260509-001-PM-to-DEV.md", text)]);
    let task = object(&workspace, "TASK-20260509-001-PM-to-DEV");
    let fields = &task["content"]["body"]["fields"];
    assert_eq!(fields["version"], "1.0");
    assert_eq!(fields["created_at"], "2026-05-09T10:42+08:00");
    assert_eq!(fields["flag"], "yes");
    assert_eq!(fields["nothing"], Value::Null);
    assert_eq!(fields["number"], "0x10");
    assert_eq!(task["content"]["body"]["text"], "\n# T\u{1F600}\n");
    // A time without seconds is no moment of RFC 3339; its day is all that is taken from it.
    assert_eq!(task["created_at"], "2026-05-09T00:00:00Z");
    assert_eq!(task["stream"], serde_json::json!({"id": "corpus/pm", "sequence": 7}));
}

#[test]
fn dates_come_from_the_registry_before_the_name() {
    let text = "---\nprotocol: fcop\nversion: 1\nsender: PM\nrecipient: DEV\n---\n";
    let workspace = Workspace::of([("tasks/TASK-20260509-001-PM-to-DEV.md", text)]);
    let known =
        br#"{"id":"r","version":"1","dates":{"TASK-20260509-001-PM-to-DEV":"2026-05-09T11:12:13+08:00"}}"#;
    let registry = actum_fcop::Registry::load("fcop.json", known).unwrap();
    let object = &workspace.project(&registry).objects[0];
    let value: Value = serde_json::from_slice(&object.bytes).unwrap();
    assert_eq!(value["created_at"], "2026-05-09T11:12:13+08:00");
    assert_eq!(value["extensions"]["fcop"]["created_at_basis"], "registry");
}
