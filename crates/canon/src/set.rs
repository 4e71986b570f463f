//! Sets of digests as one digest.
//!
//! - [`write()`]: a prefix, how many members, the members (ASTP 5.1.1).
//! - [`write_text`]: the retained 4.x form over written digests (ASTP 5.7.2).
//!
//! Both are functions of the set: order and repetition of what comes in do not matter.

use alloc::vec::Vec;

use crate::digest::{Sha3, Sha3Hasher};
use crate::encode::Sink;

/// Puts a prefix, the number of distinct members in 32 bits, and the members in ascending order, raw.
///
/// Sorts and deduplicates `members` in place. A set of none is the count zero.
///
/// # Errors
///
/// The sink's.
pub fn write<S: Sink>(prefix: &[u8], members: &mut Vec<Sha3>, sink: &mut S) -> Result<(), S::Error> {
    members.sort_unstable();
    members.dedup();
    sink.put(prefix)?;
    // More than 2^32 digests of 32 bytes fit no memory that this runs in.
    sink.put(&u32::try_from(members.len()).unwrap_or(u32::MAX).to_be_bytes())?;
    members.iter().try_for_each(|member| sink.put(member.as_bytes()))
}

/// Digests what [`write()`] puts.
#[must_use]
pub fn hash(prefix: &[u8], members: impl IntoIterator<Item = Sha3>) -> Sha3 {
    let mut members = members.into_iter().collect();
    let mut hasher = Sha3Hasher::new();
    let Ok(()) = write(prefix, &mut members, &mut hasher);
    hasher.finish()
}

/// Puts a prefix and the distinct members in the order of their code points, with `|` between; `EMPTY` for none.
///
/// Sorts and deduplicates `members` in place.
///
/// # Errors
///
/// The sink's.
pub fn write_text<T: AsRef<str> + Ord, S: Sink>(
    prefix: &[u8],
    members: &mut Vec<T>,
    sink: &mut S,
) -> Result<(), S::Error> {
    members.sort_unstable();
    members.dedup();
    sink.put(prefix)?;
    if members.is_empty() {
        return sink.put(b"EMPTY");
    }
    for (at, member) in members.iter().enumerate() {
        if at > 0 {
            sink.put(b"|")?;
        }
        sink.put(member.as_ref().as_bytes())?;
    }
    Ok(())
}
