//! What escapes in a checked string stand for (RFC 8259 7).

use alloc::borrow::Cow;
use alloc::string::String;
use core::str::Chars;

/// Decodes what stands between the quotes of a checked string.
pub(super) fn decode(text: &str, escaped: bool) -> Cow<'_, str> {
    if !escaped {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, _)) = rest.split_once('\\') {
        decoded.push_str(plain);
        let mut characters = characters(rest.get(plain.len()..).unwrap_or_default());
        decoded.extend(characters.next());
        rest = characters.rest.as_str();
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Returns the characters that a checked string stands for, without allocating.
pub(super) fn characters(text: &str) -> Characters<'_> {
    Characters { rest: text.chars() }
}

#[derive(Clone)]
pub(super) struct Characters<'a> {
    rest: Chars<'a>,
}

impl Iterator for Characters<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let character = self.rest.next()?;
        if character != '\\' {
            return Some(character);
        }
        match self.rest.next()? {
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => self.unicode(),
            itself => Some(itself),
        }
    }
}

impl Characters<'_> {
    // INVARIANT: the scan let through no surrogate without its partner.
    fn unicode(&mut self) -> Option<char> {
        let unit = self.unit()?;
        if let Some(character) = char::from_u32(unit) {
            return Some(character);
        }
        let mut ahead = self.rest.clone();
        (ahead.next() == Some('\\') && ahead.next() == Some('u')).then_some(())?;
        self.rest = ahead;
        let low = self.unit()?;
        char::from_u32(0x1_0000 + ((unit & 0x3FF) << 10 | (low & 0x3FF)))
    }

    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | self.rest.next()?.to_digit(16)?;
        }
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_escape_is_decoded() {
        let text = r#"\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00-é"#;
        let meant = "\"\\/\u{8}\u{c}\n\r\tA\u{e9}\u{1F600}-\u{e9}";
        assert_eq!(decode(text, true), meant);
        assert!(characters(text).eq(meant.chars()));
    }

    #[test]
    fn text_without_escapes_is_borrowed() {
        assert!(matches!(decode("plain", false), Cow::Borrowed("plain")));
    }
}
