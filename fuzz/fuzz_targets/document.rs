//! Any bytes as a document of a ledger, and as an exported one; seeds in `seeds/document`.

#![no_main]

#[expect(dead_code, reason = "the other target runs the other check")]
#[path = "../../crates/ledger/tests/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::document::check(bytes);
});
