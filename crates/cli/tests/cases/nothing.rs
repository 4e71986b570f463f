//! What is said where there is nothing, or nothing that can be read.

use std::fs;

use crate::support::Place;

#[test]
fn a_folder_without_evidence_is_valid_and_says_so_loudly() {
    let place = Place::new();
    let empty = place.run("read evidence --profile profile");
    assert_eq!(empty.exit, Some(0), "{empty}");
    assert!(
        empty.stdout.starts_with("valid  nothing here is evidence under this profile: 0 files looked at"),
        "{empty}"
    );
    assert!(empty.stderr.starts_with("warning: nothing here is evidence"), "{empty}");
    place.write("evidence/README.md", b"# a");
    place.write("evidence/b.txt", b"b");
    let two = place.run("read evidence --profile profile");
    assert!(two.stdout.contains("2 files looked at, no object among them"), "{two}");
    let workspace = place.run("read evidence --profile fcop-4.0");
    assert!(
        workspace.stdout.contains("nothing here is evidence") || workspace.exit != Some(0),
        "{workspace}"
    );
    let json = place.run("read evidence --profile profile --format json");
    assert!(json.stdout.starts_with('{') && json.stderr.contains("nothing here is evidence"), "{json}");
    place.write("evidence/broken.json", b"{");
    let broken = place.run("read evidence --profile profile");
    assert!(!broken.stdout.contains("nothing here") && !broken.stderr.contains("warning"), "{broken}");
}

#[test]
fn where_a_shipped_profile_would_find_objects_it_is_named() {
    let place = Place::new();
    place.run("fcop init work --adopt local-trust");
    let task = place.run("fcop create Mend --as PM --to DEV --body x --workspace work");
    assert_eq!(task.exit, Some(0), "{task}");
    fs::remove_file(place.path("work/fcop/fcop.json")).ok();
    let read = place.run("read work/fcop/_lifecycle --profile profile");
    assert_eq!(read.exit, Some(0), "{read}");
    assert!(read.stdout.contains("nothing here is evidence"), "{read}");
    assert!(read.stdout.contains("--profile fcop-4.0"), "{read}");
}

#[test]
fn a_ledger_without_a_tree_or_a_deal_is_not_said_to_hold() {
    let place = Place::new();
    place.run("init");
    for (words, missing) in [
        ("tree verify", "no tree"),
        ("tree show", "no tree"),
        ("tree log", "no tree"),
        ("deal verify", "no deal"),
        ("deal status", "no deal"),
        ("deal transcript", "no deal"),
        ("deal receipt 1", "no deal"),
    ] {
        let outcome = place.run(&format!("{words} --ledger .actum"));
        assert_eq!(outcome.exit, Some(66), "{words}: {outcome}");
        assert!(outcome.stderr.contains(missing) && outcome.stdout.is_empty(), "{words}: {outcome}");
    }
    let begun = place.run("tree init --ledger .actum --as agent");
    assert_eq!(begun.exit, Some(0), "{begun}");
    assert_eq!(place.run("tree verify --ledger .actum").exit, Some(0));
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_named_is_refused_and_not_waited_for() {
    let place = Place::new();
    place.run("init --profile profile");
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: mkfifo cannot be run");
        return;
    }
    for words in [
        "read pipe --profile profile",
        "read --sources pipe --profile profile",
        "read evidence --profile pipe",
        "append pipe",
        "verify pipe",
        "verify --against pipe",
        "import pipe --ledger copy",
        "publish pipe --as worker",
        "key show pipe",
        "profile check pipe",
        "deal verify pipe",
        "deal lint pipe",
        "deal simulate pipe",
        "deal status --journal pipe",
        "tree verify --proof pipe",
        "log --ledger pipe",
    ] {
        let outcome = place.run(words);
        assert!(matches!(outcome.exit, Some(3 | 66)), "{words}: {outcome}");
        assert!(outcome.stderr.contains("pipe"), "{words}: {outcome}");
    }
    let read = place.run("read pipe --profile profile");
    assert!(read.stderr.contains("is a pipe") && read.stderr.contains("standard input"), "{read}");
}

#[test]
fn a_folder_in_place_of_a_file_has_one_exit_code() {
    let place = Place::new();
    place.run("deal new --journal j");
    for words in [
        "deal verify evidence",
        "deal lint evidence",
        "deal simulate evidence",
        "deal status --journal evidence",
        "deal explain x --journal evidence",
        "deal hold --journal j --message evidence",
        "verify evidence",
        "tree verify --proof evidence",
        "key show evidence",
    ] {
        let outcome = place.run(words);
        assert_eq!(outcome.exit, Some(3), "{words}: {outcome}");
        assert!(outcome.stderr.contains("evidence"), "{words}: {outcome}");
    }
}

#[test]
fn every_verb_of_deals_takes_messages_of_one_length() {
    let place = Place::new();
    place.run("deal new --journal j");
    place.write("long", " ".repeat(8 * 1024 * 1024 + 1).as_bytes());
    for words in ["deal lint long", "deal simulate long", "deal hold --journal j --message long"] {
        let outcome = place.run(words);
        assert_eq!(outcome.exit, Some(3), "{words}: {outcome}");
        assert!(outcome.stderr.contains("larger than 8388608 bytes"), "{words}: {outcome}");
    }
}
