//! Ancestry of lines: which Segments a line shows, and where two lines part (ASTP 19.3.2; FM-008).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::{LineName, Parent, Spine, Tree};
use crate::id::Uuid;

/// Where two lines part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonAncestor {
    /// The last Segment that both show.
    pub common_ancestor_node_id: Uuid,
    /// The line on which it stands.
    pub line: LineName,
    /// Its place on that line.
    pub place: u64,
}

/// One line of an ancestry, and how many of its Segments belong to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) line: LineName,
    pub(crate) through: u64,
}

impl Tree {
    /// The list to go on from after the first `leaves` leaves of a line.
    pub(super) fn spine_through(&self, line: LineName, leaves: u64) -> Option<Spine> {
        let mut line = line;
        loop {
            let spine = self.spine_of(line)?;
            if leaves >= spine.base() {
                return spine.fork(leaves);
            }
            match self.line(line)?.parent {
                Parent::Episode(episode) => return self.episodes.get(&episode)?.spine.fork(leaves),
                Parent::Main(episode_id) => line = LineName { episode_id, branch_id: None },
                Parent::Branch(branch) => line.branch_id = Some(branch),
            }
        }
    }

    /// The lines that a line goes on from, itself first, across Episodes.
    pub(crate) fn ancestry(&self, line: LineName) -> impl Iterator<Item = Stretch> {
        let mut next = Some(Stretch { line, through: self.line_len(line) });
        // Nodes of another store may name each other as origins in a circle.
        let longest = self.episodes.len() + self.branches.len();
        core::iter::from_fn(move || {
            let current = next?;
            next = self.above(current.line);
            Some(current)
        })
        .take(longest)
    }

    fn above(&self, line: LineName) -> Option<Stretch> {
        match self.line(line)?.parent {
            Parent::Main(episode_id) => Some(Stretch {
                line: LineName { episode_id, branch_id: None },
                through: self.line(line)?.base,
            }),
            Parent::Branch(branch) => {
                let above = LineName { episode_id: line.episode_id, branch_id: Some(branch) };
                Some(Stretch { line: above, through: self.line(line)?.base })
            }
            Parent::Episode(episode) => {
                let origin = self.origin_segment(episode)?;
                let state = self.segments.get(&origin)?;
                let segment = &state.segment;
                let above = LineName { episode_id: segment.episode_id, branch_id: segment.branch_id };
                Some(Stretch { line: above, through: state.place })
            }
        }
    }

    /// The Segment that an Episode was forked or departed from.
    fn origin_segment(&self, episode: Uuid) -> Option<Uuid> {
        self.origins.get(&episode).copied()
    }

    /// Tells whether a line shows a Segment: it stands on the line or on what the line goes on from, or was taken in there.
    #[must_use]
    pub fn shows(&self, line: LineName, segment: Uuid) -> bool {
        let Some(state) = self.segments.get(&segment) else { return false };
        let home = state.home();
        // Lines of one Episode follow one another in an ancestry.
        self.ancestry(line)
            .skip_while(|stretch| stretch.line.episode_id != home.episode_id)
            .take_while(|stretch| stretch.line.episode_id == home.episode_id)
            .any(|stretch| self.through(stretch, home).is_some_and(|through| state.place <= through))
    }

    /// Through which place a stretch has another line: it is of that line, or the line was taken in there.
    fn through(&self, stretch: Stretch, home: LineName) -> Option<u64> {
        let own = (stretch.line == home).then_some(stretch.through);
        own.max(self.line(stretch.line).and_then(|line| line.taken_at(home, stretch.through)))
    }

    /// The last Segment that two lines share, however far up (FM-008).
    ///
    /// The ancestry of each is walked upwards, until a line of which the other shows a part; on it the earlier of the two
    /// places counts, since what comes after it only one of them shows. What an earlier merge took in is shared too. Of the two
    /// finds the later Segment is taken, where both are of one Episode.
    #[must_use]
    pub fn common_ancestor(&self, one: LineName, other: LineName) -> Option<CommonAncestor> {
        let (mine, theirs) = (self.last_shared(one, other)?, self.last_shared(other, one)?);
        let index = |found: &CommonAncestor| {
            self.segment(found.common_ancestor_node_id).map(|segment| segment.sequence_index)
        };
        let same = mine.line.episode_id == theirs.line.episode_id;
        Some(if same && index(&theirs) > index(&mine) { theirs } else { mine })
    }

    fn last_shared(&self, one: LineName, other: LineName) -> Option<CommonAncestor> {
        let mut seen = Seen::by(self, other);
        self.ancestry(one).find_map(|mine| {
            let place = seen.through(mine.line)?.min(mine.through);
            self.at(mine.line, place)
        })
    }

    /// The Segments that one line shows and another does not, in the order in which they would enter it.
    pub(crate) fn missing(&self, source: LineName, target: LineName) -> Vec<Uuid> {
        let mut seen = Seen::by(self, target);
        let mut stretches = Vec::new();
        for mine in self.ancestry(source).take_while(|mine| mine.line.episode_id == source.episode_id) {
            let after = seen.stretches.get(&mine.line).copied();
            stretches.push((mine, after.unwrap_or(0)));
            if after.is_some() {
                break;
            }
        }
        let mut missing = Vec::new();
        for (mine, after) in stretches.into_iter().rev() {
            // The main line has its first Segments from its Episode, a branch has those before its own from further up.
            let base = if mine.line.branch_id.is_some() { self.own(mine.line).0 } else { 0 };
            let places = after.max(base) + 1..=mine.through;
            let segments = places.filter_map(|place| self.at(mine.line, place));
            missing.extend(segments.map(|found| found.common_ancestor_node_id).filter(|id| !seen.has(*id)));
        }
        missing
    }

    /// The list of a line's leaves, to go on from.
    pub(crate) fn tip(&self, line: LineName) -> Option<Spine> {
        self.spine_through(line, self.line_leaves(line))
    }

    /// The Segment at a place of a line, found further up where it stands before the line's own.
    pub(crate) fn at(&self, line: LineName, place: u64) -> Option<CommonAncestor> {
        let mut line = line;
        loop {
            let (base, own) = self.own(line);
            if let Some(index) = place.checked_sub(base + 1) {
                let id = *own.get(usize::try_from(index).ok()?)?;
                return Some(CommonAncestor { common_ancestor_node_id: id, line, place });
            }
            match self.line(line)?.parent {
                Parent::Episode(episode) => {
                    let index = usize::try_from(place.checked_sub(1)?).ok()?;
                    let id = *self.episodes.get(&episode)?.segments.get(index)?;
                    return Some(CommonAncestor { common_ancestor_node_id: id, line, place });
                }
                Parent::Main(episode_id) => line = LineName { episode_id, branch_id: None },
                Parent::Branch(branch) => line.branch_id = Some(branch),
            }
        }
    }
}

/// What a line shows, asked for many Segments.
pub(crate) struct Seen<'a> {
    tree: &'a Tree,
    stretches: BTreeMap<LineName, u64>,
    known: BTreeMap<LineName, Option<u64>>,
}

impl<'a> Seen<'a> {
    pub(crate) fn by(tree: &'a Tree, line: LineName) -> Self {
        let stretches = tree.ancestry(line).map(|stretch| (stretch.line, stretch.through)).collect();
        Self { tree, stretches, known: BTreeMap::new() }
    }

    /// Through which place of a line it shows that line; `None` for not at all.
    fn through(&mut self, home: LineName) -> Option<u64> {
        if let Some(known) = self.known.get(&home) {
            return *known;
        }
        let first = LineName { episode_id: home.episode_id, branch_id: None };
        let lines = self.stretches.range(first..).take_while(|(line, _)| line.episode_id == home.episode_id);
        let stretch = |(line, through): (&LineName, &u64)| Stretch { line: *line, through: *through };
        let through = lines.filter_map(|line| self.tree.through(stretch(line), home)).max();
        self.known.insert(home, through);
        through
    }

    pub(crate) fn has(&mut self, segment: Uuid) -> bool {
        let Some(state) = self.tree.segments.get(&segment) else { return false };
        self.through(state.home()).is_some_and(|through| state.place <= through)
    }
}

/// What holds on a line in place of other Segments, as far as a second line does not show it.
pub(crate) struct Holding<'a> {
    tree: &'a Tree,
    stretches: Vec<Stretch>,
    unseen_by: Seen<'a>,
    last: BTreeMap<Uuid, Uuid>,
}

impl<'a> Holding<'a> {
    pub(crate) fn on(tree: &'a Tree, line: LineName, unseen_by: LineName) -> Self {
        Self {
            tree,
            stretches: tree.ancestry(line).collect(),
            unseen_by: Seen::by(tree, unseen_by),
            last: BTreeMap::new(),
        }
    }

    /// The Segment that holds in place of another; `None` where that one still holds.
    pub(crate) fn instead_of(&mut self, replaced: Uuid) -> Option<Uuid> {
        let mut held = replaced;
        let mut passed = BTreeSet::from([replaced]);
        while let Some(next) = self.last.get(&held).copied().or_else(|| self.next(held)) {
            if !passed.insert(next) {
                break;
            }
            held = next;
        }
        // Whoever asks for one of these again is led to the end at once.
        for link in passed.into_iter().filter(|link| *link != held) {
            self.last.insert(link, held);
        }
        (held != replaced).then_some(held)
    }

    fn next(&mut self, held: Uuid) -> Option<Uuid> {
        let episode = self.tree.segments.get(&held)?.segment.episode_id;
        for stretch in self.stretches.iter().filter(|stretch| stretch.line.episode_id == episode) {
            let entries = self.tree.line(stretch.line).and_then(|line| line.replaced.get(&held));
            let mut entries = entries.map_or(&[][..], Vec::as_slice).iter().rev();
            let found = entries.find(|(place, by)| *place <= stretch.through && !self.unseen_by.has(*by));
            if let Some((_, by)) = found {
                return Some(*by);
            }
        }
        None
    }
}
