//! The parser: agrees with an independent reader, places its errors, and its tape describes the source.

use actum_canon::json::{ErrorKind, Kind, Parser, Value};

use super::oracle::{self, Verdict};

/// Asserts everything about one document; true when it is one.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let mut parser = Parser::new();
    match parser.parse(bytes) {
        Ok(document) => {
            assert_eq!(document.source(), bytes);
            match oracle::read(bytes) {
                Verdict::Accepted(tree) => oracle::assert_same(document.root(), &tree),
                Verdict::Silent => {}
                Verdict::Refused => panic!("accepted, though it is refused elsewhere"),
            }
            check_value(bytes, document.root());
            check_pointers(document.root());
            true
        }
        Err(error) => {
            assert!(error.offset() <= bytes.len());
            assert!(error.pointer().is_empty() || error.pointer().starts_with('/'));
            if error.kind() == ErrorKind::UnexpectedEnd {
                assert_eq!(error.offset(), bytes.len());
            }
            assert!(
                !matches!(oracle::read(bytes), Verdict::Accepted(_)),
                "refused, though it stands: {error}"
            );
            let again = Parser::new().parse(bytes).unwrap_err();
            assert_eq!(again, error);
            false
        }
    }
}

/// Asserts that each value's span spells it, by parsing the span alone; without recursion.
fn check_value(bytes: &[u8], root: Value<'_>) {
    let mut parser = Parser::new();
    let mut left = vec![(root, 0..bytes.len())];
    let mut budget = 200;
    while let Some((value, around)) = left.pop() {
        let span = value.span();
        assert!(around.start <= span.start && span.start < span.end && span.end <= around.end);
        if budget > 0 {
            budget -= 1;
            let alone = parser.parse(&bytes[span.clone()]).unwrap();
            assert_eq!(alone.root().kind(), value.kind());
            assert_eq!(alone.root().len(), value.len());
            assert_eq!(alone.root().span(), 0..span.len());
        }
        match value.kind() {
            Kind::Array => left.extend(value.elements().map(|element| (element, span.clone()))),
            Kind::Object => left.extend(value.members().map(|(_, member)| (member, span.clone()))),
            Kind::Number => {
                let number = value.as_number().unwrap();
                if let Some(integer) = number.as_u64() {
                    assert!(number.is_integer());
                    assert_eq!(number.to_f64(), integer as f64);
                }
            }
            Kind::Null | Kind::Boolean | Kind::String => {}
        }
    }
}

/// Asserts that pointers lead back to the values they were taken from.
fn check_pointers(root: Value<'_>) {
    let mut value = root;
    for _ in 0..200 {
        let pointer = value.pointer();
        assert_eq!(resolve(root, &pointer).unwrap().span(), value.span(), "{pointer}");
        let Some(last) = value.elements().last().or_else(|| value.members().last().map(|member| member.1))
        else {
            return;
        };
        value = last;
    }
}

fn resolve<'a>(root: Value<'a>, pointer: &str) -> Option<Value<'a>> {
    pointer.split('/').skip(1).try_fold(root, |value, token| match value.kind() {
        Kind::Array => value.elements().nth(token.parse().ok()?),
        _ => value.get(&token.replace("~1", "/").replace("~0", "~")),
    })
}
