//! FCoP workspaces on the command line: written, read, killed.

use std::fs;
use std::process::Stdio;

use crate::support::{Outcome, Place, command};

const WORK: &str = "--workspace work --profile own --format json";

/// A place with a workspace in `work` and a profile in `own` that knows who is who.
fn workplace() -> Place {
    let place = Place::new();
    place.run("profile new --from fcop-4.0 own");
    let roles = fs::read_to_string(place.path("own/roles.json")).unwrap();
    let mut assignments = Vec::new();
    for (code, roles) in [
        ("PM", &["issuer", "approver", "participant"][..]),
        ("DEV", &["executor", "participant"]),
        ("ADMIN", &["approver", "archiver", "participant"]),
    ] {
        for role in roles {
            assignments.push(format!(r#"{{"id":"{code}-{role}","identity":"role:{code}","role":"{role}"}}"#));
        }
    }
    let assigned = format!("\"assignments\": [{}]", assignments.join(","));
    place.write("own/roles.json", roles.replace("\"assignments\": []", &assigned).as_bytes());
    place.write(
        "own/fcop.json",
        br#"{"id":"own","version":"1","evaluations":[{"profile_ref":"local-trust","issuer_proof":"ok","answer":"AUTHORIZED"}]}"#,
    );
    let made = place.run("fcop init work --adopt local-trust");
    assert_eq!(made.exit, Some(0), "{made}");
    place
}

/// The line that a command answers with.
fn done(place: &Place, words: &str) -> String {
    let outcome = place.run(&format!("fcop {words} {WORK}"));
    assert_eq!(outcome.exit, Some(0), "{words}: {outcome}");
    outcome.stdout
}

fn create(place: &Place) -> String {
    let made = done(place, "create Subject --as PM --to DEV --body text --operation op-1");
    let (_, rest) = made.split_once("\"id\":\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

fn read(place: &Place) -> Outcome {
    place.run("read work --profile own")
}

#[test]
fn a_task_goes_from_the_inbox_to_the_archive_and_reads_as_authoritative() {
    let place = workplace();
    let task = create(&place);
    assert_eq!(create(&place), task, "the same request again");
    for words in [
        format!("claim {task} --as DEV"),
        format!("report {task} done --as DEV --to PM"),
        format!("submit {task} --as DEV"),
        format!("review {task} accept --as PM --to DEV"),
        format!("authorize {task} approve --under local-trust --proof ok --as ADMIN --to PM"),
        format!("approve {task} --as PM"),
        format!("authorize {task} archive --under local-trust --proof ok --as ADMIN --to ADMIN"),
        format!("archive {task} --as ADMIN"),
    ] {
        done(&place, &words);
        let verdict = read(&place);
        assert_eq!(verdict.exit, Some(0), "{words}: {verdict}");
    }
    assert!(place.path(&format!("work/fcop/_lifecycle/archive/{task}.md")).is_file());
    assert!(done(&place, &format!("recover {task}")).contains("\"existing\":true"));
    // What the published answer of an evaluator does not cover is open, not wrong.
    let shipped = place.run("read work --profile fcop-4.0");
    assert_eq!(shipped.exit, Some(2), "{shipped}");
}

#[test]
fn a_refusal_names_the_code_of_fcop_and_writes_nothing() {
    let place = workplace();
    let task = create(&place);
    for (words, code) in [
        (format!("submit {task} --as DEV"), "INVALID_TRANSITION"),
        (format!("report {task} done --as DEV --to PM"), "ATTEMPT_MISMATCH"),
        ("claim TASK-none --as DEV".to_owned(), "RELATION_INVALID"),
        ("create Other --as PM --to DEV --operation op-1".to_owned(), "OPERATION_ID_CONFLICT"),
    ] {
        let outcome = place.run(&format!("fcop {words} {WORK}"));
        assert_eq!(outcome.exit, Some(73), "{words}: {outcome}");
        assert!(outcome.stderr.contains(code), "{words}: {outcome}");
    }
    let again = place.run("fcop init work");
    assert_eq!(again.exit, Some(73), "{again}");
    let nowhere = place.run("fcop claim TASK-1 --as DEV --workspace evidence");
    assert_eq!(nowhere.exit, Some(66), "{nowhere}");
}

#[test]
fn a_relation_that_the_profile_does_not_permit_is_not_written() {
    let place = workplace();
    let create = "fcop create subject --as PM --to DEV --ref fulfils=deal:d --workspace work";
    let refused = place.run(&format!("{create} --profile own"));
    assert_eq!(refused.exit, Some(73), "{refused}");
    assert!(refused.stderr.contains("`fulfils`") && refused.stderr.contains("`fcop.task`"), "{refused}");
    let stage = place.path("work/fcop/_lifecycle/inbox");
    assert_eq!(fs::read_dir(&stage).unwrap().count(), 0, "nothing was written");
    let written = place.run(&format!("{create} --profile one-record"));
    assert_eq!(written.exit, Some(0), "{written}");
    assert_eq!(fs::read_dir(&stage).unwrap().count(), 1);
}

#[test]
fn of_many_that_claim_at_once_one_does() {
    let place = workplace();
    let task = create(&place);
    let children: Vec<_> = (0..6)
        .map(|at| {
            let words = format!("fcop claim {task} --as DEV{at} {WORK}");
            let mut child = command(&place.path("."));
            child.args(words.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let exits: Vec<Option<i32>> =
        children.into_iter().map(|mut child| child.wait().unwrap().code()).collect();
    assert_eq!(exits.iter().filter(|exit| **exit == Some(0)).count(), 1, "{exits:?}");
    assert_eq!(exits.iter().filter(|exit| **exit == Some(73)).count(), 5, "{exits:?}");
}

#[test]
fn a_writer_that_is_killed_anywhere_loses_no_task_and_the_same_command_ends_it() {
    for delay in 0..12u64 {
        let place = workplace();
        let task = create(&place);
        let words = format!("fcop claim {task} --as DEV {WORK}");
        let mut child = command(&place.path("."));
        let mut child =
            child.args(words.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Somewhere between its start and its end; where it is by then differs from run to run, what holds does not.
        std::thread::sleep(std::time::Duration::from_micros(delay * 1200));
        child.kill().unwrap();
        child.wait().unwrap();
        let ended = place.run(&format!("fcop claim {task} --as DEV {WORK}"));
        let claimed_before = ended.exit == Some(73) && ended.stderr.contains("INVALID_TRANSITION");
        assert!(ended.exit == Some(0) || claimed_before, "{ended}");
        let verdict = read(&place);
        assert_eq!(verdict.exit, Some(0), "after {delay}: {verdict}");
        assert!(place.path(&format!("work/fcop/_lifecycle/active/{task}.md")).is_file());
        assert!(!place.path(&format!("work/fcop/_lifecycle/inbox/{task}.md")).exists());
    }
}
