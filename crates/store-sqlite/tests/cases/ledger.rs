//! What a ledger in a file does when nothing goes wrong.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use actum_ledger::content::{self, Content, ContentDigest, ContentPlane, Put, Stored, Tombstone};
use actum_ledger::{Append, Artifact, Entry, Head, Memory, Outcome, Read, StoreError, append, plan, proof};
use actum_store_sqlite::{FailureKind, Sqlite};

use crate::support::{all, artifact, failure, quick};

#[test]
fn a_reopened_ledger_is_the_one_that_memory_keeps() {
    let folder = quick();
    let path = folder.path().join("ledger.sqlite");
    let mut memory = Memory::new();
    let mut store = Sqlite::create(&path).unwrap();
    assert!(store.is_new());
    let bytes: Vec<Vec<u8>> = (0..77_u8).map(|number| vec![number; usize::from(number) * 200]).collect();
    let names: Vec<String> = (0..77).map(|number| format!("n{number}")).collect();
    let mut at = 0;
    for size in [1, 0, 2, 30, 1, 43] {
        let batch: Vec<Artifact<'_>> = (at..at + size)
            .map(|i| Artifact {
                source_id: (i % 3 > 0).then(|| names[i].as_str()),
                key: (i % 5 == 0).then(|| names[i].as_str()),
                ..artifact(&bytes[i], None)
            })
            .collect();
        assert_eq!(append(&mut store, &batch).unwrap(), append(&mut memory, &batch).unwrap());
        at += size;
        if size == 30 {
            store = Sqlite::open(&path).unwrap();
            assert!(!store.is_new());
        }
    }
    for store in [&store as &dyn Read, &Sqlite::open_to_read(&path).unwrap(), &Sqlite::create(&path).unwrap()]
    {
        assert_eq!(store.head().unwrap(), memory.head().unwrap());
        assert_eq!(store.frontier().unwrap(), memory.frontier().unwrap());
        for from in [0, 1, 76, 77, 78, u64::MAX] {
            assert_eq!(all(store, from).unwrap(), all(&memory, from).unwrap());
        }
        for height in 0..9 {
            for place in 0..80 {
                assert_eq!(store.node(height, place).unwrap(), memory.node(height, place).unwrap());
            }
        }
        for number in 0..80_usize {
            let name = format!("n{number}");
            assert_eq!(store.find_key(&name).unwrap(), memory.find_key(&name).unwrap());
            assert_eq!(store.entry(number as u64).unwrap(), memory.entry(number as u64).unwrap());
        }
        assert_eq!(store.entry(u64::MAX).unwrap(), None);
        assert_eq!(store.node(63, 1).unwrap(), None);
        assert_eq!(store.node(64, 0).unwrap(), None);
        assert_eq!(proof::head_at(store, 31).unwrap(), proof::head_at(&memory, 31).unwrap());
    }
}

#[test]
fn a_visitor_ends_the_reading_and_its_error_is_passed_on() {
    let folder = quick();
    let mut store = Sqlite::create(&folder.path().join("l")).unwrap();
    append(&mut store, &[artifact(b"a", None), artifact(b"b", None)]).unwrap();
    let mut seen = 0;
    let mut visit = |_| {
        seen += 1;
        Ok(ControlFlow::Break(()))
    };
    store.entries(0, &mut visit).unwrap();
    assert_eq!(seen, 1);
    let mut fail = |_| Err(StoreError::medium("no"));
    assert_eq!(store.entries(0, &mut fail).unwrap_err().to_string(), "no");
}

#[test]
fn a_plan_made_before_another_append_is_stale_in_every_handle() {
    let folder = quick();
    let path = folder.path().join("l");
    let mut first = Sqlite::create(&path).unwrap();
    let mut second = Sqlite::open(&path).unwrap();
    let old = plan(&second.frontier().unwrap(), [artifact(b"late", None)]).unwrap();
    append(&mut first, &[artifact(b"early", None)]).unwrap();
    assert_eq!(second.append(&old).unwrap(), Outcome::Stale);
    assert_eq!(second.head().unwrap().size, 1);
    append(&mut second, &[artifact(b"late", None)]).unwrap();
    assert_eq!(first.head().unwrap(), second.head().unwrap());
    assert_eq!(
        all(&first, 0).unwrap().iter().map(Entry::bytes).collect::<Vec<_>>(),
        [b"early".as_slice(), b"late"]
    );
}

#[test]
fn what_is_not_committed_in_a_hold_was_never_there() {
    let folder = quick();
    let path = folder.path().join("l");
    let mut store = Sqlite::create(&path).unwrap();
    append(&mut store, &[artifact(b"kept", None)]).unwrap();
    let kept = store.head().unwrap();
    let sum = ContentDigest::Sha256(actum_canon::digest::sha256(b"content"));
    let mut held = store.hold().unwrap();
    append(&mut held, &[artifact(b"gone", Some("k"))]).unwrap();
    held.put(&Content::new(sum, b"content").unwrap()).unwrap();
    assert_eq!((held.head().unwrap().size, held.find_key("k").unwrap()), (2, Some(1)));
    assert_eq!(Sqlite::open_to_read(&path).unwrap().head().unwrap(), kept);
    drop(held);
    assert_eq!((store.head().unwrap(), store.find_key("k").unwrap()), (kept, None));
    assert_eq!(store.get(&sum).unwrap(), Stored::Absent);
    let mut held = store.hold().unwrap();
    append(&mut held, &[artifact(b"second", None)]).unwrap();
    append(&mut held, &[artifact(b"third", None)]).unwrap();
    held.put(&Content::new(sum, b"content").unwrap()).unwrap();
    held.commit().unwrap();
    let read = Sqlite::open_to_read(&path).unwrap();
    assert_eq!(
        all(&read, 1).unwrap().iter().map(Entry::bytes).collect::<Vec<_>>(),
        [b"second".as_slice(), b"third"]
    );
    assert_eq!(read.get(&sum).unwrap(), Stored::Kept(b"content".to_vec()));
}

#[test]
fn a_reader_does_not_append() {
    let folder = quick();
    let path = folder.path().join("l");
    Sqlite::create(&path).unwrap();
    let mut reader = Sqlite::open_to_read(&path).unwrap();
    let planned = plan(&reader.frontier().unwrap(), [artifact(b"a", None)]).unwrap();
    assert_eq!(failure(reader.append(&planned).unwrap_err()), FailureKind::ReadOnly);
    assert_eq!(reader.head().unwrap(), Head::empty());
}

#[test]
fn erased_content_is_gone_from_the_file_and_its_digest_stays() {
    let folder = quick();
    let path = folder.path().join("l");
    let mut store = Sqlite::create(&path).unwrap();
    // Short enough to stand in a page with others, and long enough to fill pages of its own.
    for length in [40, 40_000] {
        let secret: Vec<u8> = b"a secret of somebody ".iter().copied().cycle().take(length).collect();
        let sum = ContentDigest::Sha256(actum_canon::digest::sha256(&secret));
        assert_eq!(store.put(&Content::new(sum, &secret).unwrap()).unwrap(), Put::Kept);
        assert_eq!(store.put(&Content::new(sum, &secret).unwrap()).unwrap(), Put::Kept);
        assert_eq!(store.get(&sum).unwrap(), Stored::Kept(secret.clone()));
        content::erase(&mut store, &Tombstone::new(sum, "asked for").unwrap()).unwrap();
        assert_eq!(store.get(&sum).unwrap(), Stored::Erased);
        assert_eq!(store.put(&Content::new(sum, &secret).unwrap()).unwrap(), Put::Erased);
    }
    let never = ContentDigest::Sha3(actum_canon::digest::sha3(b"never seen"));
    content::erase(&mut store, &Tombstone::new(never, "asked for").unwrap()).unwrap();
    assert_eq!(store.get(&never).unwrap(), Stored::Erased);
    drop(store);
    assert!(!holds(&path, b"secret"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

fn holds(path: &Path, word: &[u8]) -> bool {
    fs::read(path).unwrap().windows(word.len()).any(|window| window == word)
}
