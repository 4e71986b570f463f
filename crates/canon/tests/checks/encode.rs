//! The encodings: fixed points, the same bytes by every way of writing, and an independent canonicaliser's bytes.

use actum_canon::encode::{Encoding, ErrorKind, JCS, TMPA_S04, Writer};
use actum_canon::json::{Document, Kind, Parser, Value};

/// Asserts everything about the canonical bytes of one document; true when it is one and has them.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let mut parser = Parser::new();
    let Ok(document) = parser.parse(bytes) else {
        return false;
    };
    check_encoding(&JCS, b"", &document) & check_encoding(&TMPA_S04, b"\n", &document)
}

fn check_encoding(encoding: &'static Encoding, ending: &[u8], document: &Document<'_>) -> bool {
    let root = document.root();
    let mut written = b"before".to_vec();
    if let Err(error) = encoding.write(root, &mut written) {
        assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
        assert_eq!(written, b"before");
        assert!(matches!(document.source()[error.offset()], b'-' | b'0'..=b'9'));
        return false;
    }
    let written = written.strip_prefix(b"before").unwrap().strip_suffix(ending).unwrap();
    check_fixed_point(encoding, ending, written);
    check_located(encoding, ending, root, written);
    assert_eq!(rewrite(encoding, root), written);
    if *encoding == JCS {
        check_independent(document.source(), written);
    }
    true
}

/// Writing canonical bytes again gives them again.
///
/// The one exception follows from the number rule: an integer from 2^53 to below 10^21 is written without an
/// exponent, and as such it is refused.
fn check_fixed_point(encoding: &'static Encoding, ending: &[u8], written: &[u8]) {
    let mut parser = Parser::new();
    let document = parser.parse(written).unwrap();
    let mut again = Vec::new();
    match encoding.write(document.root(), &mut again) {
        Ok(()) => assert_eq!(again, [written, ending].concat()),
        Err(error) => {
            let digits = written[error.offset()..].trim_ascii_start();
            let digits = digits.strip_prefix(b"-").unwrap_or(digits);
            let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            assert!((16..=21).contains(&count) && !matches!(digits.get(count), Some(b'.' | b'e')), "{error}");
        }
    }
}

/// Locating members changes no byte, and each range holds what it is said to hold.
fn check_located(encoding: &'static Encoding, ending: &[u8], root: Value<'_>, written: &[u8]) {
    let inner = root.members().find(|(_, member)| member.kind() == Kind::Object);
    let (object, inner) = inner.map_or(("none".into(), None), |(name, inner)| (name, Some(inner)));
    let names: Vec<_> = inner.iter().flat_map(|inner| inner.members()).map(|(name, _)| name).collect();
    let sought = [
        names.first().map_or("none", |name| name),
        names.last().map_or("none", |name| name),
        names.get(names.len() / 2).map_or("none", |name| name),
        "no such name",
    ];
    let mut out = b"before".to_vec();
    let located = encoding.write_located(root, &object, sought, &mut out).unwrap();
    assert_eq!(out, [b"before", written, ending].concat());
    for (name, located) in sought.iter().zip(&located) {
        let expected = inner.and_then(|inner| inner.get(name));
        assert_eq!(located.is_some(), expected.is_some(), "{name}");
        if let (Some(located), Some(expected)) = (located, expected) {
            assert_eq!(out[located.value.clone()], rewrite(encoding, expected));
            assert_eq!(located.member.end, located.value.end);
            let front = &out[located.member.start..located.value.start];
            let front = front.strip_prefix(b",").unwrap_or(front);
            let mut parser = Parser::new();
            let front = front.strip_suffix(b":").unwrap();
            assert_eq!(parser.parse(front).unwrap().root().as_str().unwrap(), *name);
        }
    }
}

/// Writes a value member by member through the streaming writer.
fn rewrite(encoding: &'static Encoding, value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(encoding, &mut out);
    put(encoding, value, &mut writer);
    let Ok(()) = writer.finish();
    let ending = if *encoding == TMPA_S04 { 1 } else { 0 };
    out.truncate(out.len() - ending);
    out
}

fn put(encoding: &'static Encoding, value: Value<'_>, writer: &mut Writer<'_, Vec<u8>>) {
    let Ok(()) = match value.kind() {
        Kind::Null => writer.null(),
        Kind::Boolean => writer.boolean(value.as_bool().unwrap()),
        Kind::String => writer.string(&value.as_str().unwrap()),
        Kind::Number => match value.as_number().unwrap().as_u64() {
            Some(integer) => writer.integer(integer),
            None => {
                let mut alone = Vec::new();
                encoding.write(value, &mut alone).unwrap();
                writer.raw(alone.trim_ascii())
            }
        },
        Kind::Array => {
            let Ok(()) = writer.begin_array();
            value.elements().for_each(|element| put(encoding, element, writer));
            writer.end_array()
        }
        Kind::Object => {
            let Ok(()) = writer.begin_object();
            let mut members: Vec<_> = value.members().collect();
            members.sort_by(|a, b| encoding.compare_names(&a.0, &b.0));
            for (name, member) in members {
                let Ok(()) = writer.name(&name);
                put(encoding, member, writer);
            }
            writer.end_object()
        }
    };
}

/// The bytes of `serde_json_canonicalizer`, where it reads the source at all.
fn check_independent(source: &[u8], written: &[u8]) {
    if let Ok(value) = serde_json::from_slice::<serde_json::Value>(source) {
        let independent = serde_json_canonicalizer::to_vec(&value).unwrap();
        assert_eq!(String::from_utf8_lossy(written), String::from_utf8_lossy(&independent));
    }
}
