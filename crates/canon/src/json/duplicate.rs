//! Finding a name that an object holds twice (RFC 7493 2.3), for objects whose names are not sorted.
//!
//! Few names are compared each with each by a hash; many are sorted. Neither is quadratic in the bytes: the hash
//! need not withstand an attacker, since only so few names ever meet on it.

use alloc::vec::Vec;

use super::key::first_bytes;
use super::tape::Tape;

/// Up to so many names are compared each with each.
const FEW: usize = 32;

/// A name's key and token, for sorting.
pub(super) type Keyed = (u64, usize);

/// Returns the token of the first name that equals an earlier name of the object whose head is at `head`.
pub(super) fn find(tape: Tape<'_>, head: usize, scratch: &mut Vec<Keyed>) -> Option<usize> {
    if tape.count(head) <= FEW { find_among_few(tape, head) } else { find_among_many(tape, head, scratch) }
}

fn find_among_few(tape: Tape<'_>, head: usize) -> Option<usize> {
    let mut hashes = [0_u32; FEW];
    let mut tokens = [0_usize; FEW];
    for (seen, name) in names(tape, head).enumerate() {
        let hash = hash(tape, name);
        let mut earlier = hashes.iter().zip(&tokens).take(seen);
        if hashes.iter().take(seen).fold(false, |met, other| met | (*other == hash))
            && earlier.any(|(other, token)| *other == hash && tape.compare_names(*token, name).is_eq())
        {
            return Some(name);
        }
        if let (Some(slot), Some(token)) = (hashes.get_mut(seen), tokens.get_mut(seen)) {
            *slot = hash;
            *token = name;
        }
    }
    None
}

fn find_among_many(tape: Tape<'_>, head: usize, scratch: &mut Vec<Keyed>) -> Option<usize> {
    scratch.clear();
    scratch.extend(names(tape, head).map(|name| (tape.key(name), name)));
    scratch.sort_unstable_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| tape.compare_names(a.1, b.1)).then_with(|| a.1.cmp(&b.1))
    });
    let pairs = scratch.iter().zip(scratch.iter().skip(1));
    pairs
        .filter(|(a, b)| a.0 == b.0 && tape.compare_names(a.1, b.1).is_eq())
        .map(|(_, second)| second.1)
        .min()
}

fn names(tape: Tape<'_>, head: usize) -> impl Iterator<Item = usize> + '_ {
    let mut next = head + 2;
    (0..tape.count(head)).map(move |_| {
        let name = next;
        next = tape.next(name + 1);
        name
    })
}

#[inline]
fn hash(tape: Tape<'_>, name: usize) -> u32 {
    let span = tape.span(name);
    if tape.is_escaped(name) {
        let decoded = tape.text(name);
        return hash_at(decoded.as_bytes(), 0, decoded.len());
    }
    hash_at(tape.source().as_bytes(), span.start + 1, span.len().saturating_sub(2))
}

/// Mixes length, first and last eight bytes.
#[inline(always)]
fn hash_at(bytes: &[u8], start: usize, length: usize) -> u32 {
    let first = first_bytes(bytes, start, length);
    let last = if length > 8 { first_bytes(bytes, start + length - 8, 8) } else { 0 };
    let mixed = (first ^ last.rotate_left(29) ^ length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 32) as u32
}
