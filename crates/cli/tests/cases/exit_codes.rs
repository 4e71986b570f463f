//! One case for each published exit code.

use crate::support::{Object, Place, story};

#[test]
fn valid_evidence_is_0() {
    let outcome = Place::with_story().run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn invalid_evidence_is_1() {
    let place = Place::with_story();
    place.write("evidence/broken.json", b"{\"id\":");
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn undetermined_evidence_is_2() {
    let place = Place::new();
    place.put(&story()[..2]);
    place.put(&[Object::new("issue-1", "ISSUE", ("alice", "PM"), 3)
        .refers("depends_on", "nowhere")
        .body(r#"{"summary":"stuck"}"#)]);
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(2), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn a_profile_that_cannot_be_used_is_3() {
    let place = Place::with_story();
    place
        .write("profile/roles.json", br#"{"id":"r","version":"1","roles":[],"assignments":[],"surprise":1}"#);
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(3), "{outcome}");
    assert!(outcome.stdout.is_empty(), "{outcome}");
    insta::assert_snapshot!(outcome);
    let empty = place.run("read evidence --profile evidence");
    assert_eq!(empty.exit, Some(3), "{empty}");
    insta::assert_snapshot!(empty);
}

#[test]
fn a_registry_that_is_missing_is_3() {
    let place = Place::with_story();
    std::fs::remove_file(place.path("profile/types.json")).unwrap();
    let outcome = place.run("profile check profile");
    assert_eq!(outcome.exit, Some(3), "{outcome}");
    assert!(outcome.stderr.contains("types.json"), "{outcome}");
}

#[test]
fn a_listing_that_cannot_be_used_is_3() {
    let place = Place::new();
    place.write("list.json", br#"{"sources":[{"source_id":"a","media_type":"application/json"}]}"#);
    let outcome = place.run("read --sources list.json --profile profile");
    assert_eq!(outcome.exit, Some(3), "{outcome}");
    insta::assert_snapshot!(outcome);
}

#[test]
fn a_wrong_command_line_is_64() {
    let place = Place::new();
    for arguments in [
        "",
        "nonsense",
        "read evidence",
        "read evidence --profile profile --frobnicate",
        "read evidence --profile profile --format yaml",
        "read evidence --profile profile --threads 0",
        "read evidence --sources list.json --profile profile",
        "man --codes --format markdown",
        "profile",
    ] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(64), "`{arguments}`: {outcome}");
        assert!(outcome.stdout.is_empty() && !outcome.stderr.is_empty(), "`{arguments}`: {outcome}");
    }
}

#[test]
fn help_and_version_are_0_on_stdout() {
    let place = Place::new();
    for arguments in ["--help", "read --help", "--version", "help read"] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(0), "`{arguments}`: {outcome}");
        assert!(!outcome.stdout.is_empty() && outcome.stderr.is_empty(), "`{arguments}`: {outcome}");
    }
}

#[test]
fn a_path_that_does_not_exist_is_66() {
    let place = Place::with_story();
    for arguments in [
        "read absent --profile profile",
        "read evidence absent.json --profile profile",
        "read evidence --profile absent",
        "read --sources absent.json --profile profile",
        "profile check absent",
        "read --ledger absent",
    ] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(66), "`{arguments}`: {outcome}");
        assert!(outcome.stderr.contains("does not exist"), "`{arguments}`: {outcome}");
    }
    insta::assert_snapshot!(place.run("read absent --profile profile"));
}

#[test]
fn a_file_that_is_already_there_is_73() {
    let place = Place::new();
    let before = std::fs::read(place.path("profile/roles.json")).unwrap();
    let outcome = place.run("profile new profile");
    assert_eq!(outcome.exit, Some(73), "{outcome}");
    assert_eq!(std::fs::read(place.path("profile/roles.json")).unwrap(), before);
    insta::assert_snapshot!(outcome);
}

#[cfg(unix)]
#[test]
fn evidence_that_cannot_be_read_is_74_and_gives_no_verdict() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_story();
    let locked = place.path("evidence/task-1.json");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&locked).is_ok() {
        // Whoever may read everything cannot see this failure; the next test covers the code.
        return;
    }
    let outcome = place.run("read evidence --profile profile");
    assert_eq!(outcome.exit, Some(74), "{outcome}");
    assert!(outcome.stdout.is_empty(), "{outcome}");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_74() {
    let place = Place::with_story();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = crate::support::command(&place.path(""))
        .args(["read", "evidence", "--profile", "profile", "--format", "json"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(74));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("error: cannot write the output\n  because "), "{stderr}");
}
