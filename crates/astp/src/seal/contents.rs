//! What a seal is made over.

use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use crate::id::Uuid;
use crate::node::{Node, Segment, Signal};
use crate::tree::Tree;
use crate::value::RetentionTier;

/// The stored nodes of one Episode, in the order in which they are stored.
#[derive(Debug, Clone)]
pub struct Contents<'a> {
    /// The Episode.
    pub episode_id: Uuid,
    /// Its Segments, of all its lines.
    pub segments: Vec<&'a Segment>,
    /// Its Signals that are committed with its spine.
    pub signals: Vec<&'a Signal>,
    /// Its structural nodes; a gate counts once it is concluded.
    pub structure: Vec<&'a Node>,
    /// The hashes of its context entries. A tree keeps none.
    pub entries: Vec<Sha3>,
}

impl<'a> Contents<'a> {
    /// Takes what a tree holds of an Episode now; `None` where it holds no such Episode.
    #[must_use]
    pub fn of(tree: &'a Tree, episode_id: Uuid) -> Option<Self> {
        tree.episode(episode_id)?;
        Some(Self {
            episode_id,
            segments: tree.segments(episode_id).collect(),
            signals: tree.spine_signals(episode_id).collect(),
            structure: tree.structure(episode_id).collect(),
            entries: Vec::new(),
        })
    }

    /// The Segments that are leaves, in the order of their indices (ASTP 5.6).
    #[must_use]
    pub fn leaves(&self) -> Vec<&'a Segment> {
        let mut leaves: Vec<_> = self.segments.iter().copied().filter(|segment| is_leaf(segment)).collect();
        // Stored in order as a rule; then this is one pass.
        leaves.sort_by_key(|segment| segment.sequence_index);
        leaves
    }

    /// The content hashes of the Segments that are no leaves.
    pub fn excluded(&self) -> impl Iterator<Item = Sha3> {
        self.segments.iter().filter(|segment| !is_leaf(segment)).map(|segment| segment.content_hash)
    }
}

fn is_leaf(segment: &Segment) -> bool {
    segment.retention_tier != RetentionTier::Ephemeral
}
