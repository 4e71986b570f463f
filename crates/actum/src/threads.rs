//! Threads that last for one call, for parts of a reading that hang on nothing but their number.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use actum_tmpa::Spread;

/// How many threads do a piece of work, the one that asks among them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(usize);

impl Threads {
    /// The one that asks.
    pub(crate) const ONE: Self = Self(1);

    /// So many; by default as many as the machine offers.
    pub(crate) fn asked(count: Option<NonZeroUsize>) -> Self {
        Self(count.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get))
    }
}

impl Spread for Threads {
    fn width(&self) -> usize {
        self.0
    }

    fn each(&self, count: usize, piece: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                match next.fetch_add(1, Ordering::Relaxed) {
                    number if number < count => piece(number),
                    _ => break,
                }
            }
        };
        thread::scope(|scope| {
            // Where the system has no thread left to give, those that there are do the work.
            for _ in 1..self.0.min(count) {
                let _other = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
}
