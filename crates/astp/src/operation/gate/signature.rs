//! Signatures at a gate: Ed25519 over the 32 bytes of a hash, never over its written form (ASTP 4.6).

use alloc::format;
use alloc::string::{String, ToString};

use actum_canon::digest::{Sha3, sha3};
use actum_canon::signature::PublicKey;

use crate::rule::Rule;
use crate::tree::Refusal;

/// Verifies a signature over the 32 bytes of a hash, where one is given, and returns the fingerprint of its key.
pub(super) fn demand(
    (name, signature): (&'static str, Option<&str>),
    (key_name, key): (&'static str, Option<&str>),
    hash: Sha3,
) -> Result<Option<String>, Refusal> {
    let (signature, key) = match (signature, key) {
        (None, None) => return Ok(None),
        (Some(signature), Some(key)) => (signature, key),
        (Some(_), None) => {
            return Err(Refusal::new(Rule::Signature, key_name, "a signature comes with its key"));
        }
        (None, Some(_)) => return Err(Refusal::new(Rule::Signature, name, "a key comes with a signature")),
    };
    let key: [u8; 32] = hexadecimal(key).ok_or_else(|| {
        Refusal::new(Rule::Signature, key_name, "64 lower-case hexadecimal digits are expected")
    })?;
    let signature: [u8; 64] = hexadecimal(signature).ok_or_else(|| {
        Refusal::new(Rule::Signature, name, "128 lower-case hexadecimal digits are expected")
    })?;
    let public = PublicKey::from_bytes(&key)
        .map_err(|error| Refusal::new(Rule::Signature, key_name, error.to_string()))?;
    if !public.verify(hash.as_bytes(), &signature) {
        return Err(Refusal::new(
            Rule::Signature,
            name,
            format!("it does not sign the 32 bytes of `{hash}`"),
        ));
    }
    Ok(Some(sha3(&key).to_string()))
}

fn hexadecimal<const N: usize>(text: &str) -> Option<[u8; N]> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}
