//! The seeds of the fuzz targets, and what the fuzzer found, on every run of the tests.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::checks;

fn run(target: &str, check: fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut seen = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let whole = path.file_name().unwrap().to_str().unwrap().starts_with("good");
        assert_eq!(check(&fs::read(&path).unwrap()), whole, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 8, "the seeds of `{target}` are missing");
}

#[test]
fn seeds_of_checkpoints_hold() {
    run("checkpoint", checks::checkpoint::check);
}

#[test]
fn seeds_of_documents_hold() {
    run("document", checks::document::check);
}

fn all(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn seeds_with_anything_changed_hold(which in any::<Index>(), at in any::<Index>(), gone in 0_usize..4, new in vec(any::<u8>(), 0..4)) {
        for (target, check) in [
            ("checkpoint", checks::checkpoint::check as fn(&[u8]) -> bool),
            ("document", checks::document::check),
        ] {
            let mut bytes = which.get(&all(target)).clone();
            let from = at.index(bytes.len() + 1);
            let to = bytes.len().min(from + gone);
            bytes.splice(from..to, new.iter().copied());
            check(&bytes);
        }
    }
}
