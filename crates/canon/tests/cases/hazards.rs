//! Documents that other readers change, lose or break on, and that must come through.

use actum_canon::encode::{JCS, TMPA_S04};
use actum_canon::json::{Kind, Parser, Value};
use std::borrow::Cow;

fn with<T>(source: &str, look: impl FnOnce(Value<'_>) -> T) -> T {
    look(Parser::new().parse(source.as_bytes()).unwrap().root())
}

fn names(value: Value<'_>) -> Vec<String> {
    value.members().map(|(name, _)| name.into_owned()).collect()
}

fn jcs(source: &str) -> String {
    let mut out = Vec::new();
    with(source, |root| JCS.write(root, &mut out)).unwrap();
    String::from_utf8(out).unwrap()
}

fn tmpa(source: &str) -> String {
    let mut out = Vec::new();
    with(source, |root| TMPA_S04.write(root, &mut out)).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn emoji_sorts_before_presentation_form_as_key() {
    assert_eq!(jcs("{\"\u{FB33}\":1,\"\u{1F600}\":2}"), "{\"\u{1F600}\":2,\"\u{FB33}\":1}");
    assert_eq!(jcs(r#"{"\ufb33":1,"\ud83d\ude00":2}"#), "{\"\u{1F600}\":2,\"\u{FB33}\":1}");
}

#[test]
fn spellings_of_numbers_are_kept() {
    for spelling in
        ["9007199254740993", "1e400", "1e-400", "-0", "1.0", "1E+2", "12345678901234567890", "0.10"]
    {
        with(spelling, |root| assert_eq!(root.as_number().unwrap().as_str(), spelling));
    }
}

#[test]
fn integers_are_told_by_value_and_taken_exactly() {
    for (spelling, integer, exact) in [
        ("1", true, Some(1)),
        ("1.0", true, Some(1)),
        ("1e0", true, Some(1)),
        ("10e-1", true, Some(1)),
        ("-0", true, Some(0)),
        ("-1", true, None),
        ("1.5", false, None),
        ("9007199254740991", true, Some(9_007_199_254_740_991)),
        ("9007199254740992", true, None),
        ("9007199254740993", true, None),
        ("90071992547409910e-1", true, Some(9_007_199_254_740_991)),
        ("12345678901234567890", true, None),
        ("1e400", true, None),
        ("1e-400", false, None),
    ] {
        let number = with(spelling, |root| {
            (root.as_number().unwrap().is_integer(), root.as_number().unwrap().as_u64())
        });
        assert_eq!(number, (integer, exact), "{spelling}");
    }
}

#[test]
fn doubles_are_the_nearest() {
    for (spelling, double) in [
        ("1.2968738789047054e+194", 1.296_873_878_904_705_4e194),
        ("9007199254740993", 9_007_199_254_740_992.0),
        ("1e400", f64::INFINITY),
        ("-1e400", f64::NEG_INFINITY),
        ("1e-400", 0.0),
        ("2.2250738585072011e-308", 2.225_073_858_507_201e-308),
    ] {
        assert_eq!(with(spelling, |root| root.as_number().unwrap().to_f64()), double, "{spelling}");
    }
    assert!(with("-0", |root| root.as_number().unwrap().to_f64()).is_sign_negative());
}

#[test]
fn prototype_names_are_names() {
    let source = r#"{"constructor":1,"__proto__":{"a":2},"toString":3}"#;
    with(source, |root| {
        assert_eq!(names(root), ["constructor", "__proto__", "toString"]);
        assert_eq!(root.get("__proto__").unwrap().get("a").unwrap().as_number().unwrap().as_u64(), Some(2));
    });
    assert_eq!(jcs(source), r#"{"__proto__":{"a":2},"constructor":1,"toString":3}"#);
}

#[test]
fn private_names_of_other_libraries_are_names() {
    for source in [r#"{"$serde_json::private::Number":"1e5"}"#, r#"{"$serde_json::private::RawValue":"[1]"}"#]
    {
        assert_eq!(jcs(source), source);
    }
}

#[test]
fn integer_like_names_keep_source_order_in_the_document() {
    with(r#"{"10":0,"9":1,"a":2}"#, |root| assert_eq!(names(root), ["10", "9", "a"]));
    assert_eq!(tmpa(r#"{"10":0,"9":1,"a":2}"#), "{\"9\":1,\"10\":0,\"a\":2}\n");
}

#[test]
fn carriage_returns_are_white_space_outside_and_characters_inside() {
    assert_eq!(jcs("{\r\n\t\"a\" :\r\n \"\\r\\n\" }\r\n"), "{\"a\":\"\\r\\n\"}");
}

#[test]
fn line_separators_and_delete_stand_for_themselves() {
    let source = "\"\u{2028}\u{2029}\u{7f}\u{80}\u{feff}\u{fffd}\u{fffe}\"";
    assert_eq!(jcs(source), source);
    assert_eq!(jcs(r#""\u2028\u2029\u007f\u0080\ufeff\ufffd\ufffe""#), source);
}

#[test]
fn every_escape_of_every_character_is_written_one_way() {
    for unit in (0..0x80).chain([0xE9, 0x2028, 0xD7FF, 0xE000, 0xFFFF]) {
        let character = char::from_u32(unit).unwrap();
        let meant = serde_json::to_string(&character).unwrap();
        for spelled in [format!("\\u{unit:04x}"), format!("\\u{unit:04X}")] {
            assert_eq!(jcs(&format!("\"{spelled}\"")), meant);
            assert_eq!(jcs(&format!("{{\"{spelled}\":[]}}")), format!("{{{meant}:[]}}"));
        }
    }
    for short in ["\\\"", "\\\\", "\\b", "\\f", "\\n", "\\r", "\\t"] {
        assert_eq!(jcs(&format!("\"{short}\"")), format!("\"{short}\""));
    }
}

#[test]
fn escaped_nul_is_a_character() {
    with(r#"{"\u0000":"a\u0000b"}"#, |root| {
        assert_eq!(root.get("\0").unwrap().as_str().unwrap(), "a\0b");
    });
}

#[test]
fn equal_names_in_different_objects_are_no_repetition() {
    with(r#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#, |root| assert_eq!(root.len(), 2));
}

#[test]
fn names_that_differ_by_normalisation_are_different() {
    with("{\"\u{e9}\":1,\"e\u{301}\":2}", |root| assert_eq!(root.len(), 2));
}

#[test]
fn strings_are_borrowed_unless_they_have_escapes() {
    with(r#"["plain","esc\u0061ped"]"#, |root| {
        let strings: Vec<_> = root.elements().map(|value| value.as_str().unwrap()).collect();
        assert!(matches!(strings[0], Cow::Borrowed("plain")));
        assert!(matches!(&strings[1], Cow::Owned(text) if text == "escaped"));
    });
}

#[test]
fn names_are_found_through_escapes() {
    with(r#"{"\u0061":1,"b\n":2}"#, |root| {
        assert_eq!(root.get("a").unwrap().span(), 10..11);
        assert_eq!(root.get("b\n").unwrap().as_number().unwrap().as_u64(), Some(2));
        assert!(root.get("b").is_none());
        assert!(root.get("\\u0061").is_none());
    });
}

#[test]
fn questions_to_another_kind_have_no_answer() {
    with(r#"[1,"a",null,true,{},[]]"#, |root| {
        let kinds: Vec<_> = root.elements().map(Value::kind).collect();
        assert_eq!(kinds, [Kind::Number, Kind::String, Kind::Null, Kind::Boolean, Kind::Object, Kind::Array]);
        for value in root.elements() {
            assert_eq!(value.as_number().is_some(), value.kind() == Kind::Number);
            assert_eq!(value.as_str().is_some(), value.kind() == Kind::String);
            assert_eq!(value.as_bool().is_some(), value.kind() == Kind::Boolean);
            assert!(value.is_empty() && value.get("a").is_none());
            assert_eq!((value.elements().count(), value.members().count()), (0, 0));
        }
        assert_eq!((root.members().count(), root.get("0").is_none()), (0, true));
    });
}

#[test]
fn white_space_around_the_value_is_not_part_of_it() {
    with(" \n[ 1 ]\t ", |root| {
        assert_eq!(root.span(), 2..7);
        assert_eq!(root.elements().next().unwrap().span(), 4..5);
    });
}

#[test]
fn pointers_lead_to_values() {
    with(r#"{"a":[0,{"b/c":{"~":[[]]}}],"":1}"#, |root| {
        let inner = root.get("a").unwrap().elements().nth(1).unwrap().get("b/c").unwrap();
        assert_eq!(inner.pointer(), "/a/1/b~1c");
        assert_eq!(inner.get("~").unwrap().elements().next().unwrap().pointer(), "/a/1/b~1c/~0/0");
        assert_eq!(root.get("").unwrap().pointer(), "/");
        assert_eq!(root.pointer(), "");
    });
}
