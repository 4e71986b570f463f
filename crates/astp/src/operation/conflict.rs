//! Conflicts of a merge, and their resolutions (ASTP G-23).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::demand;
use crate::command::{ExecuteMerge, Resolution};
use crate::id::Uuid;
use crate::rule::Rule;
use crate::tree::{ConflictSegment, Holding, LineName, Refusal, Tree};
use crate::value::ResolutionType;

/// The Segments that both lines replaced since they parted, by something else.
pub(super) fn between(
    tree: &Tree,
    source: LineName,
    target: LineName,
    missing: &[Uuid],
) -> Vec<ConflictSegment> {
    // For each shared Segment that the branch replaced, in the order in which it did so.
    let new: BTreeSet<Uuid> = missing.iter().copied().collect();
    let (mut seen, mut replaced) = (BTreeSet::new(), Vec::new());
    for segment in missing.iter().filter_map(|id| tree.segment(*id)) {
        replaced.extend(segment.supersedes.iter().filter(|old| !new.contains(old) && seen.insert(**old)));
    }
    let (mut mine, mut theirs) = (Holding::on(tree, source, target), Holding::on(tree, target, source));
    let conflict = |old: Uuid| {
        let ancestor = tree.segment(old)?;
        let mine = tree.segment(mine.instead_of(old)?)?;
        let theirs = tree.segment(theirs.instead_of(old)?)?;
        (mine.content_hash != theirs.content_hash).then_some(ConflictSegment {
            segment_id: old,
            ancestor_content_hash: ancestor.content_hash,
            source_segment_id: mine.segment_id,
            source_content_hash: mine.content_hash,
            target_segment_id: theirs.segment_id,
            target_content_hash: theirs.content_hash,
        })
    };
    replaced.into_iter().filter_map(conflict).collect()
}

/// The resolution of each conflict: at most one for each, none for anything else, and each of what it says it takes.
pub(super) fn resolutions<'a>(
    command: &'a ExecuteMerge,
    conflicts: &[ConflictSegment],
) -> Result<BTreeMap<Uuid, &'a Resolution>, Refusal> {
    let conflicts: BTreeMap<Uuid, &ConflictSegment> =
        conflicts.iter().map(|conflict| (conflict.segment_id, conflict)).collect();
    let mut chosen = BTreeMap::new();
    for resolution in &command.conflict_resolutions {
        let id = resolution.segment_id;
        let refuse = |message: String| Err(Refusal::new(Rule::G23, "conflict_resolutions", message));
        let Some(conflict) = conflicts.get(&id) else {
            return refuse(format!("nothing conflicts about Segment `{id}`"));
        };
        let taken = match resolution.resolution_type {
            ResolutionType::TakeSource => Some(conflict.source_content_hash),
            ResolutionType::TakeTarget => Some(conflict.target_content_hash),
            ResolutionType::Custom => None,
        };
        if taken.is_some_and(|taken| taken != resolution.resolved_content_hash) {
            let kind = resolution.resolution_type;
            return refuse(format!(
                "{kind} of Segment `{id}` does not give `{}`",
                resolution.resolved_content_hash
            ));
        }
        if taken.is_none() != resolution.content_ref.is_some() {
            return refuse(format!("Segment `{id}`: `content_ref` belongs to CUSTOM, and to nothing else"));
        }
        demand::text(Rule::Text, "resolver", &resolution.resolver)?;
        if chosen.insert(id, resolution).is_some() {
            return refuse(format!("Segment `{id}` has two resolutions"));
        }
    }
    Ok(chosen)
}
