//! The members of an object in an encoding's order.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::json::{NameOrder, Tape, Value, starts_with_digit};
use crate::order;

/// A member to be written: what its place in the order hangs on, and the token of its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// Array indices come first; this tells the others.
    ordinary: bool,
    /// The index itself, or the key of the name.
    key: u64,
    pub(super) name: usize,
}

/// Appends the members of an object, sorted.
pub(super) fn sort(object: Value<'_>, order: NameOrder, into: &mut Vec<Member>) {
    let tape = object.tape();
    let start = into.len();
    let mut members = object.members();
    while let Some((name, _)) = members.step() {
        into.push(member(tape, name, order));
    }
    if tape.has_sorted_names(object.index(), order) {
        return;
    }
    if let Some(fresh) = into.get_mut(start..) {
        fresh.sort_unstable_by(|a, b| compare(tape, a, b));
    }
}

fn member(tape: Tape<'_>, name: usize, by: NameOrder) -> Member {
    let key = tape.key(name);
    let index = match by {
        NameOrder::EcmaScript if starts_with_digit(key) => order::array_index(&tape.text(name)),
        _ => None,
    };
    Member { ordinary: index.is_none(), key: index.unwrap_or(key), name }
}

fn compare(tape: Tape<'_>, a: &Member, b: &Member) -> Ordering {
    (a.ordinary, a.key).cmp(&(b.ordinary, b.key)).then_with(|| tape.compare_names(a.name, b.name))
}
