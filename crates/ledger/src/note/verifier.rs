//! A named key, and the id by which a signature line speaks of it.

use alloc::string::String;
use core::fmt;

use actum_canon::digest::Sha256Hasher;
use actum_canon::signature::PublicKey;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Signature;

/// The signature type of Ed25519 over the text of a note.
const ED25519: u8 = 1;

/// An Ed25519 key with the name under which it signs. Written `name+id+key`: the id as eight digits, the key as base64
/// behind the byte of its type, as other programs for signed notes write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verifier {
    name: String,
    key: PublicKey,
    id: [u8; 4],
}

impl Verifier {
    /// Names a key; `None` where the name is empty, or holds white space, a control character or a plus sign.
    #[must_use]
    pub fn new(name: &str, key: PublicKey) -> Option<Self> {
        is_name(name).then(|| Self { name: name.into(), id: id(name, &key), key })
    }

    /// Reads the written form.
    ///
    /// # Errors
    ///
    /// [`NotVerifier`], also where the id is not that of name and key.
    pub fn parse(text: &str) -> Result<Self, NotVerifier> {
        let (name, rest) = text.split_once('+').ok_or(NotVerifier)?;
        let (digits, encoded) = rest.split_once('+').ok_or(NotVerifier)?;
        let bytes = STANDARD.decode(encoded).map_err(|_| NotVerifier)?;
        let key = bytes.strip_prefix(&[ED25519]).ok_or(NotVerifier)?;
        let verifier =
            Self::new(name, PublicKey::from_bytes(key).map_err(|_| NotVerifier)?).ok_or(NotVerifier)?;
        if verifier.digits().eq(digits.chars()) { Ok(verifier) } else { Err(NotVerifier) }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the key.
    #[must_use]
    pub const fn key(&self) -> &PublicKey {
        &self.key
    }

    /// Returns the id: the first four bytes of the SHA-256 of name, line feed, type and key.
    #[must_use]
    pub const fn id(&self) -> [u8; 4] {
        self.id
    }

    pub(super) fn is_of(&self, signature: &Signature) -> bool {
        self.name == signature.name && self.id == signature.id
    }

    fn digits(&self) -> impl Iterator<Item = char> {
        let nibbles = self.id.into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        nibbles.filter_map(|nibble| char::from_digit(nibble.into(), 16))
    }
}

fn id(name: &str, key: &PublicKey) -> [u8; 4] {
    let mut hasher = Sha256Hasher::new();
    hasher.update(name.as_bytes());
    hasher.update(&[b'\n', ED25519]);
    hasher.update(key.as_bytes());
    let [a, b, c, d, ..] = *hasher.finish().as_bytes();
    [a, b, c, d]
}

pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|one: char| one.is_whitespace() || one.is_control() || one == '+')
}

impl fmt::Display for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.digits().collect();
        let key = STANDARD.encode([&[ED25519], self.key.as_bytes().as_slice()].concat());
        write!(f, "{}+{digits}+{key}", self.name)
    }
}

/// The text is not the written form of a verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotVerifier;

impl fmt::Display for NotVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not `name+id+key` of an Ed25519 key")
    }
}

impl core::error::Error for NotVerifier {}
