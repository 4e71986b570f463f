//! Bytes from somebody who means no good: the seeds of the fuzz target, and what is left of sequences after cuts.

use std::path::Path;

use crate::cases::oracle::record::Subject;
use crate::checks::check;
use actum_testkit::deal::random::Random;
use actum_testkit::deal::sequence;

#[test]
fn seeds_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/deal");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 20, "the seeds of `deal` are missing");
    for path in paths {
        check(&std::fs::read(path).unwrap());
    }
}

#[test]
fn sequences_with_bytes_cut_out_and_turned_over_hold() {
    for seed in 0..150 {
        let random = &mut Random::new(seed);
        let sequence = sequence::arbitrary(seed, &mut Subject::silent());
        let lines: Vec<String> = sequence.into_iter().map(|message| message.text).collect();
        let mut bytes = lines.join("\n").into_bytes();
        for _ in 0..=random.below(6) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, *random.pick(b"\"{}[],:\\0e\n\xff")),
            }
        }
        check(&bytes);
    }
}

#[test]
fn a_value_of_any_depth_or_length_is_refused_and_costs_no_stack() {
    for depth in [65, 1_000, 100_000] {
        let message =
            format!(r#"{{"type":"Offer","from":"C","x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        check(message.as_bytes());
        let mut subject = Subject::silent();
        let entry = subject.apply(message.as_bytes());
        assert_eq!(entry["errors"][0], "ValidationError: nesting deeper than 64");
    }
    check(&b"[".repeat(1_000_000));
    check(&[b'"'; 1_000_000]);
    check(format!(r#"{{"type":"{}"}}"#, "x".repeat(1_000_000)).as_bytes());
}
