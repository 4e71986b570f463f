//! What survives when processes are killed, stop listening, or come at the same moment.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::thread;

use crate::support::{Place, command};

fn spawn(place: &Place, arguments: &str) -> Child {
    command(&place.path(""))
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Feeds numbered lines until the reader is gone.
fn feed(mut input: ChildStdin, writer: u32, lines: u32) {
    for number in 0..lines {
        if writeln!(input, "{{\"writer\":{writer},\"number\":{number}}}").is_err() {
            return;
        }
    }
}

fn holds(place: &Place, receipts: &str) {
    place.write("receipts.jsonl", receipts.as_bytes());
    let held = place.run("verify receipts.jsonl --ledger .actum");
    assert_eq!(held.exit, Some(0), "{held}");
    let checked = place.run("fsck");
    assert_eq!(checked.exit, Some(0), "{checked}");
}

#[test]
fn a_writer_that_is_killed_loses_no_entry_that_it_acknowledged() {
    let place = Place::new();
    place.run("init");
    let mut receipts = String::new();
    for (round, until) in [1, 3, 40, 200].into_iter().enumerate() {
        let mut child = spawn(&place, "append - --batch 7");
        let input = child.stdin.take().unwrap();
        let feeder = thread::spawn(move || feed(input, round as u32, 5000));
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..until {
            answers.read_line(&mut receipts).unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What it had written before it died is acknowledged too, but for a line that was cut.
        let mut rest = String::new();
        answers.read_to_string(&mut rest).unwrap();
        receipts.extend(rest.split_inclusive('\n').filter(|line| line.ends_with('\n')));
        feeder.join().unwrap();
        holds(&place, &receipts);
    }
}

#[test]
fn writers_at_the_same_moment_make_one_log() {
    let place = Place::new();
    place.run("init");
    let children: Vec<_> = (0..4)
        .map(|writer| {
            let mut child = spawn(&place, "append - --batch 3");
            let input = child.stdin.take().unwrap();
            (child, thread::spawn(move || feed(input, writer, 40)))
        })
        .collect();
    let mut receipts = String::new();
    for (child, feeder) in children {
        feeder.join().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        receipts.push_str(str::from_utf8(&output.stdout).unwrap());
    }
    assert_eq!(receipts.lines().count(), 160);
    holds(&place, &receipts);
    assert_eq!(place.run("log").stdout.lines().count(), 160);
}

#[test]
fn a_reader_of_receipts_that_goes_away_stops_no_append() {
    let place = Place::new();
    place.run("init");
    let mut child = spawn(&place, "append -");
    drop(child.stdout.take());
    feed(child.stdin.take().unwrap(), 0, 300);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(place.run("log").stdout.lines().count(), 300);
}

#[cfg(target_os = "linux")]
#[test]
fn a_receipt_that_cannot_be_written_is_said_and_the_entry_stands() {
    let place = Place::new();
    place.run("init");
    place.write("a.json", b"{}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&place.path("")).args(["append", "a.json"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.starts_with("error: the artifact is appended, but its receipt cannot be written"),
        "{stderr}"
    );
    assert_eq!(place.run("log").stdout.lines().count(), 1);
}

/// Runs a command several times at once, and kills the others when the first has answered, wherever they are by then;
/// the whole lines of all answers.
fn cut_short(place: &Place, arguments: impl Fn(u32) -> String) -> Vec<String> {
    let mut children: Vec<_> = (0..5).map(|number| spawn(place, &arguments(number))).collect();
    let mut streams: Vec<_> =
        children.iter_mut().map(|child| BufReader::new(child.stdout.take().unwrap())).collect();
    let mut answers = vec![String::new(); children.len()];
    streams[0].read_line(&mut answers[0]).unwrap();
    for child in &mut children {
        child.kill().unwrap();
    }
    for (stream, answer) in streams.iter_mut().zip(&mut answers) {
        stream.read_to_string(answer).unwrap();
    }
    for mut child in children {
        child.wait().unwrap();
    }
    let lines = answers.iter().flat_map(|answer| answer.split_inclusive('\n'));
    lines.filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

#[test]
fn messages_and_transitions_that_were_acknowledged_survive_a_kill() {
    let place = Place::new();
    place.run("init");
    assert_eq!(place.run("deal new --ledger").exit, Some(0));
    assert_eq!(place.run("tree init --ledger --as agent-7").exit, Some(0));
    let (mut told, mut made) = (Vec::new(), Vec::new());
    for round in 0..3 {
        let ticked = |number| format!("deal tick --ledger --at {} --format json", round * 10 + number);
        told.extend(cut_short(&place, ticked));
        let appended = |number| format!("tree segment --ledger --text {round}-{number} --format json");
        made.extend(cut_short(&place, appended));
    }
    assert!(told.len() >= 3 && made.len() >= 3, "{told:?} {made:?}");
    let transcript = place.run("deal transcript --ledger");
    assert_eq!(transcript.exit, Some(0), "{transcript}");
    for line in &told {
        assert!(transcript.stdout.contains(line.as_str()), "{line}");
    }
    let log = place.run("tree log --ledger --format json");
    assert_eq!(log.exit, Some(0), "{log}");
    assert!(log.stdout.lines().count() > made.len(), "{log}");
    for arguments in
        ["deal verify --ledger", "tree verify --ledger", "fsck", "tree segment --ledger --text last"]
    {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(0), "{arguments}: {outcome}");
    }
}

#[test]
fn deals_and_trees_of_several_processes_are_one_journal_each() {
    let place = Place::new();
    place.run("init");
    place.run("tree init --ledger --as agent-7");
    thread::scope(|scope| {
        for writer in 0..3 {
            let place = &place;
            scope.spawn(move || {
                for number in 0..4 {
                    let told = place.run(&format!("deal tick --ledger --at {}", writer * 10 + number));
                    assert!(matches!(told.exit, Some(0 | 73)), "{told}");
                    let made = place.run(&format!("tree segment --ledger --text {writer}-{number}"));
                    assert_eq!(made.exit, Some(0), "{made}");
                }
            });
        }
    });
    assert_eq!(place.run("deal transcript --ledger").stdout.lines().count(), 12);
    for arguments in ["deal verify --ledger", "tree verify --ledger", "fsck"] {
        let outcome = place.run(arguments);
        assert_eq!(outcome.exit, Some(0), "{arguments}: {outcome}");
    }
}
