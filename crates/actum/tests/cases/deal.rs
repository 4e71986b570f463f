//! The journal of deals: one record, whoever writes, and whatever is killed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use actum::deal::{Journal, State, verify, write_entry};
use actum::{Error, ErrorKind};

fn offer(id: &str) -> String {
    format!(
        r#"{{"type":"Offer","from":"C","offer_id":"{id}","consideration":{{"cash_sim":1}},"obligation":{{"checklist":["a"]}}}}"#
    )
}

fn about(kind: &str, from: &str, id: &str) -> String {
    format!(r#"{{"type":"{kind}","from":"{from}","offer_id":"{id}"}}"#)
}

/// A journal with one deal that is held, and some refusals.
fn story(path: &Path) -> Journal {
    let mut journal = Journal::create(path).unwrap();
    let messages = [
        offer("x"),
        about("Settle", "C", "x"),
        "not JSON \u{0}".to_owned(),
        about("Accept", "A", "x"),
        r#"{"type":"EscrowHold","from":"C","offer_id":"x","cash_sim":1.00000000000000000001}"#.to_owned(),
        about("EscrowHold", "C", "x"),
    ];
    for (at, message) in messages.iter().enumerate() {
        journal.submit(message.as_bytes(), at as u64).unwrap();
    }
    journal.submit(b"\xff\xfe", 9).unwrap();
    journal
}

fn open(path: &Path) -> Result<(Journal, Vec<String>), Error> {
    let mut lines = Vec::new();
    let journal = Journal::open_to_read(path, &mut |record| {
        let mut line = Vec::new();
        write_entry(record, &mut line);
        lines.push(String::from_utf8(line).unwrap());
    })?;
    Ok((journal, lines))
}

#[test]
fn a_journal_gives_the_same_entries_to_whoever_reads_it_and_keeps_every_byte_of_a_message() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    let written = story(&path);
    let (read, lines) = open(&path).unwrap();
    assert_eq!(read.head(), written.head());
    assert_eq!(read.deals().head(), written.deals().head());
    assert_eq!(read.deals().deal("x").unwrap().state(), State::Held);
    assert_eq!(open(&path).unwrap().1, lines);
    assert_eq!(lines.len(), 7);
    assert!(lines[4].contains("cash_sim must be a non-negative integer"), "{}", lines[4]);
    assert!(lines[4].contains("1.00000000000000000001"), "{}", lines[4]);
    assert!(lines[6].contains("\"bytes\":\"//4=\""), "{}", lines[6]);
}

#[test]
fn what_cannot_be_recorded_is_refused_before_it_counts() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    let mut journal = story(&path);
    let before = fs::read(&path).unwrap();
    let long = vec![b' '; 8 * 1024 * 1024 + 1];
    assert_eq!(journal.submit(&long, 1).unwrap_err().code(), "message_too_long");
    assert_eq!(journal.submit(b"{}", 1 << 53).unwrap_err().code(), "stamp_too_large");
    assert_eq!(fs::read(&path).unwrap(), before);
    let escaped = vec![1; 8 * 1024 * 1024];
    journal.submit(&escaped, 1).unwrap();
    assert_eq!(open(&path).unwrap().0.head(), journal.head());
}

#[test]
fn a_second_journal_in_the_same_place_is_refused_and_leaves_the_first() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    story(&path);
    let before = fs::read(&path).unwrap();
    assert_eq!(Journal::create(&path).unwrap_err().code(), "journal_exists");
    assert_eq!(fs::read(&path).unwrap(), before);
    let nowhere = place.path().join("no/folder");
    assert_eq!(Journal::create(&nowhere).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(Journal::open(&nowhere).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn every_cut_in_the_last_two_lines_keeps_what_came_before_and_loses_no_byte() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    story(&path);
    let (_, lines) = open(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    let ends: Vec<_> = (0..whole.len()).filter(|at| whole[*at] == b'\n').map(|at| at + 1).collect();
    for cut in ends[ends.len() - 3]..=whole.len() {
        let path = place.path().join(format!("cut-{cut}"));
        fs::write(&path, &whole[..cut]).unwrap();
        // A line that lacks only its end is a line.
        let kept = ends.iter().filter(|end| **end <= cut + 1).count() - 1;
        let (read, seen) = open(&path).unwrap();
        assert_eq!(seen, lines[..kept], "cut at {cut}");
        let torn = read.torn().map_or(0, |torn| torn.length as usize);
        assert_eq!(fs::read(&path).unwrap(), whole[..cut], "reading wrote");
        let mut written = Journal::open(&path).unwrap();
        written.submit(b"{}", 20).unwrap();
        assert_eq!(open(&path).unwrap().1.len(), kept + 1, "cut at {cut}");
        let checked = verify(&path).unwrap();
        assert_eq!((checked.messages, checked.fault), (kept as u64 + 1, None));
        match written.torn() {
            None => assert_eq!(torn, 0),
            Some(left) => {
                assert_eq!(left.length as usize, torn);
                assert_eq!(fs::read(left.kept.as_ref().unwrap()).unwrap(), whole[cut - torn..cut]);
            }
        }
    }
}

#[test]
fn a_line_that_was_changed_removed_added_or_moved_is_named() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    story(&path);
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = whole.lines().collect();
    let fault = |lines: &[&str]| {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let error = open(&path).unwrap_err();
        assert_eq!((error.kind(), error.code()), (ErrorKind::Input, "journal_changed"));
        assert_eq!(verify(&path).unwrap().fault, Some(error.to_string()));
        let before = fs::read(&path).unwrap();
        assert_eq!(Journal::open(&path).unwrap_err().code(), "journal_changed");
        assert_eq!(fs::read(&path).unwrap(), before);
        error.to_string().replace(&format!(" of `{}`", path.display()), "")
    };
    for number in 1..lines.len() {
        let edit = lines[number].replace("\"at\":", "\"at\":1");
        let mut edited = lines.clone();
        edited[number] = &edit;
        let changed = format!("line {}: its `hash` is not that of its content", number + 1);
        assert!(fault(&edited).starts_with(&changed));
        let order = |at: usize| format!("line {at}: it does not follow the line before");
        if number + 1 < lines.len() {
            let mut without = lines.clone();
            without.remove(number);
            assert!(fault(&without).starts_with(&order(number + 1)));
            let mut moved = lines.clone();
            moved.swap(number, number + 1);
            assert!(fault(&moved).starts_with(&order(number + 1)));
        }
        let mut twice = lines.clone();
        twice.insert(number, lines[number]);
        assert!(fault(&twice).starts_with(&order(number + 2)));
        let mut blank = lines.clone();
        blank.insert(number, "");
        assert!(fault(&blank).starts_with(&format!("line {}: it is no line", number + 1)));
    }
}

#[test]
fn a_transcript_is_checked_without_its_journal() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    story(&path);
    let (_, lines) = open(&path).unwrap();
    let file = place.path().join("t");
    let check = |lines: &[String]| {
        fs::write(&file, lines.join("\n")).unwrap();
        verify(&file).unwrap()
    };
    let whole = check(&lines);
    assert_eq!((whole.kind, whole.messages, whole.fault), ("transcript", 7, None));
    for number in 0..lines.len() {
        let mut changed = lines.clone();
        for (from, to, what) in [
            ("\"n\":", "\"n\":1", "its `hash` is not"),
            ("\"movements\":[]", "\"movements\":[7]", "gives another entry"),
            ("\"message\":\"", "\"message\":\"x", "gives another entry"),
        ] {
            changed[number] = lines[number].replace(from, to);
            let fault = check(&changed).fault;
            let said = fault.as_ref().is_some_and(|fault| {
                fault.starts_with(&format!("line {}: ", number + 1)) && fault.contains(what)
            });
            assert!(said || changed[number] == lines[number], "{fault:?}");
        }
    }
    assert_eq!(
        check(&lines[1..]).fault.unwrap(),
        "line 1: it does not follow the line before: one was removed, added or moved"
    );
    fs::write(&file, "something else\n").unwrap();
    assert_eq!(verify(&file).unwrap_err().code(), "transcript_invalid");
}

/// Not a test of its own: the process that the next tests start, several at a time, and kill.
#[test]
fn appends_where_it_is_told_to() {
    let Some(path) = std::env::var_os("ACTUM_TEST_JOURNAL") else {
        return;
    };
    let name = std::env::var("ACTUM_TEST_NAME").unwrap();
    let count: usize = std::env::var("ACTUM_TEST_COUNT").unwrap().parse().unwrap();
    let mut journal = Journal::open(Path::new(&path)).unwrap();
    for number in 0..count {
        let id = format!("{name}-{number}");
        match journal.submit(offer(&id).as_bytes(), 0) {
            Ok(outcome) => println!("\nacknowledged {id} {}", outcome.entry.n),
            Err(error) => {
                println!("\nrefused {}: {error}", error.code());
                return;
            }
        }
    }
}

fn appender(path: &Path, name: &str, count: usize, shell: &str) -> Child {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{shell} exec \"$@\""), "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "cases::deal::appends_where_it_is_told_to", "--nocapture"])
        .env("ACTUM_TEST_JOURNAL", path)
        .env("ACTUM_TEST_NAME", name)
        .env("ACTUM_TEST_COUNT", count.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What the process said, up to `most` acknowledgements.
fn said(child: &mut Child, most: usize) -> (Vec<String>, Option<String>) {
    let mut acknowledged = Vec::new();
    let mut refused = None;
    let out = BufReader::new(child.stdout.take().unwrap());
    for line in out.lines() {
        let line = line.unwrap();
        if let Some(id) = line.strip_prefix("acknowledged ") {
            acknowledged.push(id.split(' ').next().unwrap().to_owned());
        }
        refused = refused.or_else(|| line.strip_prefix("refused ").map(str::to_owned));
        if acknowledged.len() >= most {
            break;
        }
    }
    (acknowledged, refused)
}

/// The offers of a journal in order, from its bytes and its chain alone.
fn recorded(path: &Path) -> Vec<String> {
    let checked = verify(path).unwrap();
    assert_eq!(checked.fault, None);
    let (journal, lines) = open(path).unwrap();
    assert_eq!(lines.len() as u64, checked.messages);
    journal.deals().deals().iter().map(|deal| deal.id().to_owned()).collect()
}

#[test]
fn a_killed_process_loses_nothing_that_it_acknowledged() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    drop(Journal::create(&path).unwrap());
    let mut acknowledged = BTreeSet::new();
    let mut random = 7_u64;
    for round in 0..12 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = appender(&path, &format!("r{round}"), usize::MAX, "");
        let (ids, _) = said(&mut child, 1 + (random >> 60) as usize);
        // SIGKILL, in the midst of whatever it does by now.
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.extend(ids);
        let there: BTreeSet<_> = recorded(&path).into_iter().collect();
        let lost: Vec<_> = acknowledged.difference(&there).collect();
        assert!(lost.is_empty(), "round {round}: {lost:?}");
        Journal::open(&path).unwrap().submit(offer(&format!("after-{round}")).as_bytes(), 0).unwrap();
    }
}

#[test]
fn eight_processes_at_once_make_one_journal() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    drop(Journal::create(&path).unwrap());
    let names: Vec<_> = (0..8).map(|number| format!("p{number}")).collect();
    let mut children: Vec<_> = names.iter().map(|name| appender(&path, name, 20, "")).collect();
    let mut acknowledged = BTreeSet::new();
    for child in &mut children {
        let (ids, refused) = said(child, 20);
        assert_eq!((ids.len(), refused), (20, None));
        acknowledged.extend(ids);
        child.wait().unwrap();
    }
    let there = recorded(&path);
    assert_eq!(there.len(), 160);
    assert_eq!(there.iter().cloned().collect::<BTreeSet<_>>(), acknowledged);
    for name in &names {
        let own: Vec<_> = there.iter().filter(|id| id.starts_with(&format!("{name}-"))).collect();
        let order: Vec<_> = (0..20).map(|number| format!("{name}-{number}")).collect();
        assert_eq!(own, order.iter().collect::<Vec<_>>());
    }
}

/// How much a process may write, in the units of `ulimit -f`: 512 or 1024 bytes.
const FULL: &str = "ulimit -f 8;";

#[cfg(unix)]
#[test]
fn a_full_medium_is_a_refusal_that_keeps_what_was_acknowledged() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    drop(Journal::create(&path).unwrap());
    let mut child = appender(&path, "p", 100, &format!("trap '' XFSZ; {FULL}"));
    let (acknowledged, refused) = said(&mut child, 100);
    child.wait().unwrap();
    assert!(refused.unwrap().starts_with("unreadable: cannot append to"), "{acknowledged:?}");
    assert!(!acknowledged.is_empty());
    assert_eq!(recorded(&path), acknowledged);
    assert!(fs::read(&path).unwrap().ends_with(b"\n"));
    Journal::open(&path).unwrap().submit(offer("after").as_bytes(), 0).unwrap();
}

#[cfg(unix)]
#[test]
fn a_process_that_dies_of_a_full_medium_leaves_a_journal_that_goes_on() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    drop(Journal::create(&path).unwrap());
    // The system's own answer to the limit is a signal that ends the process over a half-written line.
    let mut child = appender(&path, "p", 100, FULL);
    let (acknowledged, refused) = said(&mut child, 100);
    assert!(!child.wait().unwrap().success());
    assert_eq!(refused, None);
    assert_eq!(recorded(&path), acknowledged);
    let mut journal = Journal::open(&path).unwrap();
    journal.submit(offer("after").as_bytes(), 0).unwrap();
    let kept: Vec<PathBuf> = journal.torn().and_then(|torn| torn.kept.clone()).into_iter().collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(recorded(&path).len(), acknowledged.len() + 1);
}

#[cfg(unix)]
#[test]
fn a_journal_that_cannot_be_written_is_still_read() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("j");
    story(&path);
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(&path, 0o444);
    mode(place.path(), 0o555);
    assert_eq!(open(&path).unwrap().1.len(), 7);
    // Whoever may write everything cannot see this failure.
    if fs::OpenOptions::new().append(true).open(&path).is_err() {
        assert_eq!(Journal::open(&path).unwrap_err().kind(), ErrorKind::Storage);
        assert_eq!(Journal::create(&place.path().join("k")).unwrap_err().kind(), ErrorKind::Storage);
    }
    mode(place.path(), 0o755);
    if Path::new("/sys/kernel").is_dir() {
        assert_eq!(Journal::create(Path::new("/sys/deals.jsonl")).unwrap_err().kind(), ErrorKind::Storage);
    }
}
