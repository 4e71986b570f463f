//! JSON values as this example builds them, in two spellings: for people and canonical.
//!
//! The canonical spelling is written here a second time on purpose, apart from the library's: an example whose
//! digests came from the reader's own code could not show that the reader is right. It covers what the example
//! holds (printable ASCII text, integers, member names that are not array indices) and nothing more.

/// A value whose members stand in the order in which people want to read them.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    /// Printable ASCII.
    Text(String),
    /// A non-negative integer.
    Integer(u64),
    /// A list.
    List(Vec<Json>),
    /// Members in reading order.
    Object(Vec<(String, Json)>),
}

/// A text value.
pub(crate) fn text(value: &str) -> Json {
    Json::Text(value.to_owned())
}

/// An object with these members.
pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// An object whose members are all texts.
pub(crate) fn texts<const N: usize>(members: [(&str, &str); N]) -> Json {
    object(members.map(|(name, value)| (name, text(value))))
}

impl Json {
    /// The spelling of `tmpa-s0.4-stable-json-1`: names sorted, no spaces, one final line feed.
    pub(crate) fn canonical(&self) -> String {
        let mut out = String::new();
        self.write_canonical(&mut out);
        out.push('\n');
        out
    }

    /// The spelling in the files: two spaces per level, one final line feed.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.write_pretty(&mut out, 0);
        out.push('\n');
        out
    }

    fn write_canonical(&self, out: &mut String) {
        match self {
            Self::Text(value) => write_text(out, value),
            Self::Integer(value) => out.push_str(&value.to_string()),
            Self::List(elements) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { "," });
                    element.write_canonical(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                let mut sorted: Vec<_> = members.iter().collect();
                sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
                out.push('{');
                for (index, (name, value)) in sorted.into_iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { "," });
                    write_text(out, name);
                    out.push(':');
                    value.write_canonical(out);
                }
                out.push('}');
            }
        }
    }

    fn write_pretty(&self, out: &mut String, level: usize) {
        match self {
            Self::Text(value) => write_text(out, value),
            Self::Integer(value) => out.push_str(&value.to_string()),
            Self::List(elements) if elements.is_empty() => out.push_str("[]"),
            Self::List(elements) => {
                out.push('[');
                for (index, element) in elements.iter().enumerate() {
                    start_line(out, index, level + 1);
                    element.write_pretty(out, level + 1);
                }
                end_lines(out, level, ']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    start_line(out, index, level + 1);
                    write_text(out, name);
                    out.push_str(": ");
                    value.write_pretty(out, level + 1);
                }
                end_lines(out, level, '}');
            }
        }
    }
}

fn start_line(out: &mut String, index: usize, level: usize) {
    out.push_str(if index == 0 { "\n" } else { ",\n" });
    out.push_str(&"  ".repeat(level));
}

fn end_lines(out: &mut String, level: usize, close: char) {
    out.push('\n');
    out.push_str(&"  ".repeat(level));
    out.push(close);
}

fn write_text(out: &mut String, value: &str) {
    out.push('"');
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
}
