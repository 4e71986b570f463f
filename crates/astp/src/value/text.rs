//! Blank text, by the one definition that every check of "non-empty" uses.

/// Cuts white space off both ends of a text.
///
/// White space is what Python's `str.strip` cuts. U+200B and U+FEFF are not among it.
#[must_use]
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Tells whether a text says nothing: it is empty, or white space throughout.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    strip(text).is_empty()
}

/// Tells whether a letter is white space in this sense.
#[must_use]
pub const fn is_space(letter: char) -> bool {
    matches!(letter,
        '\u{9}'..='\u{d}' | '\u{1c}'..='\u{1f}' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}'
        | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_blank_and_invisible_letters_are_not() {
        for blank in ["", " ", "\t\n\u{b}\u{c}\r", "\u{1c}\u{1f}", "\u{85}\u{a0}", "\u{1680}\u{2003}\u{3000}"]
        {
            assert!(is_blank(blank), "{blank:?}");
        }
        for text in ["\u{200b}", "\u{feff}", "\u{180e}", "\0", " x "] {
            assert!(!is_blank(text), "{text:?}");
        }
        assert_eq!(strip("\u{a0} a b\n"), "a b");
    }
}
