//! Frontmatter as the published package writes it, so that a file which that package writes again keeps every byte that
//! a digest covers (FCOP 5). It is what PyYAML's block style makes of plain data: no scalar is quoted without need, lines
//! break at a space behind column 80, items of a list stand under their key.
//!
//! Only texts of one line without control characters are written, so that two styles suffice: plain and single quotes.

use super::plain::is_plain;
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

    /// A list of mappings, each begun with [`Dump::item`]; nothing where there are none.
    pub(crate) fn items(&mut self, name: &str, items: Vec<Self>) {
        if !items.is_empty() {
            self.key(name);
            self.out.push('\n');
            self.out.extend(items.into_iter().map(Self::finish));
        }
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

#[cfg(test)]
mod tests {
    use super::Dump;

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
}
