//! What was appended is what is read.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::sha256;

use super::{Subject, all, artifact, fill, keep, seen};
use crate::artifact::{Artifact, MAX_BYTES, MAX_KEY, MAX_MEDIA_TYPE, MAX_SOURCE_ID};
use crate::frontier::{Frontier, Head};

pub(super) fn an_empty_ledger_has_the_head_of_no_entries(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    let (frontier, entries) = seen(ledger);
    assert_eq!((frontier, entries.len()), (Frontier::empty(), 0));
    assert_eq!(ledger.head().expect("a head"), Head { size: 0, root: sha256(b"") });
    assert_eq!(ledger.entry(0).expect("an answer"), None);
    assert_eq!(ledger.node(0, 0).expect("an answer"), None);
}

pub(super) fn entries_come_back_in_order_and_byte_for_byte(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    fill(ledger, 20);
    let (frontier, entries) = seen(ledger);
    assert_eq!(frontier.size(), 20);
    for (index, entry) in (0..).zip(&entries) {
        let name = alloc::format!("entry-{index}");
        assert_eq!(
            (entry.index(), entry.source_id(), entry.bytes()),
            (index, name.as_str(), name.as_bytes())
        );
        assert_eq!((entry.media_type(), entry.key()), ("text/plain", None));
        assert_eq!(ledger.entry(index).expect("an answer").as_ref(), Some(entry));
    }
}

pub(super) fn any_bytes_and_any_names_within_the_limits_come_back(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    let every: Vec<u8> = (0..=255).collect();
    let long = |length: usize| "\u{e9}".repeat(length / 2);
    let (source_id, key) = (long(MAX_SOURCE_ID), long(MAX_KEY));
    let media_type: String = ["a/b;", &"~".repeat(MAX_MEDIA_TYPE - 4)].concat();
    let odd = [
        Artifact { source_id: None, media_type: "a/b", bytes: b"", key: None },
        Artifact { source_id: Some("\0"), media_type: "a/b", bytes: &every, key: Some("\0") },
        Artifact {
            source_id: Some("'; --\n\u{202e}\u{10ffff}"),
            media_type: "a/b",
            bytes: b"\0",
            key: Some("'"),
        },
        Artifact { source_id: Some(&source_id), media_type: &media_type, bytes: b"x", key: Some(&key) },
        // Not the same key, in any order that a store may compare by.
        Artifact { source_id: Some("e\u{301}"), media_type: "a/b", bytes: b"1", key: Some("K") },
        Artifact { source_id: Some("\u{e9}"), media_type: "a/b", bytes: b"2", key: Some("k") },
    ];
    keep(ledger, &odd);
    let (_, entries) = seen(ledger);
    for (entry, artifact) in entries.iter().zip(&odd) {
        assert_eq!(entry.bytes(), artifact.bytes);
        assert_eq!(
            entry.source_id(),
            artifact.source_id.map_or(alloc::format!("{}", sha256(b"")), Into::into)
        );
        assert_eq!((entry.media_type(), entry.key()), (artifact.media_type, artifact.key));
    }
}

pub(super) fn an_artifact_of_the_greatest_size_is_kept(subject: &mut dyn Subject) {
    let bytes = alloc::vec![0xa5; MAX_BYTES];
    keep(subject.ledger(), &[artifact(&bytes, "huge")]);
    subject.reopen();
    let entries = all(subject.ledger());
    assert!(entries.first().is_some_and(|entry| entry.bytes() == bytes), "every byte comes back");
}

pub(super) fn equal_bytes_are_entries_of_their_own(subject: &mut dyn Subject) {
    let ledger = subject.ledger();
    let same = artifact(b"same", "same");
    keep(ledger, &[same, same]);
    keep(ledger, &[same]);
    let (frontier, entries) = seen(ledger);
    assert_eq!((frontier.size(), entries.len()), (3, 3));
    assert!(entries.iter().all(|entry| entry.digest() == sha256(b"same")));
}

pub(super) fn a_reopened_ledger_is_the_same_and_goes_on(subject: &mut dyn Subject) {
    for _ in 0..4 {
        fill(subject.ledger(), 3);
        let before = seen(subject.ledger());
        subject.reopen();
        assert_eq!(seen(subject.ledger()), before);
    }
    assert_eq!(all(subject.ledger()).len(), 12);
}
