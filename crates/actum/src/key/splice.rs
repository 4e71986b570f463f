//! Changes one place of a JSON text and leaves every other byte as it is.

use actum_canon::json::{Kind, Value};

/// The text with one more item (an element, or a name with its value) behind the last one of a container that is a value of
/// it, spaced as the last one is.
pub(super) fn append(text: &[u8], container: Value<'_>, item: &str) -> Vec<u8> {
    let open = container.span().start + 1;
    let mut values = match container.kind() {
        Kind::Array => container.elements().collect::<Vec<_>>(),
        _ => container.members().map(|(_, value)| value).collect(),
    };
    let Some(last) = values.pop().map(Value::span) else {
        return spliced(text, open, open, item);
    };
    let before = values.pop().map(|value| value.span().end);
    let mut between = text.get(before.unwrap_or(open)..last.start).unwrap_or_default().iter();
    if before.is_some() {
        between.find(|&&byte| byte == b',');
    }
    let gap: String = between.map(|&byte| char::from(byte)).take_while(char::is_ascii_whitespace).collect();
    spliced(text, last.end, last.end, &format!(",{gap}{item}"))
}

/// The text with another spelling of one of its values.
pub(super) fn replace(text: &[u8], value: Value<'_>, spelling: &str) -> Vec<u8> {
    let span = value.span();
    spliced(text, span.start, span.end, spelling)
}

fn spliced(text: &[u8], start: usize, end: usize, new: &str) -> Vec<u8> {
    let (before, after) = (text.get(..start), text.get(end..));
    [before.unwrap_or_default(), new.as_bytes(), after.unwrap_or_default()].concat()
}

#[cfg(test)]
mod tests {
    use super::{append, replace};
    use actum_canon::json::Parser;

    fn appended(text: &str, item: &str) -> String {
        let mut parser = Parser::new();
        let root = parser.parse(text.as_bytes()).unwrap().root();
        String::from_utf8(append(text.as_bytes(), root.get("in").unwrap(), item)).unwrap()
    }

    #[test]
    fn an_item_is_spaced_as_the_one_before_it() {
        let rows = [
            (r#"{"in":[]}"#, r#"{"in":[9]}"#),
            (r#"{"in":[1]}"#, r#"{"in":[1,9]}"#),
            (r#"{"in": [ 1 ]}"#, r#"{"in": [ 1, 9 ]}"#),
            (r#"{"in": [1, 2]}"#, r#"{"in": [1, 2, 9]}"#),
            ("{\"in\": [\n  1,\n  2\n]}", "{\"in\": [\n  1,\n  2,\n  9\n]}"),
            ("{\"in\": [\n  1\n]}", "{\"in\": [\n  1,\n  9\n]}"),
        ];
        for (text, expected) in rows {
            assert_eq!(appended(text, "9"), expected);
        }
        let rows = [
            (r#"{"in":{}}"#, r#"{"in":{"n":9}}"#),
            (r#"{"in":{"a, b":1}}"#, r#"{"in":{"a, b":1,"n":9}}"#),
            (
                "{\"in\": {\n  \"a\": 1,\n  \"b\": 2\n}}",
                "{\"in\": {\n  \"a\": 1,\n  \"b\": 2,\n  \"n\":9\n}}",
            ),
        ];
        for (text, expected) in rows {
            assert_eq!(appended(text, r#""n":9"#), expected);
        }
    }

    #[test]
    fn a_value_is_replaced_where_it_stands() {
        let text = r#" {"a" : "x" , "b":2}"#;
        let mut parser = Parser::new();
        let value = parser.parse(text.as_bytes()).unwrap().root().get("a").unwrap();
        assert_eq!(replace(text.as_bytes(), value, "[1]"), br#" {"a" : [1] , "b":2}"#);
    }
}
