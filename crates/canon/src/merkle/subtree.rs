//! Roots and proofs from the roots of perfect subtrees, wherever these are kept.
//!
//! A perfect subtree spans 2^height leaves from `place × 2^height` on. It never changes once it is complete, so a list
//! that only grows keeps each of them once, and answers for every earlier count with O(log n) look-ups.

use alloc::vec::Vec;

use super::accumulator::Accumulator;
use super::consistency::{Consistency, Part, parts};
use super::proof::{Proof, Step, path};
use super::scheme::Scheme;
use crate::digest::Digest;

/// Returns the frontier of the first `count` leaves.
///
/// # Errors
///
/// What `subtree` answers for a height and a place, here and below.
pub fn frontier<D: Digest, E>(
    scheme: Scheme<D>,
    count: u64,
    subtree: impl FnMut(u32, u64) -> Result<D, E>,
) -> Result<Accumulator<D>, E> {
    range(scheme, 0, count, subtree)
}

/// Returns the proof that a leaf stands at `index` of the first `count`; `None` where it does not.
///
/// # Errors
///
/// Those of `subtree`.
pub fn prove<D: Digest, E>(
    scheme: Scheme<D>,
    index: u64,
    count: u64,
    mut subtree: impl FnMut(u32, u64) -> Result<D, E>,
) -> Result<Option<Proof<D>>, E> {
    let Some(steps) = path(index, count) else {
        return Ok(None);
    };
    let mut siblings = Vec::new();
    for (height, step) in (0_u32..).zip(steps) {
        if let Step::Left(place) | Step::Right(place) = step {
            let first = place << height;
            // The last node of a level may span fewer leaves than a perfect subtree of that height.
            let span = (count - first).min(1 << height);
            siblings.extend(range(scheme, first, span, &mut subtree)?.root());
        }
    }
    Ok(Some(Proof { index, count, siblings }))
}

/// Returns the proof that the first `earlier` leaves are a prefix of the first `count` (RFC 6962 2.1.2).
///
/// `None` where `earlier` is more than `count`.
///
/// # Errors
///
/// Those of `subtree`.
pub fn prove_consistency<D: Digest, E>(
    scheme: Scheme<D>,
    earlier: u64,
    count: u64,
    mut subtree: impl FnMut(u32, u64) -> Result<D, E>,
) -> Result<Option<Consistency<D>>, E> {
    if earlier > count {
        return Ok(None);
    }
    let mut nodes = Vec::new();
    for Part { first, span } in parts(earlier, count) {
        nodes.extend(range(scheme, first, span, &mut subtree)?.root());
    }
    Ok(Some(Consistency { earlier, count, nodes }))
}

/// The tree over `span` leaves from `first` on, which is a multiple of a power of two that is not below the span.
fn range<D: Digest, E>(
    scheme: Scheme<D>,
    first: u64,
    span: u64,
    mut subtree: impl FnMut(u32, u64) -> Result<D, E>,
) -> Result<Accumulator<D>, E> {
    let mut roots = Vec::new();
    let mut start = first;
    for height in (0..u64::BITS).rev().filter(|height| span >> height & 1 == 1) {
        roots.push(subtree(height, start >> height)?);
        start += 1 << height;
    }
    Ok(Accumulator::over(scheme, span, roots))
}
