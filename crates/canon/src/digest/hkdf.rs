//! HKDF (RFC 5869) over SHA3-256, for keys of one block.

use super::sha3::{Sha3Hasher, sha3};

/// Bytes that SHA3-256 takes in at a time (FIPS 202 table 3); what HMAC pads a key to (RFC 2104 2).
const BLOCK: usize = 136;

/// Derives 32 bytes from key material, a salt and a purpose (RFC 5869 2.2, 2.3 with L = 32).
///
/// An empty salt is 32 zero bytes, as RFC 5869 2.2 has it. What is derived is a secret: the caller keeps it.
#[must_use]
pub fn hkdf_sha3(material: &[u8], salt: &[u8], purpose: &[u8]) -> [u8; 32] {
    let pseudorandom = hmac(salt, &[material]);
    hmac(&pseudorandom, &[purpose, &[1]])
}

/// HMAC (RFC 2104). A short key is padded with zeros, so that no salt and 32 zero bytes are the same key.
fn hmac(key: &[u8], message: &[&[u8]]) -> [u8; 32] {
    let digest;
    let key = if key.len() > BLOCK {
        digest = sha3(key);
        digest.as_bytes()
    } else {
        key
    };
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        for (byte, key) in block.iter_mut().zip(key) {
            *byte ^= key;
        }
        block
    };
    let mut inner = Sha3Hasher::new();
    inner.update(&padded(0x36));
    for part in message {
        inner.update(part);
    }
    let mut outer = Sha3Hasher::new();
    outer.update(&padded(0x5C));
    outer.update(inner.finish().as_bytes());
    *outer.finish().as_bytes()
}
