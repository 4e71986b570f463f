//! Spines: the leaves of an Episode in order, and the root over them (ASTP 5.4, 5.6).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use actum_canon::digest::{Sha3, sha3};
use actum_canon::json::Value;
use actum_canon::merkle::{ASTP_4X, ASTP_V2, Accumulator, Scheme};

use super::current::LEAF_V2;
use super::output::Output;
use super::read::Inputs;
use super::refused::Refused;

/// Returns the root over leaf hashes of version 2, in the order given; `None` without one.
#[must_use]
pub fn root_v2(leaves: impl IntoIterator<Item = Sha3>) -> Option<Sha3> {
    let mut accumulator = Accumulator::new(ASTP_V2);
    leaves.into_iter().for_each(|leaf| accumulator.push(leaf.as_bytes()));
    accumulator.root()
}

/// Returns the root of a 4.x tree over written hashes, in the order given; `None` without one.
///
/// The texts are taken as they are. Under version 1 the first is [`episode_leaf`].
#[must_use]
pub fn root_4x<T: AsRef<str>>(leaves: impl IntoIterator<Item = T>) -> Option<Sha3> {
    let mut accumulator = Accumulator::new(ASTP_4X);
    leaves.into_iter().for_each(|leaf| accumulator.push(leaf.as_ref().as_bytes()));
    accumulator.root()
}

/// Returns the leaf that stands first under `spine_algorithm_version` 1: the hash of the Episode's identifier.
#[must_use]
pub fn episode_leaf(episode_id: &str) -> Sha3 {
    sha3(episode_id.as_bytes())
}

/// The leaf hashes of segments, in the order of their indices; a repeated index is refused (ASTP 5.6).
pub(super) fn leaves(inputs: Inputs<'_>) -> Result<Vec<Sha3>, Refused> {
    let mut leaves = Vec::new();
    for segment in inputs.list("segments")? {
        let index = Inputs::new("ASTP 5.6", segment).uint("sequence_index")?;
        leaves.push((index, LEAF_V2.hash(&segment)?));
    }
    leaves.sort_unstable();
    if let Some(((index, _), _)) = leaves.iter().zip(leaves.iter().skip(1)).find(|((a, _), (b, _))| a == b) {
        return Err(inputs.refused("segments", &format!("hold `sequence_index` {index} twice")));
    }
    Ok(leaves.into_iter().map(|(_, leaf)| leaf).collect())
}

pub(super) fn leaf_list(value: Value<'_>) -> Result<Output, Refused> {
    leaves(Inputs::new("ASTP 5.6", value)).map(|leaves| Output::hashes(&leaves))
}

pub(super) fn merkle_root(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.4", value);
    rooted(inputs, "leaves", root_v2(inputs.hashes("leaves")?))
}

pub(super) fn tree_levels_v2(value: Value<'_>) -> Result<Output, Refused> {
    let leaves = Inputs::new("ASTP 5.4", value).hashes("leaves")?;
    Ok(Output::levels(&levels(ASTP_V2, leaves.iter().map(|leaf| ASTP_V2.leaf(leaf.as_bytes())).collect())))
}

pub(super) fn tree_levels_4x(value: Value<'_>) -> Result<Output, Refused> {
    let leaves = Inputs::new("ASTP 5.3", value).texts("leaves")?;
    Ok(Output::levels(&levels(ASTP_4X, leaves.iter().map(|leaf| ASTP_4X.leaf(leaf.as_bytes())).collect())))
}

/// Every level of a tree, leaves first. An odd last node is carried up as it is.
fn levels(scheme: Scheme<Sha3>, leaves: Vec<Sha3>) -> Vec<Vec<Sha3>> {
    let mut levels = Vec::from([leaves]);
    while let Some(below) = levels.last().filter(|level| level.len() > 1) {
        let pairs = below.chunks(2).filter_map(|pair| match pair {
            [left, right] => Some(scheme.node(*left, *right)),
            [carried] => Some(*carried),
            _ => None,
        });
        levels.push(pairs.collect());
    }
    levels
}

/// Segments, then SPINE signals: `spine_algorithm_version` 0 under `ordering_version` 1.
pub(super) fn plain(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.6", value);
    let leaves = [inputs.texts("segment_content_hashes")?, inputs.texts("spine_signal_hashes")?];
    rooted(inputs, "segment_content_hashes", root_4x(leaves.iter().flatten()))
}

/// The Episode, then segments: `spine_algorithm_version` 1 under `ordering_version` 2.
pub(super) fn bound(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.6", value);
    after_episode(inputs, &[inputs.texts("segment_content_hashes")?])
}

/// The Episode, segments, SPINE signals and concluded questions to humans.
pub(super) fn adaptive(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.6", value);
    let names = ["segment_content_hashes", "spine_signal_hashes", "hitl_node_hashes"];
    let lists = names.map(|name| inputs.texts(name)).into_iter().collect::<Result<Vec<_>, _>>()?;
    after_episode(inputs, &lists)
}

fn after_episode<T: AsRef<str>>(inputs: Inputs<'_>, lists: &[Vec<T>]) -> Result<Output, Refused> {
    let leaves: Vec<&str> = lists.iter().flatten().map(AsRef::as_ref).collect();
    if leaves.is_empty() {
        return rooted(inputs, "segment_content_hashes", None);
    }
    // An identifier that is empty counts as none.
    let episode = inputs.present("episode_id").and_then(Value::as_str).filter(|id| !id.is_empty());
    let first = episode.map(|id| format!("{}", episode_leaf(&id)));
    rooted(inputs, "segment_content_hashes", root_4x(first.iter().map(String::as_str).chain(leaves)))
}

/// The 4.x spine that the identifiers of a seal record select (ASTP 5.8).
pub(super) fn reproduce(value: Value<'_>) -> Result<Output, Refused> {
    let inputs = Inputs::new("ASTP 5.8", value);
    let version = inputs.uint("spine_algorithm_version")?;
    if version > 1 {
        return Err(inputs.refused("spine_algorithm_version", "wants 0 or 1 for a spine of 4.x"));
    }
    let mut lists = Vec::from([inputs.texts("segment_content_hashes")?]);
    match inputs.uint("ordering_version")? {
        1 => lists.push(inputs.texts("signal_content_hashes_in_order")?),
        2 => {}
        _ => return Err(inputs.refused("ordering_version", "wants 1 or 2")),
    }
    if version == 1 {
        if inputs.present("episode_id").and_then(Value::as_str).is_none_or(|id| id.is_empty()) {
            return Err(inputs.refused("episode_id", "is missing, and version 1 begins with it"));
        }
        return after_episode(inputs, &lists);
    }
    rooted(inputs, "segment_content_hashes", root_4x(lists.iter().flatten()))
}

fn rooted(inputs: Inputs<'_>, name: &str, root: Option<Sha3>) -> Result<Output, Refused> {
    root.map(Output::hash).ok_or_else(|| inputs.refused(name, "give no leaf, and a tree of none has no root"))
}
