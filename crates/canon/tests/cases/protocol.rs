//! The files of `vectors/` that belong to published protocols: digests, keys, fields, trees, and the texts of CPython.

use actum_canon::digest::{Sha3, Sha3Hasher, hkdf_sha3, sha3};
use actum_canon::encode::{ASTP, ErrorKind};
use actum_canon::field::{Field, Finite};
use actum_canon::instant::Instant;
use actum_canon::joined::{self, Dumps};
use actum_canon::json::Parser;
use actum_canon::merkle::{ASTP_4X, ASTP_V2, Accumulator};
use actum_canon::set;
use serde_json::Value;

macro_rules! vectors {
    ($name:literal) => {
        serde_json::from_str::<Value>(include_str!(concat!("../../vectors/", $name))).unwrap()
    };
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap()
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let (pairs, rest) = hexadecimal.as_bytes().as_chunks::<2>();
    assert!(rest.is_empty());
    pairs.iter().map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn array<const N: usize>(hexadecimal: &str) -> [u8; N] {
    bytes(hexadecimal).try_into().unwrap()
}

#[test]
fn messages_have_their_sha3_digests() {
    for vector in list(&vectors!("sha3.json")) {
        let times = usize::try_from(vector["times"].as_u64().unwrap()).unwrap();
        let message = text(vector, "message").repeat(times).into_bytes();
        assert_eq!(sha3(&message).to_string(), text(vector, "digest"));
        let mut hasher = Sha3Hasher::new();
        message.chunks(137).for_each(|part| hasher.update(part));
        assert_eq!(hasher.finish(), sha3(&message));
    }
}

#[test]
fn keys_are_derived_as_another_implementation_derives_them() {
    for vector in list(&vectors!("hkdf.json")) {
        let [material, salt, purpose] = ["material", "salt", "purpose"].map(|name| bytes(text(vector, name)));
        assert_eq!(hkdf_sha3(&material, &salt, &purpose), array(text(vector, "key")));
    }
}

fn written(field: &Field<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    field.write(&mut bytes).unwrap();
    let mut hasher = Sha3Hasher::new();
    field.write(&mut hasher).unwrap();
    assert_eq!(hasher.finish(), sha3(&bytes));
    bytes
}

#[test]
fn fields_have_their_bytes() {
    for vector in list(&vectors!("field.json")) {
        let value = &vector["value"];
        let string = value.as_str().unwrap_or_default();
        let bytes_written = match text(vector, "kind") {
            "null" => written(&Field::Null),
            "bytes" => written(&Field::Bytes(&bytes(string))),
            "string" => written(&Field::String(string)),
            "uint" => written(&Field::Uint(string.parse().unwrap())),
            "uuid" => written(&Field::Uuid(&array(string))),
            "timestamp" => {
                written(&Field::Timestamp(Instant::parse(string).unwrap().to_milliseconds().unwrap()))
            }
            "hash" => written(&Field::Hash(Sha3::parse(string).unwrap())),
            "bool" => written(&Field::Bool(value.as_bool().unwrap())),
            "float" => written(&Field::Float(Finite::new(f64::from_be_bytes(array(string))).unwrap())),
            "strings" => {
                let items: Vec<_> =
                    list(value).iter().map(|item| Field::String(item.as_str().unwrap())).collect();
                written(&Field::List(&items))
            }
            kind => panic!("{kind}"),
        };
        assert_eq!(bytes_written, bytes(text(vector, "bytes")), "{vector}");
    }
}

#[test]
fn lists_hold_lists_with_their_own_tags() {
    let inner = [Field::Bool(true), Field::Null];
    let outer = [Field::List(&inner), Field::Uint(1), Field::List(&[])];
    assert_eq!(
        written(&Field::List(&outer)),
        bytes("0700000003070000000208010003000000000000000107 00000000".replace(' ', "").as_str())
    );
}

#[test]
fn numbers_that_are_none_are_no_fields() {
    for double in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Finite::new(double), None);
    }
}

#[test]
fn documents_are_canonical_over_nfc_or_refused() {
    for vector in list(&vectors!("normal.json")) {
        let mut out = b"before".to_vec();
        let mut parser = Parser::new();
        let source = text(vector, "source");
        let written = ASTP.write(parser.parse(source.as_bytes()).unwrap().root(), &mut out);
        match vector["written"].as_str() {
            Some(expected) => {
                assert_eq!(written, Ok(()), "{source}");
                assert_eq!(str::from_utf8(&out[6..]), Ok(expected), "{source}");
                assert_eq!(ASTP.is_stored_form(&mut Parser::new(), source.as_bytes()), source == expected);
            }
            None => {
                assert_eq!(written.unwrap_err().kind().name(), text(vector, "refused"), "{source}");
                assert_eq!(out, b"before");
            }
        }
    }
}

#[test]
fn what_nfc_or_a_double_refuses_is_placed_in_the_source() {
    for (source, kind, pointer) in [
        ("[1,{\"a\":{\"\u{e9}\":1,\"e\u{301}\":2}}]", ErrorKind::DuplicateName, "/1/a/\u{e9}"),
        ("{\"e\u{301}\":[0,1e400]}", ErrorKind::NumberOutOfRange, "/e\u{301}/1"),
        ("{\"e\":[0,-1e400]}", ErrorKind::NumberOutOfRange, "/e/1"),
    ] {
        let mut parser = Parser::new();
        let error = ASTP.write(parser.parse(source.as_bytes()).unwrap().root(), &mut Vec::new()).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (kind, pointer));
    }
}

#[test]
fn an_inner_value_is_written_like_a_document_of_its_own() {
    let source = "{\"x\":{\"e\u{301}\":[\"\\u0065\\u0301\",2],\"a\":1.0},\"y\":1}";
    let mut parser = Parser::new();
    let inner = parser.parse(source.as_bytes()).unwrap().root().get("x").unwrap();
    let mut out = Vec::new();
    ASTP.write(inner, &mut out).unwrap();
    assert_eq!(str::from_utf8(&out), Ok("{\"a\":1,\"\u{e9}\":[\"\u{e9}\",2]}"));
}

#[test]
fn located_members_lie_where_they_land_in_nfc() {
    let source = "{\"x\":{\"e\u{301}\":1,\"a\":\"e\u{301}\"}}";
    let mut parser = Parser::new();
    let mut out = Vec::new();
    let root = parser.parse(source.as_bytes()).unwrap().root();
    let [a, none] = ASTP.write_located(root, "x", ["a", "b"], &mut out).unwrap();
    assert_eq!(str::from_utf8(&out[a.unwrap().value]), Ok("\"\u{e9}\""));
    assert_eq!(none, None);
}

#[test]
fn floats_are_written_as_cpython_writes_them() {
    for vector in list(&vectors!("joined.json")["float"]) {
        let double = f64::from_be_bytes(array(text(vector, "bits")));
        assert_eq!(joined::repr(double).as_deref(), Some(text(vector, "written")));
    }
    assert_eq!(joined::repr(f64::NAN), None);
}

#[test]
fn documents_are_dumped_as_cpython_dumps_them() {
    let form = |compact, ascii, sorted, float_text| Dumps { compact, ascii, sorted, float_text };
    for vector in list(&vectors!("joined.json")["dumps"]) {
        let mut parser = Parser::new();
        let root = parser.parse(text(vector, "source").as_bytes()).unwrap().root();
        for (name, dumps) in [
            ("wide_sorted_ascii", form(false, true, true, false)),
            ("wide_ascii", form(false, true, false, false)),
            ("compact_sorted_ascii", form(true, true, true, false)),
            ("compact_float_text", form(true, false, false, true)),
        ] {
            let mut out = Vec::new();
            dumps.value(root, &mut out).unwrap();
            assert_eq!(str::from_utf8(&out), Ok(text(vector, name)), "{name}");
        }
    }
    let mut parser = Parser::new();
    let root = parser.parse(b"[1e400]").unwrap().root();
    assert!(form(true, true, true, true).value(root, &mut Vec::new()).is_err());
}

#[test]
fn instants_and_white_space_are_those_of_cpython() {
    let vectors = vectors!("joined.json");
    for vector in list(&vectors["instant"]) {
        let source = text(vector, "text");
        assert_eq!(joined::isoformat(source).as_deref(), Some(text(vector, "written")));
        assert_eq!(
            joined::isoformat_utc(&Instant::parse(source).unwrap()).as_deref(),
            Some(text(vector, "utc"))
        );
    }
    for vector in list(&vectors["space"]) {
        let stripped = joined::strip(text(vector, "text"));
        assert_eq!(stripped, text(vector, "stripped"));
        assert_eq!(stripped.to_lowercase(), text(vector, "lowered"));
    }
}

#[test]
fn trees_and_sets_have_the_roots_of_another_implementation() {
    let vectors = vectors!("merkle.json");
    for vector in list(&vectors["trees"]) {
        let (mut raw, mut written) = (Accumulator::new(ASTP_V2), Accumulator::new(ASTP_4X));
        for leaf in 0..vector["count"].as_u64().unwrap() {
            let leaf = sha3(leaf.to_string().as_bytes());
            raw.push(leaf.as_bytes());
            written.push(&leaf.to_ascii());
        }
        assert_eq!(raw.root().unwrap().to_string(), text(vector, "v2"));
        assert_eq!(written.root().unwrap().to_string(), text(vector, "4x"));
    }
    for vector in list(&vectors["sets"]) {
        let members =
            || list(&vector["members"]).iter().map(|member| sha3(member.as_str().unwrap().as_bytes()));
        assert_eq!(set::hash(b"SET:v1:", members()).to_string(), text(vector, "set"));
        let mut out = Vec::new();
        set::write_text(
            b"SET:v1:",
            &mut members().map(|member| member.to_string()).collect::<Vec<_>>(),
            &mut out,
        )
        .unwrap();
        assert_eq!(sha3(&out).to_string(), text(vector, "text"));
    }
}
