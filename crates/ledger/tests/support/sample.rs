//! Small ledgers, and keys that everybody can compute.

use actum_canon::digest::sha256;
use actum_canon::signature::PublicKey;
use actum_ledger::note::Verifier;
use actum_ledger::{Artifact, Memory, Read, append};
use ed25519_dalek::{Signer as _, SigningKey};

pub(crate) fn artifact<'a>(bytes: &'a [u8], source_id: &'a str) -> Artifact<'a> {
    Artifact { source_id: Some(source_id), media_type: "text/plain", bytes, key: None }
}

/// So many entries, each with the bytes of its number and of the word; every third has an idempotency key.
pub(crate) fn ledger(count: u64, word: &str) -> Memory {
    let mut memory = Memory::new();
    grow(&mut memory, count, word);
    memory
}

pub(crate) fn grow(memory: &mut Memory, count: u64, word: &str) {
    for _ in 0..count {
        let index = memory.head().unwrap().size;
        let (name, text) = (format!("entry-{index}"), format!("{word} {index}"));
        let key = index.is_multiple_of(3).then_some(name.as_str());
        append(memory, &[Artifact { key, ..artifact(text.as_bytes(), &name) }]).unwrap();
    }
}

/// A key whose seed is the digest of its name.
pub(crate) fn secret(name: &str) -> SigningKey {
    SigningKey::from_bytes(sha256(name.as_bytes()).as_bytes())
}

pub(crate) fn verifier(name: &str) -> Verifier {
    let key = PublicKey::from_bytes(secret(name).verifying_key().as_bytes()).unwrap();
    Verifier::new(name, key).unwrap()
}

pub(crate) fn sign(name: &str) -> impl Fn(&[u8]) -> [u8; 64] {
    let secret = secret(name);
    move |text| secret.sign(text).to_bytes()
}
