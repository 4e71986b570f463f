//! Digests, and their written forms.
//!
//! - SHA-256 (FIPS 180-4): `sha256:` with lower-case hexadecimal digits.
//! - SHA3-256 (FIPS 202): the digits alone.
//! - HKDF-SHA3-256 (RFC 5869), one block.
//! - [`Digest`]: what rules over either of them ask for.
//!
//! Not here: what a digest covers; that is its user's rule.

mod hexadecimal;
mod hkdf;
mod sha256;
mod sha3;

use core::fmt;

pub use hkdf::hkdf_sha3;
pub use sha3::{NotSha3, Sha3, Sha3Hasher, sha3};
pub use sha256::{NotSha256, Sha256, Sha256Hasher, sha256};

/// A digest of 32 bytes, for rules that are the same over several hash functions.
pub trait Digest: Copy + Ord + fmt::Debug {
    /// The written form, as ASCII.
    type Text: AsRef<[u8]>;

    /// Digests parts one after the other, as if they were one.
    #[must_use]
    fn of_parts(parts: &[&[u8]]) -> Self;

    /// Returns the 32 bytes.
    #[must_use]
    fn as_bytes(&self) -> &[u8; 32];

    /// Returns the written form.
    #[must_use]
    fn to_ascii(self) -> Self::Text;
}
