//! One record in a folder and in the ledger that it was appended to: deals, trees, workspaces and governance objects.

use std::fs;
use std::path::Path;

use actum::evidence::{Options, Scope};
use actum::ledger::{Artifact, Ledger};
use actum::{Bundle, Evidence};

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
}
