//! Proofs that travel: whatever is changed in one, it does not hold.

use actum_canon::digest::sha256;
use actum_canon::merkle::ProofError;
use actum_ledger::bundle::{Proof, Refuted};
use actum_ledger::proof::{self, verify_consistency, verify_inclusion};
use actum_ledger::{Checkpoint, Consistency, Form, FormError, Head, Inclusion, Read, Receipt, Record};
use proptest::prelude::*;

use crate::support::sample::{ledger, sign, verifier};

fn made(index: u64, size: u64) -> Proof {
    let memory = ledger(size, "word");
    let mut proof = Proof::make(&memory, index, size, Some(index + 1)).unwrap().unwrap();
    let checkpoint = Checkpoint::new("example.org/ledger", proof.head).unwrap();
    let mut note = checkpoint.note().unwrap();
    note.sign(&verifier("example.org/ledger"), sign("example.org/ledger")).unwrap();
    proof.checkpoint = Some(note.to_string());
    proof
}

#[test]
fn a_proof_holds_for_its_bytes_and_its_receipt() {
    let memory = ledger(21, "word");
    for size in 1..=21 {
        for index in 0..size {
            let entry = memory.entry(index).unwrap().unwrap();
            let receipt = proof::receipt(&memory, &entry).unwrap();
            let proof = Proof::make(&memory, index, size, Some(index + 1)).unwrap().unwrap();
            assert_eq!(proof.verify(), Ok(None));
            assert!(proof.is_for(entry.bytes()) && !proof.is_for(b"word") && proof.confirms(&receipt));
            assert_eq!(Proof::parse(&proof.to_bytes()), Ok(proof.clone()));
            for other in [
                Receipt { index: index + 1, ..receipt },
                Receipt { digest: sha256(b"other"), ..receipt },
                Receipt { leaf: sha256(b"other"), ..receipt },
                Receipt { root: sha256(b"other"), ..receipt },
            ] {
                assert!(!proof.confirms(&other), "{other:?}");
            }
            let bare = Proof::make(&memory, index, size, None).unwrap().unwrap();
            assert_eq!((bare.verify(), bare.confirms(&receipt)), (Ok(None), index + 1 == size));
        }
    }
    assert_eq!(Proof::make(&memory, 21, 21, None).unwrap(), None);
    assert_eq!(Proof::make(&memory, 0, 22, None).unwrap(), None);
    assert_eq!(Proof::make(&memory, 0, 5, Some(6)).unwrap(), None);
}

#[test]
fn a_proof_says_more_than_it_shows_in_none_of_its_parts() {
    let good = made(4, 11);
    let (checkpoint, note) = good.verify().unwrap().unwrap();
    assert_eq!(checkpoint.head(), good.head);
    assert!(note.unwrap().verify(&[verifier("example.org/ledger")]).is_ok());
    let changed = |change: &dyn Fn(&mut Proof)| {
        let mut proof = good.clone();
        change(&mut proof);
        proof.verify().map(drop)
    };
    let other = sha256(b"other");
    assert_eq!(changed(&|proof| proof.record.size += 1), Err(Refuted::Inclusion(ProofError::Root)));
    assert_eq!(changed(&|proof| proof.record.source_id.push('x')), Err(Refuted::Inclusion(ProofError::Root)));
    assert_eq!(
        changed(&|proof| proof.record.key = Some("k".into())),
        Err(Refuted::Inclusion(ProofError::Root))
    );
    assert!(matches!(changed(&|proof| proof.record.media_type.clear()), Err(Refuted::Record(_))));
    assert_eq!(changed(&|proof| proof.inclusion.index = 11), Err(Refuted::Inclusion(ProofError::Index)));
    assert_eq!(changed(&|proof| proof.inclusion.count = 12), Err(Refuted::Inclusion(ProofError::Index)));
    assert_eq!(changed(&|proof| proof.head.size = 12), Err(Refuted::Inclusion(ProofError::Index)));
    assert_eq!(changed(&|proof| proof.head.root = other), Err(Refuted::Inclusion(ProofError::Root)));
    let since = |change: fn(&mut Head, &mut Consistency)| {
        changed(&|proof| {
            let since = proof.since.as_mut().unwrap();
            change(&mut since.head, &mut since.proof);
        })
    };
    assert_eq!(since(|head, _| head.root = sha256(b"other")), Err(Refuted::Since(ProofError::Root)));
    assert_eq!(since(|head, _| head.size = 4), Err(Refuted::Since(ProofError::Index)));
    assert_eq!(since(|_, proof| proof.nodes.clear()), Err(Refuted::Since(ProofError::Siblings)));
    let elsewhere = Checkpoint::new("example.org/ledger", Head { root: other, ..good.head }).unwrap();
    assert_eq!(changed(&|proof| proof.checkpoint = Some(elsewhere.to_string())), Err(Refuted::OtherHead));
    assert!(matches!(changed(&|proof| proof.checkpoint = Some("x".into())), Err(Refuted::Checkpoint(_))));
}

#[test]
fn sizes_of_heads_and_proofs_must_agree() {
    let memory = ledger(8, "word");
    let (head, earlier) = (memory.head().unwrap(), proof::head_at(&memory, 3).unwrap());
    let leaf = memory.node(0, 2).unwrap().unwrap();
    let inclusion: Inclusion = proof::inclusion(&memory, 2, 8).unwrap().unwrap();
    assert_eq!(verify_inclusion(&inclusion, leaf, &head), Ok(()));
    // The same way up in a tree of seven, whose size the root does not bind.
    assert_eq!(verify_inclusion(&inclusion, leaf, &Head { size: 7, ..head }), Err(ProofError::Index));
    let grown = proof::consistency(&memory, 3, 8).unwrap().unwrap();
    assert_eq!(verify_consistency(&grown, &earlier, &head), Ok(()));
    assert_eq!(verify_consistency(&grown, &Head { size: 4, ..earlier }, &head), Err(ProofError::Index));
    assert_eq!(verify_consistency(&grown, &earlier, &Head { size: 7, ..head }), Err(ProofError::Index));
}

#[test]
fn forms_are_read_strictly() {
    let text = String::from_utf8(made(4, 11).to_bytes()).unwrap();
    let read = |text: &str| Proof::parse(text.as_bytes());
    assert_eq!(read(&text.replace("actum-proof-1", "actum-proof-2")), Err(FormError::Member("format")));
    assert_eq!(read(&text.replace("\"siblings\":[", "\"siblings\":[1,")), Err(FormError::Member("siblings")));
    assert_eq!(read(&text.replace("\"index\":4", "\"index\":4.5")), Err(FormError::Member("index")));
    assert_eq!(read(&text.replace("\"index\":4", "\"index\":4e0")), Err(FormError::Spelling));
    assert_eq!(read(&text.replace("\"record\"", "\"entry\"")), Err(FormError::Unknown("entry".into())));
    assert_eq!(
        read(&text.replacen("\"size\":11", "\"size\":11,\"more\":[]", 1)),
        Err(FormError::Unknown("more".into()))
    );
    assert_eq!(read("null"), Err(FormError::Object));
    assert!(matches!(read(&text.replacen('{', "{\"format\":1,", 1)), Err(FormError::Json(_))));
    let deep = "[".repeat(100_000);
    assert!(matches!(Inclusion::parse(deep.as_bytes()), Err(FormError::Json(_))));
    assert!(matches!(Record::parse(b"\xff"), Err(FormError::Json(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_flipped_bit_is_refused(index in 0_u64..20, more in 0_u64..20) {
        let mut proof = made(index, index + 1 + more);
        // Its signature is what binds the checkpoint; here it is about what binds the rest.
        proof.checkpoint = None;
        let bytes = proof.to_bytes();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                let refused = Proof::parse(&changed).map_or(true, |proof| proof.verify().is_err());
                prop_assert!(refused, "byte {}, bit {}: {}", at, bit, String::from_utf8_lossy(&changed));
            }
        }
    }
}
