//! When two JSON values say the same: their canonical bytes are equal (RFC 8785).

use actum_canon::encode::JCS_NEAREST;
use actum_canon::json::{Kind, Value};

/// The canonical bytes; a value without any, which no expectation can hold, is shown as it is spelled.
pub(super) fn canonical(value: Value<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Parsed text whose numbers all fit a double has canonical bytes, and any other equals nothing but itself.
    if JCS_NEAREST.write(value, &mut bytes).is_err() {
        bytes = format!("{value:?}").into_bytes();
    }
    bytes
}

/// The canonical bytes as text, for people.
pub(super) fn shown(value: Value<'_>) -> String {
    String::from_utf8_lossy(&canonical(value)).into_owned()
}

/// Whether both values are the same.
pub(super) fn same(a: Value<'_>, b: Value<'_>) -> bool {
    canonical(a) == canonical(b)
}

/// Whether `found` holds all that is wanted: an object may hold more members, anything else is the same.
pub(super) fn holds(wanted: Value<'_>, found: Value<'_>) -> bool {
    let mut left = vec![(wanted, found)];
    while let Some((wanted, found)) = left.pop() {
        if wanted.kind() != Kind::Object {
            if !same(wanted, found) {
                return false;
            }
            continue;
        }
        if found.kind() != Kind::Object {
            return false;
        }
        for (name, value) in wanted.members() {
            match found.get(&name) {
                Some(have) => left.push((value, have)),
                None => return false,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::json::Parser;

    fn check(wanted: &str, found: &str) -> (bool, bool) {
        let (mut one, mut two) = (Parser::new(), Parser::new());
        let wanted = one.parse(wanted.as_bytes()).unwrap().root();
        let found = two.parse(found.as_bytes()).unwrap().root();
        (same(wanted, found), holds(wanted, found))
    }

    #[test]
    fn spelling_and_member_order_make_no_difference() {
        assert_eq!(check(r#"{"a":1.0,"b":"\u00e9"}"#, r#"{"b":"é","a":1}"#), (true, true));
        assert_eq!(check("[1,2]", "[2,1]"), (false, false));
    }

    #[test]
    fn an_object_may_hold_more_than_is_wanted_at_any_depth_but_an_array_may_not() {
        assert_eq!(check(r#"{"a":{"b":1}}"#, r#"{"a":{"b":1,"c":2},"d":3}"#), (false, true));
        assert_eq!(check(r#"{"a":[1]}"#, r#"{"a":[1,2]}"#), (false, false));
        assert_eq!(check(r#"{"a":{}}"#, r#"{"a":[]}"#), (false, false));
        assert_eq!(check(r#"{"a":null}"#, "{}"), (false, false));
    }
}
