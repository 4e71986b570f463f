//! The content plane.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use actum_canon::digest::{sha3, sha256};

use super::{Subject, keep, seen};
use crate::artifact::Artifact;
use crate::content::{Content, ContentDigest, ContentPlane, Erasure, Put, Stored, TOMBSTONE, Tombstone};
use crate::form::Form;

pub(super) fn content_is_kept_and_found_by_either_digest(subject: &mut dyn Subject) {
    let texts: [&[u8]; 3] = [b"", b"one", b"two"];
    let Some(plane) = subject.content() else { return };
    for bytes in texts {
        for digest in digests(bytes) {
            assert_eq!(plane.get(&digest).expect("an answer"), Stored::Absent);
            for _ in 0..2 {
                assert_eq!(put(plane, digest, bytes), Put::Kept);
            }
        }
    }
    subject.reopen();
    let Some(plane) = subject.content() else { return };
    let mut all = Vec::new();
    for bytes in texts {
        for digest in digests(bytes) {
            assert_eq!(plane.get(&digest).expect("an answer"), Stored::Kept(bytes.into()));
            all.push(digest);
        }
    }
    all.sort_unstable_by_key(ToString::to_string);
    assert_eq!(listed(plane, None), all);
    assert_eq!(listed(plane, all.get(2).copied()), all.split_off(3));
    assert_eq!(subject.ledger().head().expect("a head").size, 0);
}

pub(super) fn content_goes_with_its_tombstone_and_does_not_come_back(subject: &mut dyn Subject) {
    let Some(plane) = subject.content() else { return };
    let [digest, other] = [ContentDigest::Sha3(sha3(b"secret")), ContentDigest::Sha256(sha256(b"secret"))];
    for digest in [digest, other] {
        put(plane, digest, b"secret");
    }
    let tombstone = Tombstone::new(digest, "a person asked for it").expect("a tombstone");
    let bytes = tombstone.to_bytes();
    let artifact = Artifact { source_id: None, media_type: TOMBSTONE, bytes: &bytes, key: None };
    keep(subject.ledger(), &[artifact]);
    let entry = subject.ledger().entry(0).expect("an answer").expect("an entry");
    let erasure = Erasure::of(&entry).expect("a tombstone");
    for _ in 0..2 {
        let Some(plane) = subject.content() else { return };
        plane.erase(&erasure).expect("it goes");
        assert_eq!(plane.get(&digest).expect("an answer"), Stored::Erased);
        assert_eq!(put(plane, digest, b"secret"), Put::Erased);
        assert_eq!(plane.get(&digest).expect("an answer"), Stored::Erased);
        assert_eq!(plane.get(&other).expect("an answer"), Stored::Kept(b"secret".into()));
        assert_eq!(listed(plane, None), [other]);
        subject.reopen();
    }
    seen(subject.ledger());
}

fn digests(bytes: &[u8]) -> [ContentDigest; 2] {
    [ContentDigest::Sha256(sha256(bytes)), ContentDigest::Sha3(sha3(bytes))]
}

fn put(plane: &mut dyn ContentPlane, digest: ContentDigest, bytes: &[u8]) -> Put {
    plane.put(&Content::new(digest, bytes).expect("its digest")).expect("an answer")
}

fn listed(plane: &dyn ContentPlane, after: Option<ContentDigest>) -> Vec<ContentDigest> {
    let mut digests = Vec::new();
    let shown = plane.digests(after, &mut |digest| {
        digests.push(digest);
        Ok(ControlFlow::Continue(()))
    });
    shown.expect("digests are shown");
    digests
}
