//! Documents at and beyond the limits, and sizes at which a quadratic step would show.

use actum_canon::encode::{JCS, TMPA_S04};
use actum_canon::json::{ErrorKind, Parser};

const LIMIT: usize = 16 * 1024 * 1024;

#[test]
fn exactly_sixteen_mebibytes_are_taken_and_one_byte_more_is_not() {
    let mut source = vec![b'a'; LIMIT];
    source[0] = b'"';
    source[LIMIT - 1] = b'"';
    let mut parser = Parser::new();
    assert_eq!(parser.parse(&source).unwrap().root().as_str().unwrap().len(), LIMIT - 2);
    source.push(b' ');
    let error = parser.parse(&source).unwrap_err();
    assert_eq!((error.kind(), error.offset(), error.pointer()), (ErrorKind::TooLarge, LIMIT, ""));
}

#[test]
fn white_space_counts_towards_the_limit() {
    let mut source = vec![b' '; LIMIT];
    source[LIMIT / 2] = b'1';
    let mut parser = Parser::new();
    assert_eq!(parser.parse(&source).unwrap().root().span(), LIMIT / 2..LIMIT / 2 + 1);
    source.push(b'\n');
    assert_eq!(parser.parse(&source).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn a_million_open_arrays_do_no_harm() {
    let mut parser = Parser::new();
    let error = parser.parse(&vec![b'['; 1_000_000]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TooDeep, 128));
    let objects = r#"{"a":"#.repeat(1_000_000);
    assert_eq!(parser.parse(objects.as_bytes()).unwrap_err().kind(), ErrorKind::TooDeep);
}

#[test]
fn a_parser_takes_great_and_small_documents_by_turns() {
    let great = format!("[{}0]", "{},".repeat(500_000));
    let mut parser = Parser::new();
    for _ in 0..3 {
        assert_eq!(parser.parse(great.as_bytes()).unwrap().root().len(), 500_001);
        assert_eq!(parser.parse(br#"{"b":[{}],"a":{}}"#).unwrap().root().len(), 2);
    }
}

fn object(names: impl Iterator<Item = String>) -> String {
    let mut source = String::from("{");
    for name in names {
        source.push_str(&format!("\"{name}\":1,"));
    }
    source.pop();
    source.push('}');
    source
}

/// A permutation of `0..count` for a `count` that the step has no factor in common with.
fn shuffled(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |index| index * 7_919 % count)
}

#[test]
fn an_object_of_two_hundred_thousand_unsorted_members() {
    let count = 200_000;
    let source = object(shuffled(count).map(|index| format!("name {index:07}")));
    let sorted = object((0..count).map(|index| format!("name {index:07}")));
    let mut parser = Parser::new();
    let root = parser.parse(source.as_bytes()).unwrap().root();
    assert_eq!(root.len(), count);
    let mut out = Vec::new();
    JCS.write(root, &mut out).unwrap();
    assert!(out == sorted.as_bytes());
}

#[test]
fn an_object_of_two_hundred_thousand_names_that_differ_only_at_the_end() {
    let count = 200_000;
    let long = "the same first bytes for every single name";
    let source = object(shuffled(count).map(|index| format!("{long} {index:07}")));
    let twice = source.replacen('{', &format!("{{\"{long} 0150000\":0,"), 1);
    let mut parser = Parser::new();
    assert_eq!(parser.parse(source.as_bytes()).unwrap().root().len(), count);
    let error = parser.parse(twice.as_bytes()).unwrap_err();
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::DuplicateName, &*format!("/{long} 0150000")));
}

#[test]
fn an_object_of_many_names_spelled_with_escapes() {
    let count = 200_000;
    let source = object(shuffled(count).map(|index| format!("\\u006eame {index:07}")));
    let sorted = object((0..count).map(|index| format!("name {index:07}")));
    let mut parser = Parser::new();
    let mut out = Vec::new();
    JCS.write(parser.parse(source.as_bytes()).unwrap().root(), &mut out).unwrap();
    assert!(out == sorted.as_bytes());
}

#[test]
fn an_object_of_many_array_indices() {
    let count = 200_000;
    let source = object(shuffled(count).map(|index| index.to_string()));
    let sorted = object((0..count).map(|index| index.to_string()));
    let mut parser = Parser::new();
    let mut out = Vec::new();
    TMPA_S04.write(parser.parse(source.as_bytes()).unwrap().root(), &mut out).unwrap();
    assert!(out.strip_suffix(b"\n").unwrap() == sorted.as_bytes());
}

#[test]
fn an_array_of_two_million_elements() {
    let count = 2_000_000;
    let source = format!("[{}0 ]", "0,".repeat(count - 1));
    let mut parser = Parser::new();
    let root = parser.parse(source.as_bytes()).unwrap().root();
    assert_eq!((root.len(), root.elements().count()), (count, count));
    assert_eq!(root.elements().last().unwrap().pointer(), format!("/{}", count - 1));
    let mut out = Vec::new();
    JCS.write(root, &mut out).unwrap();
    assert!(out == source.replace(' ', "").as_bytes());
}

#[test]
fn millions_of_empty_objects_and_arrays() {
    let source = format!("[{}[] ]", "{},[],".repeat(1_000_000));
    let mut parser = Parser::new();
    let root = parser.parse(source.as_bytes()).unwrap().root();
    assert_eq!(root.len(), 2_000_001);
    let mut out = Vec::new();
    TMPA_S04.write(root, &mut out).unwrap();
    assert_eq!(out.len(), source.len());
}

#[test]
fn a_number_of_a_million_digits() {
    let mut parser = Parser::new();
    let digits = "7".repeat(1_000_000);
    for (source, written) in [
        (digits.clone(), None),
        (format!("0.{digits}"), Some("0.7777777777777778")),
        (format!("{digits}e-1000000"), Some("0.7777777777777778")),
        (format!("1e{digits}"), None),
        (format!("0.{}1e1000001", "0".repeat(1_000_000)), Some("1")),
    ] {
        let root = parser.parse(source.as_bytes()).unwrap().root();
        let mut out = Vec::new();
        let result = JCS.write(root, &mut out);
        assert_eq!(result.is_ok(), written.is_some());
        assert_eq!(out, written.unwrap_or_default().as_bytes());
    }
}
