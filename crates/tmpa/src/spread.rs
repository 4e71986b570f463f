//! Work in pieces that do not depend on one another, which a caller with threads may do at once.
//!
//! This crate starts no thread. What the pieces give is put together by their numbers, so that no result hangs on who did
//! which piece, or when.

use core::fmt::Debug;
use std::sync::{Mutex, PoisonError};

/// Somebody who does pieces of work.
pub trait Spread: Debug + Sync {
    /// How many pieces are done at once.
    fn width(&self) -> usize;

    /// Calls `piece` with every number below `count`, once each, and returns when all calls have.
    fn each(&self, count: usize, piece: &(dyn Fn(usize) + Sync));
}

/// Does one piece after the other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Alone;

impl Spread for Alone {
    fn width(&self) -> usize {
        1
    }

    fn each(&self, count: usize, piece: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(piece);
    }
}

/// What every piece gives, by number.
pub(crate) fn map<T: Send>(spread: &dyn Spread, count: usize, piece: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let slots: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    spread.each(count, &|number| {
        let made = piece(number);
        if let Some(slot) = slots.get(number) {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        }
    });
    let made = |slot: Mutex<Option<T>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    // A piece that was left out is done here.
    slots.into_iter().enumerate().map(|(number, slot)| made(slot).unwrap_or_else(|| piece(number))).collect()
}

/// What two pieces give that have nothing to do with one another.
pub(crate) fn both<A: Send, B: Send>(
    spread: &dyn Spread,
    one: impl Fn() -> A + Sync,
    other: impl Fn() -> B + Sync,
) -> (A, B) {
    let (first, second) = (Mutex::new(None), Mutex::new(None));
    spread.each(2, &|number| {
        if number == 0 {
            *first.lock().unwrap_or_else(PoisonError::into_inner) = Some(one());
        } else {
            *second.lock().unwrap_or_else(PoisonError::into_inner) = Some(other());
        }
    });
    (
        first.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(&one),
        second.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(&other),
    )
}

#[cfg(test)]
mod tests {
    use super::{Alone, Spread, both, map};

    /// Does every second piece, backwards.
    #[derive(Debug)]
    struct Odd;

    impl Spread for Odd {
        fn width(&self) -> usize {
            3
        }

        fn each(&self, count: usize, piece: &(dyn Fn(usize) + Sync)) {
            (0..count).rev().filter(|number| number % 2 == 1).for_each(piece);
        }
    }

    #[test]
    fn what_is_made_stands_in_the_order_of_its_numbers_whoever_made_it() {
        for spread in [&Alone as &dyn Spread, &Odd] {
            assert_eq!(map(spread, 5, |number| number * 10), [0, 10, 20, 30, 40]);
            assert_eq!(both(spread, || "one", || 2), ("one", 2));
        }
    }
}
