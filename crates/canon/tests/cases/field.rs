//! Typed fields, sets and normal text: properties.

use crate::checks::field::{Owned, check, decode, encode};
use actum_canon::digest::{Sha3, sha3};
use actum_canon::encode::ASTP;
use actum_canon::field::Finite;
use actum_canon::json::Parser;
use actum_canon::normal::{is_nfc, nfc};
use actum_canon::set;
use proptest::collection::vec;
use proptest::prelude::*;

/// Text of which much composes.
fn text() -> impl Strategy<Value = String> {
    let marks = prop_oneof![
        Just('e'),
        Just('\u{301}'),
        Just('\u{323}'),
        Just('\u{e9}'),
        Just('\u{1100}'),
        Just('\u{1161}'),
        Just('\u{11A8}'),
        Just('\u{212B}'),
        Just('\u{344}'),
        any::<char>(),
    ];
    vec(marks, 0..8).prop_map(|characters| characters.into_iter().collect())
}

fn field() -> impl Strategy<Value = Owned> {
    let scalar = prop_oneof![
        Just(Owned::Null),
        vec(any::<u8>(), 0..40).prop_map(Owned::Bytes),
        text().prop_map(Owned::String),
        any::<u64>().prop_map(Owned::Uint),
        any::<[u8; 16]>().prop_map(Owned::Uuid),
        any::<u64>().prop_map(Owned::Timestamp),
        any::<[u8; 32]>().prop_map(Owned::Hash),
        any::<bool>().prop_map(Owned::Bool),
        any::<f64>().prop_filter("finite", |double| double.is_finite()).prop_map(Owned::Float),
    ];
    prop_oneof![4 => scalar.clone(), 1 => vec(scalar, 0..6).prop_map(Owned::List)]
}

/// The field as its bytes say it: text in NFC, zero without sign.
fn settled(field: &Owned) -> Owned {
    match field {
        Owned::String(text) => Owned::String(nfc(text).into_owned()),
        Owned::Float(double) => Owned::Float(Finite::new(*double).unwrap().get()),
        Owned::List(items) => Owned::List(items.iter().map(settled).collect()),
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn a_list_of_fields_is_read_back_from_its_bytes(fields in vec(field(), 0..8)) {
        let expected: Vec<Owned> = fields.iter().map(settled).collect();
        prop_assert_eq!(decode(&encode(&fields)), Some(expected));
    }

    #[test]
    fn arbitrary_bytes_are_fields_or_not(bytes in vec(prop_oneof![0_u8..11, Just(0), any::<u8>()], 0..60)) {
        check(&bytes);
    }

    #[test]
    fn two_lists_with_the_same_bytes_are_the_same(a in vec(field(), 0..4), b in vec(field(), 0..4)) {
        let same = a.iter().map(settled).eq(b.iter().map(settled));
        prop_assert_eq!(encode(&a) == encode(&b), same);
    }

    #[test]
    fn texts_that_are_equal_in_nfc_are_one_field(text in text()) {
        let twin = nfc(&text).into_owned();
        prop_assert!(is_nfc(&twin));
        prop_assert_eq!(encode(&[Owned::String(text)]), encode(&[Owned::String(twin)]));
    }

    #[test]
    fn a_document_and_its_twin_in_nfc_have_the_same_canonical_bytes(name in text(), value in text()) {
        let written = |name: &str, value: &str| {
            let source = serde_json::json!({"0": value, name: [value]}).to_string();
            let mut parser = Parser::new();
            let mut bytes = Vec::new();
            ASTP.write(parser.parse(source.as_bytes()).unwrap().root(), &mut bytes).unwrap();
            bytes
        };
        let bytes = written(&name, &value);
        prop_assert_eq!(&bytes, &written(&nfc(&name), &nfc(&value)));
        prop_assert!(ASTP.is_stored_form(&mut Parser::new(), &bytes));
        prop_assert!(is_nfc(str::from_utf8(&bytes).unwrap().trim_matches(|c| c != '"')) || bytes.contains(&b'\\'));
    }

    #[test]
    fn a_set_does_not_know_order_or_repetition(members in vec(any::<u8>(), 0..20), seed in any::<u64>()) {
        let digests: Vec<Sha3> = members.iter().map(|member| sha3(&[*member])).collect();
        let mut shuffled: Vec<Sha3> = digests.iter().chain(&digests).copied().collect();
        let length = shuffled.len().max(1) as u64;
        (0..shuffled.len()).for_each(|at| shuffled.swap(at, (seed.wrapping_mul(at as u64 + 1) % length) as usize));
        prop_assert_eq!(set::hash(b"SET:", digests.iter().copied()), set::hash(b"SET:", shuffled));
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let mut texts: Vec<String> = digests.iter().map(ToString::to_string).collect();
        let mut doubled: Vec<String> = texts.iter().rev().chain(&texts).cloned().collect();
        set::write_text(b"SET:", &mut texts, &mut one).unwrap();
        set::write_text(b"SET:", &mut doubled, &mut other).unwrap();
        prop_assert_eq!(one, other);
    }
}

#[test]
fn a_set_with_a_member_less_or_more_is_another() {
    let digest = |member: u8| sha3(&[member]);
    let hashes = [
        set::hash(b"SET:", []),
        set::hash(b"SET:", [digest(1)]),
        set::hash(b"SET:", [digest(2)]),
        set::hash(b"SET:", [digest(1), digest(2)]),
        set::hash(b"OTHER:", [digest(1)]),
    ];
    for (at, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(hash), "{at}");
    }
}
