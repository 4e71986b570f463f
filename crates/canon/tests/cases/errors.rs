//! Refused documents: which kind, at which byte, in which value.

use actum_canon::json::{ErrorKind, Limits, Parser};

#[track_caller]
fn refused(source: impl AsRef<[u8]>, kind: ErrorKind, offset: usize, pointer: &str) {
    let source = source.as_ref();
    let error = Parser::new().parse(source).unwrap_err();
    let shown = String::from_utf8_lossy(&source[..source.len().min(60)]);
    assert_eq!((error.kind(), error.offset(), error.pointer()), (kind, offset, pointer), "{shown}");
}

#[test]
fn nothing_at_all() {
    refused("", ErrorKind::Empty, 0, "");
    refused(" \t\r\n", ErrorKind::Empty, 4, "");
}

#[test]
fn byte_order_marks() {
    refused(b"\xEF\xBB\xBF{}", ErrorKind::ByteOrderMark, 0, "");
    refused(b"\xEF\xBB\xBF", ErrorKind::ByteOrderMark, 0, "");
    refused("{\u{feff}}", ErrorKind::Syntax, 1, "");
    refused(b"\xFF\xFE{\0}\0", ErrorKind::NotUtf8, 0, "");
    refused(b"\xFE\xFF\0{\0}", ErrorKind::NotUtf8, 0, "");
    refused(b"{\0}\0", ErrorKind::Syntax, 1, "");
}

#[test]
fn bytes_that_are_not_utf_8() {
    refused(b"\"\xFF\"", ErrorKind::NotUtf8, 1, "");
    refused(b"{\"a\":[0,\"b\x80\"]}", ErrorKind::NotUtf8, 10, "/a/1");
    refused(b"{\"a\":1,\"\xC0\xAF\":2}", ErrorKind::NotUtf8, 8, "");
    refused(b"\"\xED\xA0\x80\"", ErrorKind::NotUtf8, 1, "");
    refused(b"\"\xF4\x90\x80\x80\"", ErrorKind::NotUtf8, 1, "");
    refused(b"[\"\xE2\x82", ErrorKind::NotUtf8, 2, "/0");
    refused(b"[1]\xFF", ErrorKind::NotUtf8, 3, "");
    refused(b"[x,\"\xFF\"]", ErrorKind::NotUtf8, 4, "");
}

#[test]
fn control_characters_in_strings() {
    refused("[\"a\0\"]", ErrorKind::ControlCharacter, 3, "/0");
    refused("{\"a\":\"\n\"}", ErrorKind::ControlCharacter, 6, "/a");
    refused("{\"a\":1,\"\u{1f}\":2}", ErrorKind::ControlCharacter, 8, "");
    refused("\"0123456789\tabc\"", ErrorKind::ControlCharacter, 11, "");
}

#[test]
fn nul_and_other_bytes_between_values() {
    refused("\0", ErrorKind::Syntax, 0, "");
    refused("[1,\0 2]", ErrorKind::Syntax, 3, "/1");
    refused("{\"a\"\0:1}", ErrorKind::Syntax, 4, "");
    refused("[\u{a0}1]", ErrorKind::Syntax, 1, "/0");
    refused("[\u{c}1]", ErrorKind::Syntax, 1, "/0");
    refused("1\0", ErrorKind::TrailingData, 1, "");
}

#[test]
fn escapes_that_are_none() {
    refused(r#"["\x41"]"#, ErrorKind::InvalidEscape, 2, "/0");
    refused(r#""a\u12G4""#, ErrorKind::InvalidEscape, 2, "");
    refused(r#""\u123""#, ErrorKind::InvalidEscape, 1, "");
    refused(r#""\u+123""#, ErrorKind::InvalidEscape, 1, "");
    refused(r#""\U0041""#, ErrorKind::InvalidEscape, 1, "");
    refused(r#"{"\'":1}"#, ErrorKind::InvalidEscape, 2, "");
    refused(r#"{"a":{"b":"\ud83d\u00zz"}}"#, ErrorKind::InvalidEscape, 17, "/a/b");
}

#[test]
fn surrogates_without_partner() {
    refused(r#""\ud83d""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#""\ude00""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#""\ude00\ud83d""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#""\ud83d\ud83d\ude00""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#""\ud83d\n""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#""\ud83dx""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#""\ud83d\u0041""#, ErrorKind::LoneSurrogate, 1, "");
    refused(r#"{"a":{"\uDFFF":1}}"#, ErrorKind::LoneSurrogate, 7, "/a");
    refused(r#"["\ud83d\ude00","\ud83d\ude00\udbff"]"#, ErrorKind::LoneSurrogate, 29, "/1");
}

#[test]
fn numbers_outside_the_grammar() {
    for source in
        ["01", "-01", "00", "-", "1.", "1.e5", "1e", "1e+", "1E-", "0x10", "1_000", "1.2.3", "1-2", "1+2"]
    {
        refused(format!("[{source}]"), ErrorKind::InvalidNumber, 1, "/0");
    }
    refused("[0,{\"a\":-x}]", ErrorKind::InvalidNumber, 8, "/1/a");
    refused("123abc", ErrorKind::InvalidNumber, 0, "");
    for source in ["+1", ".5", "NaN", "Infinity", "١"] {
        refused(format!("[{source}]"), ErrorKind::Syntax, 1, "/0");
    }
    refused("-Infinity", ErrorKind::InvalidNumber, 0, "");
}

#[test]
fn repeated_names_at_the_second_member() {
    refused(r#"{"a":1,"a":2}"#, ErrorKind::DuplicateName, 7, "/a");
    refused(r#"{"a":1,"a":1}"#, ErrorKind::DuplicateName, 7, "/a");
    refused(r#"{"":1,"":2}"#, ErrorKind::DuplicateName, 6, "/");
    refused(r#"{"b":1,"a":2,"b":3}"#, ErrorKind::DuplicateName, 13, "/b");
    refused(r#"[0,{"x":{"a":1,"b":2,"a":3}}]"#, ErrorKind::DuplicateName, 21, "/1/x/a");
    refused(r#"{"a/b":1,"a~":0,"a/b":2}"#, ErrorKind::DuplicateName, 16, "/a~1b");
    refused(r#"{"~0":{"~":1,"~":2}}"#, ErrorKind::DuplicateName, 13, "/~00/~0");
    refused(r#"{"b":1,"b":2,"a":3,"a":4}"#, ErrorKind::DuplicateName, 7, "/b");
    refused(r#"{"a":{"c":1,"c":2},"a":1}"#, ErrorKind::DuplicateName, 12, "/a/c");
}

#[test]
fn repeated_names_through_escapes() {
    refused(r#"{"a":1,"\u0061":2}"#, ErrorKind::DuplicateName, 7, "/a");
    refused(r#"{"\u0061":1,"a":2}"#, ErrorKind::DuplicateName, 12, "/a");
    refused(r#"{"\/":1,"/":2}"#, ErrorKind::DuplicateName, 8, "/~1");
    refused(r#"{"\n":1,"\u000a":2,"\u000A":3}"#, ErrorKind::DuplicateName, 8, "/\n");
    refused("{\"\u{1F600}\":1,\"\\ud83d\\ude00\":2}", ErrorKind::DuplicateName, 10, "/\u{1F600}");
    refused(r#"[{"a":[{"q":0,"\u0071":0}]}]"#, ErrorKind::DuplicateName, 14, "/0/a/0/q");
}

#[test]
fn repeated_names_among_many() {
    for count in [2, 16, 17, 31, 32, 33, 34, 100, 1000] {
        // Descending names, the one in the middle repeated at the end.
        let mut source = String::from("{");
        for index in (0..count).rev() {
            source.push_str(&format!("\"name {index:06}\":{{}},"));
        }
        let offset = source.len();
        let middle = format!("name {:06}", count / 2);
        source.push_str(&format!("\"{middle}\":0}}"));
        refused(&source, ErrorKind::DuplicateName, offset, &format!("/{middle}"));
        refused(
            source.replace(&format!("\"{middle}\":0}}"), "\"x\":{}"),
            ErrorKind::UnexpectedEnd,
            offset + 6,
            "",
        );
    }
}

#[test]
fn the_first_repetition_is_named_among_many() {
    let mut source = String::from("{");
    for index in (0..50).chain([40, 7, 40]) {
        source.push_str(&format!("\"{index:02}\":0,"));
    }
    source.pop();
    source.push('}');
    refused(&source, ErrorKind::DuplicateName, 1 + 50 * 7, "/40");
}

#[test]
fn nesting_beyond_the_limit() {
    let fits = [["["; 128].concat(), ["]"; 128].concat()].concat();
    assert!(Parser::new().parse(fits.as_bytes()).is_ok());
    refused(["["; 129].concat(), ErrorKind::TooDeep, 128, &["/0"; 128].concat());
    refused([r#"{"a":"#; 129].concat(), ErrorKind::TooDeep, 128 * 5, &["/a"; 128].concat());
    let mut flat = Parser::with_limits(Limits { depth: 0, bytes: 100 });
    assert!(flat.parse(b"1").is_ok());
    assert_eq!(flat.parse(b"[]").unwrap_err().kind(), ErrorKind::TooDeep);
}

#[test]
fn data_after_the_value() {
    refused("{} {}", ErrorKind::TrailingData, 3, "");
    refused("[1]]", ErrorKind::TrailingData, 3, "");
    refused("null,", ErrorKind::TrailingData, 4, "");
    refused("\"a\"b", ErrorKind::TrailingData, 3, "");
    refused("{}\n#", ErrorKind::TrailingData, 3, "");
}

#[test]
fn ends_inside_the_value() {
    for source in [
        "{",
        "[",
        "\"",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "[1",
        "[1,",
        "-",
        "1.",
        "1e",
        "tru",
        "n",
    ] {
        let error = Parser::new().parse(source.as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedEnd, source.len()), "{source}");
    }
    refused(r#"{"a":[1,"\u12"#, ErrorKind::UnexpectedEnd, 13, "/a/1");
    refused(r#"["\ud83d"#, ErrorKind::UnexpectedEnd, 8, "/0");
    refused(r#"["\ud83d\"#, ErrorKind::UnexpectedEnd, 9, "/0");
    refused(r#"["\"#, ErrorKind::UnexpectedEnd, 3, "/0");
}

#[test]
fn everything_else_outside_the_grammar() {
    refused("[1,]", ErrorKind::Syntax, 3, "/1");
    refused("[,1]", ErrorKind::Syntax, 1, "/0");
    refused("[1 2]", ErrorKind::Syntax, 3, "");
    refused("{\"a\":1,}", ErrorKind::Syntax, 7, "");
    refused("{\"a\" 1}", ErrorKind::Syntax, 5, "");
    refused("{a:1}", ErrorKind::Syntax, 1, "");
    refused("{'a':1}", ErrorKind::Syntax, 1, "");
    refused("{\"a\":1 \"b\":2}", ErrorKind::Syntax, 7, "");
    refused("[}", ErrorKind::Syntax, 1, "/0");
    refused("[1}", ErrorKind::Syntax, 2, "");
    refused("{\"a\":1]", ErrorKind::Syntax, 6, "");
    refused("{1:1}", ErrorKind::Syntax, 1, "");
    refused("[trux]", ErrorKind::Syntax, 4, "/0");
    refused("[True]", ErrorKind::Syntax, 1, "/0");
    refused("[nulll]", ErrorKind::Syntax, 5, "");
    refused("/* */1", ErrorKind::Syntax, 0, "");
    refused("[undefined]", ErrorKind::Syntax, 1, "/0");
}

#[test]
fn a_parser_is_as_good_after_a_refusal() {
    let mut parser = Parser::new();
    assert!(parser.parse(b"[[[{\"a\":").is_err());
    let document = parser.parse(b"{\"b\":[1]}").unwrap();
    assert_eq!(document.root().get("b").unwrap().len(), 1);
}

#[test]
fn messages_are_fragments_with_the_place() {
    let error = Parser::new().parse(br#"{"a":1,"a":2}"#).unwrap_err();
    assert_eq!(error.to_string(), "repeated member name at byte 7, in `/a`");
    assert_eq!(error.kind().name(), "duplicate_name");
}
