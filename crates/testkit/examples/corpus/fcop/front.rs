//! The frontmatter of an envelope, line by line, as the published package writes it.

use super::workspace::ID;
use std::fmt::Write;

/// Frontmatter under construction.
pub(super) struct Front(String);

impl Front {
    /// The first fields of an envelope of version 4.
    pub(super) fn envelope(kind: &str, id: &str) -> Self {
        let mut front = Self(String::new());
        front.text("protocol", "fcop").bare("version", "4").text("type", kind);
        front.text(&format!("{}_id", kind.to_ascii_lowercase()), id).text("workspace_id", ID);
        front
    }

    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self(String::new())
    }

    pub(super) fn bare(&mut self, name: &str, text: &str) -> &mut Self {
        let _ = writeln!(self.0, "{name}: {text}");
        self
    }

    pub(super) fn text(&mut self, name: &str, text: &str) -> &mut Self {
        self.bare(name, &scalar(text))
    }

    /// A text, or null.
    pub(super) fn maybe(&mut self, name: &str, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.text(name, text),
            None => self.bare(name, "null"),
        }
    }

    pub(super) fn list(&mut self, name: &str, texts: &[&str]) -> &mut Self {
        if texts.is_empty() {
            return self.bare(name, "[]");
        }
        self.key(name);
        for text in texts {
            let _ = writeln!(self.0, "- {}", scalar(text));
        }
        self
    }

    pub(super) fn pairs(&mut self, name: &str, pairs: &[(&str, &str)]) -> &mut Self {
        self.key(name);
        for (name, text) in pairs {
            let _ = writeln!(self.0, "  {name}: {}", scalar(text));
        }
        self
    }

    pub(super) fn key(&mut self, name: &str) -> &mut Self {
        let _ = writeln!(self.0, "{name}:");
        self
    }

    /// An item of `transitions`; an empty text is null.
    pub(super) fn item(&mut self, members: &[(&str, &str)]) -> &mut Self {
        for (place, (name, text)) in members.iter().enumerate() {
            let begin = if place == 0 { "-" } else { " " };
            let text = if text.is_empty() { "null".to_owned() } else { scalar(text) };
            let _ = writeln!(self.0, "{begin} {name}: {text}");
        }
        self
    }

    /// The envelope with this body.
    pub(super) fn finish(&self, body: &str) -> Vec<u8> {
        format!("---\n{}---\n\n{body}\n", self.0).into_bytes()
    }
}

/// A text as YAML has it: quoted, where it would be a time otherwise.
pub(super) fn scalar(text: &str) -> String {
    let time = text.starts_with("20") && text.contains('T') && text.contains(':');
    if time || text.is_empty() { format!("'{text}'") } else { text.to_owned() }
}
