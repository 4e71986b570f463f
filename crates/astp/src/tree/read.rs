//! Questions about what is stored.

use alloc::vec::Vec;

use actum_canon::digest::Sha3;

use super::{DetectionResult, Tree};
use crate::id::Uuid;
use crate::node::{Episode, Fingerprint, HitlEvent, Node, Seal, Segment, Signal};
use crate::value::{EpisodeStatus, ReferenceType, SignalPlacement};

macro_rules! stored {
    ($($(#[$doc:meta])* $name:ident: $kind:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(&self, id: Uuid) -> Option<&crate::node::$kind> {
            match self.nodes.get(&id) {
                Some(Node::$kind(node)) => Some(node),
                _ => None,
            }
        }
    )*};
}

impl Tree {
    /// How many transitions there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The hash over all audit records in order; `None` before the first. Kept elsewhere, it shows what was cut off.
    #[must_use]
    pub const fn head(&self) -> Option<Sha3> {
        self.head
    }

    /// Tells whether an identifier was ever given out.
    #[must_use]
    pub fn is_used(&self, id: Uuid) -> bool {
        self.used.contains(&id)
    }

    /// An Episode.
    #[must_use]
    pub fn episode(&self, id: Uuid) -> Option<&Episode> {
        self.episodes.get(&id).map(|state| &state.episode)
    }

    /// The Episodes, by identifier.
    pub fn episodes(&self) -> impl Iterator<Item = &Episode> {
        self.episodes.values().map(|state| &state.episode)
    }

    /// The state of an Episode.
    #[must_use]
    pub fn episode_status(&self, id: Uuid) -> Option<EpisodeStatus> {
        self.episodes.get(&id).map(|state| state.status)
    }

    /// A Segment.
    #[must_use]
    pub fn segment(&self, id: Uuid) -> Option<&Segment> {
        self.segments.get(&id).map(|state| &state.segment)
    }

    /// The Segments of an Episode, of all its lines, in the order of their indices.
    pub fn segments(&self, episode: Uuid) -> impl Iterator<Item = &Segment> {
        let ids = self.episodes.get(&episode).map_or(&[][..], |state| state.segments.as_slice());
        ids.iter().filter_map(|id| self.segment(*id))
    }

    /// The greatest index of an Episode.
    #[must_use]
    pub fn greatest_index(&self, episode: Uuid) -> Option<u64> {
        let last = self.episodes.get(&episode)?.segments.last()?;
        self.segment(*last).map(|segment| segment.sequence_index)
    }

    /// The Segment of an Episode at an index, found by halving.
    #[must_use]
    pub fn segment_at(&self, episode: Uuid, index: u64) -> Option<&Segment> {
        let ids = &self.episodes.get(&episode)?.segments;
        let key = |id: &Uuid| self.segment(*id).map_or(0, |segment| segment.sequence_index);
        let at = ids.binary_search_by_key(&index, key).ok()?;
        ids.get(at).and_then(|id| self.segment(*id))
    }

    /// Any node but Episodes and Segments.
    #[must_use]
    pub fn node(&self, id: Uuid) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The nodes but Episodes and Segments, by identifier.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    stored! {
        /// An aside.
        aside: Aside;
        /// The end of an aside.
        aside_terminus: AsideTerminus;
        /// A soliloquy.
        soliloquy: Soliloquy;
        /// The end of a soliloquy.
        conclusion: SoliloquyConclusion;
        /// A gate, concluded if it is.
        gate: HitlEvent;
        /// A seal.
        seal: Seal;
        /// A Signal.
        signal: Signal;
        /// A merge, by its point.
        merge_point: MergePoint;
    }

    /// The structural nodes of an Episode in the order in which they were written (ASTP 5.7.1). Gates that wait are no members.
    pub fn structure(&self, episode: Uuid) -> impl Iterator<Item = &Node> {
        let ids = self.episodes.get(&episode).map_or(&[][..], |state| state.structure.as_slice());
        ids.iter().filter_map(|id| self.nodes.get(id))
    }

    /// The asides of an Episode that are open.
    pub fn open_asides(&self, episode: Uuid) -> impl Iterator<Item = Uuid> {
        self.episodes.get(&episode).into_iter().flat_map(|state| state.open_asides.iter().copied())
    }

    /// The terminus of an aside: `None` where there is no such aside, `Some(None)` while it is open.
    #[must_use]
    pub fn aside_end(&self, aside: Uuid) -> Option<Option<Uuid>> {
        self.asides.get(&aside).copied()
    }

    /// The soliloquies of an Episode that go on.
    pub fn active_soliloquies(&self, episode: Uuid) -> impl Iterator<Item = Uuid> {
        self.episodes.get(&episode).into_iter().flat_map(|state| state.active_soliloquies.iter().copied())
    }

    /// The conclusion of a soliloquy: `None` where there is no such soliloquy, `Some(None)` while it goes on.
    #[must_use]
    pub fn soliloquy_end(&self, soliloquy: Uuid) -> Option<Option<Uuid>> {
        self.soliloquies.get(&soliloquy).copied()
    }

    /// The gates of an Episode that wait.
    pub fn waiting_gates(&self, episode: Uuid) -> impl Iterator<Item = &HitlEvent> {
        let gates = self.episodes.get(&episode).into_iter().flat_map(|state| state.waiting_gates.iter());
        gates.filter_map(|id| self.gate(*id))
    }

    /// The Signals of an Episode that are committed with its spine.
    pub fn spine_signals(&self, episode: Uuid) -> impl Iterator<Item = &Signal> {
        let ids = self.episodes.get(&episode).map_or(&[][..], |state| state.signals.as_slice());
        ids.iter()
            .filter_map(|id| self.signal(*id))
            .filter(|signal| signal.placement == SignalPlacement::Spine)
    }

    /// The seals of an Episode, oldest first.
    pub fn seals(&self, episode: Uuid) -> impl DoubleEndedIterator<Item = &Seal> {
        let ids = self.episodes.get(&episode).map_or(&[][..], |state| state.seals.as_slice());
        ids.iter().filter_map(|id| self.seal(*id))
    }

    /// Who refers to a Segment, how, and by which transition that was recorded; in that order.
    #[must_use]
    pub fn referrers(&self, segment: Uuid) -> &[(Uuid, ReferenceType, u64)] {
        self.referrers.get(&segment).map_or(&[], Vec::as_slice)
    }

    /// The reading at a Segment.
    #[must_use]
    pub fn fingerprint(&self, segment: Uuid) -> Option<&Fingerprint> {
        self.fingerprint_node(*self.fingerprints.get(&segment)?)
    }

    /// What was answered when the drift at a Segment was read.
    #[must_use]
    pub fn detection(&self, segment: Uuid) -> Option<&DetectionResult> {
        self.detections.get(&segment)
    }

    /// The reading of an Episode with the greatest index.
    #[must_use]
    pub fn last_fingerprint(&self, episode: Uuid) -> Option<&Fingerprint> {
        self.fingerprint_node(self.episodes.get(&episode)?.last_fingerprint?.1)
    }

    /// The nominal reading of an Episode with the greatest index.
    #[must_use]
    pub fn last_nominal(&self, episode: Uuid) -> Option<&Fingerprint> {
        self.fingerprint_node(self.episodes.get(&episode)?.last_nominal?.1)
    }

    fn fingerprint_node(&self, id: Uuid) -> Option<&Fingerprint> {
        match self.nodes.get(&id) {
            Some(Node::Fingerprint(fingerprint)) => Some(fingerprint),
            _ => None,
        }
    }
}
