//! Any bytes as Merkle trees and as proofs from nowhere; seeds in `seeds/proof`.

#![no_main]

#[expect(dead_code, reason = "the other targets run the other checks")]
#[path = "../../crates/canon/tests/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::proof::check(bytes);
});
