//! Files that are not as they were written: what is served is right, and what is wrong is said.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use actum_ledger::content::{Content, ContentDigest, ContentPlane, Stored};
use actum_ledger::fsck::fsck;
use actum_ledger::{Artifact, Memory, Read, StoreError, append};
use actum_store_sqlite::{Failure, FailureKind, Sqlite};

use crate::support::{all, effort, quick};

/// What a look at everything came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// Everything is as it was.
    Whole,
    /// Something is said to be wrong.
    Reported,
}

fn content() -> (ContentDigest, &'static [u8]) {
    let bytes = b"content that stands beside the entries";
    (ContentDigest::Sha256(actum_canon::digest::sha256(bytes)), bytes)
}

/// A small ledger with everything that one may hold, and the same in memory.
fn small(path: &Path) -> Memory {
    let mut memory = Memory::new();
    let mut store = Sqlite::create(path).unwrap();
    for number in 0..21_usize {
        let (name, bytes) = (format!("dir/name-{number}"), vec![b'a' + number as u8; number * number * 5]);
        let artifact = Artifact {
            source_id: (number % 4 > 0).then_some(&name),
            media_type: "text/plain",
            bytes: &bytes,
            key: (number % 3 == 0).then_some(&name),
        };
        append(&mut memory, &[artifact]).unwrap();
        append(&mut store, &[artifact]).unwrap();
    }
    let (digest, bytes) = content();
    store.put(&Content::new(digest, bytes).unwrap()).unwrap();
    memory
}

/// Looks at everything. What is served is compared, so that a wrong answer fails the test.
fn look(path: &Path, right: &Memory) -> Seen {
    let store = match Sqlite::open_to_read(path) {
        Ok(store) => store,
        Err(failure) => {
            assert!(!failure.to_string().is_empty());
            return Seen::Reported;
        }
    };
    let mut reported = false;
    match store.head() {
        Ok(head) => assert_eq!(head, right.head().unwrap()),
        Err(error) => reported |= is_known(error),
    }
    for index in 0..22 {
        match store.entry(index) {
            Ok(entry) => assert_eq!(entry, right.entry(index).unwrap()),
            Err(error) => reported |= is_known(error),
        }
        for height in 0..6 {
            match store.node(height, index) {
                Ok(node) => assert_eq!(node, right.node(height, index).unwrap()),
                Err(error) => reported |= is_known(error),
            }
        }
    }
    let mut visited = 0;
    let visit = store.entries(0, &mut |entry| {
        assert_eq!(Some(&entry), right.entry(visited).unwrap().as_ref());
        visited += 1;
        Ok(ControlFlow::Continue(()))
    });
    match visit {
        Ok(()) => assert_eq!(visited, 21),
        Err(error) => reported |= is_known(error),
    }
    match fsck(&store, &mut |_| ControlFlow::Continue(())) {
        Ok(checked) => reported |= checked.findings > 0,
        Err(error) => reported |= is_known(error),
    }
    reported |= store.inspect().map_or(true, |findings| !findings.is_empty());
    for number in (0..21).step_by(3) {
        match store.find_key(&format!("dir/name-{number}")) {
            // A key that is not found is what the check of everything has reported.
            Ok(None) => assert!(reported),
            Ok(found) => assert_eq!(found, Some(number)),
            Err(error) => reported |= is_known(error),
        }
    }
    let plane = store.digests(None, &mut |digest| {
        store.get(&digest).map(|stored| {
            assert_eq!(stored, Stored::Kept(content().1.to_vec()));
            ControlFlow::Continue(())
        })
    });
    reported |= plane.is_err_and(is_known);
    match store.get(&content().0) {
        // Content that is not found is what a look at all content has reported.
        Ok(Stored::Absent) => assert!(reported),
        Ok(stored) => assert_eq!(stored, Stored::Kept(content().1.to_vec())),
        Err(error) => reported |= is_known(error),
    }
    if reported { Seen::Reported } else { Seen::Whole }
}

/// One of the ways in which a file can be wrong; anything else fails the test.
fn is_known(error: StoreError) -> bool {
    if let StoreError::Medium(error) = error {
        let kind = error.downcast::<Failure>().unwrap().kind();
        assert!(
            [FailureKind::Damaged, FailureKind::NotSqlite, FailureKind::Medium].contains(&kind),
            "{kind:?}"
        );
    }
    true
}

#[test]
fn a_flipped_bit_anywhere_is_reported_or_harmless_and_never_served() {
    let folder = quick();
    let path = folder.path().join("l");
    let right = small(&path);
    let whole = fs::read(&path).unwrap();
    let step = 97_usize.div_ceil(effort());
    // Of each page its first bytes: what kind it is, how many cells it has, and where.
    let heads = (0..whole.len()).step_by(8192).flat_map(|page| page..page + 14);
    let (mut seen, mut in_use) = ([0, 0], 0);
    for place in (0..whole.len()).step_by(step).chain(0..100).chain(heads) {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        let case = folder.path().join("case");
        fs::write(&case, &flipped).unwrap();
        match look(&case, &right) {
            Seen::Whole => seen[0] += 1,
            Seen::Reported => seen[1] += 1,
        }
        in_use += usize::from(whole[place] != 0);
        clear(&case);
    }
    // Most of what is in use is checked; the rest is what SQLite keeps and does not need.
    assert!(seen[1] * 10 > in_use * 8, "{seen:?} {in_use}");
}

#[test]
fn a_truncated_file_is_reported() {
    let folder = quick();
    let path = folder.path().join("l");
    let right = small(&path);
    let whole = fs::read(&path).unwrap();
    for length in (0..whole.len()).step_by(1021) {
        let case = folder.path().join("case");
        fs::write(&case, &whole[..length]).unwrap();
        assert_eq!(look(&case, &right), Seen::Reported, "{length}");
        clear(&case);
    }
}

#[test]
fn a_row_that_somebody_altered_is_named_by_entry_and_rule() {
    let folder = quick();
    for (change, said) in [
        (
            "UPDATE entry SET bytes = x'00' WHERE \"index\" = 5",
            "entry 5 has bytes with another digest than was recorded",
        ),
        ("UPDATE entry SET source_id = 'b' WHERE \"index\" = 5", "entry 5 has another leaf than its record"),
        (
            "UPDATE entry SET media_type = 'b/c' WHERE \"index\" = 5",
            "entry 5 has another leaf than its record",
        ),
        ("UPDATE entry SET \"key\" = 'b' WHERE \"index\" = 5", "entry 5 has another leaf than its record"),
        ("DELETE FROM entry WHERE \"index\" = 5", "entry 5 is missing"),
        ("UPDATE node SET hashes = zeroblob(64) WHERE last = 5", "entry 5 has another leaf than its record"),
        ("DELETE FROM node WHERE last = 5", "entry 5 has another leaf than its record"),
        ("DELETE FROM entry WHERE \"index\" > 15", "the head is missing"),
        ("DELETE FROM node WHERE last > 15", "entry 16 has another leaf than its record"),
        ("UPDATE node SET root = zeroblob(32) WHERE last = 20", "the head does not follow from the leaves"),
        ("UPDATE node SET root = NULL WHERE last = 20", "the head is missing"),
    ] {
        let path = folder.path().join("l");
        let right = small(&path);
        altered(&path, change);
        let store = Sqlite::open_to_read(&path).unwrap();
        assert_eq!(all(&store, 0).unwrap_err().to_string(), said, "{change}");
        drop(store);
        assert_eq!(look(&path, &right), Seen::Reported);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn content_that_was_taken_without_a_tombstone_is_not_called_erased() {
    let folder = quick();
    for change in ["UPDATE content SET bytes = NULL, tombstone = 3", "UPDATE content SET bytes = x'00'"] {
        let path = folder.path().join("l");
        small(&path);
        altered(&path, change);
        let store = Sqlite::open_to_read(&path).unwrap();
        let said = store.get(&content().0).unwrap_err().to_string();
        assert_eq!(said, "content has bytes with another digest than was recorded", "{change}");
        drop(store);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn what_a_handle_has_read_is_missed_when_it_is_gone() {
    let folder = quick();
    let path = folder.path().join("l");
    small(&path);
    let store = Sqlite::open_to_read(&path).unwrap();
    assert_eq!(store.head().unwrap().size, 21);
    // A ledger that is whole, and shorter: nothing in it shows that there was more.
    altered(&path, "DELETE FROM entry WHERE \"index\" > 15; DELETE FROM node WHERE last > 15");
    assert_eq!(store.head().unwrap_err().to_string(), "the head is missing");
    assert_eq!(Sqlite::open_to_read(&path).unwrap().head().unwrap().size, 16);
}

/// Does what the guards refuse, as a hostile program would: guards away, change, guards back.
fn altered(path: &Path, change: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let mut statement =
        connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let guards: Vec<(String, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    for (name, _) in &guards {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    connection.execute_batch(change).unwrap();
    for (_, sql) in &guards {
        connection.execute_batch(sql).unwrap();
    }
}

fn clear(path: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        let _ = fs::remove_file(name);
    }
}
