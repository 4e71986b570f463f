//! Any bytes as typed fields and as documents over NFC; seeds in `seeds/fields`.

#![no_main]

#[expect(dead_code, reason = "the other targets run the other checks")]
#[path = "../../crates/canon/tests/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::field::check(bytes);
});
