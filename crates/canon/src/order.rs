//! The orders in which published rules sort names.
//!
//! All three are total, and equal only for equal names. No locale and no normalisation takes part.

use core::cmp::Ordering;

/// The greatest name that ECMAScript takes for an array index, 2^32 − 2 (ECMA-262 6.1.7).
const LAST_ARRAY_INDEX: u64 = 4_294_967_294;

/// Compares by Unicode code points.
#[must_use]
pub fn code_points(a: &str, b: &str) -> Ordering {
    a.cmp(b)
}

/// Compares by UTF-16 code units (RFC 8785 3.2.3).
///
/// Differs from [`code_points`] where a name holds a character above U+FFFF: its surrogates sort before
/// U+E000 to U+FFFF.
#[must_use]
pub fn utf16(a: &str, b: &str) -> Ordering {
    a.bytes()
        .zip(b.bytes())
        .find(|(left, right)| left != right)
        .map_or_else(|| a.len().cmp(&b.len()), |(left, right)| utf16_rank(left).cmp(&utf16_rank(right)))
}

/// Compares as ECMAScript lists own property names (ECMA-262 10.1.11.1) once they were inserted in
/// [`utf16`] order: array indices first, by number; then the others, by UTF-16 code units.
#[must_use]
pub fn ecmascript(a: &str, b: &str) -> Ordering {
    match (array_index(a), array_index(b)) {
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => utf16(a, b),
    }
}

/// Returns the array index that a name spells canonically: no sign, no leading zero, at most 2^32 − 2.
pub(crate) fn array_index(name: &str) -> Option<u64> {
    let bytes = name.as_bytes();
    let canonical = match bytes {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.len() < 10 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !canonical {
        return None;
    }
    let index = bytes.iter().fold(0, |index, digit| index * 10 + u64::from(digit - b'0'));
    (index <= LAST_ARRAY_INDEX).then_some(index)
}

/// Maps a UTF-8 byte so that comparing mapped bytes compares UTF-16 code units.
///
/// Only lead bytes move: those of U+10000 and above (F0 to F4) go before those of U+E000 to U+FFFF (EE, EF).
/// Where two texts first differ, both bytes are lead bytes or both continue equal lead bytes.
pub(crate) const fn utf16_rank(byte: u8) -> u8 {
    match byte {
        0xEE => 0xF3,
        0xEF => 0xF4,
        0xF0..=0xF4 => byte - 2,
        _ => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn surrogates_sort_before_the_end_of_the_basic_plane() {
        assert_eq!(utf16("\u{1F600}", "\u{FB33}"), Ordering::Less);
        assert_eq!(code_points("\u{1F600}", "\u{FB33}"), Ordering::Greater);
        assert_eq!(utf16("\u{1F600}", "\u{D7FF}"), Ordering::Greater);
        assert_eq!(utf16("a\u{E000}", "a\u{10FFFF}"), Ordering::Greater);
    }

    #[test]
    fn utf16_agrees_with_encoded_units_for_every_boundary() {
        let marks = ['\0', 'a', '\u{7f}', '\u{80}', '\u{7ff}', '\u{800}', '\u{d7ff}', '\u{e000}', '\u{ffff}'];
        let names: Vec<alloc::string::String> = marks
            .into_iter()
            .chain(['\u{10000}', '\u{1ffff}', '\u{10ffff}'])
            .flat_map(|c| {
                [c.into(), alloc::format!("{c}a"), alloc::format!("a{c}"), alloc::format!("{c}{c}")]
            })
            .collect();
        for a in &names {
            for b in &names {
                assert_eq!(utf16(a, b), a.encode_utf16().cmp(b.encode_utf16()), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn array_indices_are_only_canonical_ones() {
        assert_eq!(array_index("0"), Some(0));
        assert_eq!(array_index("4294967294"), Some(LAST_ARRAY_INDEX));
        for name in ["", "00", "01", "-1", "+1", "1.0", "1e3", "4294967295", "99999999999", "٣", " 1"] {
            assert_eq!(array_index(name), None, "{name}");
        }
    }

    #[test]
    fn a_prefix_sorts_first_in_every_order() {
        for order in [code_points, utf16, ecmascript] {
            assert_eq!(order("a", "ab"), Ordering::Less);
            assert_eq!(order("", "a"), Ordering::Less);
            assert_eq!(order("a", "a"), Ordering::Equal);
        }
    }
}
