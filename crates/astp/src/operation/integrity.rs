//! Verification of a stored merge (ASTP 19.3.3; G-24, FM-009).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::json::{Parser, Value};

use crate::construct;
use crate::id::Uuid;
use crate::node::{MergePoint, Node};
use crate::tree::{LineName, MergeView, Tree, node_digest};
use crate::value::Stored;

/// Whether a stored merge is what was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeIntegrity {
    /// The merge that was looked at.
    pub merge_id: Uuid,
    /// The root of the branch's line is the one that the stored Segments give.
    pub source_valid: bool,
    /// So is the root of the target's line before.
    pub target_pre_valid: bool,
    /// And the root after.
    pub target_post_valid: bool,
    /// All of these hold, every hash recomputes, and every field is as the audit record has it.
    pub integrity_holds: bool,
    /// What does not hold: the field, and what is wrong with it.
    pub faults: Vec<(String, String)>,
}

/// Verifies a merge as it is stored somewhere against the tree: its three roots, its hashes, its audit record, and every field.
///
/// There is no field that could be changed unseen: those that no published preimage has are in the audit record's forward delta, and that binds the digest
/// of the whole node as well. A merge that the tree does not know does not hold.
#[must_use]
pub fn verify_merge(tree: &Tree, stored: &MergePoint) -> MergeIntegrity {
    let mut faults = Vec::new();
    let mut fault = |field: &str, message: &str| faults.push((field.to_string(), message.to_string()));
    let (mut source, mut pre, mut post) = (false, false, false);
    match tree.merge(stored.merge_id) {
        None => fault("merge_id", "no such merge is on record"),
        Some(view) => {
            let line = LineName {
                episode_id: view.point.source_episode_id,
                branch_id: Some(view.point.source_branch_id),
            };
            let root = |line, leaves, root: Sha3| tree.line_root_at(line, leaves) == Some(root);
            source = root(line, view.source_leaves, stored.source_merkle_root);
            pre = root(view.target, view.target_leaves_pre, stored.target_merkle_root_pre);
            post = root(view.target, view.target_leaves_post, stored.target_merkle_root_post);
            for (holds, field) in [
                (source, "source_merkle_root"),
                (pre, "target_merkle_root_pre"),
                (post, "target_merkle_root_post"),
            ] {
                if !holds {
                    fault(field, "the stored Segments give another root");
                }
            }
            audited(&view, stored, &mut fault);
        }
    }
    match construct::MERGE_POINT.hash(stored) {
        Ok(hash) if hash == stored.content_hash => {}
        Ok(hash) => fault("content_hash", &format!("the stored fields give `{hash}`")),
        Err(refused) => fault("content_hash", &refused.to_string()),
    }
    if let Err(refused) = construct::MERGE_POINT_V2.hash(stored) {
        fault("member_hash", &refused.to_string());
    }
    MergeIntegrity {
        merge_id: stored.merge_id,
        source_valid: source,
        target_pre_valid: pre,
        target_post_valid: post,
        integrity_holds: faults.is_empty(),
        faults,
    }
}

/// Compares every field with what the audit record says, and the record with itself.
fn audited(view: &MergeView<'_>, stored: &MergePoint, fault: &mut impl FnMut(&str, &str)) {
    match view.record.computed_hash() {
        Ok(hash) if hash == view.record.record_hash => {}
        _ => fault("audit", "the audit record does not recompute"),
    }
    let mut parser = Parser::new();
    let Ok(delta) = parser.parse(view.record.forward_delta.as_bytes()) else {
        return fault("audit", "the forward delta of the audit record is no JSON");
    };
    let delta = delta.root();
    // The delta is in NFC; so is this text, while the digest below is over the very letters.
    let fields = stored.store().canonical();
    let mut parser = Parser::new();
    if let (Ok(fields), Some(recorded)) = (parser.parse(fields.as_bytes()), delta.get("merge_point")) {
        for (name, value) in fields.root().members() {
            if !recorded.get(&name).is_some_and(|recorded| same(recorded, value)) {
                fault(&name, "the audit record has another value");
            }
        }
        for (name, _) in recorded.members() {
            if fields.root().get(&name).is_none() {
                fault(&name, "the audit record has a value");
            }
        }
    } else {
        fault("audit", "the forward delta has no `merge_point`");
    }
    let digest = node_digest(&Node::MergePoint(stored.clone()));
    let bound = delta.get("stored").is_some_and(|digests| {
        digests.elements().filter_map(Value::as_str).any(|text| Sha3::parse(&text) == Some(digest))
    });
    if !bound {
        fault("stored", "the audit record binds another node");
    }
}

fn same(one: Value<'_>, other: Value<'_>) -> bool {
    text(one) == text(other)
}

fn text(value: Value<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if actum_canon::encode::ASTP.write(value, &mut bytes).is_err() {
        bytes.clear();
    }
    bytes
}
