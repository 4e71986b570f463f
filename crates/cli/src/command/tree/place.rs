//! Where in the tree an operation takes place, from what was given and what goes without saying.

use std::collections::BTreeSet;

use actum::tree::id::Uuid;
use actum::tree::node::Node;
use actum::tree::tree::{LineName, Tree};
use actum::tree::value::EpisodeStatus;
use actum::tree::{Named, Sought};
use actum::{Error, ErrorKind};

use crate::args::tree::Place;
use crate::exit::Stop;

/// The episode that was named; else the only one, the only open one, or the only open one that came from no other.
pub(super) fn episode(tree: &Tree, named: Option<&str>) -> Result<Uuid, Stop> {
    if let Some(named) = named {
        return Ok(tree.find(Sought::Episode, named)?);
    }
    let all: Vec<Uuid> = tree.episodes().map(|episode| episode.episode_id).collect();
    if let [only] = all.as_slice() {
        return Ok(*only);
    }
    let is_open = |id: &&Uuid| {
        !matches!(tree.episode_status(**id), Some(EpisodeStatus::Sealed | EpisodeStatus::Archived))
    };
    let open: Vec<Uuid> = all.iter().filter(is_open).copied().collect();
    if let [only] = open.as_slice() {
        return Ok(*only);
    }
    let derived = derived(tree);
    let mut roots = open.iter().filter(|id| !derived.contains(id));
    match (roots.next(), roots.next()) {
        (Some(only), None) => Ok(*only),
        _ if all.is_empty() => {
            Err(Error::new(ErrorKind::NotFound, "episode_missing", "there is no episode yet")
                .hint("`actum tree open` opens one")
                .into())
        }
        _ => Err(Error::new(
            ErrorKind::Usage,
            "episode_ambiguous",
            format!("there are {} episodes", all.len()),
        )
        .hint("say which: `--episode ID`; `actum tree show` lists them")
        .into()),
    }
}

/// The episodes that departed from another, or are alternatives of a fork.
fn derived(tree: &Tree) -> BTreeSet<Uuid> {
    let departed =
        tree.episodes().filter(|episode| episode.provenance.is_some()).map(|episode| episode.episode_id);
    let alternatives = tree.nodes().filter_map(|node| match node {
        Node::ForkPoint(point) => Some(point.episode_id),
        _ => None,
    });
    departed.chain(alternatives).collect()
}

/// The branch that was named, if one was.
pub(super) fn branch(tree: &Tree, named: Option<&str>) -> Result<Option<Uuid>, Stop> {
    Ok(named.map(|named| tree.find(Sought::Branch, named)).transpose()?)
}

/// The episode and the segment that are meant.
pub(super) fn segment(tree: &Tree, place: &Place) -> Result<(Uuid, Uuid), Stop> {
    if let Some(from) = &place.from {
        let id = tree.find(Sought::Segment, from)?;
        let of = tree.segment(id).map(|segment| segment.episode_id);
        let episode_id = match (&place.episode, of) {
            (None, Some(of)) => of,
            (named, _) => episode(tree, named.as_deref())?,
        };
        return Ok((episode_id, id));
    }
    let branch_id = branch(tree, place.branch.as_deref())?;
    let episode_id = match branch_id.and_then(|id| tree.branch(id)) {
        Some(view) => view.point.episode_id,
        None => episode(tree, place.episode.as_deref())?,
    };
    Ok((episode_id, last(tree, LineName { episode_id, branch_id })?))
}

/// The last segment of a line; of a branch without one of its own, the segment it left from.
pub(super) fn last(tree: &Tree, line: LineName) -> Result<Uuid, Stop> {
    let own = tree.line_segments(line, 0).last().map(|segment| segment.segment_id);
    let left = || line.branch_id.and_then(|id| tree.branch(id)).map(|view| view.point.source_segment_id);
    own.or_else(left).ok_or_else(|| {
        Error::new(ErrorKind::NotFound, "segment_missing", "the line has no segment yet")
            .hint("`actum tree segment` appends one")
            .into()
    })
}

/// The segments that were named.
pub(super) fn segments(tree: &Tree, named: &[String]) -> Result<Vec<Uuid>, Stop> {
    Ok(named.iter().map(|named| tree.find(Sought::Segment, named)).collect::<Result<_, _>>()?)
}
