//! Standard input as evidence, and a reader of stdout that goes away.

use std::io::Read;
use std::process::Stdio;

use crate::support::{Object, Place, command, story};

#[test]
fn one_value_is_one_artifact_and_several_are_lines() {
    let place = Place::new();
    let read = |input: &str, more: &str| {
        place.run_with(&format!("read - --profile profile {more}"), input.as_bytes(), &[])
    };
    let objects = story();
    let one = read(&objects[0].text(), "");
    assert_eq!(one.exit, Some(0), "{one}");
    assert!(one.stdout.contains("1 source, 1 object"), "{one}");
    let pretty = read("{\n\"id\":\n1}", "");
    assert!(pretty.stdout.contains("1 source,"), "{pretty}");
    let lines: String = objects.iter().map(Object::text).collect();
    let all = read(&lines, "");
    assert_eq!(all.exit, Some(0), "{all}");
    assert!(all.stdout.contains("6 sources, 6 objects"), "{all}");
    let forced = read(&lines, "--stdin json");
    assert!(forced.exit == Some(1) && forced.stdout.contains("1 source,"), "{forced}");
    let forced = read(&objects[0].text(), "--stdin jsonl --format json");
    assert!(forced.stdout.contains("\"-#1\""), "{forced}");
}

#[test]
fn standard_input_and_folders_are_read_together() {
    let place = Place::new();
    place.put(&story()[1..]);
    let outcome = place.run_with("read evidence - --profile profile", story()[0].text().as_bytes(), &[]);
    assert_eq!(outcome.exit, Some(0), "{outcome}");
    assert!(outcome.stdout.contains("6 sources"), "{outcome}");
}

#[test]
fn nothing_on_standard_input_is_one_broken_artifact() {
    let outcome = Place::new().run("read - --profile profile");
    assert_eq!(outcome.exit, Some(1), "{outcome}");
}

#[test]
fn a_reader_that_goes_away_is_no_error_and_no_success() {
    let place = Place::new();
    let broken: String = (0..20_000).map(|number| format!("broken {number}\n")).collect();
    place.write("evidence/all.jsonl", broken.as_bytes());
    let mut child = command(&place.path(""))
        .args(["read", "evidence", "--profile", "profile", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 16];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "the verdict stands");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
