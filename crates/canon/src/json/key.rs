//! The first bytes of a name as one integer, so that most comparisons of names are one of integers.

use core::cmp::Ordering;

use super::spelling::characters;
use super::tape::Tape;
use crate::order::{utf16, utf16_rank};

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Returns a name's first eight bytes as an integer that grows with UTF-16 order.
///
/// Where two keys differ, they order the names; where they are equal, the names must be compared.
pub(crate) fn key(name: &str) -> u64 {
    window(name.as_bytes(), 0, name.len())
}

/// Returns the key of the name that stands at `start` of `bytes`.
#[inline]
pub(super) fn window(bytes: &[u8], start: usize, length: usize) -> u64 {
    let word = first_bytes(bytes, start, length);
    if word & HIGH_BITS == 0 { word } else { u64::from_be_bytes(word.to_be_bytes().map(utf16_rank)) }
}

/// Returns up to eight bytes of the name that stands at `start` of `bytes`, first byte highest.
///
/// Looks at the bytes behind a short name too and blanks them: one load instead of a loop.
#[inline]
pub(super) fn first_bytes(bytes: &[u8], start: usize, length: usize) -> u64 {
    let rest = bytes.get(start..).unwrap_or_default();
    let word = match rest.first_chunk::<8>() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => gather(rest),
    };
    if length < 8 { word & !(u64::MAX >> (8 * length)) } else { word }
}

/// Tells whether the name starts with a digit; no other name can be an array index.
pub(crate) const fn starts_with_digit(key: u64) -> bool {
    ((key >> 56) as u8).is_ascii_digit()
}

impl Tape<'_> {
    /// Returns the key of the name that has this token.
    pub(crate) fn key(self, name: usize) -> u64 {
        if self.is_escaped(name) {
            return key(&self.text(name));
        }
        let span = self.span(name);
        window(self.source().as_bytes(), span.start + 1, span.len().saturating_sub(2))
    }

    /// Compares names by UTF-16 code units of what they stand for, without allocating.
    pub(crate) fn compare_names(self, a: usize, b: usize) -> Ordering {
        let (left, right) = (self.between_quotes(a), self.between_quotes(b));
        match (self.is_escaped(a), self.is_escaped(b)) {
            (false, false) => utf16(left, right),
            (false, true) => left.chars().map(rank).cmp(characters(right).map(rank)),
            (true, false) => characters(left).map(rank).cmp(right.chars().map(rank)),
            (true, true) => characters(left).map(rank).cmp(characters(right).map(rank)),
        }
    }
}

/// Maps characters so that comparing mapped ones compares UTF-16 code units: U+E000 to U+FFFF go last.
fn rank(character: char) -> u32 {
    let code = u32::from(character);
    if matches!(code, 0xE000..=0xFFFF) { code + 0x11_0000 } else { code }
}

#[cold]
fn gather(rest: &[u8]) -> u64 {
    let mut chunk = [0; 8];
    for (slot, byte) in chunk.iter_mut().zip(rest) {
        *slot = *byte;
    }
    u64::from_be_bytes(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Parser;
    use alloc::format;
    use alloc::string::String;

    #[test]
    fn keys_never_contradict_the_order() {
        let names =
            ["", "a", "aa", "ab", "abcdefgh", "abcdefghi", "\u{7f}", "é", "\u{d7ff}", "\u{e000}", "\u{ffff}"];
        for a in names.into_iter().chain(["\u{10000}", "abcdefg\u{e000}", "abcdefg\u{10000}"]) {
            for b in names.into_iter().chain(["\u{10ffff}", "abcdefg\u{ffff}"]) {
                let by_key = key(a).cmp(&key(b));
                assert!(by_key == Ordering::Equal || by_key == utf16(a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn bytes_behind_a_name_do_not_count() {
        assert_eq!(window(b"\"ab\":12345678", 1, 2), key("ab"));
        assert_eq!(window(b"\"ab\"", 1, 2), key("ab"));
    }

    #[test]
    fn names_compare_by_what_they_stand_for_however_spelled() {
        let marks = [
            '\0',
            'a',
            '\u{7f}',
            '\u{80}',
            '\u{d7ff}',
            '\u{e000}',
            '\u{e001}',
            '\u{ffff}',
            '\u{10000}',
            '\u{10ffff}',
        ];
        let escape = |c: char| {
            c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>()
        };
        let mut parser = Parser::new();
        for (a, b) in marks.iter().flat_map(|a| marks.iter().map(move |b| (*a, *b))) {
            let plain = |c: char| if c == '\0' { escape(c) } else { String::from(c) };
            for (left, right) in
                [(plain(a), plain(b)), (escape(a), plain(b)), (plain(a), escape(b)), (escape(a), escape(b))]
            {
                let source = format!("[\"abcdefgh{left}\",\"abcdefgh{right}\"]");
                let tape = parser.parse(source.as_bytes()).unwrap().root().tape();
                let meant = utf16(&format!("{a}"), &format!("{b}"));
                assert_eq!(tape.compare_names(2, 3), meant, "{source}");
            }
        }
    }
}
