//! State trees on the command line: the main journeys, and what goes wrong on the way.

use std::fs;

use crate::support::{Outcome, Place};

/// Runs `tree` with these words at a moment and under an identifier that follow from the number of the step.
fn step(place: &Place, number: u64, arguments: &str) -> Outcome {
    let fixed = format!("--at 2026-01-31T12:00:{number:02}Z --id 00000000-0000-4000-8000-{number:012}");
    place.run(&format!("tree {arguments} --tree work {fixed}"))
}

fn story(place: &Place, steps: &[&str]) -> String {
    let mut told = String::new();
    for (number, arguments) in (1..).zip(steps) {
        let outcome = step(place, number, arguments);
        let exit = outcome.exit.unwrap();
        told.push_str(&format!(
            "$ actum tree {arguments}\n{}{}exit {exit}\n\n",
            outcome.stdout, outcome.stderr
        ));
    }
    told
}

/// The first identifier behind a name in the answers so far.
fn named(told: &str, name: &str) -> String {
    let line = told.lines().rfind(|line| line.trim_start().starts_with(name)).unwrap();
    line.rsplit(' ').next().unwrap().to_owned()
}

fn show(place: &Place, more: &str) -> String {
    let shown = place.run(&format!("tree show --tree work {more}"));
    assert_eq!(shown.exit, Some(0), "{shown}");
    shown.stdout
}

/// A tree with a merged branch and a segment on each line.
fn merged(place: &Place) -> String {
    let mut told =
        story(place, &["init --as agent-7 --title export", "segment --text plan", "branch batches"]);
    let branch = named(&told, "branch_id");
    for (number, arguments) in [
        (4, format!("segment --branch {branch} --text try")),
        (5, "segment --text go-on".to_owned()),
        (6, format!("merge {branch} --summary works")),
    ] {
        let outcome = step(place, number, &arguments);
        assert_eq!(outcome.exit, Some(0), "{outcome}");
        told.push_str(&outcome.stdout);
    }
    told
}

#[test]
fn a_branch_leaves_comes_back_and_is_sealed() {
    let place = Place::new();
    insta::assert_snapshot!(merged(&place));
    insta::assert_snapshot!(story(&place, &[]) + &step(&place, 7, "seal").to_string());
    insta::assert_snapshot!(show(&place, ""));
    insta::assert_snapshot!(show(&place, "--format dot"));
    insta::assert_snapshot!(show(&place, "--format mermaid"));
    insta::assert_snapshot!(place.run("tree verify --tree work").to_string());
    insta::assert_snapshot!(place.run("tree log --tree work").to_string());
}

#[test]
fn a_sealed_episode_refuses_more_and_says_why() {
    let place = Place::new();
    merged(&place);
    step(&place, 7, "seal");
    let before = fs::read(place.path("work/transitions.jsonl")).unwrap();
    insta::assert_snapshot!(step(&place, 8, "segment --text late").to_string());
    assert_eq!(fs::read(place.path("work/transitions.jsonl")).unwrap(), before);
}

#[test]
fn side_channels_hold_the_seal_until_they_come_back() {
    let place = Place::new();
    let mut told = story(
        &place,
        &[
            "init --as agent-7",
            "segment --text plan",
            "aside open question --human mara",
            "seal",
            "soliloquy open weigh-both",
            "gate invoke request-1 --timeout 2026-02-01T00:00:00Z",
            "segment --text held",
        ],
    );
    let aside = named(&told, "aside_id");
    let soliloquy = named(&told, "soliloquy_id");
    let gate = named(&told, "hitl_event_id");
    for (number, arguments) in [
        (8, format!("aside close {aside} --reason answered --as mara")),
        (9, format!("gate resolve {gate} --decision approved --as mara")),
        (10, format!("soliloquy conclude {soliloquy} --summary both")),
        (11, "seal".to_owned()),
    ] {
        let outcome = step(&place, number, &arguments);
        told.push_str(&format!("$ actum tree {arguments}\n{outcome}\n"));
    }
    insta::assert_snapshot!(told);
    insta::assert_snapshot!(show(&place, ""));
}

#[test]
fn a_departure_returns_once_and_an_alternative_is_chosen() {
    let place = Place::new();
    let mut told = story(
        &place,
        &[
            "init --as agent-7",
            "segment --text plan",
            "depart create limits",
            "fork store --alternative one --alternative two",
        ],
    );
    let departure = "00000000-0000-4000-8000-000000000003";
    let fork = named(&told, "fork_id");
    let point = told.lines().find(|line| line.contains("fork_point_ids")).unwrap();
    let point = point.split(": ").nth(1).unwrap().split(", ").next().unwrap().to_owned();
    for (number, arguments) in [
        (5, format!("return {departure}")),
        (6, format!("depart complete {departure}")),
        (7, format!("return {departure} --summary fine --as agent-7")),
        (8, format!("return {departure} --as agent-7")),
        (9, format!("resolve {fork} --select {point} --rationale faster --as agent-7")),
    ] {
        let outcome = step(&place, number, &arguments);
        told.push_str(&format!("$ actum tree {arguments}\n{outcome}\n"));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn conflicting_lines_merge_only_with_a_resolution() {
    let place = Place::new();
    let mut told = story(&place, &["init --as agent-7", "segment --text plan", "branch other"]);
    let (segment, branch) = (named(&told, "segment_id"), named(&told, "branch_id"));
    for (number, arguments) in [
        (4, format!("segment --branch {branch} --text left --supersedes {segment}")),
        (5, format!("segment --text right --supersedes {segment}")),
        (6, format!("merge {branch} --summary both")),
        (7, format!("merge {branch} --summary both --strategy agent_resolved --take-source {segment}")),
    ] {
        let outcome = step(&place, number, &arguments);
        told.push_str(&format!("$ actum tree {arguments}\n{outcome}\n"));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn the_same_request_gives_the_first_result_again() {
    let place = Place::new();
    story(&place, &["init --as agent-7", "segment --text plan"]);
    let first = step(&place, 3, "branch again --request 5 --format json");
    let lines = fs::read(place.path("work/transitions.jsonl")).unwrap();
    let second = step(&place, 4, "branch again --request 5 --format json");
    assert_eq!((first.exit, second.exit), (Some(0), Some(0)), "{second}");
    let outcome =
        |text: &str| text.split(r#""outcome":"#).nth(1).unwrap().split("},").next().unwrap().to_owned();
    assert!(second.stdout.starts_with(&format!(r#"{{"outcome":{}"#, outcome(&first.stdout))), "{second}");
    assert_eq!(fs::read(place.path("work/transitions.jsonl")).unwrap(), lines);
}

#[test]
fn a_proof_travels_without_the_tree() {
    let place = Place::new();
    let told = merged(&place);
    step(&place, 7, "seal");
    let segment = named(&told, "segment_id");
    let proof = place.run(&format!("tree prove {segment} --tree work"));
    assert_eq!(proof.exit, Some(0), "{proof}");
    place.write("proof.json", proof.stdout.as_bytes());
    fs::rename(place.path("work"), place.path("elsewhere")).unwrap();
    let checked = place.run("tree verify --proof proof.json");
    insta::assert_snapshot!(checked.to_string());
    let root = checked.stdout.lines().find_map(|line| line.strip_prefix("sealed under root: ")).unwrap();
    assert_eq!(place.run(&format!("tree verify --proof proof.json --root {root}")).exit, Some(0));
    let other = "0".repeat(64);
    let wrong = place.run(&format!("tree verify --proof proof.json --root {other}"));
    assert_eq!(wrong.exit, Some(1), "{wrong}");
    let changed = proof.stdout.replace(r#""leaf_index":"#, r#""leaf_index":1"#);
    place.write("changed.json", changed.as_bytes());
    assert_eq!(place.run("tree verify --proof changed.json").exit, Some(1));
    place.write("nothing.json", b"{}");
    assert_eq!(place.run("tree verify --proof nothing.json").exit, Some(3));
}

#[test]
fn a_changed_journal_and_a_changed_content_are_named() {
    let place = Place::new();
    merged(&place);
    let journal = place.path("work/transitions.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, whole.replacen("\"author\":\"agent-7\"", "\"author\":\"agent-8\"", 1)).unwrap();
    let changed = place.run("tree verify --tree work");
    assert_eq!(changed.exit, Some(1), "{changed}");
    assert!(changed.stdout.starts_with("tree broken: line 3 of"), "{changed}");
    assert!(changed.stdout.contains("/author"), "{changed}");
    let changed = place.run("tree verify --tree work --format json");
    assert_eq!(changed.exit, Some(1), "{changed}");
    assert!(changed.stdout.contains("\"holds\":false"), "{changed}");
    assert_eq!(place.run("tree show --tree work").exit, Some(3), "what asks for the tree gets no answer");

    let twice: Vec<_> = whole.lines().flat_map(|line| [line; 2]).skip(1).collect();
    fs::write(&journal, twice.join("\n") + "\n").unwrap();
    let changed = place.run("tree verify --tree work");
    assert_eq!(changed.exit, Some(1), "{changed}");
    assert!(!changed.stdout.contains("\\u{a}"), "a fault is one line: {changed}");

    fs::write(&journal, &whole).unwrap();
    let content = fs::read_dir(place.path("work/content")).unwrap().next().unwrap().unwrap().path();
    fs::write(&content, "something else").unwrap();
    let changed = place.run("tree verify --tree work");
    assert_eq!(changed.exit, Some(1), "{changed}");
    assert!(changed.stdout.contains("the file is not what the segment binds"), "{changed}");
    fs::rename(&content, place.path("erased")).unwrap();
    let erased = place.run("tree verify --tree work");
    assert_eq!(erased.exit, Some(0), "erasing content changes no record: {erased}");
    assert!(erased.stdout.contains("content not here"), "{erased}");
}

#[test]
fn what_is_not_there_is_said_to_be_not_there() {
    let place = Place::new();
    insta::assert_snapshot!(place.run("tree show --tree nowhere").to_string());
    let first = step(&place, 1, "init --as agent-7");
    assert_eq!(first.exit, Some(0), "{first}");
    insta::assert_snapshot!(step(&place, 2, "init --as agent-7").to_string());
    insta::assert_snapshot!(step(&place, 3, "branch idea").to_string());
    insta::assert_snapshot!(step(&place, 4, "abandon 7f --reason none").to_string());
    let wrong = place.run("tree segment --text x --tree work --at yesterday");
    assert_eq!(wrong.exit, Some(64), "{wrong}");
    let wrong = place.run("tree segment --text x --tree work --id 7");
    assert_eq!(wrong.exit, Some(64), "{wrong}");
}

#[test]
fn equal_commands_give_equal_journals() {
    let places = [Place::new(), Place::new()];
    let journals = places.map(|place| {
        merged(&place);
        fs::read(place.path("work/transitions.jsonl")).unwrap()
    });
    assert_eq!(journals[0], journals[1]);
}

#[cfg(unix)]
#[test]
fn the_name_of_a_folder_cannot_command_the_terminal() {
    let place = Place::new();
    let init = || {
        crate::support::command(&place.path(""))
            .args([
                "--color",
                "always",
                "tree",
                "init",
                "--as",
                "a",
                "--title",
                "t",
                "--tree",
                "w\u{1b}[2J\n",
            ])
            .output()
            .unwrap()
    };
    assert_eq!(init().status.code(), Some(0));
    let again = init();
    assert_eq!(again.status.code(), Some(0));
    let note = String::from_utf8(again.stderr).unwrap();
    assert!(note.contains(r"w\u{1b}[2J\u{a}") && !note.contains("\u{1b}[2J"), "{note:?}");
}
