//! Any bytes through the parser; seeds in `seeds/json`.

#![no_main]

#[expect(dead_code, reason = "the other target runs the other check")]
#[path = "../../crates/canon/tests/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::json::check(bytes);
});
