//! Example keys: everybody can compute them from their name, so they protect nothing.

use actum_canon::digest::sha256;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer as _, SigningKey};

/// An Ed25519 key that is a function of its name.
#[derive(Debug, Clone)]
pub struct ExampleKey {
    name: String,
    secret: SigningKey,
}

impl ExampleKey {
    /// The key whose seed is the SHA-256 of `name`.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), secret: SigningKey::from_bytes(sha256(name.as_bytes()).as_bytes()) }
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
        STANDARD.encode(self.secret.sign(message).to_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::ExampleKey;

    #[test]
    fn a_key_is_a_function_of_its_name() {
        let key = ExampleKey::named;
        assert_eq!(key("a").public(), key("a").public());
        assert_eq!(key("a").sign(b"text"), key("a").sign(b"text"));
        assert_ne!(key("a").public(), key("b").public());
    }
}
