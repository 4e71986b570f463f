//! The next deadline of every deal, so that time costs what it ends (DEAL 11.1).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The deals, by place, in the order of their next deadlines.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    by_time: BTreeSet<(u64, usize)>,
    by_place: Vec<Option<u64>>,
}

impl Agenda {
    /// Notes when the deal at this place has to be looked at next.
    pub(super) fn set(&mut self, place: usize, due: Option<u64>) {
        if self.by_place.len() <= place {
            self.by_place.resize(place + 1, None);
        }
        let Some(slot) = self.by_place.get_mut(place) else {
            return;
        };
        let before = core::mem::replace(slot, due);
        if before != due {
            self.by_time.extend(due.map(|at| (at, place)));
            if let Some(at) = before {
                self.by_time.remove(&(at, place));
            }
        }
    }

    /// Takes out the deals whose deadline is missed at this time, in the order of their places.
    pub(super) fn take_missed(&mut self, now: u64) -> Vec<usize> {
        if self.by_time.first().is_none_or(|(at, _)| *at >= now) {
            return Vec::new();
        }
        let later = self.by_time.split_off(&(now, 0));
        let missed = core::mem::replace(&mut self.by_time, later);
        let mut places: Vec<usize> = missed.into_iter().map(|(_, place)| place).collect();
        places.sort_unstable();
        for place in &places {
            if let Some(slot) = self.by_place.get_mut(*place) {
                *slot = None;
            }
        }
        places
    }
}
