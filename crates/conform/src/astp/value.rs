//! JSON values: when two are the same, and how a place in one is named.

use actum_canon::encode::ASTP;
use actum_canon::json::{Kind, Parser, Value};

/// The canonical text (ASTP 5.1.2); what has none is shown as it is spelled and equals nothing but itself.
pub(super) fn text(value: Value<'_>) -> String {
    let mut bytes = Vec::new();
    match ASTP.write(value, &mut bytes) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => format!("{value:?}"),
    }
}

pub(super) fn same(a: Value<'_>, b: Value<'_>) -> bool {
    text(a) == text(b)
}

/// The value at an RFC 6901 pointer; the empty pointer is the value itself.
pub(super) fn at<'a>(mut value: Value<'a>, pointer: &str) -> Option<Value<'a>> {
    if pointer.is_empty() {
        return Some(value);
    }
    for token in pointer.strip_prefix('/')?.split('/') {
        value = match value.kind() {
            Kind::Object => value.get(&token.replace("~1", "/").replace("~0", "~"))?,
            Kind::Array => value.elements().nth(token.parse().ok()?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// Does something with the value that a text spells; `None` where it spells none.
pub(super) fn with<T>(text: &str, then: impl FnOnce(Value<'_>) -> T) -> Option<T> {
    let mut parser = Parser::new();
    let document = parser.parse(text.as_bytes()).ok()?;
    Some(then(document.root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_leads_through_objects_and_arrays() {
        let found = |pointer: &str| {
            with(r#"{"a/b":[{"~":1}],"c":null}"#, |value| at(value, pointer).map(text)).unwrap()
        };
        assert_eq!(found("/a~1b/0/~0").as_deref(), Some("1"));
        assert_eq!(found("/c").as_deref(), Some("null"));
        for nowhere in ["/x", "/a~1b/1", "/a~1b/x", "/c/d", "a"] {
            assert_eq!(found(nowhere), None, "{nowhere}");
        }
        assert!(found("").is_some());
    }
}
