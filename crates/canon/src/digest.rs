//! Digests, and their written forms.
//!
//! - SHA-256 (FIPS 180-4): `sha256:` with lower-case hexadecimal digits.
//! - SHA3-256 (FIPS 202): the digits alone.
//! - HKDF-SHA3-256 (RFC 5869), one block.
//!
//! Not here: what a digest covers; that is its user's rule.

mod hexadecimal;
mod hkdf;
mod sha256;
mod sha3;

pub use hkdf::hkdf_sha3;
pub use sha3::{NotSha3, Sha3, Sha3Hasher, sha3};
pub use sha256::{NotSha256, Sha256, Sha256Hasher, sha256};
