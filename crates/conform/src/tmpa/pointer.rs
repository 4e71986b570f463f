//! JSON pointers (RFC 6901) into a parsed document.

use actum_canon::json::{Kind, Value};

/// The tokens of a pointer, unescaped; `None` where the text is no pointer.
pub(super) fn tokens(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescape).collect()
}

fn unescape(token: &str) -> Option<String> {
    let mut out = String::with_capacity(token.len());
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        match character {
            '~' => out.push(match characters.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            }),
            _ => out.push(character),
        }
    }
    Some(out)
}

/// The value that the tokens lead to.
pub(super) fn resolve<'a>(root: Value<'a>, tokens: &[String]) -> Option<Value<'a>> {
    tokens.iter().try_fold(root, |value, token| match value.kind() {
        Kind::Object => value.get(token),
        Kind::Array if token == "0" || !token.starts_with(['0', '+']) => {
            value.elements().nth(token.parse().ok()?)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    #[test]
    fn pointers_reach_members_and_elements() {
        let mut parser = Parser::new();
        let document = parser.parse(br#"{"a/b":[{"~":1},2],"":3}"#).unwrap();
        let at = |pointer: &str| {
            let found = resolve(document.root(), &tokens(pointer).unwrap());
            found.and_then(|value| value.as_number()?.as_u64())
        };
        assert_eq!(at("/a~1b/0/~0"), Some(1));
        assert_eq!(at("/a~1b/1"), Some(2));
        assert_eq!(at("/"), Some(3));
        for pointer in ["/a~1b/2", "/a~1b/01", "/a~1b/-", "/a~1b/+1", "/c", "/a~1b/0/~0/x"] {
            assert_eq!(at(pointer), None, "{pointer}");
        }
        assert_eq!(tokens("a"), None);
        assert_eq!(tokens("/~2"), None);
        assert_eq!(tokens(""), Some(vec![]));
    }
}
