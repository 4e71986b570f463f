//! Text from evidence, made safe to show: nothing in it can move the cursor, reverse the line, hide, or pass for
//! something else.

/// Whether a character is shown as itself.
fn is_visible(character: char) -> bool {
    !(character.is_control()
        || matches!(character,
            '\u{ad}'                                        // soft hyphen
            | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'                       // zero width, direction marks
            | '\u{2028}'..='\u{202e}'                       // line separators, direction overrides
            | '\u{2060}'..='\u{206f}'                       // invisible operators, isolates
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'                     // tags and variation selectors
        ))
}

fn push(character: char, quoted: bool, out: &mut String) {
    match character {
        '\\' => out.push_str("\\\\"),
        '"' if quoted => out.push_str("\\\""),
        _ if is_visible(character) => out.push(character),
        _ => out.extend(character.escape_unicode()),
    }
}

/// Free text, such as a message: invisible characters become `\u{…}`.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push('\\'),
            _ => push(character, false, &mut out),
        }
    }
    out
}

/// An id: as it is where it is one word of visible characters, else in quotes with everything else escaped, so that
/// an id can never be taken for two, or for a column of the report.
pub(crate) fn id(id: &str) -> String {
    let one_word = !id.is_empty()
        && id.chars().all(|character| {
            is_visible(character) && !character.is_whitespace() && !matches!(character, '"' | '\\')
        });
    if one_word {
        return id.to_owned();
    }
    let mut out = String::with_capacity(id.len() + 2);
    out.push('"');
    for character in id.chars() {
        push(character, true, &mut out);
    }
    out.push('"');
    out
}

/// An id in at most `bytes` bytes; what is cut is marked by `…`.
pub(crate) fn short_id(text: &str, bytes: usize) -> String {
    cut(id(text), bytes)
}

/// Text that is safe to show, in at most `bytes` bytes.
pub(crate) fn cut(shown: String, bytes: usize) -> String {
    const MARK: char = '…';
    if shown.len() <= bytes {
        return shown;
    }
    let room = bytes.saturating_sub(MARK.len_utf8());
    let end = (0..=room).rev().find(|end| shown.is_char_boundary(*end)).unwrap_or(0);
    let mut cut = shown.get(..end).unwrap_or_default().to_owned();
    cut.push(MARK);
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_id_is_itself_in_any_script() {
        for ordinary in ["task-1", "a/b.json#12", "Übergabe", "задача", "仕事", "😀"] {
            assert_eq!(id(ordinary), ordinary);
        }
    }

    #[test]
    fn nothing_in_an_id_reaches_the_terminal_as_a_command() {
        assert_eq!(id("a\x1b[31mred"), "\"a\\u{1b}[31mred\"");
        assert_eq!(id("a\u{9b}31m"), "\"a\\u{9b}31m\"");
        assert_eq!(id("a\u{202e}b"), "\"a\\u{202e}b\"");
        assert_eq!(id("a\u{2066}b\u{e0041}"), "\"a\\u{2066}b\\u{e0041}\"");
        assert_eq!(id("a\nvalid"), "\"a\\u{a}valid\"");
    }

    #[test]
    fn an_id_cannot_pass_for_two_or_for_none() {
        assert_eq!(id("a b"), "\"a b\"");
        assert_eq!(id("a\u{a0}b"), "\"a\u{a0}b\"");
        assert_eq!(id(""), "\"\"");
        assert_eq!(id("a\"b"), "\"a\\\"b\"");
        assert_ne!(id("\\u{1b}"), id("\u{1b}"));
    }

    #[test]
    fn a_long_id_is_cut_at_a_character() {
        assert_eq!(short_id("abcdef", 6), "abcdef");
        assert_eq!(short_id("abcdefg", 6), "abc…");
        assert_eq!(short_id("ééééé", 6), "é…");
        assert!(short_id(&"😀".repeat(100), 64).len() <= 64);
    }
}
