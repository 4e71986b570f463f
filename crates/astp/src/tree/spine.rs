//! The leaves of one line: its root through any place, without looking at the leaves again.

use alloc::vec::Vec;

use actum_canon::digest::Sha3;
use actum_canon::merkle::ASTP_V2;

/// A growing list of leaves that may start where another list stands (ASTP 5.4).
///
/// It keeps the root of every perfect subtree that ends on its own side: two digests for each leaf of its own, and one for each
/// bit of the count that it started at. Start, append, and root through any place cost O(log n).
#[derive(Debug, Clone, Default)]
pub(crate) struct Spine {
    base: u64,
    /// The perfect subtrees that the list started with, by height.
    before: Vec<Option<Sha3>>,
    /// The perfect subtrees that end on its own side, by height, from the left.
    own: Vec<Vec<Sha3>>,
}

impl Spine {
    /// Starts after the first `count` leaves of this list; `None` where it does not reach so far, or starts later.
    pub(crate) fn fork(&self, count: u64) -> Option<Self> {
        let mut before = Vec::new();
        for height in 0..u64::BITS {
            if count >> height == 0 {
                break;
            }
            before.push(if count >> height & 1 == 1 {
                Some(self.subtree(height, (count >> height) - 1)?)
            } else {
                None
            });
        }
        Some(Self { base: count, before, own: Vec::new() })
    }

    /// How many leaves there are, with those that it started with.
    pub(crate) fn count(&self) -> u64 {
        self.base + self.own.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// How many leaves it started with.
    pub(crate) const fn base(&self) -> u64 {
        self.base
    }

    /// Appends a leaf hash (ASTP 5.2).
    pub(crate) fn push(&mut self, leaf: Sha3) {
        let mut node = ASTP_V2.leaf(leaf.as_bytes());
        for height in 0..u64::BITS {
            let place = self.width(height);
            if self.own.len() <= height as usize {
                self.own.push(Vec::new());
            }
            let left = if place % 2 == 1 { self.subtree(height, place - 1) } else { None };
            if let Some(level) = self.own.get_mut(height as usize) {
                level.push(node);
            }
            match left {
                Some(left) => node = ASTP_V2.node(left, node),
                None => return,
            }
        }
    }

    /// The root of all leaves; `None` without one.
    pub(crate) fn root(&self) -> Option<Sha3> {
        self.root_through(self.count())
    }

    /// The root of the first `count` leaves; `None` for none, for more than there are, and for fewer than it started with.
    pub(crate) fn root_through(&self, count: u64) -> Option<Sha3> {
        if count < self.base || count > self.count() {
            return None;
        }
        let mut root: Option<Sha3> = None;
        for height in (0..u64::BITS).filter(|height| count >> height & 1 == 1) {
            let subtree = self.subtree(height, (count >> height) - 1)?;
            root = Some(root.map_or(subtree, |right| ASTP_V2.node(subtree, right)));
        }
        root
    }

    /// How many perfect subtrees of a height end by now.
    fn width(&self, height: u32) -> u64 {
        (self.base >> height) + self.own.get(height as usize).map_or(0, |level| level.len() as u64)
    }

    fn subtree(&self, height: u32, place: u64) -> Option<Sha3> {
        let first = self.base >> height;
        match place.checked_sub(first) {
            Some(own) => self.own.get(height as usize)?.get(usize::try_from(own).ok()?).copied(),
            None if place + 1 == first => *self.before.get(height as usize)?,
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actum_canon::digest::sha3;
    use actum_canon::merkle::Accumulator;

    fn leaf(at: u64) -> Sha3 {
        sha3(&at.to_be_bytes())
    }

    /// The root of leaves that are given one by one to another implementation.
    fn expected(leaves: impl IntoIterator<Item = u64>) -> Option<Sha3> {
        let mut accumulator = Accumulator::new(ASTP_V2);
        for at in leaves {
            accumulator.push(leaf(at).as_bytes());
        }
        accumulator.root()
    }

    #[test]
    fn the_root_through_every_place_is_that_of_a_tree_of_so_many_leaves() {
        let mut spine = Spine::default();
        for at in 0..70 {
            spine.push(leaf(at));
        }
        for count in 0..=70 {
            assert_eq!(spine.root_through(count), expected(0..count), "{count}");
        }
        assert_eq!(spine.root_through(71), None);
    }

    #[test]
    fn a_fork_at_every_place_goes_on_as_if_it_had_all_leaves() {
        let mut spine = Spine::default();
        for at in 0..40 {
            spine.push(leaf(at));
        }
        for base in 0..=40 {
            let mut fork = spine.fork(base).unwrap();
            assert_eq!(fork.root(), expected(0..base), "{base}");
            for at in 0..20 {
                fork.push(leaf(100 + at));
            }
            for own in 0..=20 {
                let leaves = (0..base).chain(100..100 + own);
                assert_eq!(fork.root_through(base + own), expected(leaves.clone()), "{base} and {own}");
                let mut again = fork.fork(base + own).unwrap();
                again.push(leaf(7));
                assert_eq!(again.root(), expected(leaves.chain([7])), "{base} and {own}");
            }
            assert_eq!(fork.root_through(base.wrapping_sub(1)), None, "{base}");
        }
        assert!(spine.fork(41).is_none());
    }
}
