//! The ledger on the command line: the main journeys, and what goes wrong on the way.

use std::fs;

use crate::support::{Outcome, Place, story};

/// A place with a ledger that holds the objects of a finished work item.
pub(super) fn kept() -> Place {
    let place = Place::with_story();
    for arguments in ["init --profile profile", "append evidence"] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(0), "{outcome}");
    }
    place
}

pub(super) fn told(place: &Place, steps: &[&str]) -> String {
    let mut told = String::new();
    for arguments in steps {
        let outcome = place.run(arguments);
        let exit = outcome.exit.unwrap();
        told.push_str(&format!(
            "$ actum {arguments}\n{}{}exit {exit}\n\n",
            outcome.stdout,
            shown(place, &outcome.stderr)
        ));
    }
    told
}

/// Text without the folder of the test.
pub(super) fn shown(place: &Place, text: &str) -> String {
    let folder = fs::canonicalize(place.path("")).unwrap();
    text.replace(&format!("{}", folder.display()), "PLACE").replace("PLACE/", "PLACE")
}

#[test]
fn a_ledger_is_made_once_filled_and_listed() {
    let place = Place::new();
    place.write("evidence/a.json", b"{\"id\":1}");
    place.write("evidence/lines.jsonl", b"{}\n\nbroken\n");
    place.write("notes.md", b"# what was decided\n\n\tindented\n");
    insta::assert_snapshot!(told(
        &place,
        &[
            "log",
            "init",
            "init",
            "append evidence notes.md",
            "append notes.md --key note",
            "append notes.md --key note",
            "append evidence/a.json --key note",
            "log",
            "log --from 1 --limit 1 --format json",
            "show 3",
            "show f730ef91",
            "show 0 --format raw",
            "show 99",
            "show sha256:00000000",
            "show nonsense",
        ]
    ));
}

#[test]
fn read_why_and_brief_take_a_ledger_wherever_they_take_a_folder() {
    let place = kept();
    let same = |of_folder: &str, of_ledger: &[&str]| {
        let expected = place.run(of_folder);
        for arguments in of_ledger {
            let outcome = place.run(arguments);
            assert_eq!(
                (&outcome.stdout, outcome.exit),
                (&expected.stdout, expected.exit),
                "`{arguments}`: {outcome}"
            );
        }
    };
    let read = "read evidence --profile profile --format json";
    let from_ledger = [
        "read --format json",
        "read .actum --format json",
        "read .actum/ledger.sqlite --format json",
        "read --ledger . --format json",
        "read --ledger .actum --profile profile --format json --threads 1",
    ];
    same(read, &from_ledger);
    same("read evidence --profile profile", &["read"]);
    same("why t-approve evidence --profile profile", &["why t-approve", "why t-approve .actum"]);
    same("brief W-1 evidence --profile profile", &["brief W-1", "brief W-1 --ledger .actum"]);
    // A further copy, and entries of other kinds, change nothing.
    place.write("notes.txt", b"text");
    place.run("append evidence/task-1.json notes.txt --media-type text/plain");
    place.run("append evidence");
    same(read, &from_ledger);
    let text = place.run("read");
    assert!(text.stdout.ends_with("note: 2 other entries not read\n"), "{text}");
}

#[test]
fn what_is_read_needs_a_profile_and_a_ledger_that_is_there() {
    let place = Place::with_story();
    insta::assert_snapshot!(told(
        &place,
        &["read", "read evidence", "brief W-1 --ledger evidence", "read --ledger a b"]
    ));
    place.run("init");
    fs::rename(place.path(".actum/profile"), place.path("elsewhere")).unwrap();
    insta::assert_snapshot!(
        "no_profile",
        told(&place, &["read", "init", "init --profile profile", "init --profile starter"])
    );
}

#[test]
fn a_folder_of_evidence_is_appended_without_the_profile_in_it() {
    let place = Place::with_story();
    fs::rename(place.path("profile"), place.path("evidence/profile")).unwrap();
    place.run("init --profile evidence/profile");
    let outcome = place.run("append evidence --profile evidence/profile");
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert_eq!(outcome.stdout.lines().count(), story().len());
    let folder = place.run("read evidence --profile evidence/profile --format json");
    let ledger = place.run("read --format json");
    assert_eq!(folder.stdout, ledger.stdout);
}

#[test]
fn a_workspace_is_appended_as_the_profile_of_the_ledger_reads_it() {
    let Some(workspace) = actum_testkit::shared("cases/fcop/codeflowmu-template") else { return };
    let place = Place::new();
    let workspace = workspace.display();
    place.run("init --profile fcop-3.2");
    let appended = place.run(&format!("append {workspace}"));
    assert_eq!(appended.exit, Some(0), "{appended}");
    assert!(place.run("log").stdout.contains("text/markdown  fcop/"), "{appended}");
    let folder = place.run(&format!("read {workspace} --profile fcop-3.2 --format json"));
    let ledger = place.run("read --format json");
    assert!(folder.stdout.len() > 1000, "{folder}");
    assert_eq!((ledger.stdout, ledger.exit), (folder.stdout, folder.exit));
}

#[test]
fn files_of_every_kind_are_kept_where_that_is_asked_for() {
    let place = Place::new();
    place.write("evidence/a.json", b"{}");
    place.write("evidence/b.yaml", b"a: 1");
    place.write("evidence/.hidden", b"x");
    place.run("init");
    let some = place.run("append evidence");
    assert!(some.stderr.contains("1 other file not appended"), "{some}");
    assert_eq!(some.stdout.lines().count(), 1, "{some}");
    let all = place.run("append evidence --everything");
    assert_eq!(all.stdout.lines().count(), 2, "{all}");
    assert!(place.run("log").stdout.contains("application/yaml  b.yaml"));
}

#[test]
fn standard_input_is_appended_line_by_line_or_whole() {
    let place = Place::new();
    place.run("init");
    let append = |input: &[u8], more: &str| place.run_with(&format!("append - {more}"), input, &[]);
    let count = |outcome: &Outcome| outcome.stdout.lines().count();
    assert_eq!(count(&append(b"{\"a\":1}\n{\"a\":2}\n", "")), 2);
    assert_eq!(count(&append(b"{\n\"a\":1}\n", "")), 1);
    assert_eq!(count(&append(b"one\ntwo\n", "--media-type text/plain")), 1);
    assert_eq!(count(&append(b"one\ntwo\n", "--media-type text/plain --stdin jsonl --batch 1")), 2);
    let nothing = append(b"", "");
    assert_eq!((nothing.exit, count(&nothing)), (Some(0), 0), "{nothing}");
    assert!(nothing.stderr.contains("nothing was appended"), "{nothing}");
    let binary = append(&[0, 255, 10, 13], "--media-type application/octet-stream");
    assert_eq!(count(&binary), 1, "{binary}");
    let shown = place.run("show 6");
    assert!(shown.stdout.contains("it is no text"), "{shown}");
}

#[test]
fn what_cannot_be_kept_ends_the_request_and_what_came_before_is_acknowledged() {
    let place = Place::new();
    place.run("init");
    place.write("evidence/a.json", b"{}");
    place.write("evidence/b.json", &vec![b' '; 16 * 1024 * 1024 + 1]);
    place.write("evidence/c.json", b"{}");
    insta::assert_snapshot!(told(
        &place,
        &[
            "append evidence",
            "log",
            "append evidence/a.json --media-type nonsense",
            "append evidence/a.json --media-type application/vnd.actum.deal+json",
            "append absent.json",
            "append",
            "append evidence/a.json --batch 0",
            "append evidence/a.json --ledger evidence",
            "append .actum",
        ]
    ));
}

#[test]
fn what_is_no_ledger_is_refused_and_stays_as_it_is() {
    let place = Place::new();
    place.write("text/ledger.sqlite", b"not a database, and long enough to be looked at");
    for arguments in [
        "log --ledger text",
        "append profile --ledger text",
        "init text/.actum",
        "read --ledger text --profile profile",
    ] {
        let outcome = place.run(arguments);
        assert!(matches!(outcome.exit, Some(0 | 3 | 66)), "{arguments}: {outcome}");
    }
    assert_eq!(
        fs::read(place.path("text/ledger.sqlite")).unwrap(),
        b"not a database, and long enough to be looked at"
    );
    assert_eq!(place.run("log --ledger text").exit, Some(3));
    assert_eq!(place.run("log --ledger absent").exit, Some(66));
    insta::assert_snapshot!(told(&place, &["log --ledger text", "log --ledger absent"]));
}

#[test]
fn no_command_forces_repairs_or_deletes() {
    let manual = Place::new().run("man --format markdown").stdout.to_lowercase();
    let words: Vec<&str> = manual.split(|one: char| !one.is_ascii_alphanumeric()).collect();
    for verb in [
        "force", "repair", "delete", "remove", "purge", "prune", "truncate", "rewrite", "reset", "gc",
        "vacuum",
    ] {
        assert!(!words.contains(&verb), "the manual says `{verb}`");
    }
    assert!(words.contains(&"fsck") && words.contains(&"append"));
}

#[test]
fn hostile_names_cannot_command_the_terminal() {
    let place = Place::new();
    place.run("init");
    place.write("evidence/a\u{1b}[2J\u{202e}.json", b"{\"a\":\"\x1b]0;owned\x07\"}");
    let appended = place.run("append evidence --key k\u{1b}[2J");
    assert_eq!(appended.exit, Some(0), "{appended}");
    for arguments in ["log", "show 0", "log --format json", "verify --against evidence"] {
        let outcome = place.run(arguments);
        let text = format!("{}{}", outcome.stdout, outcome.stderr);
        assert!(
            !text.contains(['\u{1b}', '\u{7}', '\u{202e}']) || arguments.contains("json"),
            "{arguments}: {outcome}"
        );
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{arguments}: {outcome}");
    }
}
