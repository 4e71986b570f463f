//! The conflicts of a merge in the order given, as FM-003 demands: a construction of our own.
//!
//! The published `compute_conflict_manifest_hash` sorts the Segments and covers nothing else of them; it stays as it
//! is, under its name ([`super::CONFLICT_MANIFEST`]). The prefixes here begin with `X-`, which no published one does
//! (ASTP 5.1.3).

use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::json::Value;

use super::construction::Construction;
use super::current::typed;
use super::input::{Fields, Input};
use super::output::Output;
use super::read::Inputs;
use super::refused::Refused;
use super::typed::{HASH, STRING, UUID};

/// One conflict and what was decided, if it was (FM-003).
pub static X_CONFLICT_PAIR_V2: Construction = typed(
    "x_conflict_pair_v2",
    "BFM FM-003",
    "X-CONFLICT_PAIR:v2:",
    &[
        (UUID, "segment_id"),
        (HASH, "ancestor_content_hash"),
        (HASH, "source_content_hash"),
        (HASH, "target_content_hash"),
        (STRING.or_null(), "resolution_type"),
        (HASH.or_null(), "resolved_content_hash"),
    ],
);

/// All conflicts of a merge, by the hashes of their pairs, in order (FM-003).
pub static X_CONFLICT_MANIFEST_V2: Construction = typed(
    "x_conflict_manifest",
    "BFM FM-003",
    "X-CONFLICT_MANIFEST:v2:",
    &[
        (UUID, "merge_id"),
        (UUID, "source_episode_id"),
        (UUID, "target_episode_id"),
        (HASH.list(), "pair_hashes"),
    ],
);

/// A manifest whose pairs come whole.
pub(super) fn manifest(value: Value<'_>) -> Result<Output, Refused> {
    let pairs = Inputs::new("BFM FM-003", value).list("pairs")?;
    let hashes = pairs.map(|pair| X_CONFLICT_PAIR_V2.hash(&pair)).collect::<Result<_, _>>()?;
    X_CONFLICT_MANIFEST_V2.preimage(&Manifest { value, hashes }).map(Output::digest)
}

struct Manifest<'a> {
    value: Value<'a>,
    hashes: Vec<Sha3>,
}

impl Fields for Manifest<'_> {
    fn field(&self, name: &str) -> Option<Input<'_>> {
        match name {
            "pair_hashes" => Some(Input::Hashes(&self.hashes)),
            _ => self.value.field(name),
        }
    }
}
