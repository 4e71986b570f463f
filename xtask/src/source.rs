//! Rust text with the contents of comments and literals blanked, so that a search meets only code.
//!
//! Not a parser: enough of the lexical rules to tell code from prose, and line for line the same length.

use std::iter::Peekable;
use std::str::Chars;

/// `text` with every character of a comment or of a string, byte string or character literal replaced by a
/// space; line breaks stay, so line numbers hold.
pub(crate) fn code_only(text: &str) -> String {
    let mut lexer =
        Lexer { input: text.chars().peekable(), output: String::with_capacity(text.len()), previous: ' ' };
    while let Some(character) = lexer.input.next() {
        lexer.step(character);
    }
    lexer.output
}

/// `code` up to the test module at the file's foot.
pub(crate) fn without_tests(code: &str) -> &str {
    code.split("#[cfg(test)]").next().unwrap_or(code)
}

struct Lexer<'t> {
    input: Peekable<Chars<'t>>,
    output: String,
    /// The last character of code, to tell `r"` in `br"` or in `bar"` apart.
    previous: char,
}

impl Lexer<'_> {
    fn step(&mut self, character: char) {
        let in_word = self.previous.is_alphanumeric() || self.previous == '_';
        match character {
            '/' if self.input.peek() == Some(&'/') => self.line_comment(),
            '/' if self.input.peek() == Some(&'*') => self.block_comment(),
            '"' => self.string(),
            '\'' => self.character_or_lifetime(),
            'r' if (!in_word || self.previous == 'b') && self.raw_string() => {}
            _ => return self.keep(character),
        }
        self.previous = ' ';
    }

    fn keep(&mut self, character: char) {
        self.output.push(character);
        self.previous = character;
    }

    fn blank(&mut self, character: char) {
        self.output.push(if character == '\n' { '\n' } else { ' ' });
    }

    /// The next character, blanked.
    fn take(&mut self) -> Option<char> {
        let character = self.input.next()?;
        self.blank(character);
        Some(character)
    }

    fn line_comment(&mut self) {
        self.blank('/');
        while self.input.peek().is_some_and(|&next| next != '\n') {
            self.take();
        }
    }

    fn block_comment(&mut self) {
        self.blank('/');
        self.take();
        let mut depth = 1_usize;
        while depth > 0 {
            let Some(character) = self.take() else { return };
            match (character, self.input.peek()) {
                ('/', Some('*')) => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => continue,
            }
            self.take();
        }
    }

    fn string(&mut self) {
        self.blank('"');
        while let Some(character) = self.take() {
            match character {
                '\\' => drop(self.take()),
                '"' => return,
                _ => {}
            }
        }
    }

    /// Consumes a raw string after its `r`; `false`, with nothing consumed, where there is none.
    fn raw_string(&mut self) -> bool {
        let mut ahead = self.input.clone();
        let mut hashes = 0_usize;
        while ahead.next_if_eq(&'#').is_some() {
            hashes += 1;
        }
        if ahead.next() != Some('"') {
            return false;
        }
        self.blank('r');
        for _ in 0..=hashes {
            self.take();
        }
        let mut closing = None;
        while closing != Some(hashes) {
            let Some(character) = self.take() else { break };
            closing = match (character, closing) {
                ('"', _) => Some(0),
                ('#', Some(seen)) => Some(seen + 1),
                _ => None,
            };
        }
        true
    }

    fn character_or_lifetime(&mut self) {
        let mut ahead = self.input.clone();
        let first = ahead.next();
        let literal = match first {
            Some('\\') => true,
            Some(_) => ahead.next() == Some('\''),
            None => false,
        };
        if !literal {
            return self.output.push('\'');
        }
        self.blank('\'');
        let mut escaped = false;
        while let Some(character) = self.take() {
            if character == '\'' && !escaped {
                return;
            }
            escaped = character == '\\' && !escaped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanked_and_lines_keep_their_place() {
        let text = "a // b\nc /* d /* e */ f\n */ g\n/**/h /***/ i /* * / */ j";
        let code = code_only(text);
        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "c", "g", "h", "i", "j"]);
        assert_eq!(code.lines().count(), text.lines().count());
    }

    #[test]
    fn strings_are_blanked_whatever_their_form() {
        for literal in [r#""x\"x""#, r###"r#"x"x"#"###, r#"b"x""#, r##"br#"x"#"##, r#""x\\""#, r#"r"x\""#] {
            let text = format!("let a = {literal}; b");
            let code = code_only(&text);
            assert!(!code.contains('x'), "{text} gave {code}");
            assert!(code.ends_with("; b"), "{text} gave {code}");
        }
    }

    #[test]
    fn characters_are_blanked_and_lifetimes_kept() {
        let code = code_only(r"fn f<'a>(x: &'a str) { y('\'', 'z', '\u{7a}', '\\') }");
        assert!(code.contains("<'a>(x: &'a str)"), "{code}");
        assert!(!code.contains('z'), "{code}");
        assert!(code.ends_with(") }"), "{code}");
    }

    #[test]
    fn raw_names_and_words_that_end_in_r_are_code() {
        assert_eq!(code_only("r#type; bar(\"x\")"), "r#type; bar(   )");
    }

    #[test]
    fn code_ends_where_the_tests_begin() {
        assert_eq!(without_tests("a\n#[cfg(test)]\nmod tests {}"), "a\n");
        assert_eq!(without_tests("a\n"), "a\n");
    }
}
