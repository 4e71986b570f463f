//! An exported ledger: the same bytes again and again, and refused with any line changed.

use std::collections::BTreeMap;

use actum_canon::digest::{sha3, sha256};
use actum_ledger::bundle::{BundleFault, Counts, Export, Line, Reader, export, is_path};
use actum_ledger::content::{self, Content, ContentDigest, ContentPlane, Put, Stored, Tombstone};
use actum_ledger::store::{Place, Rule};
use actum_ledger::{Artifact, Checkpoint, Form, FormError, Head, Memory, Read, StoreError, append, proof};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::damaged::Damaged;
use crate::support::sample::{artifact, grow, ledger};

/// Entries of text and of other bytes, with and without keys; content; files.
fn sample() -> (Memory, BTreeMap<String, Vec<u8>>) {
    let mut memory = ledger(4, "word");
    let every: Vec<u8> = (0..=255).collect();
    let odd = [
        artifact(&every, "bytes"),
        artifact(b"", "\u{1}\u{2028}"),
        Artifact { key: Some("\u{e9}"), ..artifact("li\u{e9}ne\r\n\t\"\\".as_bytes(), "text") },
        artifact(b"\x7f\0", "control"),
    ];
    append(&mut memory, &odd).unwrap();
    for bytes in [b"one".as_slice(), b"\xff", b"gone"] {
        memory.put(&Content::new(ContentDigest::Sha256(sha256(bytes)), bytes).unwrap()).unwrap();
        memory.put(&Content::new(ContentDigest::Sha3(sha3(bytes)), bytes).unwrap()).unwrap();
    }
    let gone = Tombstone::new(ContentDigest::Sha3(sha3(b"gone")), "asked for").unwrap();
    content::erase(&mut memory, &gone).unwrap();
    grow(&mut memory, 2, "more");
    let files = [("lifecycle/a.json", b"{}".as_slice()), ("profile.json", b"{\n}\n"), ("z.bin", b"\0")];
    (memory, files.map(|(path, bytes)| (path.into(), bytes.into())).into())
}

fn lines<R: Read + ContentPlane>(store: &R, with: &Export<'_>) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let counts = export(store, store.head().unwrap(), with, &mut |line| {
        lines.push(line.to_vec());
        Ok(())
    });
    assert_eq!(counts.unwrap().entries, store.head().unwrap().size);
    lines
}

fn sample_lines() -> Vec<Vec<u8>> {
    let (memory, files) = sample();
    let checkpoint = Checkpoint::new("o", proof::head_at(&memory, 6).unwrap()).unwrap().to_string();
    lines(&memory, &Export { checkpoint: Some(&checkpoint), files: Some(&files), content: Some(&memory) })
}

fn read<L: AsRef<[u8]>>(lines: &[L]) -> Result<(Vec<Line>, Head), (u64, BundleFault)> {
    let mut reader = Reader::new();
    let mut read = Vec::new();
    for line in lines {
        read.push(reader.line(line.as_ref()).map_err(|error| (error.line, error.fault))?);
    }
    let head = reader.finish().map_err(|error| (error.line, error.fault))?;
    Ok((read, head))
}

#[test]
fn a_ledger_comes_back_as_it_was_and_goes_out_as_it_came() {
    let (memory, files) = sample();
    let with = Export { checkpoint: None, files: Some(&files), content: Some(&memory) };
    let out = lines(&memory, &with);
    assert_eq!(lines(&memory, &with), out);
    let (read, head) = read(&out).unwrap();
    assert_eq!(head, memory.head().unwrap());
    let (mut again, mut again_files) = (Memory::new(), BTreeMap::new());
    for line in read {
        match line {
            Line::Start { head: said, checkpoint } => assert_eq!((said, checkpoint), (head, None)),
            Line::File { path, bytes } => drop(again_files.insert(path, bytes)),
            Line::Entry(entry) => {
                let (source_id, media_type) = (Some(entry.source_id()), entry.media_type());
                append(
                    &mut again,
                    &[Artifact { source_id, media_type, bytes: entry.bytes(), key: entry.key() }],
                )
                .unwrap();
            }
            Line::Content { digest, bytes } => {
                assert_eq!(again.put(&Content::new(digest, &bytes).unwrap()).unwrap(), Put::Kept);
            }
            Line::End(counts) => assert_eq!(counts, Counts { contents: 5, entries: 11, files: 3 }),
        }
    }
    assert_eq!(again_files, files);
    assert_eq!(again.get(&ContentDigest::Sha3(sha3(b"gone"))).unwrap(), Stored::Absent);
    let with = Export { checkpoint: None, files: Some(&again_files), content: Some(&again) };
    assert_eq!(lines(&again, &with), out);
}

#[test]
fn an_empty_ledger_is_two_lines() {
    let out = lines(&Memory::new(), &Export::default());
    let text: Vec<_> = out.iter().map(|line| std::str::from_utf8(line).unwrap()).collect();
    let root = sha256(b"");
    assert_eq!(
        text,
        [
            format!("{{\"format\":\"actum-ledger-1\",\"head\":{{\"root\":\"{root}\",\"size\":0}}}}\n"),
            "{\"end\":{\"contents\":0,\"entries\":0,\"files\":0}}\n".to_owned()
        ]
    );
    assert_eq!(read(&out).unwrap().1, Head::empty());
}

#[test]
fn bytes_are_text_where_they_can_be_read_and_base64_otherwise() {
    let text = sample_lines().concat();
    let text = String::from_utf8(text).unwrap();
    for part in [
        r#""file":"profile.json","text":"{\n}\n""#,
        r#"{"base64":"AA==","digest":"sha256:6e34"#,
        r#""source_id":"text","text":"liéne\r\n\t\"\\""#,
        r#"{"base64":"fwA=","#,
        r#"{"base64":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm"#,
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn a_part_of_a_ledger_is_never_the_whole() {
    let out = sample_lines();
    for end in 0..out.len() {
        assert_eq!(read(&out[..end]).unwrap_err().1, BundleFault::Incomplete, "{end}");
    }
    for missing in 0..out.len() {
        let rest = [&out[..missing], &out[missing + 1..]].concat();
        assert!(read(&rest).is_err(), "without line {missing}");
        let twice = [&out[..=missing], &out[missing..]].concat();
        assert!(read(&twice).is_err(), "line {missing} twice");
    }
    for at in 1..out.len() {
        let mut swapped = out.clone();
        swapped.swap(at - 1, at);
        assert!(read(&swapped).is_err(), "lines {at} and the one before");
    }
    let more = [out.as_slice(), &[b"\n".to_vec()]].concat();
    assert!(matches!(read(&more), Err((_, BundleFault::Form(FormError::Json(_))))));
}

#[test]
fn numbers_that_were_mended_do_not_hide_what_is_missing_or_twice() {
    let out = sample_lines();
    let with = |change: &dyn Fn(&mut Vec<Vec<u8>>), counts: Counts| {
        let mut lines = out.clone();
        change(&mut lines);
        *lines.last_mut().unwrap() = Line::End(counts).to_bytes();
        read(&lines).map(drop)
    };
    let counts = Counts { contents: 5, entries: 11, files: 3 };
    assert_eq!(with(&|_| {}, counts), Ok(()));
    let without = |from: usize, to: usize| move |lines: &mut Vec<Vec<u8>>| drop(lines.drain(from..to));
    let no_content = Counts { contents: 0, ..counts };
    assert_eq!(with(&without(15, 20), no_content), Ok(()));
    let entries = with(&without(14, 20), Counts { entries: 10, ..no_content });
    assert_eq!(entries, Err((15, BundleFault::Counts)));
    let before_content = with(&without(14, 15), Counts { entries: 10, ..counts });
    assert_eq!(before_content, Err((15, BundleFault::Place)));
    let twice = |at: usize| move |lines: &mut Vec<Vec<u8>>| lines.insert(at, lines[at].clone());
    assert_eq!(with(&twice(1), Counts { files: 4, ..counts }), Err((3, BundleFault::Place)));
    assert_eq!(with(&twice(15), Counts { contents: 6, ..counts }), Err((17, BundleFault::Place)));
}

#[test]
fn any_flipped_bit_is_refused() {
    let out = sample_lines();
    for (number, line) in out.iter().enumerate() {
        for at in 0..line.len() - 1 {
            for bit in 0..8 {
                let mut changed = out.clone();
                changed[number][at] ^= 1 << bit;
                // The name of a ledger stands in the checkpoint alone, and that of a file in its line.
                let name = number == 0 && at == 15 || unnamed(line, at);
                assert!(name || read(&changed).is_err(), "line {number}, byte {at}, bit {bit}");
            }
        }
    }
}

/// Tells whether a place of a line is in the name of a file.
fn unnamed(line: &[u8], at: usize) -> bool {
    let text = std::str::from_utf8(line).unwrap();
    text.split_once("\"file\":\"").is_some_and(|(before, after)| {
        let start = before.len() + 8;
        (start..start + after.find('"').unwrap()).contains(&at)
    })
}

#[test]
fn what_a_line_says_is_held_against_those_before() {
    let out = sample_lines();
    let text = |number: usize| String::from_utf8(out[number].clone()).unwrap();
    let with = |number: usize, line: String| {
        let mut lines = out.clone();
        lines[number] = line.into_bytes();
        read(&lines).unwrap_err()
    };
    let other = sha256(b"other").to_string();
    let root = read(&out).unwrap().1.root.to_string();
    assert_eq!(with(0, text(0).replace(&root, &other)), (15, BundleFault::Root));
    assert_eq!(with(0, text(0).replace("\"size\":11", "\"size\":12")), (16, BundleFault::Place));
    assert_eq!(with(0, text(0).replace("\"size\":11", "\"size\":10")), (14, BundleFault::Root));
    let checkpoint = |head: Head| {
        let text = Checkpoint::new("o", head).unwrap().to_string();
        String::from_utf8(Line::Start { head: read(&out).unwrap().1, checkpoint: Some(text) }.to_bytes())
            .unwrap()
    };
    let forged = Head { size: 6, root: sha256(b"other") };
    assert_eq!(with(0, checkpoint(forged)), (10, BundleFault::OtherCheckpoint));
    assert_eq!(with(0, checkpoint(Head { size: 12, ..forged })), (1, BundleFault::OtherCheckpoint));
    assert_eq!(with(0, checkpoint(Head { size: 0, ..forged })), (1, BundleFault::OtherCheckpoint));
    let last = out.len() - 1;
    assert_eq!(
        with(last, text(last).replace("\"files\":3", "\"files\":2")),
        (last as u64 + 1, BundleFault::Counts)
    );
    assert_eq!(with(5, text(5).replace("\"index\":1", "\"index\":2")), (6, BundleFault::Place));
    let file = with(1, text(1).replace("lifecycle/a.json", "../a.json"));
    assert_eq!(file, (2, BundleFault::Form(FormError::Member("file"))));
    let entry = with(4, text(4).replace("word 0", "word 1"));
    assert_eq!(entry, (5, BundleFault::Form(FormError::Member("digest"))));
    let encoded = with(4, text(4).replace("\"text\":\"word 0\"", "\"base64\":\"d29yZCAw\""));
    assert_eq!(encoded, (5, BundleFault::Form(FormError::Spelling)));
}

#[test]
fn a_path_stays_in_its_folder() {
    for path in ["a", "profile.json", "a/b/c.json", ".hidden", "a..b", "é", "..."] {
        assert!(is_path(path), "{path}");
    }
    for path in [
        "",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "../a",
        "a/../b",
        "a/.",
        "a\\b",
        "C:a",
        "a\0",
        "a\nb",
        &"a".repeat(1025),
    ] {
        assert!(!is_path(path), "{path:?}");
    }
}

#[test]
fn a_damaged_ledger_is_not_exported_as_whole() {
    let memory = ledger(8, "word");
    let head = memory.head().unwrap();
    let out = |store: &Damaged| {
        let mut lines = Vec::new();
        let done = export(store, head, &Export::default(), &mut |line| {
            lines.push(line.to_vec());
            Ok(())
        });
        (lines, done)
    };
    let mut damaged = Damaged::new(memory.clone());
    damaged.entries.insert(5, None);
    let (lines, done) = out(&damaged);
    assert!(matches!(done, Err(StoreError::Corrupt(found)) if found.place == Place::Entry(5)));
    assert_eq!((lines.len(), read(&lines).unwrap_err().1), (6, BundleFault::Incomplete));
    let mut damaged = Damaged::new(memory);
    damaged.entries.insert(5, ledger(8, "other").entry(5).unwrap());
    let (lines, done) = out(&damaged);
    assert!(matches!(done, Err(StoreError::Corrupt(found)) if found.rule == Rule::Root));
    assert!(read(&lines).is_err());
}

#[test]
fn a_ledger_goes_out_as_it_was_at_an_earlier_head() {
    let (early, late) = (ledger(5, "word"), ledger(9, "word"));
    let mut out = Vec::new();
    let counts = export(&late, early.head().unwrap(), &Export::default(), &mut |line| {
        out.push(line.to_vec());
        Ok(())
    });
    assert_eq!(counts.unwrap().entries, 5);
    assert_eq!(out, lines(&early, &Export::default()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes_as_lines_are_refused_or_written_back(lines in vec(vec(any::<u8>(), 0..60), 0..4)) {
        prop_assert!(read(&lines).is_err());
        for line in lines {
            if let Ok(read) = Line::parse(&line) {
                prop_assert_eq!(read.to_bytes(), line);
            }
        }
    }
}
