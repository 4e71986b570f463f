//! Governance objects, deals, trees and FCoP workspaces in one folder: what each reading finds alone, the one finds of all.

use actum::evidence::{Evidence, Options as Gather};
use actum::tmpa::{Judgment, Reconstruction};
use actum::{Bundle, Options, read, reader};
use actum_testkit::{evidence::Draft, shared};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn read_under(folder: &Path, profile: &Path) -> Reconstruction {
    let bundle = Bundle::open(profile).unwrap();
    let options = Gather { profile: Some(&bundle), ..Gather::default() };
    let evidence = Evidence::gather(&[folder], options).unwrap();
    read(&bundle.input(reader()).unwrap(), &evidence, Options::default()).unwrap()
}

fn read_folder(folder: &Path) -> Reconstruction {
    read_under(folder, Path::new("one-record"))
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/one-record")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// A copy of the example, of these parts of it or of all.
fn place(parts: &[&str]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    copy(&example(), place.path());
    for part in ["README.md", "deals.jsonl", "fcop", "tree", "work"] {
        let path = place.path().join(part);
        if parts.is_empty() || parts.contains(&part) {
            continue;
        }
        if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
    }
    place
}

/// Digest and work item of each object.
fn objects(view: &Reconstruction) -> BTreeMap<String, (String, String)> {
    let facts = view.nodes().map(|node| (node.canonical_digest.to_string(), node.work.to_owned()));
    view.nodes().map(|node| node.id.to_owned()).zip(facts).collect()
}

#[test]
fn each_kind_alone_gives_the_objects_that_all_give_together() {
    let all = read_folder(place(&[]).path());
    let mut together = objects(&all);
    assert!(together.len() > 40, "{}", together.len());
    for (part, count) in [("work", 6), ("deals.jsonl", 9), ("tree", 8), ("fcop", 8)] {
        let alone = objects(&read_folder(place(&[part]).path()));
        assert!(alone.len() >= count, "{part}: {alone:#?}");
        for (id, object) in alone {
            assert_eq!(together.remove(&id), Some(object), "{part}: {id}");
        }
    }
    assert!(together.is_empty(), "{together:#?}");
    assert_eq!(all.judgment(), Judgment::Invalid, "a broker broke its deal");
}

#[test]
fn governance_objects_one_per_line_are_read_beside_a_workspace() {
    let place = place(&["fcop", "work"]);
    let before = objects(&read_folder(place.path()));
    let mut lines = String::new();
    for entry in fs::read_dir(place.path().join("work")).unwrap() {
        let value: serde_json::Value =
            serde_json::from_slice(&fs::read(entry.unwrap().path()).unwrap()).unwrap();
        lines.push_str(&format!("{value}\n"));
    }
    fs::remove_dir_all(place.path().join("work")).unwrap();
    fs::write(place.path().join("work.ndjson"), lines).unwrap();
    assert_eq!(objects(&read_folder(place.path())), before);
}

#[test]
fn a_profile_of_workspaces_takes_lines_for_what_they_are() {
    let place = place(&["fcop"]);
    fs::write(place.path().join("x.ndjson"), Draft::new("w-1").to_bytes()).unwrap();
    fs::write(place.path().join("fcop/reports/y.jsonl"), "{}\n{}\n").unwrap();
    fs::write(place.path().join("package.json"), "{}").unwrap();
    let view = read_under(place.path(), Path::new("fcop-4.0"));
    let found: Vec<_> = view
        .issues()
        .filter(|issue| issue.code.as_str() == "UNKNOWN_TYPE")
        .map(|issue| issue.source_id)
        .collect();
    assert_eq!(found, ["fcop/reports/y.jsonl#1", "x.ndjson#1"], "a file of lines is one stray file");
    assert!(
        view.issues().all(|issue| issue.source_id != "package.json"),
        "no governance object by its own word"
    );
}

#[test]
fn beside_a_workspace_what_is_no_evidence_stays_none_and_what_is_broken_stays_broken() {
    let place = place(&["work"]);
    for (name, text) in [
        ("broken.json", "{\"id\":"),
        ("settings.json", "{}"),
        ("notes.md", "x"),
        ("reports/summary.txt", "x"),
        ("operations/create-1.lock", ""),
        ("log/day.md", "x"),
        (".fcop-TASK-x.tmp", "x"),
    ] {
        let path = place.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let invalid = |view: &Reconstruction| -> BTreeSet<String> {
        let issues = view.issues().filter(|issue| issue.code.as_str() == "SCHEMA_INVALID");
        issues.map(|issue| issue.source_id.to_owned()).collect()
    };
    let broken: BTreeSet<String> = ["broken.json", "settings.json"].map(str::to_owned).into();
    let alone = read_folder(place.path());
    assert_eq!(invalid(&alone), broken);
    assert_eq!(alone.source_count(), 8, "six objects and what is broken");

    copy(&example().join("fcop"), &place.path().join("fcop"));
    fs::write(place.path().join("fcop/settings.json"), "{}").unwrap();
    fs::write(place.path().join("fcop/reports/stray.txt"), "x").unwrap();
    let both = read_folder(place.path());
    assert_eq!(invalid(&both), broken);
    let stray: Vec<_> = both
        .issues()
        .filter(|issue| issue.code.as_str() == "UNKNOWN_TYPE")
        .map(|one| one.source_id)
        .collect();
    assert_eq!(stray, ["fcop/reports/stray.txt"]);
    let workspace = read_folder(&example().join("fcop")).source_count();
    assert_eq!(both.source_count(), 8 + workspace + 2);
}

#[test]
fn taking_a_manifest_away_hides_no_envelope() {
    let place = place(&["fcop"]);
    let before = read_folder(place.path());
    let tasks = |view: &Reconstruction| {
        let found = view.nodes().filter(|node| node.id.starts_with("TASK-") || node.id.starts_with("RE"));
        found.map(|node| node.id.to_owned()).collect::<Vec<_>>()
    };
    fs::remove_file(place.path().join("fcop/fcop.json")).unwrap();
    assert_eq!(tasks(&read_folder(place.path())), tasks(&before));
}

#[test]
fn locks_are_opened_by_nobody_who_only_reads() {
    let place = place(&["fcop"]);
    let profiles = ["one-record", "fcop-4.0"].map(Path::new);
    let before = profiles.map(|profile| read_under(place.path(), profile).source_set_digest().to_string());
    fs::write(place.path().join("fcop/operations/create-1.lock"), "").unwrap();
    let after = profiles.map(|profile| read_under(place.path(), profile).source_set_digest().to_string());
    assert_eq!(after, before);
}

#[test]
fn a_task_of_a_workspace_falls_with_the_seal_and_the_deal_that_it_names() {
    let judged = |view: &Reconstruction, start: &str| {
        let node = view.nodes().find(|node| node.id.starts_with(start)).unwrap();
        node.judgment
    };
    let whole = place(&[]);
    let view = read_folder(whole.path());
    assert_eq!((judged(&view, "TASK-"), judged(&view, "REPORT-")), (Judgment::Valid, Judgment::Valid));
    let linked: BTreeSet<(&str, &str)> = view
        .edges()
        .filter(|edge| edge.source.starts_with("TASK-") && !edge.source.contains('/'))
        .map(|edge| (edge.relation, edge.target))
        .collect();
    assert!(linked.is_superset(&BTreeSet::from([("fulfils", "deal:export-deal"), ("depends_on", "export")])));
    assert!(view.edges().any(|edge| edge.source == "export-review" && edge.target.starts_with("TASK-")));

    fs::remove_dir_all(whole.path().join("tree")).unwrap();
    let view = read_folder(whole.path());
    assert_eq!(judged(&view, "REPORT-"), Judgment::Undetermined, "its seal is not in the record");
    fs::remove_file(whole.path().join("deals.jsonl")).unwrap();
    let view = read_folder(whole.path());
    assert_eq!(judged(&view, "TASK-"), Judgment::Undetermined, "its deal is not in the record");
}

#[test]
fn a_relation_that_the_profile_does_not_permit_is_a_finding_as_anywhere() {
    let place = place(&["fcop", "deals.jsonl"]);
    let view = read_under(place.path(), Path::new("fcop-4.0"));
    let refused: Vec<_> = view
        .issues()
        .filter(|issue| issue.code.as_str() == "SCHEMA_INVALID")
        .map(|one| one.source_id)
        .collect();
    // `fulfils` and `depends_on` of the TASK, `recorded_in` of its REPORT; the journal is nothing to this profile.
    let task = "fcop/_lifecycle/done/TASK-00000000000040008000000000000005.md";
    assert_eq!(refused, ["fcop/reports/REPORT-0000000000004000800000000000000d.md", task]);
}

/// Who is who in the workspaces of the corpus, and what the evaluator of their FCoP profile answers.
fn staffed(shipped: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    actum::profiles::write(shipped, place.path()).unwrap();
    let path = place.path().join("roles.json");
    let mut roles: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let known = roles["assignments"].as_array_mut().unwrap();
    for (code, role) in [
        ("PM", "issuer"),
        ("PM", "approver"),
        ("PM", "participant"),
        ("DEV", "executor"),
        ("DEV", "participant"),
        ("ADMIN", "approver"),
        ("ADMIN", "archiver"),
        ("ADMIN", "participant"),
    ] {
        let id = format!("{code}-{role}");
        known.push(serde_json::json!({"id": id, "identity": format!("role:{code}"), "role": role}));
    }
    fs::write(path, roles.to_string()).unwrap();
    let registry = serde_json::json!({
        "id": "staffed", "version": "1", "evaluations": [{"profile_ref": "local-trust", "answer": "AUTHORIZED"}]
    });
    fs::write(place.path().join("fcop.json"), registry.to_string()).unwrap();
    place
}

#[test]
fn workspaces_of_others_are_judged_as_under_their_own_profile() {
    let Some(folder) = shared("cases/fcop/peer-v4") else { return };
    let (own, all) = (staffed("fcop-4.0"), staffed("one-record"));
    let told = |view: &Reconstruction| {
        let nodes = view.nodes().map(|node| format!("{} {} {:?}", node.id, node.judgment, node.view));
        let works = view.works().map(|work| format!("{} {:?} {}", work.id, work.state, work.judgment));
        let issues =
            view.issues().map(|one| format!("{} {} {}", one.code.as_str(), one.source_id, one.object_id));
        let findings = view.findings().map(|one| format!("{} {}", one.code, one.object_id));
        nodes.chain(works).chain(issues).chain(findings).collect::<Vec<_>>()
    };
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let workspace = entry.unwrap().path();
        if workspace.is_dir() {
            let [own, all] = [&own, &all].map(|profile| told(&read_under(&workspace, profile.path())));
            assert_eq!(own, all, "{}", workspace.display());
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}
