//! Texts that claim to be checkpoints, notes or keys: what is read is written back, and nothing of it is believed.

use actum_canon::signature::PublicKey;
use actum_ledger::Checkpoint;
use actum_ledger::note::{Note, NoteError, Verifier};

/// Tells whether any of the three could be read.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut read = false;
    if let Ok((checkpoint, note)) = Checkpoint::open(text) {
        read = true;
        assert_eq!(Checkpoint::parse(&checkpoint.to_string()), Ok(checkpoint.clone()));
        match note {
            None => assert_eq!(checkpoint.to_string(), text),
            Some(note) => {
                assert_eq!((note.text(), note.to_string()), (&*checkpoint.to_string(), text.to_owned()))
            }
        }
    }
    if let Ok(note) = Note::parse(text) {
        read = true;
        assert_eq!(note.to_string(), text);
        // Nobody knows the key, and where somebody does he signed other words, or not at all.
        let known: Vec<Verifier> =
            note.signatures().iter().filter_map(|line| Verifier::new(line.name(), key())).collect();
        match note.verify(&known) {
            Err(NoteError::Unsigned) => assert!(known.iter().all(|verifier| {
                note.signatures()
                    .iter()
                    .all(|line| (line.name(), line.id()) != (verifier.name(), verifier.id()))
            })),
            Err(NoteError::Refused { name }) => assert!(known.iter().any(|verifier| verifier.name() == name)),
            other => panic!("{other:?}"),
        }
    }
    if let Ok(verifier) = Verifier::parse(text) {
        read = true;
        assert_eq!(verifier.to_string(), text);
        assert_eq!(Verifier::new(verifier.name(), verifier.key().clone()), Some(verifier));
    }
    read
}

/// The key of RFC 8032 7.1, TEST 1.
fn key() -> PublicKey {
    PublicKey::from_bytes(&[
        0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe, 0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e,
        0xe1, 0x72, 0xf3, 0xda, 0xa6, 0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a,
    ])
    .unwrap()
}
