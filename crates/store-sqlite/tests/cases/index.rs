//! The derived index: what it finds, and that nothing done to it can change what is found.

use std::fs;
use std::path::Path;

use actum_ledger::{Artifact, Entry, Memory, append};
use actum_store_sqlite::index::{Index, Keys};

use crate::support::quick;

/// An entry says `object kind work stream sequence relation target…`, once for each line.
fn keys(entry: &Entry, each: &mut dyn FnMut(Keys<'_>)) {
    for line in str::from_utf8(entry.bytes()).unwrap().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let references: Vec<(&str, &str)> = words[5..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
        each(Keys {
            object: words[0],
            kind: words[1],
            work: Some(words[2]).filter(|word| *word != "-"),
            stream: Some((words[3], words[4].parse().unwrap())).filter(|_| words[3] != "-"),
            references: &references,
        });
    }
}

fn ledger(lines: &[&str]) -> Memory {
    let mut memory = Memory::new();
    extend(&mut memory, lines);
    memory
}

fn extend(memory: &mut Memory, lines: &[&str]) {
    for line in lines {
        let media_type = if line.contains("TASK") { "a/task" } else { "a/other" };
        append(memory, &[Artifact { source_id: None, media_type, bytes: line.as_bytes(), key: None }])
            .unwrap();
    }
}

const LINES: [&str; 6] = [
    "t1 TASK w1 s 1",
    "r1 REPORT w1 s 2 answers t1",
    "t2 TASK w2 s 3 after t1\nx TASK w0 - 0",
    "r1 REPORT w1 s 2 answers t2 cites t1",
    "v REVIEW - s 9 reviews r1 cites r1",
    "",
];

fn index(path: &Path, memory: &Memory) -> Index {
    let mut index = Index::open(path, "test").unwrap();
    index.catch_up(memory, &mut keys).unwrap();
    index
}

/// Everything that an index of `LINES` answers.
fn answers(index: &Index) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        index.object("r1").unwrap(),
        index.object("none").unwrap(),
        index.work("w1").unwrap(),
        index.kind("TASK").unwrap(),
        index.media("a/task", 1).unwrap(),
        index.stream("s", 2..=8).unwrap(),
        index.target("t1").unwrap(),
        index.target("r1").unwrap(),
        index.works(None, 9).unwrap(),
        index.works(Some("w0"), 1).unwrap(),
    )
}

const ANSWERS: &str = "[1, 3] [] [0, 1, 3] [0, 2] [2] [(2, 1), (2, 3), (3, 2)] \
    [(\"answers\", 1), (\"after\", 2), (\"cites\", 3)] [(\"cites\", 4), (\"reviews\", 4)] \
    [\"w0\", \"w1\", \"w2\"] [\"w1\"]";

#[test]
fn what_is_caught_up_step_by_step_is_what_is_derived_at_once() {
    let folder = quick();
    let path = folder.path().join("i");
    let mut memory = Memory::new();
    let mut stepwise = Index::open(&path, "test").unwrap();
    for (at, line) in LINES.iter().enumerate() {
        extend(&mut memory, &[line]);
        let progress = stepwise.catch_up(&memory, &mut keys).unwrap();
        assert_eq!((progress.from, progress.to, progress.rebuilt), (at as u64, at as u64 + 1, None));
    }
    assert_eq!(answers(&stepwise), ANSWERS);
    assert_eq!(answers(&index(&folder.path().join("j"), &memory)), ANSWERS);
    assert!(!stepwise.differs(&memory, &mut keys).unwrap());
    // Nothing is derived twice, also by another handle.
    let mut again = Index::open(&path, "test").unwrap();
    let progress = again.catch_up(&memory, &mut |_, _| panic!("derived again")).unwrap();
    assert_eq!((progress.from, progress.to), (6, 6));
    assert_eq!(answers(&again), ANSWERS);
}

#[test]
fn many_entries_at_once_are_found_as_if_they_had_come_one_by_one() {
    let folder = quick();
    let lines: Vec<String> =
        (0..11_000).map(|n| format!("o{} T w{} s{} {n} to o{}", n % 5000, n % 70, n % 3, n / 2)).collect();
    let mut memory = Memory::new();
    let artifacts = |part: &'static str, lines: &[String]| -> Vec<Artifact<'static>> {
        let leak = |line: &String| Box::leak(line.clone().into_boxed_str()).as_bytes();
        let make = |line| Artifact { source_id: None, media_type: part, bytes: leak(line), key: None };
        lines.iter().map(make).collect()
    };
    let (some, more) = lines.split_at(500);
    append(&mut memory, &artifacts("a/b", some)).unwrap();
    let path = folder.path().join("i");
    let mut few = index(&path, &memory);
    append(&mut memory, &artifacts("a/b", more)).unwrap();
    let progress = few.catch_up(&memory, &mut keys).unwrap();
    assert_eq!((progress.from, progress.to), (500, 11_000));
    assert_eq!(few.object("o7").unwrap(), [7, 5007, 10_007]);
    assert_eq!(few.works(None, 100).unwrap().len(), 70);
    let mut one_by_one = Memory::new();
    let mut other = Index::open(&folder.path().join("j"), "test").unwrap();
    for part in lines.chunks(3000) {
        append(&mut one_by_one, &artifacts("a/b", part)).unwrap();
        other.catch_up(&one_by_one, &mut keys).unwrap();
    }
    assert!(!other.differs(&memory, &mut keys).unwrap());
    assert!(!few.differs(&memory, &mut keys).unwrap());
}

#[test]
fn an_index_of_another_ledger_of_a_longer_one_or_of_other_keys_is_built_anew() {
    let folder = quick();
    let path = folder.path().join("i");
    let memory = ledger(&LINES);
    let other = ledger(&["a B c d 1", "e F g h 2"]);
    let longer = ledger(&[&LINES[..], &["z Z w1 s 4"]].concat());
    for (before, edition, reason) in [
        (&other, "test", "it stands for another ledger"),
        (&longer, "test", "it stands for more than the ledger holds"),
        (&memory, "else", "its keys are of another edition"),
    ] {
        let mut index = Index::open(&path, edition).unwrap();
        index.catch_up(before, &mut keys).unwrap();
        assert!(index.set_rows(&[7; 32], None, 1, &mut [("a", Some(b"b".as_slice()))].into_iter()).unwrap());
        let mut index = Index::open(&path, "test").unwrap();
        let progress = index.catch_up(&memory, &mut keys).unwrap();
        assert_eq!((progress.from, progress.to, progress.rebuilt), (0, 6, Some(reason)));
        assert_eq!(answers(&index), ANSWERS);
        assert_eq!(index.rows_upto(&[7; 32]).unwrap(), None);
    }
}

#[test]
fn what_another_process_has_added_is_not_shown_before_the_ledger_is_looked_at() {
    let folder = quick();
    let path = folder.path().join("i");
    let mut memory = ledger(&LINES);
    let mut early = index(&path, &memory);
    extend(&mut memory, &["r1 REPORT w9 s 4 answers t1"]);
    let late = index(&path, &memory);
    assert_eq!(answers(&early), ANSWERS);
    assert_eq!(late.object("r1").unwrap(), [1, 3, 6]);
    early.catch_up(&memory, &mut keys).unwrap();
    assert_eq!(early.works(None, 9).unwrap(), ["w0", "w1", "w2", "w9"]);
}

#[test]
fn whatever_stands_in_the_file_the_answers_are_the_same() {
    let folder = quick();
    let memory = ledger(&LINES);
    let path = folder.path().join("i");
    drop(index(&path, &memory));
    let whole = fs::read(&path).unwrap();
    let mut cases = vec![Vec::new(), b"no file of SQLite".to_vec(), vec![0; 100_000]];
    cases.extend((1..whole.len()).step_by(2048).map(|length| whole[..length].to_vec()));
    // A page of nothing, or of noise, in place of any page.
    for page in 0..whole.len() / 4096 {
        for noise in [0, 0xFF, 0x0D] {
            let mut case = whole.clone();
            case[page * 4096..(page + 1) * 4096].fill(noise);
            cases.push(case);
        }
    }
    for (number, case) in cases.iter().enumerate() {
        let path = folder.path().join(format!("i{number}"));
        fs::write(&path, case).unwrap();
        let mut found = index(&path, &memory);
        // What SQLite finds out only while it looks, the next catching up mends.
        let looked =
            found.object("r1").and_then(|_| found.stream("s", 0..=9)).and_then(|_| found.target("t1"));
        if looked.is_err() {
            assert!(found.catch_up(&memory, &mut keys).unwrap().rebuilt.is_some());
        }
        assert_eq!(found.notice(), None, "{number} {}", case.len());
    }
}

#[test]
fn a_flipped_bit_is_harmless_or_mended_or_found_by_deriving_again() {
    let folder = quick();
    let memory = ledger(&LINES);
    let path = folder.path().join("i");
    drop(index(&path, &memory));
    let whole = fs::read(&path).unwrap();
    for place in (0..whole.len()).step_by(1499).chain(whole.iter().enumerate().filter_map(|(place, byte)| {
        // Every other byte of text, where a key could become another one.
        (place % 2 == 0 && byte.is_ascii_alphanumeric() && place > 8192).then_some(place)
    })) {
        let mut case = whole.clone();
        case[place] ^= 1 << (place % 8);
        let path = folder.path().join("case");
        fs::write(&path, case).unwrap();
        let mut found = index(&path, &memory);
        match found.differs(&memory, &mut keys) {
            Ok(false) => assert_eq!(answers(&found), ANSWERS, "{place}"),
            Ok(true) => {}
            Err(_) => assert!(found.catch_up(&memory, &mut keys).unwrap().rebuilt.is_some(), "{place}"),
        }
        drop(found);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn another_applications_file_is_left_alone_and_the_index_is_passing() {
    let folder = quick();
    let path = folder.path().join("i");
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch("PRAGMA application_id = 7; CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")
        .unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    let memory = ledger(&LINES);
    let mut found = index(&path, &memory);
    assert_eq!(answers(&found), ANSWERS);
    assert!(found.notice().unwrap().contains("another application"));
    assert!(!found.differs(&memory, &mut keys).unwrap());
    drop(found);
    assert_eq!(fs::read(&path).unwrap(), before);
    // Neither is what is no file.
    let found = index(folder.path(), &memory);
    assert_eq!(answers(&found), ANSWERS);
}

#[test]
fn rows_of_a_view_are_an_ordered_map_that_moves_on_from_where_it_stands() {
    let folder = quick();
    let path = folder.path().join("i");
    let memory = ledger(&LINES);
    let mut first = index(&path, &memory);
    let mut second = index(&path, &memory);
    let view = [1; 32];
    let some = |bytes: &'static [u8]| Some(bytes);
    assert!(first.set_rows(&view, None, 3, &mut [("b", some(b"1")), ("a", some(b"2"))].into_iter()).unwrap());
    assert!(!second.set_rows(&view, None, 2, &mut [("a", some(b"old"))].into_iter()).unwrap());
    assert!(second.set_rows(&view, Some(3), 5, &mut [("a", None), ("c", some(b"3"))].into_iter()).unwrap());
    assert_eq!(first.rows_upto(&view).unwrap(), Some(5));
    let rows = |index: &Index, from| index.rows_from(&view, from, 9).unwrap();
    assert_eq!(rows(&first, ""), [("b".to_owned(), b"1".to_vec()), ("c".to_owned(), b"3".to_vec())]);
    assert_eq!(rows(&first, "b\0").len(), 1);
    assert_eq!((first.row(&view, "b").unwrap(), first.row(&view, "a").unwrap()), (Some(b"1".to_vec()), None));
    // One moment, whatever the other handle writes.
    first
        .at_once(|index| {
            assert_eq!(rows(index, "").len(), 2);
            assert!(second.set_rows(&view, Some(5), 6, &mut [("d", some(b""))].into_iter()).unwrap());
            assert_eq!(rows(index, "").len(), 2);
            Ok(())
        })
        .unwrap();
    assert_eq!(rows(&first, "").len(), 3);
    // The views that were begun first make room.
    for number in 2..6 {
        assert!(first.set_rows(&[number; 32], None, 1, &mut [("x", some(b"y"))].into_iter()).unwrap());
    }
    assert_eq!((first.rows_upto(&view).unwrap(), first.row(&view, "b").unwrap()), (None, None));
    assert_eq!(first.row(&[2; 32], "x").unwrap(), Some(b"y".to_vec()));
}
