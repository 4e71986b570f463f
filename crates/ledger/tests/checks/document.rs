//! Bytes that claim to be a document of the ledger, or lines of an exported one.

use actum_ledger::bundle::{Line, Proof, Reader};
use actum_ledger::content::Tombstone;
use actum_ledger::{Consistency, Form, Head, Inclusion, Receipt, Record};

/// Tells whether the bytes are one of the documents, or an exported ledger.
pub(crate) fn check(bytes: &[u8]) -> bool {
    if let Ok(proof) = Proof::parse(bytes) {
        let _ = proof.verify();
    }
    let one = one::<Proof>(bytes)
        | one::<Receipt>(bytes)
        | one::<Head>(bytes)
        | one::<Record>(bytes)
        | one::<Inclusion>(bytes)
        | one::<Consistency>(bytes)
        | one::<Tombstone>(bytes);
    one | ledger(bytes)
}

fn one<F: Form>(bytes: &[u8]) -> bool {
    F::parse(bytes).is_ok_and(|value| {
        assert_eq!(value.to_bytes(), bytes.strip_suffix(b"\n").unwrap_or(bytes));
        true
    })
}

fn ledger(bytes: &[u8]) -> bool {
    let mut reader = Reader::new();
    let mut entries = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match reader.line(line) {
            Ok(read) => {
                assert_eq!(read.to_bytes(), line.strip_suffix(b"\n").unwrap_or(line));
                if let Line::Entry(entry) = read {
                    assert_eq!(entry.index(), entries);
                    entries += 1;
                }
            }
            Err(error) => {
                assert!(error.line > 0);
                return false;
            }
        }
    }
    reader.finish().is_ok_and(|head| {
        assert_eq!(head.size, entries);
        true
    })
}
