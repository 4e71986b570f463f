//! Every file of `vectors/`.

use actum_canon::digest::{Sha256, sha256};
use actum_canon::encode::{Encoding, ErrorKind, JCS, JCS_NEAREST, TMPA_S04};
use actum_canon::instant::{Instant, is_date_time};
use actum_canon::json::Parser;
use actum_canon::order;
use actum_canon::signature::{KeyError, PublicKey};
use serde_json::Value;
use std::cmp::Ordering;

macro_rules! vectors {
    ($name:literal) => {
        serde_json::from_str::<Value>(include_str!(concat!("../../vectors/", $name))).unwrap()
    };
}

type Order = fn(&str, &str) -> Ordering;

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

fn written(encoding: &Encoding, source: &str) -> Result<String, ErrorKind> {
    let mut out = Vec::new();
    let mut parser = Parser::new();
    let document = parser.parse(source.as_bytes()).unwrap();
    encoding.write(document.root(), &mut out).map_err(|error| error.kind())?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn doubles_are_written_as_rfc_8785_appendix_b_lists_them() {
    for vector in list(&vectors!("number.json")["doubles"]) {
        let double = f64::from_bits(u64::from_str_radix(text(vector, "bits"), 16).unwrap());
        let source = format!("{double:e}");
        assert_eq!(written(&JCS, &source).as_deref(), Ok(text(vector, "written")), "{source}");
    }
}

#[test]
fn spelled_numbers_are_written_or_refused() {
    for vector in list(&vectors!("number.json")["spelled"]) {
        let source = text(vector, "spelled");
        let expected = vector["written"].as_str().ok_or(ErrorKind::NumberOutOfRange);
        assert_eq!(written(&JCS, source).as_deref(), expected.as_ref().copied(), "{source}");
        assert_eq!(written(&TMPA_S04, source), expected.map(|text| format!("{text}\n")), "{source}");
    }
}

#[test]
fn the_nearest_double_is_written_where_the_encoding_asks_for_it() {
    for (source, expected) in [
        ("9007199254740993", Ok("9007199254740992")),
        ("-12345678901234567890", Ok("-12345678901234567000")),
        ("100000000000000000000000", Ok("1e+23")),
        ("1e-400", Ok("0")),
        ("-0.0", Ok("0")),
        ("100.00000000000000001", Ok("100")),
        ("1e400", Err(ErrorKind::NumberOutOfRange)),
    ] {
        assert_eq!(written(&JCS_NEAREST, source).as_deref(), expected.as_ref().copied(), "{source}");
    }
    for vector in list(&vectors!("number.json")["spelled"]) {
        if let Some(same) = vector["written"].as_str() {
            assert_eq!(written(&JCS_NEAREST, text(vector, "spelled")).as_deref(), Ok(same));
        }
    }
}

#[test]
fn values_are_written_in_both_encodings() {
    for vector in list(&vectors!("encode.json")) {
        let source = text(vector, "source");
        assert_eq!(written(&JCS, source).as_deref(), Ok(text(vector, "jcs")), "{}", vector["name"]);
        assert_eq!(written(&TMPA_S04, source).as_deref(), Ok(text(vector, "tmpa_s04")), "{}", vector["name"]);
    }
}

#[test]
fn orders_are_total_along_every_list() {
    let vectors = vectors!("order.json");
    let orders = [
        ("utf16", order::utf16 as Order),
        ("code_points", order::code_points),
        ("ecmascript", order::ecmascript),
    ];
    for (name, order) in orders {
        for names in list(&vectors[name]) {
            for (i, a) in list(names).iter().enumerate() {
                for (j, b) in list(names).iter().enumerate() {
                    assert_eq!(order(a.as_str().unwrap(), b.as_str().unwrap()), i.cmp(&j), "{name}: {a} {b}");
                }
            }
        }
    }
}

#[test]
fn date_times_are_told_by_rfc_3339() {
    let vectors = vectors!("date-time.json");
    for accepted in list(&vectors["accepted"]) {
        assert!(is_date_time(accepted.as_str().unwrap()), "{accepted}");
    }
    for refused in list(&vectors["refused"]) {
        assert!(!is_date_time(text(refused, "text")), "{refused}");
        assert_eq!(Instant::parse(text(refused, "text")), None, "{refused}");
    }
}

#[test]
fn instants_are_ordered_by_the_moment() {
    let vectors = vectors!("date-time.json");
    let moments: Vec<(usize, Instant)> = list(&vectors["moments"])
        .iter()
        .enumerate()
        .flat_map(|(rank, spellings)| list(spellings).iter().map(move |spelling| (rank, spelling)))
        .map(|(rank, spelling)| (rank, Instant::parse(spelling.as_str().unwrap()).unwrap()))
        .collect();
    for (i, a) in &moments {
        for (j, b) in &moments {
            assert_eq!(a.cmp(b), i.cmp(j), "{a:?} {b:?}");
        }
    }
}

#[test]
fn signatures_are_verified_strictly() {
    for vector in list(&vectors!("ed25519.json")) {
        let (message, signature) = (bytes(text(vector, "message")), bytes(text(vector, "signature")));
        let verdict = match PublicKey::from_bytes(&bytes(text(vector, "public_key"))) {
            Ok(key) if key.verify(&message, &signature) => "accepted",
            Ok(_) => "refused",
            Err(KeyError::Weak) => "weak_key",
            Err(KeyError::Malformed) => "malformed_key",
            Err(KeyError::Length) => "key_length",
        };
        assert_eq!(verdict, text(vector, "verdict"), "{}", vector["name"]);
    }
}

#[test]
fn digests_are_those_of_fips_180_4() {
    for vector in list(&vectors!("sha256.json")) {
        let times = usize::try_from(vector["times"].as_u64().unwrap()).unwrap();
        let digest = sha256(text(vector, "message").repeat(times).as_bytes());
        assert_eq!(digest.to_string(), format!("sha256:{}", text(vector, "digest")));
        assert_eq!(Sha256::parse(&digest.to_string()), Some(digest));
        assert_eq!(digest.as_bytes().to_vec(), bytes(text(vector, "digest")));
    }
}
