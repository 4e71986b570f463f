//! Long arrays, written in pieces that may be made at once and are put together in order.

use crate::spread::{Spread, map};
use actum_canon::encode::{Sink, TMPA_S04, Writer};
use core::convert::Infallible;
use core::ops::Range;

/// Elements of one piece.
const PIECE: usize = 1024;
/// Pieces that are held at once, for each that is made at once.
const HELD: usize = 4;

/// Writes an array of so many things; `some` writes those of a range.
pub(super) fn array<S: Sink>(
    writer: &mut Writer<'_, S>,
    spread: &dyn Spread,
    count: usize,
    some: impl Fn(&mut Writer<'_, Vec<u8>>, Range<usize>) -> Result<(), Infallible> + Sync,
) -> Result<(), S::Error> {
    let piece = |start: usize| {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&TMPA_S04, &mut bytes);
        let Ok(()) = writer
            .begin_array()
            .and_then(|()| some(&mut writer, start..count.min(start + PIECE)))
            .and_then(|()| writer.end_array());
        bytes
    };
    writer.begin_array()?;
    let held = if spread.width() > 1 { spread.width() * HELD } else { 1 };
    for start in (0..count).step_by(PIECE * held) {
        let pieces = held.min((count - start).div_ceil(PIECE));
        for bytes in map(spread, pieces, |number| piece(start + number * PIECE)) {
            writer.elements(&bytes)?;
        }
    }
    writer.end_array()
}
