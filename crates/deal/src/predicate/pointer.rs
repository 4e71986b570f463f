//! JSON pointers (RFC 6901), and following many of them in one walk.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use actum_canon::json::{Kind, Value};

/// A pointer into an artifact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointer {
    tokens: Vec<String>,
}

/// A value to look into: the pointers, by their places in the sorted list, that lead to or through it.
struct Visit<'a> {
    value: Value<'a>,
    pointers: Range<usize>,
    depth: usize,
}

impl Pointer {
    /// Reads a pointer: empty, or tokens that each follow a slash (RFC 6901 3).
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let tokens = match text.strip_prefix('/') {
            Some(tokens) => {
                tokens.split('/').map(|token| token.replace("~1", "/").replace("~0", "~")).collect()
            }
            None if text.is_empty() => Vec::new(),
            None => return None,
        };
        Some(Self { tokens })
    }

    /// Follows all pointers through one document.
    ///
    /// Every value is visited once, however many pointers lead through it.
    pub(crate) fn follow<'a>(pointers: &[&Self], root: Value<'a>) -> Vec<Option<Value<'a>>> {
        let mut found = vec![None; pointers.len()];
        let mut sorted: Vec<(&[String], usize)> =
            pointers.iter().enumerate().map(|(place, pointer)| (pointer.tokens.as_slice(), place)).collect();
        sorted.sort_unstable();
        let mut visits = vec![Visit { value: root, pointers: 0..sorted.len(), depth: 0 }];
        while let Some(Visit { value, pointers, depth }) = visits.pop() {
            let through = sorted.get(pointers.clone()).unwrap_or_default();
            let arrived = through.partition_point(|(tokens, _)| tokens.len() == depth);
            for (_, place) in through.iter().take(arrived) {
                if let Some(slot) = found.get_mut(*place) {
                    *slot = Some(value);
                }
            }
            let rest = through.get(arrived..).unwrap_or_default();
            if rest.is_empty() {
                continue;
            }
            let start = pointers.start + arrived;
            let mut visit = |value, inside: Range<usize>| {
                let pointers = start + inside.start..start + inside.end;
                visits.push(Visit { value, pointers, depth: depth + 1 });
            };
            match value.kind() {
                Kind::Object => {
                    for (name, value) in value.members() {
                        let inside = with_token(rest, depth, &name);
                        if !inside.is_empty() {
                            visit(value, inside);
                        }
                    }
                }
                Kind::Array => {
                    let mut indices = indices(rest, depth, value.len()).into_iter().peekable();
                    for (index, value) in value.elements().enumerate() {
                        while let Some((_, inside)) = indices.next_if(|(wanted, _)| *wanted == index) {
                            visit(value, inside);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }
}

fn token(tokens: &[String], depth: usize) -> &str {
    tokens.get(depth).map_or("", String::as_str)
}

/// The pointers that have this token at this depth; they stand together.
fn with_token(sorted: &[(&[String], usize)], depth: usize, wanted: &str) -> Range<usize> {
    let from = sorted.partition_point(|(tokens, _)| token(tokens, depth) < wanted);
    let rest = sorted.get(from..).unwrap_or_default();
    from..from + rest.partition_point(|(tokens, _)| token(tokens, depth) == wanted)
}

/// The indices below `count` that the tokens at this depth spell, ascending, each with its pointers.
fn indices(sorted: &[(&[String], usize)], depth: usize, count: usize) -> Vec<(usize, Range<usize>)> {
    let mut indices = Vec::new();
    let mut from = 0;
    while let Some((tokens, _)) = sorted.get(from) {
        let spelled = token(tokens, depth);
        let rest = sorted.get(from..).unwrap_or_default();
        let to = from + rest.partition_point(|(tokens, _)| token(tokens, depth) == spelled).max(1);
        if let Some(index) = array_index(spelled).filter(|index| *index < count) {
            indices.push((index, from..to));
        }
        from = to;
    }
    indices.sort_unstable_by_key(|(index, _)| *index);
    indices
}

/// Reads an array index: digits without a leading zero (RFC 6901 4).
fn array_index(token: &str) -> Option<usize> {
    let canonical = token == "0" || token.starts_with(|first: char| matches!(first, '1'..='9'));
    if canonical && token.bytes().all(|byte| byte.is_ascii_digit()) { token.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    #[test]
    fn pointers_lead_where_rfc_6901_says() {
        let mut parser = Parser::new();
        let source = r#"{"":0,"a/b":1,"m~n":8,"x":[10,[20,{"y":30}]],"1":{"00":5},"a":{"":7}}"#;
        let root = parser.parse(source.as_bytes()).unwrap().root();
        let cases = [
            ("/", Some("0")),
            ("/a~1b", Some("1")),
            ("/m~0n", Some("8")),
            ("/x/0", Some("10")),
            ("/x/1/1/y", Some("30")),
            ("/x/1/1", Some(r#"{"y":30}"#)),
            ("/x/2", None),
            ("/x/01", None),
            ("/x/-", None),
            ("/x/+1", None),
            ("/x/18446744073709551616", None),
            ("/1/00", Some("5")),
            ("/1/0", None),
            ("/a/", Some("7")),
            ("/x/0/z", None),
            ("", Some(source)),
            ("/x/1/1", Some(r#"{"y":30}"#)),
        ];
        let pointers = cases.map(|(text, _)| Pointer::read(text).unwrap());
        let together = Pointer::follow(&pointers.each_ref(), root);
        for (((text, expected), pointer), found) in cases.iter().zip(&pointers).zip(together) {
            let spelled = |value: Value<'_>| source.get(value.span()).unwrap();
            assert_eq!(found.map(spelled), *expected, "{text}");
            let alone = Pointer::follow(&[pointer], root);
            assert_eq!(alone[0].map(spelled), *expected, "{text} alone");
        }
        assert_eq!(Pointer::read("x"), None);
    }
}
