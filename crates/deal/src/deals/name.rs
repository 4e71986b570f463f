//! Names as digests: to look one up costs the same however long it is and whatever it shares with others.

use actum_canon::digest::{Sha256, Sha256Hasher};

/// Digests a name that consists of parts; no two lists of parts give the same bytes.
pub(super) fn digest(parts: &[&[u8]]) -> Sha256 {
    let mut hasher = Sha256Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn where_one_part_ends_and_the_next_begins_matters() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_ne!(digest(&[b"ab"]), digest(&[b"ab", b""]));
    }
}
