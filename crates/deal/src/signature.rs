//! Signatures of messages (DEAL 15.1).
//!
//! The member `sig` of a message is `ed25519:` and the 128 lower-case hexadecimal digits of an Ed25519 signature over
//! [`preimage`]: a domain text, then the SHA-256 of the canonical bytes of the message without `sig` and `at`, which
//! are what the transport adds. Keys are pinned per party by the Offer, in `deal_structure.keys`: an object from the ids
//! of parties or of the reviewer to `ed25519:` and 64 digits. Whoever has a pinned key must sign every message of the
//! deal, the Offer included; nobody else needs to. What is not signed or wrongly signed is refused before anything else
//! is looked at but form and clock (before step 4 of DEAL 2.11), and the id of a signed message is the key's: it cannot be
//! used up by others who write the same `from`.
//!
//! A pinned key says what the author of the Offer holds a party's key to be; accepting with that key confirms it.
//! Whose key it is in the world is not known here, nor how it is kept: nothing here signs.

use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::signature::PublicKey;

use crate::canonical::Object;
use crate::edition::V0_3_EXTENDED;
use crate::error::Rule;
use crate::message::{Message, Reader};

/// What comes before the digits of keys and signatures.
const ALGORITHM: &str = "ed25519:";

/// What the signed bytes start with, so that they can be mistaken for nothing else.
const DOMAIN: &[u8] = b"deal protocol v0.3 message\0";

/// Returns the bytes that the sender of a message signs; `None` where the bytes are no message.
///
/// A member `sig` or `at` makes no difference.
#[must_use]
pub fn preimage(message: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::new(&V0_3_EXTENDED);
    let message = reader.read(message, Vec::new()).ok()?;
    Some(signed(&message))
}

/// Reads a pinned key.
#[must_use]
pub fn key(text: &str) -> Option<PublicKey> {
    PublicKey::from_bytes(&digits(text)?).ok()
}

/// Checks that a message is signed with the key of its sender.
pub(crate) fn check(message: &Message<'_>, key: &PublicKey, party: &str) -> Result<(), Rule> {
    let Some(value) = message.get("sig") else {
        return Err(Rule::NotSigned { party: party.into() });
    };
    let signature = value.as_str().and_then(|text| digits(&text));
    if signature.is_some_and(|signature| key.verify(&signed(message), &signature)) {
        return Ok(());
    }
    Err(Rule::WrongSignature { party: party.into() })
}

/// Returns the key that an Offer pins for its own sender.
pub(crate) fn own_key(offer: &Message<'_>, from: &str) -> Option<PublicKey> {
    let keys = offer.get("deal_structure")?.get("keys")?;
    key(&keys.get(from)?.as_str()?)
}

/// Reads all keys that an Offer pins.
pub(crate) fn read_keys(body: &Object<'_>) -> Result<Vec<(String, PublicKey)>, Rule> {
    let path = "deal_structure.keys";
    let Some(keys) = body.get("deal_structure").and_then(|structure| structure.get("keys")) else {
        return Ok(Vec::new());
    };
    crate::form::object(keys, path)?
        .members()
        .map(|(party, value)| match value.as_str().and_then(|text| key(&text)) {
            Some(key) => Ok((party.into_owned(), key)),
            None => Err(Rule::NotAKey { path: [path, ".", &party].concat() }),
        })
        .collect()
}

fn signed(message: &Message<'_>) -> Vec<u8> {
    [DOMAIN, message.content_digest().as_bytes()].concat()
}

/// Reads lower-case hexadecimal digits behind the name of the algorithm.
fn digits(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.strip_prefix(ALGORITHM)?.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(nibble(*high)? << 4 | nibble(*low)?)).collect()
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signed_bytes_do_not_depend_on_spelling_stamp_or_signature() {
        let plain = preimage(br#"{"type":"Settle","from":"C","offer_id":"d","n":100}"#).unwrap();
        let spelled = br#"{ "offer_id":"d", "n":1e2, "at":7, "sig":"x", "from":"\u0043", "type":"Settle" }"#;
        assert_eq!(preimage(spelled).unwrap(), plain);
        assert_ne!(preimage(br#"{"type":"Settle","from":"C","offer_id":"e","n":100}"#).unwrap(), plain);
        assert_eq!(plain.len(), DOMAIN.len() + 32);
        assert_eq!(preimage(b"[]"), None);
    }

    #[test]
    fn keys_are_read_strictly() {
        let base = "ed25519:5866666666666666666666666666666666666666666666666666666666666666";
        assert!(key(base).is_some());
        for text in [
            base.trim_start_matches("ed25519:"),
            base.trim_end_matches("66"),
            &base.replacen("66", "6", 1),
            &base.replace("ed25519", "ED25519"),
            &base.replace("58", "5X"),
            // The neutral element, under which anything verifies.
            "ed25519:0100000000000000000000000000000000000000000000000000000000000000",
        ] {
            assert!(key(text).is_none(), "{text}");
        }
    }
}
