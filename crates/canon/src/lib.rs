//! Bytes into values, values into canonical bytes, bytes into digests; each by a published rule.
//!
//! - [`json`]: strict JSON (RFC 8259 within RFC 7493) into a reusable tape.
//! - [`order`]: the orders in which published rules sort names.
//! - [`encode`]: canonical encodings (RFC 8785; TMPA S0.4 stable JSON; ASTP 5.1.2).
//! - [`digest`]: SHA-256 (FIPS 180-4) and SHA3-256 (FIPS 202), and their written forms.
//! - [`field`]: typed fields as bytes (ASTP 5.1.1).
//! - [`instant`]: date-times (RFC 3339 5.6).
//! - [`joined`]: the text forms of the retained ASTP 4.x constructions.
//! - [`merkle`]: Merkle trees, inclusion and consistency proofs (RFC 6962 2.1; ASTP 5.4, 9.2).
//! - [`normal`]: Unicode NFC (UAX #15).
//! - [`set`]: sets of digests as one digest (ASTP 5.1.1).
//! - [`signature`]: Ed25519 verification (RFC 8032 5.1.7), the strict reading.
//!
//! ```
//! use actum_canon::{digest, encode, json};
//!
//! let mut parser = json::Parser::new();
//! let document = parser.parse(br#"{ "b": 1.0, "a": "\u00e9" }"#)?;
//! let mut bytes = Vec::new();
//! encode::JCS.write(document.root(), &mut bytes)?;
//! assert_eq!(bytes, r#"{"a":"é","b":1}"#.as_bytes());
//! assert!(digest::sha256(&bytes).to_string().starts_with("sha256:"));
//!
//! let refused = parser.parse(br#"{"a":{"b":1,"\u0062":2}}"#).unwrap_err();
//! assert_eq!((refused.kind(), refused.pointer()), (json::ErrorKind::DuplicateName, "/a/b"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not here: any word of a protocol that uses these rules, any I/O, any clock, any signing.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

pub mod digest;
pub mod encode;
pub mod field;
pub mod instant;
pub mod joined;
pub mod json;
pub mod merkle;
pub mod normal;
pub mod order;
pub mod set;
pub mod signature;
