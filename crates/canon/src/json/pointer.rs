//! RFC 6901 pointers to places in a document.

use alloc::string::{String, ToString};

use super::tape::{Tag, Tape};

/// Appends one member name (RFC 6901 3).
pub(super) fn push_name(pointer: &mut String, name: &str) {
    pointer.push('/');
    for character in name.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(character),
        }
    }
}

/// Appends one array index (RFC 6901 4).
pub(super) fn push_index(pointer: &mut String, index: usize) {
    pointer.push('/');
    pointer.push_str(&index.to_string());
}

/// Returns the pointer of the value whose token has the index `target`.
pub(super) fn of(tape: Tape<'_>, target: usize) -> String {
    let mut pointer = String::new();
    let mut container = 0;
    'descend: while container != target {
        let inside = tape.inside(container);
        let is_object = tape.tag(container) == Tag::Object;
        let mut at = inside.start;
        let mut index = 0;
        while at < inside.end {
            let value = if is_object { at + 1 } else { at };
            let next = tape.next(value);
            if target < next {
                if is_object {
                    push_name(&mut pointer, &tape.text(at));
                } else {
                    push_index(&mut pointer, index);
                }
                container = value;
                continue 'descend;
            }
            at = next;
            index += 1;
        }
        break;
    }
    pointer
}
