//! Where in the tree an operation takes place, from what was given and what goes without saying.

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
    let is_open = |id: &&Uuid| {
        !matches!(tree.episode_status(**id), Some(EpisodeStatus::Sealed | EpisodeStatus::Archived))
    };
    let open: Vec<Uuid> = all.iter().filter(is_open).copied().collect();
    let roots: Vec<Uuid> = open.iter().filter(|id| !has_origin(tree, **id)).copied().collect();
    match (all.as_slice(), open.as_slice(), roots.as_slice()) {
        ([only], ..) | (_, [only], _) | (_, _, [only]) => Ok(*only),
        ([], ..) => Err(Error::new(ErrorKind::NotFound, "episode_missing", "there is no episode yet")
            .hint("`actum tree open` opens one")
            .into()),
        _ => Err(Error::new(
            ErrorKind::Usage,
            "episode_ambiguous",
            format!("there are {} episodes", all.len()),
        )
        .hint("say which: `--episode ID`; `actum tree show` lists them")
        .into()),
    }
}

/// Tells whether an episode departed from another, or is an alternative of a fork.
fn has_origin(tree: &Tree, id: Uuid) -> bool {
    let is_alternative = |node: &Node| matches!(node, Node::ForkPoint(point) if point.episode_id == id);
    tree.episode(id).is_some_and(|episode| episode.provenance.is_some()) || tree.nodes().any(is_alternative)
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
