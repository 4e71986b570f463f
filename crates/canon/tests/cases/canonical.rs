//! Properties of canonical bytes over arbitrary values in arbitrary spellings.

use crate::checks;
use actum_canon::encode::{Encoding, JCS, TMPA_S04};
use actum_canon::json::Parser;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A value to be spelled.
#[derive(Clone, Debug)]
enum Tree {
    Literal(&'static str),
    Number(f64),
    String(String),
    Array(Vec<Tree>),
    Object(BTreeMap<String, Tree>),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,3}",
        "[0-9]{1,11}",
        "abcdefgh[a-z]{0,2}",
        any::<String>(),
        vec(
            prop_oneof![
                Just('\u{FB33}'),
                Just('\u{1F600}'),
                Just('\u{E000}'),
                Just('"'),
                Just('\\'),
                Just('\u{1}')
            ],
            0..4
        )
        .prop_map(|characters| characters.into_iter().collect()),
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        prop_oneof![Just("null"), Just("true"), Just("false")].prop_map(Tree::Literal),
        any::<f64>().prop_filter("finite", |double| double.is_finite()).prop_map(Tree::Number),
        (-1000_i32..1000).prop_map(|integer| Tree::Number(f64::from(integer))),
        text().prop_map(Tree::String),
    ];
    leaf.prop_recursive(4, 48, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Tree::Array),
            btree_map(text(), inner, 0..12).prop_map(Tree::Object),
        ]
    })
}

/// Spells a tree; the seed decides the order of members, white space, escapes and forms of numbers.
fn spell(tree: &Tree, seed: &mut u64, out: &mut String) {
    space(seed, out);
    match tree {
        Tree::Literal(word) => out.push_str(word),
        Tree::Number(double) => {
            let plain = double.abs() < 1e15;
            out.push_str(&match roll(seed, 3) {
                0 if plain => format!("{double}"),
                1 => format!("{double:E}"),
                _ => format!("{double:e}"),
            });
        }
        Tree::String(text) => spell_string(text, seed, out),
        Tree::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                spell(element, seed, out);
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            let mut members: Vec<_> = members.iter().collect();
            for end in (1..members.len()).rev() {
                members.swap(end, roll(seed, end + 1));
            }
            for (index, (name, member)) in members.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                space(seed, out);
                spell_string(name, seed, out);
                space(seed, out);
                out.push(':');
                spell(member, seed, out);
            }
            out.push('}');
        }
    }
    space(seed, out);
}

fn spell_string(text: &str, seed: &mut u64, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') && roll(seed, 2) == 0 {
            out.push('\\');
            out.push(character);
        } else if matches!(character, '"' | '\\' | ..' ') || roll(seed, 6) == 0 {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let digits =
                    if roll(seed, 2) == 0 { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
                out.push_str(&digits);
            }
        } else {
            out.push(character);
        }
    }
    out.push('"');
}

fn space(seed: &mut u64, out: &mut String) {
    if roll(seed, 10) == 0 {
        out.push_str([" ", "\n  ", "\r\n", "\t"][roll(seed, 4)]);
    }
}

fn roll(seed: &mut u64, bound: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}

fn written(encoding: &Encoding, source: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut parser = Parser::new();
    encoding.write(parser.parse(source.as_bytes()).unwrap().root(), &mut out).unwrap();
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_spelling_and_any_order_of_members_gives_the_same_bytes(tree in tree(), a in any::<u64>(), b in any::<u64>()) {
        let [mut one, mut other] = [String::new(), String::new()];
        spell(&tree, &mut a.clone(), &mut one);
        spell(&tree, &mut b.clone(), &mut other);
        for encoding in [&JCS, &TMPA_S04] {
            prop_assert_eq!(written(encoding, &one), written(encoding, &other));
        }
    }

    #[test]
    fn any_document_passes_the_checks(tree in tree(), seed in any::<u64>()) {
        let mut source = String::new();
        spell(&tree, &mut seed.clone(), &mut source);
        prop_assert!(checks::json::check(source.as_bytes()));
        prop_assert!(checks::encode::check(source.as_bytes()));
    }

    #[test]
    fn any_double_is_written_as_the_independent_canonicaliser_does(bits in any::<u64>()) {
        let double = f64::from_bits(bits);
        prop_assume!(double.is_finite());
        let independent = serde_json_canonicalizer::to_vec(&double).unwrap();
        prop_assert_eq!(written(&JCS, &format!("{double:e}")), independent);
    }

    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..200)) {
        checks::json::check(&bytes);
    }
}
