//! Inclusion proofs as they are published (ASTP 9.2).
//!
//! A version 2 proof names index and count, and its way follows from them. A 4.x proof states its directions, and its
//! verifier must go by them; it proves no position.

use alloc::string::ToString as _;

use actum_canon::digest::{Sha3, Sha3Hasher};
use actum_canon::json::Value;
use actum_canon::merkle::{ASTP_4X, ASTP_V2, Proof, Side, Tree, sibling_count, sides};

use super::output::{Output, list};
use super::read::Inputs;
use super::refused::Refused;

const CLAUSE: &str = "ASTP 9.2";

pub(super) fn generate_v2(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new(CLAUSE, value);
    let leaves = inputs.hashes("leaves")?;
    let mut tree = Tree::new(ASTP_V2);
    tree.extend(leaves.iter().map(Sha3::as_bytes));
    let index = inputs.uint("leaf_index")?;
    let made = tree.prove(index, tree.count()).zip(tree.root()).zip(at(&leaves, index));
    let ((proof, root), leaf) =
        made.ok_or_else(|| inputs.refused("leaf_index", "is not below the number of leaves"))?;
    Ok(Output::json(|writer| {
        writer.begin_object()?;
        writer.name("leaf_count")?;
        writer.integer(proof.count)?;
        writer.name("leaf_hash")?;
        writer.string(&leaf.to_string())?;
        writer.name("leaf_index")?;
        writer.integer(proof.index)?;
        writer.name("siblings")?;
        list(writer, &proof.siblings)?;
        writer.name("spine_root")?;
        writer.string(&root.to_string())?;
        writer.end_object()
    }))
}

pub(super) fn verify_v2(value: Value<'_>) -> Result<Output, Refused> {
    let proof = Inputs::new(CLAUSE, Inputs::new(CLAUSE, value).get("proof")?);
    // A proof that cannot be read is no proof.
    let verdict = || {
        let (index, count) = (proof.uint("leaf_index").ok()?, proof.uint("leaf_count").ok()?);
        let read = Proof { index, count, siblings: proof.hashes("siblings").ok()? };
        let root = Sha3::parse(&proof.text("spine_root").ok()?)?;
        Some(read.verify(&ASTP_V2, proof.hash("leaf_hash").ok()?.as_bytes(), root).is_ok())
    };
    Ok(Output::truth(verdict().unwrap_or(false)))
}

pub(super) fn count_siblings(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new(CLAUSE, value);
    let count = sibling_count(inputs.uint("leaf_index")?, inputs.uint("leaf_count")?);
    let count = count.ok_or_else(|| inputs.refused("leaf_index", "is not below the number of leaves"))?;
    Ok(Output::json(|writer| writer.integer(count as u64)))
}

pub(super) fn generate_4x(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new(CLAUSE, value);
    let leaves = inputs.texts("leaves")?;
    let mut tree = Tree::new(ASTP_4X);
    tree.extend(leaves.iter().map(|leaf| leaf.as_bytes()));
    let index = inputs.uint("leaf_index")?;
    let made = tree.prove(index, tree.count()).zip(tree.root()).zip(at(&leaves, index));
    let ((proof, root), leaf) =
        made.ok_or_else(|| inputs.refused("leaf_index", "is not below the number of leaves"))?;
    Ok(Output::json(|writer| {
        writer.begin_object()?;
        writer.name("leaf_hash")?;
        writer.string(&leaf)?;
        writer.name("merkle_path")?;
        list(writer, &proof.siblings)?;
        writer.name("path_directions")?;
        writer.begin_array()?;
        for side in sides(proof.index, proof.count).into_iter().flatten() {
            writer.string(if side == Side::Left { "left" } else { "right" })?;
        }
        writer.end_array()?;
        writer.name("sequence_index")?;
        writer.integer(proof.index)?;
        writer.name("spine_root")?;
        writer.string(&root.to_string())?;
        writer.end_object()
    }))
}

pub(super) fn verify_4x(value: Value<'_>) -> Result<Output, Refused> {
    let proof = Inputs::new(CLAUSE, Inputs::new(CLAUSE, value).get("proof")?);
    let (path, directions) = (proof.texts("merkle_path")?, proof.texts("path_directions")?);
    if path.len() != directions.len() {
        return Ok(Output::truth(false));
    }
    let mut node = ASTP_4X.leaf(proof.text("leaf_hash")?.as_bytes());
    for (sibling, direction) in path.iter().zip(&directions) {
        node = join(node, sibling, direction);
    }
    Ok(Output::truth(proof.text("spine_root")? == node.to_string()))
}

/// A sibling of 4.x is text and need be no digest.
fn join(node: Sha3, sibling: &str, direction: &str) -> Sha3 {
    let node = node.to_ascii();
    let (left, right) = if direction == "right" {
        (node.as_slice(), sibling.as_bytes())
    } else {
        (sibling.as_bytes(), node.as_slice())
    };
    let mut hasher = Sha3Hasher::new();
    for bytes in [b"NODE:", left, right] {
        hasher.update(bytes);
    }
    hasher.finish()
}

fn at<T: Clone>(leaves: &[T], index: u64) -> Option<T> {
    leaves.get(usize::try_from(index).ok()?).cloned()
}
