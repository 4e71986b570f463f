//! What single values may look like, whatever message they stand in (DEAL 1.5, 1.6, 2.4, 2.5, 2.13).
//!
//! Paths are spelled only where something is refused.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use actum_canon::digest::Sha256;
use actum_canon::json::{Kind, Value};

use crate::error::Rule;

/// The greatest amount, 2^53 − 1 (DEAL 2.4).
pub(crate) const MAX_AMOUNT: u64 = (1 << 53) - 1;

/// The longest id, in bytes or code points (DEAL 1.5, 1.6).
const LONGEST_ID: usize = 128;

/// Tells whether a text is a party id or an offer id (DEAL 1.5).
pub(crate) fn is_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Tells whether a text is the id of a checklist item (DEAL 1.6).
pub(crate) fn is_item_id(text: &str) -> bool {
    // Counting stops early: the text may be as long as a message.
    (1..=LONGEST_ID).contains(&text.chars().take(LONGEST_ID + 1).count())
        && !text.chars().any(|character| character.is_ascii_control())
}

/// Returns an id where the value is one.
pub(crate) fn id(value: Value<'_>) -> Option<String> {
    value.as_str().filter(|text| is_id(text)).map(Into::into)
}

/// Returns a member that must be there; null counts as absent (DEAL 2.13).
pub(crate) fn required<'a>(object: Value<'a>, name: &str, path: impl Display) -> Result<Value<'a>, Rule> {
    present(object.get(name), path)
}

/// Returns a value that must be there; null counts as absent (DEAL 2.13).
pub(crate) fn present<'a>(value: Option<Value<'a>>, path: impl Display) -> Result<Value<'a>, Rule> {
    value.filter(|value| value.kind() != Kind::Null).ok_or_else(|| Rule::Required { path: path.to_string() })
}

/// Returns a value that must be an object.
pub(crate) fn object<'a>(value: Value<'a>, path: impl Display) -> Result<Value<'a>, Rule> {
    if value.kind() == Kind::Object { Ok(value) } else { Err(Rule::NotAnObject { path: path.to_string() }) }
}

/// Returns the strings of a value that must be an array of them.
pub(crate) fn strings(value: Value<'_>, path: impl Display) -> Result<Vec<String>, Rule> {
    list(value).ok_or_else(|| Rule::NotStrings { path: path.to_string() })
}

/// Returns the strings of an array of strings.
pub(crate) fn list(value: Value<'_>) -> Option<Vec<String>> {
    if value.kind() != Kind::Array {
        return None;
    }
    value.elements().map(|element| element.as_str().map(Into::into)).collect()
}

/// Returns the exact integer from 0 to 2^53 − 1 that a number spells (DEAL 2.4).
pub(crate) fn integer(value: Value<'_>) -> Option<u64> {
    value.as_number().and_then(|number| number.as_u64())
}

/// Returns a value that must be an amount.
pub(crate) fn amount(value: Value<'_>, path: impl Display) -> Result<u64, Rule> {
    integer(value).ok_or_else(|| Rule::NotAnAmount { path: path.to_string() })
}

/// Returns a value that must be the written form of a digest.
pub(crate) fn digest(value: Value<'_>, path: impl Display) -> Result<Sha256, Rule> {
    value
        .as_str()
        .and_then(|text| Sha256::parse(&text))
        .ok_or_else(|| Rule::NotADigest { path: path.to_string() })
}

/// Returns a value that must be a boolean.
pub(crate) fn boolean(value: Value<'_>, path: impl Display) -> Result<bool, Rule> {
    value.as_bool().ok_or_else(|| Rule::NotABoolean { path: path.to_string() })
}

/// Refuses a number of entries beyond the limit (DEAL 2.14).
pub(crate) fn at_most(limit: usize, count: usize, path: &str) -> Result<(), Rule> {
    if count > limit { Err(Rule::TooMany { path: path.into(), count, limit }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    fn amount_of(spelling: &str) -> Option<u64> {
        let mut parser = Parser::new();
        integer(parser.parse(spelling.as_bytes()).unwrap().root())
    }

    #[test]
    fn amounts_are_judged_by_their_decimal_spelling() {
        for (spelling, value) in [
            ("100", Some(100)),
            ("100.0", Some(100)),
            ("1e2", Some(100)),
            ("1E+2", Some(100)),
            ("10e1", Some(100)),
            ("-0", Some(0)),
            ("9007199254740991", Some(MAX_AMOUNT)),
            ("9007199254740992", None),
            ("100.00000000000000001", None),
            ("0.1e-400", None),
            ("-1", None),
            ("1e400", None),
            ("\"100\"", None),
            ("true", None),
            ("null", None),
        ] {
            assert_eq!(amount_of(spelling), value, "{spelling}");
        }
    }

    #[test]
    fn ids_are_printable_ascii_and_item_ids_are_any_printable_text() {
        for id in ["C", "!~", &"x".repeat(128)] {
            assert!(is_id(id) && is_item_id(id), "{id}");
        }
        for id in ["", "a b", "é", "a\n", "\u{7f}", &"x".repeat(129)] {
            assert!(!is_id(id), "{id}");
        }
        for id in ["a b", "é", &"é".repeat(128), "\u{85}"] {
            assert!(is_item_id(id), "{id}");
        }
        for id in ["", "\u{1f}", "a\u{7f}", &"é".repeat(129)] {
            assert!(!is_item_id(id), "{id}");
        }
    }
}
