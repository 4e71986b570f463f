//! White space as CPython's `str.isspace` and `str.strip` have it.

/// Tells whether a text is empty or white space only.
#[must_use]
pub fn blank(text: &str) -> bool {
    strip(text).is_empty()
}

/// Returns a text without white space at its ends.
#[must_use]
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Tells whether a character is white space: Unicode's `White_Space` and the four separators U+001C to U+001F; no zero-width character.
#[must_use]
pub const fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_this_set() {
        let spaces: alloc::string::String = ('\0'..=char::MAX).filter(|c| is_space(*c)).collect();
        assert_eq!(
            spaces,
            "\u{9}\u{A}\u{B}\u{C}\u{D}\u{1C}\u{1D}\u{1E}\u{1F} \u{85}\u{A0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\
             \u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}"
        );
        assert!(blank("") && blank("\u{1F} \u{3000}"));
        assert!(!blank("\u{200B}") && !blank("\u{FEFF}"));
        assert_eq!(strip("\u{2028} a b \u{1C}"), "a b");
    }
}
