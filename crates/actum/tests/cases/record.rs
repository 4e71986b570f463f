//! One record in a folder and in the ledger that it was appended to: deals, trees, workspaces and governance objects.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use actum::evidence::{Options, Scope};
use actum::ledger::{Artifact, Ledger};
use actum::tmpa::Reconstruction;
use actum::{Bundle, Evidence};
use actum_testkit::deal::random::Random;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

type Kept = (String, String, Vec<u8>);

fn canonical(evidence: &Evidence, profile: &Bundle) -> Vec<u8> {
    let input = profile.input(actum::reader()).unwrap();
    actum::read(&input, evidence, actum::Options::default()).unwrap().to_bytes()
}

/// The artifacts of a folder as `append` takes them under a profile.
fn artifacts(folder: &Path, profile: &Bundle) -> Vec<Kept> {
    let options = Options { profile: Some(profile), scope: Scope::Artifacts, ..Options::default() };
    let mut kept = Vec::new();
    let evidence = Evidence::gather(&[folder], options).unwrap();
    evidence
        .each(|source| {
            kept.push((source.id.to_owned(), source.media_type.to_owned(), source.bytes.to_vec()));
            Ok(())
        })
        .unwrap();
    kept
}

/// Appends in one batch.
fn append(ledger: &mut Ledger, kept: &[Kept]) {
    let artifact = |(id, media_type, bytes): &'_ Kept| -> (String, String, Vec<u8>) {
        (id.clone(), media_type.clone(), bytes.clone())
    };
    let kept: Vec<_> = kept.iter().map(artifact).collect();
    let batch: Vec<_> = kept
        .iter()
        .map(|(id, media_type, bytes)| Artifact { source_id: Some(id), media_type, bytes, key: None })
        .collect();
    ledger.append(&batch).unwrap();
}

/// The ledger of a folder reads as the folder does, however often and in whatever order it was appended.
fn equal(folder: &Path, profile: &str) {
    let profile = Bundle::open(Path::new(profile)).unwrap();
    let options = Options { profile: Some(&profile), ..Options::default() };
    let expected = canonical(&Evidence::gather(&[folder], options).unwrap(), &profile);
    let mut kept = artifacts(folder, &profile);
    assert!(!kept.is_empty(), "{}", folder.display());
    let place = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::init(place.path()).unwrap();
    for _ in 0..3 {
        append(&mut ledger, &kept);
        kept.reverse();
        let middle = kept.len() / 2;
        kept.rotate_left(middle);
        let found = canonical(&ledger.evidence().unwrap(), &profile);
        assert_eq!(String::from_utf8(found), String::from_utf8(expected.clone()), "{}", folder.display());
    }
}

#[test]
fn deals_trees_and_tasks_read_the_same_from_a_ledger() {
    equal(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/one-record"), "one-record");
}

#[test]
fn workspaces_read_the_same_from_a_ledger() {
    for (cases, profile) in [("cases/fcop/peer-v4", "fcop-4.0"), ("cases/fcop/peer-v3", "fcop-3.2")] {
        let Some(cases) = actum_testkit::shared(cases) else { continue };
        for case in fs::read_dir(cases).unwrap() {
            equal(&case.unwrap().path(), profile);
        }
    }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn names_in_either_form_and_files_that_look_like_lines_read_the_same_from_a_ledger() {
    let Some(case) = actum_testkit::shared("cases/fcop/peer-v4/00-happy") else { return };
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("work");
    copy(&case, &folder);
    fs::write(folder.join("cafe\u{301}.md"), "one form").unwrap();
    fs::write(folder.join("caf\u{e9}.md"), "the other").unwrap();
    fs::write(folder.join("log.jsonl"), "{\"a\":1}\n\n{\"b\":2}\n").unwrap();
    fs::write(folder.join("note#7"), "no line of a file").unwrap();
    equal(&folder, "fcop-4.0");

    let both = read_folder(&folder).source_count();
    fs::remove_file(folder.join("cafe\u{301}.md")).unwrap();
    assert_eq!(read_folder(&folder).source_count(), both - 1, "one name, two files: neither was lost");
}

fn read_folder(folder: &Path) -> Reconstruction {
    let profile = Bundle::open(Path::new("fcop-4.0")).unwrap();
    let options = Options { profile: Some(&profile), ..Options::default() };
    let evidence = Evidence::gather(&[folder], options).unwrap();
    actum::read(&profile.input(actum::reader()).unwrap(), &evidence, actum::Options::default()).unwrap()
}

#[test]
fn a_workspace_in_a_folder_whose_name_is_decomposed_has_its_ids_in_nfc() {
    let Some(case) = actum_testkit::shared("cases/fcop/peer-v4/00-happy") else { return };
    let place = tempfile::tempdir().unwrap();
    let read = |name: &str| {
        let folder = place.path().join(format!("in-{}", name.len()));
        copy(&case, &folder.join(name));
        fs::write(folder.join(name).join("native.json"), "{\"tmpa_version\":\"S0.4\"}").unwrap();
        read_folder(&folder)
    };
    let (one, other) = (read("e\u{301}quipe"), read("\u{e9}quipe"));
    let ids = |view: &Reconstruction| -> Vec<Vec<String>> {
        view.nodes().map(|node| node.source_ids.iter().map(|id| (*id).to_owned()).collect()).collect()
    };
    assert_eq!(ids(&one), ids(&other));
    assert!(ids(&one).iter().flatten().all(|id| id.starts_with("\u{e9}quipe/")));
    // A governance object of its own goes by the name that its folder gives it.
    let refused = one.issues().find(|issue| issue.source_id.ends_with("native.json")).unwrap();
    assert_eq!(refused.source_id, "e\u{301}quipe/native.json");
}

/// Governance objects, deals and a tree, and a workspace.
fn mixed() -> Option<Vec<Kept>> {
    let workspace = actum_testkit::shared("cases/fcop/peer-v4/00-happy")?;
    let bundle = |name: &str| Bundle::open(Path::new(name)).unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/one-record");
    let mut kept = artifacts(&example, &bundle("one-record"));
    kept.extend(artifacts(&workspace, &bundle("fcop-4.0")));
    Some(kept)
}

fn listed(place: &Path, kept: &[Kept]) -> Evidence {
    let source = |(id, media_type, bytes): &Kept| json!({ "source_id": id, "media_type": media_type, "base64": STANDARD.encode(bytes) });
    let listing = place.join("listing.json");
    let sources: Vec<Value> = kept.iter().map(source).collect();
    fs::write(&listing, json!({ "sources": sources }).to_string()).unwrap();
    Evidence::listing(&listing).unwrap()
}

#[test]
fn a_mixed_set_and_any_part_of_it_read_the_same_in_any_order_and_with_any_copies() {
    let Some(mut kept) = mixed() else { return };
    let place = tempfile::tempdir().unwrap();
    let profile = Bundle::open(Path::new("one-record")).unwrap();
    let whole = canonical(&listed(place.path(), &kept), &profile);
    let kinds = |bytes: &[u8]| -> BTreeSet<String> {
        let envelope: Value = serde_json::from_slice(bytes).unwrap();
        let nodes = envelope["nodes"].as_array().unwrap().iter();
        nodes.map(|node| node["type"].as_str().unwrap().to_owned()).collect()
    };
    let all = kinds(&whole);
    for kind in ["TASK", "REPORT", "DEAL_OFFER", "EPISODE", "SEAL", "DEAL_TRANSITION"] {
        assert!(all.contains(kind), "{kind} of {all:?}");
    }
    for seed in 0..12 {
        let mut random = Random::new(seed);
        random.shuffle(&mut kept);
        let mut copied = kept.clone();
        copied.extend(kept.iter().filter(|_| random.chance(30)).cloned());
        random.shuffle(&mut copied);
        assert_eq!(canonical(&listed(place.path(), &copied), &profile), whole, "seed {seed}");
        // A part is a set like any other.
        let mut part: Vec<Kept> = kept.iter().filter(|_| random.chance(60)).cloned().collect();
        let expected = canonical(&listed(place.path(), &part), &profile);
        part.extend(part.clone());
        random.shuffle(&mut part);
        assert_eq!(canonical(&listed(place.path(), &part), &profile), expected, "seed {seed}");
    }
}
