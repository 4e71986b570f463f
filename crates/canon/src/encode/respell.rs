//! A document with its strings in NFC and nothing else changed.

use alloc::vec::Vec;

use super::text;
use crate::json::{Tag, Value};
use crate::normal;

/// Tells, at a look, that every string in a value is in NFC; may miss some for which that holds.
///
/// NFC passes on to parts of a text, and no escape but `\u` stands for anything that composes.
pub(super) fn is_settled(value: Value<'_>) -> bool {
    let spelling = value.tape().spelling(value.index());
    normal::is_nfc(spelling) && !spelling.contains("\\u")
}

/// Returns the spelling of a value with every string and name in NFC.
pub(super) fn in_nfc(value: Value<'_>) -> Vec<u8> {
    let tape = value.tape();
    let source = tape.source().as_bytes();
    let span = value.span();
    let mut twin = Vec::with_capacity(span.len());
    let mut copied = span.start;
    let mut token = value.index();
    while token < tape.next(value.index()) {
        match tape.tag(token) {
            // Head and tail.
            Tag::Array | Tag::Object => token += 1,
            Tag::String => {
                let string = tape.span(token);
                twin.extend_from_slice(source.get(copied..string.start).unwrap_or_default());
                let Ok(()) = text::put(&normal::nfc(&tape.text(token)), &mut twin);
                copied = string.end;
            }
            _ => {}
        }
        token += 1;
    }
    twin.extend_from_slice(source.get(copied..span.end).unwrap_or_default());
    twin
}
