//! Any lines through the deal engine; seeds in `seeds/deal`.

#![no_main]

#[path = "../../crates/deal/tests/checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::check(bytes);
});
