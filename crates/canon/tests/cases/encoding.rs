//! Writing parsed values: where it lands, what it leaves on refusal.

use actum_canon::encode::{ErrorKind, JCS, Located, TMPA_S04};
use actum_canon::json::Parser;
use std::cmp::Ordering;

const NAMES: [&str; 4] = ["digest", "key_id", "signature", "absent"];

fn located(source: &str) -> (String, [Option<Located>; 4]) {
    let mut parser = Parser::new();
    let mut out = b"##".to_vec();
    let root = parser.parse(source.as_bytes()).unwrap().root();
    let located = TMPA_S04.write_located(root, "integrity", NAMES, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), located)
}

fn pieces(source: &str) -> Vec<Option<(String, String)>> {
    let (out, located) = located(source);
    let piece = |place: Located| {
        (out.get(place.member).unwrap().to_owned(), out.get(place.value).unwrap().to_owned())
    };
    located.into_iter().map(|place| place.map(piece)).collect()
}

fn piece(member: &str, value: &str) -> Option<(String, String)> {
    Some((member.into(), value.into()))
}

#[test]
fn members_are_located_in_sorted_and_in_copied_bytes() {
    let canonical =
        r#"{"a":{"digest":0},"integrity":{"digest":"d","key_id":null,"signature":{"x":[1]}},"z":1}"#;
    let loose =
        r#"{"z":1, "integrity":{"signature":{"x":[ 1 ]},"key_id":null,"digest":"\u0064"},"a":{"digest":0}}"#;
    let expected = vec![
        piece(r#""digest":"d""#, r#""d""#),
        piece(r#","key_id":null"#, "null"),
        piece(r#","signature":{"x":[1]}"#, r#"{"x":[1]}"#),
        None,
    ];
    assert_eq!(pieces(canonical), expected);
    assert_eq!(pieces(loose), expected);
    assert_eq!(located(canonical), located(loose));
    assert_eq!(located(canonical).0, format!("##{canonical}\n"));
}

#[test]
fn members_are_located_in_a_part_of_a_document() {
    let mut parser = Parser::new();
    let source = br#" {"b":{"i":{"a":1,"d":[]}}, "c":{"i":{"d":[ ],"a":1}}}"#;
    let root = parser.parse(source).unwrap().root();
    for part in ["b", "c"] {
        let mut out = b"#".to_vec();
        let located = JCS.write_located(root.get(part).unwrap(), "i", ["d"], &mut out).unwrap();
        assert_eq!(out, br#"#{"i":{"a":1,"d":[]}}"#);
        assert_eq!(located, [Some(Located { member: 12..19, value: 17..19 })]);
    }
}

#[test]
fn names_are_located_through_escapes() {
    let source = r#"{"integr\u0069ty":{"a":1,"\u0064igest":"x"}}"#;
    assert_eq!(pieces(source)[0], piece(r#","digest":"x""#, r#""x""#));
}

#[test]
fn nothing_is_located_where_there_is_no_such_object() {
    for source in [
        "1",
        "[]",
        "{}",
        r#"{"integrity":1}"#,
        r#"{"integrity":["digest"]}"#,
        r#"{"a":{"digest":1}}"#,
        r#"{ "integrity" : { } }"#,
    ] {
        assert_eq!(located(source).1, [None, None, None, None], "{source}");
    }
}

#[test]
fn an_inner_object_of_the_same_name_is_not_meant() {
    let source = r#"{"integrity":{"a":{"integrity":{"digest":1}}, "digest":2}}"#;
    assert_eq!(pieces(source)[0], piece(r#","digest":2"#, "2"));
}

#[test]
fn a_refusal_names_the_number_and_leaves_the_output_alone() {
    let mut parser = Parser::new();
    let root = parser.parse(br#"{"z":1, "a":[0,{"x/y":1e400}]}"#).unwrap().root();
    let mut out = b"kept".to_vec();
    let error = JCS.write(root, &mut out).unwrap_err();
    assert_eq!(
        (error.kind(), error.offset(), error.pointer()),
        (ErrorKind::NumberOutOfRange, 22, "/a/1/x~1y")
    );
    assert_eq!(error.kind().name(), "number_out_of_range");
    assert_eq!(error.to_string(), "number that a double does not hold at byte 22, in `/a/1/x~1y`");
    assert!(TMPA_S04.write_located(root, "a", ["b"], &mut out).is_err());
    assert_eq!(out, b"kept");
}

#[test]
fn a_part_of_a_document_is_written_alone() {
    let mut parser = Parser::new();
    let root = parser.parse(br#" {"b":{"d":1,"c":[ ]},"a":9e999} "#).unwrap().root();
    let mut out = Vec::new();
    TMPA_S04.write(root.get("b").unwrap(), &mut out).unwrap();
    assert_eq!(out, b"{\"c\":[],\"d\":1}\n");
    let error = TMPA_S04.write(root.get("a").unwrap(), &mut out).unwrap_err();
    assert_eq!((error.offset(), error.pointer()), (26, "/a"));
}

#[test]
fn names_compare_as_they_are_written() {
    assert_eq!(JCS.compare_names("10", "9"), Ordering::Less);
    assert_eq!(TMPA_S04.compare_names("10", "9"), Ordering::Greater);
    assert_eq!(TMPA_S04.compare_names("a", "9"), Ordering::Greater);
    assert_eq!(JCS.compare_names("\u{1F600}", "\u{FB33}"), Ordering::Less);
}
