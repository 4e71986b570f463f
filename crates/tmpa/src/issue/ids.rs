//! Identifiers that are digests of canonical tuples (TMPA 8.3; formulas in `docs/reading.md`).

use actum_canon::digest::{Sha256, Sha256Hasher};
use actum_canon::encode::{Sink, TMPA_S04, Writer};
use core::convert::Infallible;

/// A sink that keeps the digest of what it is given. It hashes in large pieces, since most of what comes is small.
pub(crate) struct Digesting {
    hasher: Sha256Hasher,
    pending: Vec<u8>,
}

const PIECE: usize = 16 * 1024;

impl Digesting {
    pub(crate) fn new() -> Self {
        Self { hasher: Sha256Hasher::new(), pending: Vec::with_capacity(PIECE * 2) }
    }

    pub(crate) fn finish(mut self) -> Sha256 {
        self.hasher.update(&self.pending);
        self.hasher.finish()
    }
}

impl Sink for Digesting {
    type Error = Infallible;

    fn put(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= PIECE {
            self.hasher.update(&self.pending);
            self.pending.clear();
        }
        Ok(())
    }
}

/// SHA-256 of an object of strings with a final line feed. `members` come in order of name, `bytes` is room to write in.
fn tuple(members: &[(&str, &str)], bytes: &mut Vec<u8>) -> Sha256 {
    bytes.clear();
    let mut writer = Writer::new(&TMPA_S04, bytes);
    let written = (|| {
        writer.begin_object()?;
        for (name, text) in members {
            writer.name(name)?;
            writer.string(text)?;
        }
        writer.end_object()?;
        writer.finish()
    })();
    match written {
        Ok(()) => actum_canon::digest::sha256(bytes),
        Err(never) => match never {},
    }
}

/// The id of an issue: its subject and rule set, never its wording (TMPA 8.3).
pub(crate) fn issue_id(
    code: &str,
    object: &str,
    relation: &str,
    target: &str,
    profile_digest: &str,
) -> Sha256 {
    let members = [
        ("code", code),
        ("object_id", object),
        ("profile_digest", profile_digest),
        ("relation", relation),
        ("target_id", target),
    ];
    tuple(&members, &mut Vec::with_capacity(256))
}

/// The id of an edge; `bytes` is room to write in.
pub(crate) fn edge_id(source: &str, relation: &str, target: &str, bytes: &mut Vec<u8>) -> Sha256 {
    tuple(&[("relation", relation), ("source_id", source), ("target_id", target)], bytes)
}

#[cfg(test)]
mod tests {
    use super::{edge_id, issue_id};

    #[test]
    fn ids_equal_the_published_examples() {
        let profile = "sha256:e5403755472e28887ceecf7c980ad58c4b5eafc2946f69ace7c2c0280862ac4a";
        let cycle = issue_id("PROHIBITED_CYCLE", "c10-a", "", "", profile).to_string();
        assert!(cycle.starts_with("sha256:eb2882b2c1164dbe"), "{cycle}");
        let edge = edge_id("c14-02-submit", "depends_on", "c14-01-start", &mut Vec::new()).to_string();
        assert_eq!(edge, "sha256:56afefb033f0bb1cf6c92863eb1aeabb036b3e03f110ed97eafa7ac73349bfb7");
    }
}
