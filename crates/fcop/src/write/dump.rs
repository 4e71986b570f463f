//! Frontmatter as the published package writes it, so that a file which that package writes again keeps every byte that
//! a digest covers (FCOP 5). It is what PyYAML's block style makes of plain data: no scalar is quoted without need, lines
//! break at a space behind column 80, items of a list stand under their key.
//!
//! Only texts of one line without control characters are written, so that two styles suffice: plain and single quotes.

use actum_canon::json::{Kind, Value};
use std::borrow::Cow;

/// A mapping that is being written.
#[derive(Debug, Default)]
pub(crate) struct Dump {
    out: String,
    /// Columns before the keys.
    indent: usize,
    /// The next key stands behind the `- ` of an item.
    first: bool,
}

/// The column behind which a line is broken.
const WIDTH: usize = 80;

impl Dump {
    /// A mapping at the left margin.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A mapping that is an item of a list at the left margin.
    pub(crate) fn item() -> Self {
        Self { out: String::new(), indent: 2, first: true }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    fn key(&mut self, name: &str) -> usize {
        let lead = if core::mem::take(&mut self.first) { "- " } else { "  " };
        if self.indent > 0 {
            self.out.push_str(lead);
        }
        self.out.push_str(name);
        self.out.push(':');
        self.indent + name.chars().count() + 1
    }

    pub(crate) fn text(&mut self, name: &str, text: &str) {
        let column = self.key(name);
        self.scalar(text, column, self.indent + 2);
        self.out.push('\n');
    }

    /// A number, or null, which stand without quotes.
    pub(crate) fn bare(&mut self, name: &str, text: &str) {
        self.key(name);
        self.out.push(' ');
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A text, or null.
    pub(crate) fn maybe(&mut self, name: &str, text: Option<&str>) {
        match text {
            Some(text) => self.text(name, text),
            None => self.bare(name, "null"),
        }
    }

    pub(crate) fn list(&mut self, name: &str, texts: &[&str]) {
        if texts.is_empty() {
            return self.bare(name, "[]");
        }
        self.key(name);
        for text in texts {
            self.out.push('\n');
            self.out.push_str(if self.indent > 0 { "  -" } else { "-" });
            self.scalar(text, self.indent + 1, self.indent + 2);
        }
        self.out.push('\n');
    }

    /// A mapping of texts.
    pub(crate) fn pairs(&mut self, name: &str, pairs: &[(&str, &str)]) {
        self.key(name);
        for (key, text) in pairs {
            self.out.push_str("\n  ");
            self.out.push_str(key);
            self.out.push(':');
            self.scalar(text, key.chars().count() + 3, 4);
        }
        self.out.push('\n');
    }

    fn scalar(&mut self, text: &str, column: usize, indent: usize) {
        let quoted = !is_plain(text);
        let text = if quoted { format!("'{}'", text.replace('\'', "''")) } else { text.to_owned() };
        let mut column = column + 1;
        self.out.push(' ');
        // A line may break where one space stands between words, never beside a quote.
        let last = text.chars().count().saturating_sub(if quoted { 2 } else { 1 });
        let mut chars = text.char_indices().enumerate().peekable();
        let mut before = '\0';
        while let Some((place, (_, c))) = chars.next() {
            let next = chars.peek().map(|(_, (_, next))| *next);
            let alone = c == ' ' && before != ' ' && next.is_some_and(|next| next != ' ');
            let inside = place > usize::from(quoted) && place < last;
            if alone && inside && column > WIDTH {
                self.out.push('\n');
                self.out.extend(core::iter::repeat_n(' ', indent));
                column = indent;
            } else {
                self.out.push(c);
                column += 1;
            }
            before = c;
        }
    }
}

/// An event that a receipt holds, as an item of `transitions`: its members in order of name.
pub(crate) fn event(value: Value<'_>) -> Option<String> {
    let mut item = Dump::item();
    let mut members: Vec<_> = value.members().collect();
    members.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
    for (name, value) in members {
        match value.kind() {
            Kind::Null => item.bare(&name, "null"),
            Kind::String => item.text(&name, &value.as_str()?),
            Kind::Array => {
                let texts = value
                    .elements()
                    .map(|text| text.as_str().map(Cow::into_owned))
                    .collect::<Option<Vec<_>>>()?;
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                item.list(&name, &texts);
            }
            Kind::Boolean | Kind::Number | Kind::Object => return None,
        }
    }
    Some(item.finish())
}

/// Whether a text can be written here at all: one line, nothing that needs an escape.
pub(crate) fn is_writable(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFE}'))
        && !text.contains(['\u{2028}', '\u{2029}', '\u{FEFF}'])
}

/// Whether a text reads as itself without quotes.
fn is_plain(text: &str) -> bool {
    let blank = |c: Option<&char>| c.is_none_or(|c| *c == ' ');
    if text.is_empty() || text.starts_with(' ') || text.ends_with(' ') || means_something(text) {
        return false;
    }
    if text.starts_with("---") || text.starts_with("...") {
        return false;
    }
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().all(|(place, c)| {
        let next_blank = blank(chars.get(place + 1));
        match (place, c) {
            (
                0,
                '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
                | '`',
            ) => false,
            (0, '?' | '-') | (_, ':') => !next_blank,
            (1.., '#') => chars.get(place - 1).is_none_or(|before| *before != ' '),
            _ => true,
        }
    })
}

/// Whether YAML 1.1 would make something else than a text of it: null, a boolean, a number, a date.
fn means_something(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let cased = text == lower || text == text.to_ascii_uppercase() || is_capitalized(text);
    let word = matches!(lower.as_str(), "yes" | "no" | "true" | "false" | "on" | "off" | "null") && cased;
    word || matches!(text, "~" | "=" | "<<") || is_number(text) || is_date(text)
}

fn is_capitalized(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_uppercase()) && chars.all(|c| c.is_ascii_lowercase())
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all = |text: &str, of: fn(char) -> bool| !text.is_empty() && text.chars().all(|c| c == '_' || of(c));
    let digits =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && all(text, |c| c.is_ascii_digit());
    if let Some(rest) = unsigned.strip_prefix("0b") {
        return all(rest, |c| matches!(c, '0' | '1'));
    }
    if let Some(rest) = unsigned.strip_prefix("0x") {
        return all(rest, |c| c.is_ascii_hexdigit());
    }
    // What begins with a zero is octal, so that `08` is a text.
    let integer = digits(unsigned)
        && (unsigned == "0"
            || !unsigned.starts_with('0')
            || all(unsigned.get(1..).unwrap_or_default(), |c| matches!(c, '0'..='7')));
    let name = matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN");
    integer || name || is_sexagesimal(unsigned, digits) || is_float(text, unsigned, digits)
}

fn is_float(text: &str, unsigned: &str, digits: impl Fn(&str) -> bool) -> bool {
    let Some((whole, rest)) = unsigned.split_once('.') else { return false };
    let (fraction, exponent) = match rest.find(['e', 'E']).and_then(|at| rest.split_at_checked(at)) {
        Some((fraction, exponent)) => (fraction, exponent.get(1..)),
        None => (rest, None),
    };
    let exponent = exponent.is_none_or(|exponent| {
        exponent
            .strip_prefix(['-', '+'])
            .is_some_and(|power| !power.is_empty() && power.chars().all(|c| c.is_ascii_digit()))
    });
    let open = fraction.chars().all(|c| c == '_' || c.is_ascii_digit());
    let shaped = if whole.is_empty() { text == unsigned && digits(fraction) } else { digits(whole) && open };
    shaped && exponent
}

fn is_sexagesimal(unsigned: &str, digits: impl Fn(&str) -> bool) -> bool {
    let mut parts = unsigned.split(':');
    let first = parts.next().unwrap_or_default();
    let mut rest = parts.peekable();
    if rest.peek().is_none() || !digits(first) {
        return false;
    }
    let mut float = false;
    let mut valid = true;
    while let Some(part) = rest.next() {
        let part = match part.split_once('.').filter(|_| rest.peek().is_none()) {
            Some((part, fraction)) => {
                float = true;
                valid &= fraction.chars().all(|c| c == '_' || c.is_ascii_digit());
                part
            }
            None => part,
        };
        let digits: Vec<char> = part.chars().collect();
        valid &= match digits.as_slice() {
            [one] => one.is_ascii_digit(),
            [tens, one] => matches!(tens, '0'..='5') && one.is_ascii_digit(),
            _ => false,
        };
    }
    valid && (float || !first.starts_with('0'))
}

fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let digits = |text: &str, from: usize, to: usize| {
        (from..=to).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(year, 4, 4) {
        return false;
    }
    if digits(month, 2, 2) && digits(rest, 2, 2) {
        return true;
    }
    let Some(at) = rest.find(['T', 't', ' ', '\t']) else { return false };
    let (day, time) = rest.split_at_checked(at).unwrap_or_default();
    let time = time.strip_prefix(['T', 't']).unwrap_or_else(|| time.trim_start());
    let mut clock = time.splitn(3, ':');
    let (Some(hour), Some(minute), Some(second)) = (clock.next(), clock.next(), clock.next()) else {
        return false;
    };
    digits(month, 1, 2)
        && digits(day, 1, 2)
        && digits(hour, 1, 2)
        && digits(minute, 2, 2)
        && is_second(second)
}

/// `SS[.fraction][ ][Z or zone]`.
fn is_second(text: &str) -> bool {
    let Some((second, rest)) = text.split_at_checked(2) else { return false };
    let fraction = rest.strip_prefix('.').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let zone = fraction.unwrap_or(rest).trim_start_matches([' ', '\t']);
    let digits = |text: &str, from: usize, to: usize| {
        (from..=to).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let offset = zone.strip_prefix(['-', '+']).is_some_and(|offset| match offset.split_once(':') {
        Some((hours, minutes)) => digits(hours, 1, 2) && digits(minutes, 2, 2),
        None => digits(offset, 1, 2),
    });
    digits(second, 2, 2) && (zone.is_empty() || zone == "Z" || offset)
}

#[cfg(test)]
mod tests {
    use super::{Dump, is_writable};

    fn dumped(text: &str) -> String {
        let mut dump = Dump::new();
        dump.text("k", text);
        dump.finish()
    }

    /// Each line was written by PyYAML 6 (`safe_dump`, unicode allowed, keys in order).
    #[test]
    fn scalars_are_quoted_exactly_where_the_published_writer_quotes_them() {
        for text in [
            "plain",
            "a b",
            "DEV",
            "op-1",
            "a:b",
            "a#b",
            "-a",
            "?a",
            "a?",
            "a, b",
            "urn:uuid:0f69-1",
            "1a",
            "0x",
            "08",
            "1.2.3",
            "1e5",
            "2026-1-1",
            "2026-11",
            "a'b",
            "中文 ü",
            "nO",
            "nuLL",
            ".",
            "--",
            "a [b]",
            "TASK-1",
            "1_000a",
            "12:60",
        ] {
            assert_eq!(dumped(text), format!("k: {text}\n"), "{text}");
        }
        for text in [
            "",
            " a",
            "a ",
            "a: b",
            "a:",
            "a #b",
            "#a",
            "- a",
            "-",
            "?",
            ": a",
            "[a",
            "{a",
            "&a",
            "*a",
            "!a",
            "|",
            ">",
            "%a",
            "@a",
            "`a",
            "\"a\"",
            "yes",
            "No",
            "TRUE",
            "off",
            "null",
            "~",
            "=",
            "<<",
            "1",
            "-1",
            "+1",
            "0",
            "07",
            "0x1F",
            "0b1",
            "1_000",
            "1.5",
            "1.",
            ".5",
            "1.5e+3",
            ".inf",
            "-.INF",
            ".nan",
            "12:30",
            "1:30.5",
            "2026-11-30",
            "2026-11-30T07:24:01Z",
            "2026-1-3 7:24:01.5 +08:00",
            "---",
            "--- a",
            "...",
        ] {
            assert_eq!(dumped(text), format!("k: '{text}'\n"), "{text}");
        }
        assert_eq!(dumped("it's: so"), "k: 'it''s: so'\n");
    }

    /// The subject and its lines are those that the package 4.0.5 wrote.
    #[test]
    fn long_lines_break_where_the_published_writer_breaks_them() {
        let mut dump = Dump::new();
        dump.text("subject", "A long subject with ünïcode 中文 that goes beyond eighty columns, so that folding would show: yes? # no");
        assert_eq!(
            dump.finish(),
            "subject: 'A long subject with ünïcode 中文 that goes beyond eighty columns, so that\n  folding would show: yes? # no'\n"
        );
    }

    #[test]
    fn lists_and_items_stand_as_the_published_writer_puts_them() {
        let mut dump = Dump::new();
        dump.list("none", &[]);
        dump.list("some", &["a", "b: c"]);
        dump.pairs("transition", &[("from", "review"), ("to", "done")]);
        let mut item = Dump::item();
        item.text("at", "2026-11-30T07:24:01Z");
        item.list("evidence_ref", &["R"]);
        item.bare("from", "null");
        assert_eq!(
            dump.finish() + &item.finish(),
            "none: []\nsome:\n- a\n- 'b: c'\ntransition:\n  from: review\n  to: done\n- at: '2026-11-30T07:24:01Z'\n  evidence_ref:\n  - R\n  from: null\n"
        );
    }

    #[test]
    fn what_would_need_an_escape_is_not_written() {
        assert!(is_writable("中文 ü 'a'") && is_writable(""));
        for text in ["a\tb", "a\nb", "a\u{7}", "a\u{2028}", "\u{FEFF}", "\u{85}"] {
            assert!(!is_writable(text), "{text:?}");
        }
    }
}
