//! Example keys: everybody can compute them from their name, so they protect nothing.

use actum_canon::digest::sha256;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use core::ops::{Add, Mul};
use ed25519_dalek::hazmat::ExpandedSecretKey;
use ed25519_dalek::{Digest as _, Sha512, Signer as _, SigningKey};

/// An Ed25519 key that is a function of its name.
#[derive(Debug, Clone)]
pub struct ExampleKey {
    name: String,
    secret: SigningKey,
    manner: Manner,
}

/// How a key signs.
#[derive(Debug, Clone, Copy)]
enum Manner {
    Honest,
    Malleated,
    SmallOrder,
}

/// The order of the group of Ed25519 (RFC 8032 5.1), least byte first.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

impl ExampleKey {
    /// The key whose seed is the SHA-256 of `name`.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let secret = SigningKey::from_bytes(sha256(name.as_bytes()).as_bytes());
        Self { name: name.to_owned(), secret, manner: Manner::Honest }
    }

    /// The same key under another name.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The same key, adding the group order to `S`: a second signature of the same message for verifiers that do not
    /// demand the reduced form (RFC 8032 8.4).
    #[must_use]
    pub fn malleating(mut self) -> Self {
        self.manner = Manner::Malleated;
        self
    }

    /// The same key, with the neutral point as `R`. The equation of verification holds, so that only a verifier that
    /// refuses points of small order refuses it.
    #[must_use]
    pub fn with_small_order(mut self) -> Self {
        self.manner = Manner::SmallOrder;
        self
    }

    /// The name, which objects give as `integrity.key_id`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The public key in base64, as trust registries write it.
    #[must_use]
    pub fn public(&self) -> String {
        STANDARD.encode(self.secret.verifying_key().as_bytes())
    }

    /// The signature over `message` in base64.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> String {
        let honest = self.secret.sign(message).to_bytes();
        STANDARD.encode(match self.manner {
            Manner::Honest => honest,
            Manner::Malleated => malleated(honest),
            Manner::SmallOrder => self.small_order(message),
        })
    }

    fn small_order(&self, message: &[u8]) -> [u8; 64] {
        let mut signature = [0; 64];
        signature[0] = 1;
        let (point, proof) = signature.split_at_mut(32);
        let mut hash = Sha512::new();
        for part in [&*point, self.secret.verifying_key().as_bytes(), message] {
            hash.update(part);
        }
        let secret = ExpandedSecretKey::from(self.secret.as_bytes()).scalar;
        proof.copy_from_slice(&(number(&hash.finalize(), &secret) * secret).to_bytes());
        signature
    }
}

/// The number that bytes say, least first, in the field of `like`.
fn number<S: From<u64> + Add<Output = S> + Mul<Output = S>>(bytes: &[u8], _like: &S) -> S {
    bytes.iter().rev().fold(S::from(0), |sum, &byte| sum * S::from(256) + S::from(u64::from(byte)))
}

fn malleated(mut signature: [u8; 64]) -> [u8; 64] {
    let mut carry = 0;
    for (byte, add) in signature.iter_mut().skip(32).zip(ORDER) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
    signature
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signature, Verifier as _};

    #[test]
    fn a_key_is_a_function_of_its_name() {
        let key = ExampleKey::named;
        assert_eq!(key("a").public(), key("a").public());
        assert_eq!(key("a").sign(b"text"), key("a").sign(b"text"));
        assert_ne!(key("a").public(), key("b").public());
        assert_eq!(key("a").called("b").sign(b"text"), key("a").sign(b"text"));
    }

    #[test]
    fn a_malleated_signature_differs_by_the_group_order() {
        let key = ExampleKey::named("a");
        let bytes = |text: String| STANDARD.decode(text).unwrap();
        let (honest, other) = (bytes(key.sign(b"text")), bytes(key.clone().malleating().sign(b"text")));
        assert_eq!(honest[..32], other[..32]);
        let scalar = |bytes: &[u8]| {
            let secret = ExpandedSecretKey::from(key.secret.as_bytes()).scalar;
            number(&bytes[32..], &secret).to_bytes()
        };
        assert_ne!(honest, other);
        assert_eq!(scalar(&honest), scalar(&other));
    }

    #[test]
    fn only_a_strict_verifier_refuses_a_small_order_point() {
        let key = ExampleKey::named("a");
        let signature = STANDARD.decode(key.clone().with_small_order().sign(b"text")).unwrap();
        let signature = Signature::from_slice(&signature).unwrap();
        let public = key.secret.verifying_key();
        assert!(public.verify(b"text", &signature).is_ok());
        assert!(public.verify_strict(b"text", &signature).is_err());
    }
}
