//! The seeds of the fuzz targets, and what the fuzzer found, on every run of the tests.

use crate::checks;
use std::fs;
use std::path::Path;

fn replay(target: &str, check: fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 20, "the seeds of `{target}` are missing");
    let mut accepted = 0;
    for path in paths {
        println!("{}", path.display());
        accepted += usize::from(check(&fs::read(path).unwrap()));
    }
    assert!(accepted > 0);
}

#[test]
fn seeds_of_the_parser_hold() {
    replay("json", checks::json::check);
}

#[test]
fn seeds_of_the_encodings_hold() {
    replay("encode", checks::encode::check);
}

#[test]
fn seeds_of_the_fields_hold() {
    replay("fields", checks::field::check);
}

#[test]
fn seeds_of_the_proofs_hold() {
    replay("proof", checks::proof::check);
}
