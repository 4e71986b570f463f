//! Frontmatter as YAML with every scalar as it was written (FCOP 7: no date, number or boolean is made of a text).
//!
//! Refused: a key twice, a key that is no scalar, anchors, aliases, tags, more than one document, a top that is no
//! mapping, and sizes beyond the limits. A plain `null`, `~` or nothing is the one value that is not a text.
//!
//! Not here: what a field means.

use actum_canon::joined::Dumps;
use core::fmt;
use saphyr_parser::{Event, Parser, ScalarStyle, Span};

/// Bytes of one frontmatter. The largest that was seen has ten thousand.
const MAX_BYTES: usize = 4 << 20;
/// Keys of one mapping, so that looking one up stays cheap.
const MAX_KEYS: usize = 512;
/// Nesting of collections.
const MAX_DEPTH: usize = 48;

/// A mapping and everything below it, in one list, so that no depth of nesting costs a stack.
#[derive(Debug)]
pub(crate) struct Yaml {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    /// The line on which the node starts, from 0.
    line: u32,
    value: Value,
}

#[derive(Debug)]
enum Value {
    Null,
    /// The text, and whether it was written plain, without quotes or block.
    Text(Box<str>, bool),
    List(Vec<u32>),
    /// Key, value, and the line of the key.
    Map(Vec<(Box<str>, u32, u32)>),
}

/// One node.
#[derive(Clone, Copy)]
pub(crate) struct Field<'y> {
    yaml: &'y Yaml,
    at: u32,
}

/// Why a text is not frontmatter, and on which of its lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotYaml {
    pub(crate) reason: &'static str,
    pub(crate) line: usize,
    pub(crate) found: String,
}

impl NotYaml {
    fn new(reason: &'static str, line: usize, found: impl Into<String>) -> Self {
        Self { reason, line, found: found.into() }
    }
}

impl Yaml {
    pub(crate) fn parse(text: &str) -> Result<Self, NotYaml> {
        if text.len() > MAX_BYTES {
            return Err(NotYaml::new("frontmatter_too_large", 0, text.len().to_string()));
        }
        let mut builder = Builder { nodes: Vec::new(), open: Vec::new(), documents: 0 };
        let mut parser = Parser::new_from_str(text);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| {
                NotYaml::new("yaml_syntax", error.marker().line(), error.info().to_owned())
            })?;
            if matches!(event, Event::StreamEnd) {
                break;
            }
            builder.take(event, span)?;
        }
        let mut yaml = Self { nodes: builder.nodes };
        if !matches!(yaml.nodes.first(), Some(Node { value: Value::Map(_), .. })) {
            return Err(NotYaml::new("frontmatter_is_no_mapping", 1, ""));
        }
        yaml.refuse_twins()?;
        Ok(yaml)
    }

    /// The mapping at the top.
    pub(crate) fn top(&self) -> Field<'_> {
        Field { yaml: self, at: 0 }
    }

    /// Sorts nothing that is written later: the order of keys stays as it was.
    fn refuse_twins(&mut self) -> Result<(), NotYaml> {
        for node in &self.nodes {
            let Value::Map(entries) = &node.value else { continue };
            let mut names: Vec<&str> = entries.iter().map(|(name, ..)| name.as_ref()).collect();
            names.sort_unstable();
            if let Some(twin) = names.windows(2).find_map(|pair| match pair {
                [left, right] if left == right => Some(*left),
                _ => None,
            }) {
                return Err(NotYaml::new("duplicate_key", node.line as usize + 1, twin));
            }
        }
        Ok(())
    }
}

/// A key and its line.
type Key = (Box<str>, u32);

struct Builder {
    nodes: Vec<Node>,
    /// Collections that are not closed, with the key that waits for its value.
    open: Vec<(u32, Option<Key>)>,
    documents: usize,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), NotYaml> {
        let line = span.start.line();
        let refuse = |reason| Err(NotYaml::new(reason, line, ""));
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 { refuse("several_documents") } else { Ok(()) }
            }
            Event::Alias(_) => refuse("yaml_alias"),
            Event::Scalar(.., Some(_))
            | Event::SequenceStart(_, Some(_))
            | Event::MappingStart(_, Some(_)) => refuse("yaml_tag"),
            Event::Scalar(_, _, 1.., _) | Event::SequenceStart(1.., _) | Event::MappingStart(1.., _) => {
                refuse("yaml_anchor")
            }
            Event::Scalar(text, style, ..) => {
                if let Some((key @ None, true)) =
                    self.open.last_mut().map(|(at, key)| (key, is_map(&self.nodes, *at)))
                {
                    *key = Some((text.into(), line.saturating_sub(1) as u32));
                    return Ok(());
                }
                let plain = style == ScalarStyle::Plain;
                let null = plain && matches!(text.as_ref(), "" | "~" | "null" | "Null" | "NULL");
                let value = if null { Value::Null } else { Value::Text(text.into(), plain) };
                self.place(line, value).map(|_| ())
            }
            Event::SequenceStart(..) => self.begin(line, Value::List(Vec::new())),
            Event::MappingStart(..) => self.begin(line, Value::Map(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
                Ok(())
            }
        }
    }

    fn begin(&mut self, line: usize, value: Value) -> Result<(), NotYaml> {
        if self.open.len() >= MAX_DEPTH {
            return Err(NotYaml::new("yaml_too_deep", line, MAX_DEPTH.to_string()));
        }
        let at = self.place(line, value)?;
        self.open.push((at, None));
        Ok(())
    }

    fn place(&mut self, line: usize, value: Value) -> Result<u32, NotYaml> {
        let at = self.nodes.len() as u32;
        if let Some((parent, key)) = self.open.last_mut() {
            match (self.nodes.get_mut(*parent as usize).map(|node| &mut node.value), key.take()) {
                (Some(Value::List(items)), _) => items.push(at),
                (Some(Value::Map(entries)), Some(_)) if entries.len() >= MAX_KEYS => {
                    return Err(NotYaml::new("too_many_keys", line, MAX_KEYS.to_string()));
                }
                (Some(Value::Map(entries)), Some((name, line))) => entries.push((name, at, line)),
                _ => return Err(NotYaml::new("key_is_no_text", line, "")),
            }
        }
        self.nodes.push(Node { line: line.saturating_sub(1) as u32, value });
        Ok(at)
    }
}

fn is_map(nodes: &[Node], at: u32) -> bool {
    matches!(nodes.get(at as usize), Some(Node { value: Value::Map(_), .. }))
}

impl<'y> Field<'y> {
    fn node(self) -> Option<&'y Node> {
        self.yaml.nodes.get(self.at as usize)
    }

    /// The line on which it starts, from 0.
    pub(crate) fn line(self) -> usize {
        self.node().map_or(0, |node| node.line as usize)
    }

    pub(crate) fn is_null(self) -> bool {
        matches!(self.node(), Some(Node { value: Value::Null, .. }))
    }

    /// The text of a scalar; none for null and collections.
    pub(crate) fn text(self) -> Option<&'y str> {
        match self.node() {
            Some(Node { value: Value::Text(text, _), .. }) => Some(text),
            _ => None,
        }
    }

    /// The text of a scalar that was written plain, so that YAML could have made a number of it.
    pub(crate) fn plain(self) -> Option<&'y str> {
        match self.node() {
            Some(Node { value: Value::Text(text, true), .. }) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list in order; none for anything else.
    pub(crate) fn items(self) -> Option<impl ExactSizeIterator<Item = Self>> {
        match self.node() {
            Some(Node { value: Value::List(items), .. }) => {
                Some(items.iter().map(move |&at| Field { yaml: self.yaml, at }))
            }
            _ => None,
        }
    }

    /// The entries of a mapping in the order in which they stand; none for anything else.
    pub(crate) fn entries(self) -> Option<impl ExactSizeIterator<Item = (&'y str, Self)>> {
        match self.node() {
            Some(Node { value: Value::Map(entries), .. }) => Some(
                entries.iter().map(move |(name, at, _)| (name.as_ref(), Field { yaml: self.yaml, at: *at })),
            ),
            _ => None,
        }
    }

    pub(crate) fn get(self, name: &str) -> Option<Self> {
        self.entries()?.find(|(key, _)| *key == name).map(|(_, field)| field)
    }

    /// The line of the key after this one, from 0; none after the last.
    pub(crate) fn line_after(self, name: &str) -> Option<usize> {
        let Some(Node { value: Value::Map(entries), .. }) = self.node() else { return None };
        let mut entries = entries.iter().skip_while(|(key, ..)| key.as_ref() != name).skip(1);
        entries.next().map(|(.., line)| *line as usize)
    }

    /// The line of a key, from 0.
    pub(crate) fn line_of(self, name: &str) -> Option<usize> {
        let Some(Node { value: Value::Map(entries), .. }) = self.node() else { return None };
        entries.iter().find(|(key, ..)| key.as_ref() == name).map(|(.., line)| *line as usize)
    }

    /// The text of a field of a mapping.
    pub(crate) fn text_of(self, name: &str) -> Option<&'y str> {
        self.get(name)?.text()
    }

    /// A list of texts, or one text as a list of one. Other items are left out.
    pub(crate) fn texts(self) -> Vec<&'y str> {
        match self.items() {
            Some(items) => items.filter_map(Self::text).collect(),
            None => self.text().into_iter().collect(),
        }
    }

    /// Appends the node as JSON: scalars are strings, null is null. Fields of the top that `without` names are left out.
    pub(crate) fn write_json(self, without: &[&str], out: &mut String) {
        enum Step<'y> {
            Value(Field<'y>),
            Text(&'static str),
            Name(&'y str),
        }
        let mut steps = vec![Step::Value(self)];
        let mut top = true;
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(text) => out.push_str(text),
                Step::Name(name) => {
                    quote(name, out);
                    out.push(':');
                }
                Step::Value(field) => match field.node().map(|node| &node.value) {
                    None | Some(Value::Null) => out.push_str("null"),
                    Some(Value::Text(text, _)) => quote(text, out),
                    Some(Value::List(items)) => {
                        out.push('[');
                        steps.push(Step::Text("]"));
                        for (place, &at) in items.iter().enumerate().rev() {
                            steps.push(Step::Value(Field { at, ..field }));
                            if place > 0 {
                                steps.push(Step::Text(","));
                            }
                        }
                    }
                    Some(Value::Map(entries)) => {
                        out.push('{');
                        steps.push(Step::Text("}"));
                        let kept =
                            entries.iter().filter(|(name, ..)| !(top && without.contains(&name.as_ref())));
                        let kept: Vec<_> = kept.collect();
                        for (place, (name, at, _)) in kept.into_iter().enumerate().rev() {
                            steps.push(Step::Value(Field { at: *at, ..field }));
                            steps.push(Step::Name(name));
                            if place > 0 {
                                steps.push(Step::Text(","));
                            }
                        }
                    }
                },
            }
            top = false;
        }
    }
}

impl fmt::Debug for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_json(&[], &mut text);
        f.write_str(&text)
    }
}

/// Appends a JSON string.
pub(crate) fn quote(text: &str, out: &mut String) {
    let mut bytes = core::mem::take(out).into_bytes();
    LITERAL.string(text, &mut bytes);
    *out = String::from_utf8(bytes).unwrap_or_default();
}

/// FCoP's canonical JSON (FCOP 5): no spaces, names by code point, text beyond ASCII as it is.
pub(crate) const LITERAL: Dumps = Dumps { compact: true, ascii: false, sorted: true, float_text: false };

#[cfg(test)]
mod tests {
    use super::Yaml;

    fn json(text: &str) -> Result<String, &'static str> {
        let yaml = Yaml::parse(text).map_err(|refused| refused.reason)?;
        let mut out = String::new();
        yaml.top().write_json(&[], &mut out);
        Ok(out)
    }

    #[test]
    fn a_scalar_stays_as_it_was_written() {
        let text = "version: 1.0\nat: 2026-05-09T10:42+08:00\nyes: yes\nempty:\nnone: null\nquoted: 'null'\nlist: [a, 0x1]\n";
        assert_eq!(
            json(text).unwrap(),
            r#"{"version":"1.0","at":"2026-05-09T10:42+08:00","yes":"yes","empty":null,"none":null,"quoted":"null","list":["a","0x1"]}"#
        );
    }

    #[test]
    fn nested_collections_are_written_in_their_order() {
        let text = "b:\n- x: 1\n  y: []\n- {}\na:\n  c: |\n    two\n    lines\n";
        assert_eq!(json(text).unwrap(), r#"{"b":[{"x":"1","y":[]},{}],"a":{"c":"two\nlines\n"}}"#);
    }

    #[test]
    fn what_a_reader_could_take_in_two_ways_is_refused() {
        assert_eq!(json("a: 1\na: 2\n"), Err("duplicate_key"));
        assert_eq!(json("a: 1\n\"a\": 2\n"), Err("duplicate_key"));
        assert_eq!(json("b: {a: 1, a: 2}\n"), Err("duplicate_key"));
        assert_eq!(json("a: &x 1\nb: *x\n"), Err("yaml_anchor"));
        assert_eq!(json("a: !!str 1\n"), Err("yaml_tag"));
        assert_eq!(json("? [a]\n: 1\n"), Err("key_is_no_text"));
        assert_eq!(json("a: 1\n---\nb: 2\n"), Err("several_documents"));
        assert_eq!(json("- a\n"), Err("frontmatter_is_no_mapping"));
        assert_eq!(json(""), Err("frontmatter_is_no_mapping"));
        assert_eq!(json("a: [1\n"), Err("yaml_syntax"));
        assert_eq!(json(&format!("a: {}", "[".repeat(60))), Err("yaml_too_deep"));
    }

    #[test]
    fn lines_are_those_on_which_a_node_starts() {
        let yaml = Yaml::parse("a: 1\nb:\n- c: 1\n  d: 2\n- e: 3\n").unwrap();
        let lines: Vec<usize> =
            yaml.top().get("b").unwrap().items().unwrap().map(|item| item.line()).collect();
        assert_eq!(lines, [2, 4]);
    }
}
