//! FCoP workspaces that nobody prepared, read under the shipped profiles.

use actum::evidence::{Evidence, Options as Gather};
use actum::tmpa::{Judgment, Reconstruction};
use actum::{Bundle, Options, read, reader};
use actum_testkit::shared;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn read_workspace(folder: &Path, profile: &str) -> Reconstruction {
    let bundle = Bundle::open(Path::new(profile)).unwrap();
    let options = Gather { profile: Some(&bundle), ..Gather::default() };
    let evidence = Evidence::gather(&[folder], options).unwrap();
    read(&bundle.input(reader()).unwrap(), &evidence, Options::default()).unwrap()
}

/// The workspaces of a family of the corpus, or none where the corpus is not there.
fn workspaces(family: &str) -> Vec<PathBuf> {
    let Some(folder) = shared(&format!("cases/fcop/{family}")) else { return Vec::new() };
    let mut list: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    list.retain(|path| path.is_dir());
    list.sort();
    list
}

fn codes(view: &Reconstruction) -> BTreeSet<&str> {
    view.findings().map(|finding| finding.code).collect()
}

/// What the name of a case promises, by the code that has to be reported (FCOP 7.4).
const PROMISED: &[(&str, &str)] = &[
    ("03-report-bytes-changed-after-approval", "INTEGRITY_MISMATCH"),
    ("04-acceptance-review-changed", "INTEGRITY_MISMATCH"),
    ("06-report-deleted-after-approval", "MISSING_REFERENCE"),
    ("07-task-body-changed", "INTEGRITY_MISMATCH"),
    ("09-inserted-into-done-illegal-edge", "ILLEGAL_TRANSITION"),
    ("10-same-task-two-stages", "fcop:STATE_AMBIGUOUS"),
    ("12-crlf-report", "SCHEMA_INVALID"),
    ("13-bom-task", "SCHEMA_INVALID"),
    ("15-dangling-reference", "MISSING_REFERENCE"),
    ("16-dangling-parent", "MISSING_REFERENCE"),
    ("18-create-op-digest-changed", "INTEGRITY_MISMATCH"),
    ("19-create-op-missing", "fcop:RECEIPT_MISSING"),
    ("21-receipt-stage-rolled-back", "fcop:OPERATION_INCOMPLETE"),
    ("22-unadopted-profile", "AUTHORITY_DENIED"),
    ("24-extra-file-in-bucket", "UNKNOWN_TYPE"),
    ("25-executor-approves-own-work", "SOD_VIOLATION"),
    ("27-authorization-reused", "AUTHORITY_DENIED"),
    ("28-event-by-changed", "INTEGRITY_MISMATCH"),
    ("30-duplicate-yaml-key", "SCHEMA_INVALID"),
    ("31-crash-target_durable", "fcop:OPERATION_INCOMPLETE"),
];

#[test]
fn the_fault_that_a_case_is_named_for_is_found_in_the_workspace_as_it_lies_there() {
    for workspace in workspaces("peer-v4") {
        let name = workspace.file_name().unwrap().to_string_lossy().into_owned();
        let view = read_workspace(&workspace, "fcop-4.0");
        let codes = codes(&view);
        assert!(view.nodes().count() > 0, "{name}");
        // Who holds which role nobody has said, and the reading says so kindly.
        assert!(codes.contains("fcop:REGISTRY_ABSENT"), "{name}: {codes:?}");
        match PROMISED.iter().find(|(case, _)| *case == name) {
            Some((_, code)) => assert!(codes.contains(code), "{name}: {codes:?}"),
            None => assert_ne!(view.judgment(), Judgment::Invalid, "{name}: {codes:?}"),
        }
    }
}

#[test]
fn codes_of_fcop_stand_among_the_findings_and_cores_among_the_issues() {
    let Some(workspace) = shared("cases/fcop/peer-v4/10-same-task-two-stages") else { return };
    let view = read_workspace(&workspace, "fcop-4.0");
    assert!(view.issues().all(|issue| issue.code.is_core()));
    assert!(view.issues().any(|issue| issue.code.as_str() == "LIFECYCLE_UNDETERMINED"));
    assert!(codes(&view).contains("fcop:STATE_AMBIGUOUS"));
}

#[test]
fn real_ledgers_are_read_whole_and_every_file_is_a_source() {
    for (folder, profile) in
        [("codeflow-20260511", "fcop-2"), ("fcop-live-v3.2.5", "fcop-3.2"), ("tutorial-tetris", "fcop-2")]
    {
        let Some(workspace) = shared(&format!("cases/fcop/{folder}")) else { return };
        let view = read_workspace(&workspace, profile);
        let mut pending = vec![workspace];
        let mut files = 0;
        while let Some(folder) = pending.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                let name = entry.file_name().to_string_lossy().into_owned();
                let hidden = name.starts_with('.') && !name.starts_with(".fcop");
                if entry.file_type().unwrap().is_dir() && !hidden {
                    pending.push(entry.path());
                } else if entry.file_type().unwrap().is_file() && !hidden {
                    files += 1;
                }
            }
        }
        assert_eq!(view.source_count(), files, "{folder}");
        assert!(view.nodes().count() >= 14, "{folder}");
    }
}

#[cfg(unix)]
#[test]
fn a_workspace_that_leads_elsewhere_is_not_written_to() {
    use actum::fcop::{Command, NewTask, Registry, Workspace};
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("w");
    let workspace = Workspace::make(&root, &[]).unwrap();
    assert!(root.join("fcop/cold").is_dir(), "the published package demands it");
    let task = |operation: &str| {
        let text = String::from;
        let (sender, recipient, subject) = (text("PM"), text("DEV"), text("Do it"));
        Command::Create(NewTask {
            sender,
            recipient,
            subject,
            operation_id: text(operation),
            ..NewTask::default()
        })
    };
    workspace.run(&Registry::none(), &task("op-1")).unwrap();
    let (stage, elsewhere) = (root.join("fcop/_lifecycle/inbox"), folder.path().join("elsewhere"));
    fs::rename(&stage, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &stage).unwrap();
    let refused = workspace.run(&Registry::none(), &task("op-2")).unwrap_err();
    assert_eq!(refused.code(), "UNSUPPORTED_FILESYSTEM");
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1, "nothing was written");
}
