//! Any bytes as a checkpoint, a note and a key; seeds in `seeds/checkpoint`.

#![no_main]

#[expect(dead_code, reason = "the other target runs the other check")]
#[path = "../../crates/ledger/tests/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::checkpoint::check(bytes);
});
